#include "llcodes/learn/shared_work.h"

#include <algorithm>
#include <numeric>

namespace llcodes {

SharedStep share_step(ProcessGroup& group, const std::vector<OptimizedTensor>& tensors,
                      const SharedStep& mine) {
  torch::NoGradGuard no_gradient;
  std::vector<torch::Tensor> gradients, flat;
  for (const auto& tensor : tensors) {
    if (tensor.parameter.grad().defined()) gradients.push_back(tensor.parameter.grad());
  }
  for (const torch::Tensor& gradient : gradients) flat.push_back(gradient.reshape(-1).cpu());
  flat.push_back(torch::tensor({static_cast<float>(mine.loss), mine.stop ? 1.0f : 0.0f}));
  torch::Tensor message = torch::cat(flat);
  group.sum(message);
  message.narrow(0, 0, message.size(0) - 1).div_(group.ranks().size);
  std::int64_t place = 0;
  for (torch::Tensor& gradient : gradients) {
    gradient.copy_(message.narrow(0, place, gradient.numel()).view_as(gradient));
    place += gradient.numel();
  }
  return {.loss = message[-2].item<double>(), .stop = message[-1].item<float>() > 0};
}

void average_statistics(Network& network, ProcessGroup& group) {
  torch::NoGradGuard no_gradient;
  for (auto& item : network.named_buffers()) {
    if (!item.value().is_floating_point()) continue;
    group.sum(item.value());
    item.value().div_(group.ranks().size);
  }
}

void check_same_network(const Network& network, ProcessGroup& group) {
  std::vector<torch::Tensor> tensors = network.parameters();
  for (const torch::Tensor& buffer : network.buffers()) tensors.push_back(buffer);
  group.check_same_bits(tensors);
}

OwnPart own_part(const ProcessGroup& group, std::shared_ptr<const Dataset> dataset) {
  const std::size_t size = dataset->size();
  const auto ranks = static_cast<std::size_t>(group.ranks().size);
  const auto rank = static_cast<std::size_t>(group.ranks().rank);
  const std::size_t begin = size * rank / ranks, end = size * (rank + 1) / ranks;
  std::vector<std::uint32_t> mine(end - begin);
  std::iota(mine.begin(), mine.end(), static_cast<std::uint32_t>(begin));
  return {std::make_shared<SubsetDataset>(std::move(dataset), std::move(mine)), begin};
}

std::vector<float> share_rows(
    ProcessGroup& group, std::shared_ptr<const Dataset> dataset, std::int64_t columns,
    const std::function<std::vector<float>(std::shared_ptr<const Dataset>)>& rows_of) {
  const std::size_t size = dataset->size(), width = static_cast<std::size_t>(columns);
  const OwnPart part = own_part(group, std::move(dataset));
  const std::vector<float> rows = rows_of(part.dataset);
  std::vector<float> all(size * width);
  std::copy(rows.begin(), rows.end(),
            all.begin() + static_cast<std::ptrdiff_t>(part.begin * width));
  torch::Tensor shared = torch::from_blob(all.data(), {static_cast<std::int64_t>(all.size())});
  group.sum(shared);
  return all;
}

}  // namespace llcodes
