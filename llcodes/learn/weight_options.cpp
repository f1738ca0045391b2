#include "llcodes/learn/weight_options.h"

#include <stdexcept>

namespace llcodes {

OptionTable options_of(WeightOptions& o) {
  OptionTable table;
  table.group("Weights")
      .text("weights", o.file, "safetensors file to start from, with torchvision's names")
      .flag("partial-weights", o.partial, "tensors that the file lacks keep their random start")
      .list("freeze-layers", o.freeze_layers,
            "layers of the backbone that stay as they are, such as layer1; may be repeated")
      .number("backbone-rate", o.backbone_rate, "factor of the backbone's learning rate", 0, 100);
  return table;
}

void check(const WeightOptions& o) {
  if (o.partial && o.file.empty()) {
    throw std::invalid_argument("--partial-weights says how to read --weights; name that file too");
  }
}

}  // namespace llcodes
