// The table of all decoders as text and JSON, with the paper's ImageNet-1K row beside it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "llcodes/eval/accuracy.h"

namespace llcodes::cli {

struct AccuracyReport {
  std::string data;  ///< what was evaluated
  AccuracyTable table;
  std::optional<double> linear;  ///< accuracy of the linear reference, if it was measured
};

std::string text_of(const AccuracyReport& report);
nlohmann::json json_of(const AccuracyReport& report);

}  // namespace llcodes::cli
