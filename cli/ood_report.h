// The result of an OOD evaluation as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "llcodes/eval/ood.h"

namespace llcodes::cli {

struct OodReport {
  std::string known;  ///< what was measured
  std::string ood;
  OodTable table;
};

std::string text_of(const OodReport& report);
nlohmann::json json_of(const OodReport& report);

}  // namespace llcodes::cli
