// Views that make a data set fit a trained model: its order of classes, its input shape.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "llcodes/data/dataset.h"

namespace llcodes {

/// The same instances with labels that count through `wanted` instead of `class_names`; classes are
/// matched by name, and an instance of a class that is not wanted becomes kUnlabelled.
std::shared_ptr<const Dataset> relabel(std::shared_ptr<const Dataset> dataset,
                                       const std::vector<std::string>& class_names,
                                       const std::vector<std::string>& wanted);

/// Pictures brought to another size (area-averaged) and from RGB to grey (luma) or back; the data
/// set itself if it has that shape. Throws std::invalid_argument where no such way exists: features
/// of another dimension, features for pictures, other numbers of channels.
std::shared_ptr<const Dataset> fit_to_shape(std::shared_ptr<const Dataset> dataset,
                                            const InputShape& shape);

}  // namespace llcodes
