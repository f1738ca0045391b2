// What a run takes over from the model of another one (--start-from), and the part of the training
// data it learns from (--train-per-class).
#pragma once

#include <memory>
#include <string>

#include "llcodes/data/source.h"
#include "llcodes/learn/network.h"

namespace llcodes {

/// True if the file is a linear model: backbone and classifier.
bool is_linear_model(const std::string& path);

/// Copies the model's backbone into the network; of a linear model the classifier too. Throws
/// std::invalid_argument if the backbone is another one or a classifier's classes are others.
void take_over(Network& network, const std::string& path, const BackboneOptions& backbone,
               const std::vector<std::string>& class_names);

/// The first instances of each class in an order that only the data set's size determines.
std::shared_ptr<const Dataset> take_per_class(std::shared_ptr<const Dataset> dataset,
                                              std::size_t per_class);

}  // namespace llcodes
