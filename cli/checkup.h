// The examinations of `llcodes doctor`, one function a subject.
#pragma once

#include <string>
#include <vector>

namespace llcodes::cli {

struct Finding {
  std::string subject;
  std::string found;
  bool ok = true;
  std::string cure;  ///< what to do if it is not ok
};

std::vector<Finding> examine_machine();

}  // namespace llcodes::cli
