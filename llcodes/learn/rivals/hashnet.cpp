// HashNet: sum w_ij [softplus(t_ij) - s_ij t_ij] / sum w_ij over pairs i < j, t_ij = a <h_i, h_j>,
// a = 10 / k, h = tanh(b z), b = sqrt(1 + 0.005 step) refreshed every 200 steps; s_ij = 1 and w_ij
// = number of classes for pairs of one class, else 0 and 1.
#include <cmath>

#include "llcodes/learn/rivals/rival.h"

namespace llcodes {
namespace {

class HashNet : public Rival {
 public:
  explicit HashNet(const RivalOptions& options) : options_(options) {}

  torch::Tensor loss(const torch::Tensor& z, const RivalBatch& batch) override {
    const torch::Tensor h = torch::tanh(hardness(batch.step) * z);
    const torch::Tensor t = torch::mm(h, h.t()) * (10.0 / static_cast<double>(options_.num_bits));
    const torch::Tensor same =
        (batch.labels.unsqueeze(0) == batch.labels.unsqueeze(1)).to(z.dtype());
    const auto classes = static_cast<double>(options_.num_classes);
    const torch::Tensor weights = (1 + (classes - 1) * same).triu(1);
    return (weights * (torch::softplus(t) - same * t)).sum() / weights.sum();
  }

 private:
  static double hardness(std::int64_t step) {
    constexpr std::int64_t kRefresh = 200;
    return std::sqrt(1 + 0.005 * static_cast<double>(step / kRefresh * kRefresh));
  }

  RivalOptions options_;
};

}  // namespace

std::shared_ptr<Rival> make_hashnet(const RivalOptions& options) {
  return std::make_shared<HashNet>(options);
}

}  // namespace llcodes
