#include "llcodes/learn/transfer_options.h"

#include <stdexcept>

namespace llcodes {

OptionTable options_of(TransferOptions& o) {
  OptionTable table;
  table.group("Transfer")
      .text("start-from", o.start_from,
            "model whose backbone is taken over (of a linear model the classifier too)")
      .flag("freeze", o.freeze, "leave the backbone as it is")
      .number("unfreeze-last", o.unfreeze_last, "with --freeze: layers at its end that do learn", 0,
              1000)
      .number("backbone-rate", o.backbone_rate,
              "factor of the backbone's learning rate after the linear phase", 0, 100)
      .number("train-per-class", o.train_per_class,
              "instances of each class to train on, the same ones for every seed; 0: all", 0,
              1'000'000'000);
  return table;
}

void check(const TransferOptions& o) {
  if (o.freeze && o.start_from.empty()) {
    throw std::invalid_argument(
        "--freeze would keep random weights; name a model with --start-from");
  }
  if (!o.freeze && o.unfreeze_last > 0) {
    throw std::invalid_argument("--unfreeze-last has an effect only with --freeze");
  }
}

}  // namespace llcodes
