#include "llcodes/learn/encoding.h"

#include <algorithm>

namespace llcodes {

torch::Tensor input_tensor(Batch& batch, const InputShape& shape) {
  return torch::from_blob(batch.inputs.data(), {static_cast<std::int64_t>(batch.size),
                                                shape.channels, shape.height, shape.width});
}

void visit_outputs(const Forward& network, std::shared_ptr<const Dataset> dataset,
                   const Normalization& normalization, const EncodingOptions& options,
                   const std::function<void(const torch::Tensor& rows,
                                            std::span<const std::int64_t> labels)>& visit) {
  torch::NoGradGuard no_gradient;
  const std::size_t total = dataset->size();
  const InputShape shape = dataset->shape();
  Loader loader(
      std::move(dataset), normalization,
      {.batch_size = static_cast<std::size_t>(options.batch_size), .workers = options.workers});
  loader.start(0);
  std::size_t done = 0;
  while (auto batch = loader.next()) {
    visit(network(input_tensor(*batch, shape)).contiguous(), {batch->labels.data(), batch->size});
    done += batch->size;
    if (options.progress) options.progress({"encode", done, total, "instances", ""});
    loader.recycle(std::move(batch));
  }
}

std::vector<float> run_network(const Forward& network, std::int64_t columns,
                               std::shared_ptr<const Dataset> dataset,
                               const Normalization& normalization, const EncodingOptions& options) {
  std::vector<float> rows;
  rows.reserve(dataset->size() * static_cast<std::size_t>(columns));
  visit_outputs(network, std::move(dataset), normalization, options,
                [&](const torch::Tensor& out, std::span<const std::int64_t>) {
                  TORCH_CHECK(out.size(1) == columns, "network output has the wrong width");
                  const float* values = out.data_ptr<float>();
                  rows.insert(rows.end(), values, values + out.numel());
                });
  return rows;
}

}  // namespace llcodes
