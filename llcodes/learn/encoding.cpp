#include "llcodes/learn/encoding.h"

#include <algorithm>

namespace llcodes {

torch::Tensor input_tensor(Batch& batch, const InputShape& shape) {
  return torch::from_blob(batch.inputs.data(), {static_cast<std::int64_t>(batch.size),
                                                shape.channels, shape.height, shape.width});
}

std::vector<float> run_network(const std::function<torch::Tensor(const torch::Tensor&)>& network,
                               std::int64_t columns, std::shared_ptr<const Dataset> dataset,
                               const Normalization& normalization, const EncodingOptions& options) {
  torch::NoGradGuard no_gradient;
  const std::size_t total = dataset->size();
  const InputShape shape = dataset->shape();
  Loader loader(std::move(dataset), normalization,
                {.batch_size = static_cast<std::size_t>(options.batch_size),
                 .workers = options.workers});
  std::vector<float> rows;
  rows.reserve(total * static_cast<std::size_t>(columns));
  loader.start(0);
  std::size_t done = 0;
  while (auto batch = loader.next()) {
    const torch::Tensor out = network(input_tensor(*batch, shape)).contiguous();
    TORCH_CHECK(out.size(1) == columns, "network output has the wrong width");
    const float* values = out.data_ptr<float>();
    rows.insert(rows.end(), values, values + out.numel());
    done += batch->size;
    if (options.progress) options.progress({"encode", done, total, "instances", ""});
    loader.recycle(std::move(batch));
  }
  return rows;
}

}  // namespace llcodes
