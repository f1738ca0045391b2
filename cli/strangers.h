// Instances of no class for `reproduce`: those to test, and others that baselines may be tuned on.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cli/experiments.h"
#include "llcodes/data/dataset.h"

namespace llcodes::cli {

struct Strangers {
  std::shared_ptr<const Dataset> test;
  std::shared_ptr<const Dataset> tuning;

  /// On validation data those to test stay unseen.
  const Dataset& measured(Part part) const { return part == Part::kTest ? *test : *tuning; }
};

/// Opens them as the model wants to see them. Without a path for tuning, the first half of the
/// classes of the test ones is for tuning and the other half for testing. Throws
/// std::invalid_argument if they would have to be halved and have no classes.
Strangers open_strangers(const Companions& paths, const std::filesystem::path& model,
                         Context& context);

/// What would stop open_strangers(), and with `as_classes` the measurement of new classes, found
/// out before hours of training. Throws std::invalid_argument, which names the file.
struct StrangersCheck {
  const Companions& paths;
  const Dataset& known;
  Part measured;
  bool as_classes = false;
};
void check_strangers(const StrangersCheck& check, Context& context);

/// A number for each instance, equal for those that show the same thing: its label, or for
/// unlabelled pictures of characters, named "character in typeface", one a character.
std::vector<std::int32_t> kinds_of(const Dataset& strangers);

}  // namespace llcodes::cli
