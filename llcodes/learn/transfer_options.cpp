#include "llcodes/learn/transfer_options.h"

#include <stdexcept>

namespace llcodes {

OptionTable options_of(TransferOptions& o) {
  OptionTable table;
  table.group("Transfer")
      .text("start-from", o.start_from,
            "model whose backbone is taken over (of a linear model the classifier too)")
      .text("weights", o.weights, "safetensors file to start from, with torchvision's names")
      .flag("partial-weights", o.partial_weights,
            "tensors that the file lacks keep their random start")
      .list("freeze-layers", o.freeze_layers,
            "layers of the backbone that stay as they are, such as layer1; all; or all-but-2: the "
            "last 2 learn; may be repeated")
      .number("backbone-rate", o.backbone_rate,
              "factor of the learning rate of a backbone that has learnt before: by --start-from, "
              "--weights or an earlier phase; -1: 0.1 where codes follow a linear classifier whose "
              "schedule has ended, or such a model, else 1",
              -1, 100)
      .number("train-per-class", o.train_per_class,
              "instances of each class to train on, the same ones for every seed; 0: all", 0,
              1'000'000'000);
  return table;
}

bool starts_from_learnt(const TransferOptions& o) {
  return !o.start_from.empty() || !o.weights.empty();
}

void check(const TransferOptions& o) {
  if (!o.freeze_layers.empty() && !starts_from_learnt(o)) {
    throw std::invalid_argument(
        "--freeze-layers would keep random weights; name a model with --start-from or a file with "
        "--weights");
  }
  if (!o.start_from.empty() && !o.weights.empty()) {
    throw std::invalid_argument("--start-from and --weights both bring a backbone; give one");
  }
  if (o.partial_weights && o.weights.empty()) {
    throw std::invalid_argument("--partial-weights says how to read --weights; name that file too");
  }
}

}  // namespace llcodes
