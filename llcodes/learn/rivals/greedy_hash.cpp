// Greedy Hash: CE(W sign(z) + b, y) + a mean(| |z| - 1 |^3), the sign's gradient passes unchanged;
// a = 1 for many classes, 0.1 for few.
#include "llcodes/learn/rivals/rival.h"
#include "llcodes/nn/sign.h"

namespace llcodes {
namespace {

constexpr std::int64_t kManyClasses = 100;

class GreedyHash : public Rival {
 public:
  explicit GreedyHash(const RivalOptions& options)
      : weight_(options.weight >= 0                   ? options.weight
                : options.num_classes >= kManyClasses ? 1.0
                                                      : 0.1),
        classifier_(register_module("classifier",
                                    torch::nn::Linear(options.num_bits, options.num_classes))) {}

  torch::Tensor loss(const torch::Tensor& z, const RivalBatch& batch) override {
    const torch::Tensor logits = classifier_->forward(sign_straight_through(z));
    const torch::Tensor off = (z.abs() - 1).abs().pow(3).mean();
    return torch::cross_entropy_loss(logits, batch.labels) + weight_ * off;
  }

 private:
  double weight_;
  torch::nn::Linear classifier_;
};

}  // namespace

std::shared_ptr<Rival> make_greedy_hash(const RivalOptions& options) {
  return std::make_shared<GreedyHash>(options);
}

}  // namespace llcodes
