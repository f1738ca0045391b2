#include "llcodes/report/sections.h"

namespace llcodes::report {

nlohmann::json training_section(const RunRecord& run) {
  if (run.epochs.empty()) return nullptr;
  return to_json(History{.epochs = run.epochs, .losses = {}}).at("epochs");
}

}  // namespace llcodes::report
