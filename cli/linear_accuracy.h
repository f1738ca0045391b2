// Accuracy of the linear classifier that codes are compared with.
#pragma once

#include <cstdint>
#include <span>

#include "cli/verb.h"

namespace llcodes::cli {

/// Share of instances that the linear model `request.model` gives their label. Needs the network.
double measure_linear(const EncodeRequest& request, std::span<const std::int32_t> labels,
                      Context& context);

/// The same without the network, from the features that `encode --linear` kept.
double linear_accuracy(const std::string& linear, const EncodedSet& set);

}  // namespace llcodes::cli
