// Strangers made of known instances, each of two of different classes: pictures whose left or upper
// half is of the one and the rest of the other, features half way between both. They belong to no
// class and are made of what classes are made of, so they show how much a trained network can say
// of strangers before it has met any.
#pragma once

#include <memory>

#include "llcodes/data/dataset.h"

namespace llcodes {

/// One for each labelled instance, up to 10,000, determined by the seed; unlabelled themselves.
/// Empty if there are not two classes.
std::shared_ptr<const Dataset> make_chimeras(std::shared_ptr<const Dataset> known,
                                             std::uint64_t seed);

}  // namespace llcodes
