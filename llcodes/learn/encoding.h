// Runs a network over a data set, batch by batch, with the loader reading ahead.
#pragma once

#include <torch/torch.h>

#include <functional>
#include <span>
#include <vector>

#include "llcodes/core/progress.h"
#include "llcodes/data/augment.h"
#include "llcodes/data/loader.h"

namespace llcodes {

/// The batch as a tensor [n, channels, height, width] that shares the batch's memory.
torch::Tensor input_tensor(Batch& batch, const InputShape& shape);

struct EncodingOptions {
  int batch_size = 256;
  int workers = 1;
  Progress progress;
};

/// From an input [n, ...] to rows [n, columns].
using Forward = std::function<torch::Tensor(const torch::Tensor&)>;

/// Gives `visit` the rows of one batch after another, in order, with their labels.
void visit_outputs(const Forward& network, std::shared_ptr<const Dataset> dataset,
                   const Normalization& normalization, const EncodingOptions& options,
                   const std::function<void(const torch::Tensor& rows,
                                            std::span<const std::int64_t> labels)>& visit);

/// Rows of `network(input)` for every instance in order: [n, columns] row-major.
std::vector<float> run_network(const Forward& network, std::int64_t columns,
                               std::shared_ptr<const Dataset> dataset,
                               const Normalization& normalization, const EncodingOptions& options);

}  // namespace llcodes
