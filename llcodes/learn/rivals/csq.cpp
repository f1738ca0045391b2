// CSQ: BCE((u + 1) / 2, (c_y + 1) / 2) + a mean((|u| - 1)^2), u = tanh(z), mean over bits and
// batch.
#include "llcodes/learn/rivals/rival.h"

namespace llcodes {
namespace {

class Csq : public Rival {
 public:
  explicit Csq(const RivalOptions& options)
      : weight_(options.weight >= 0 ? options.weight : 1e-4) {}

  torch::Tensor loss(const torch::Tensor& z, const RivalBatch& batch) override {
    const torch::Tensor centres = batch.codebook.index_select(0, batch.labels);
    // (tanh(z) + 1) / 2 = sigmoid(2 z): the logits form does not overflow.
    const torch::Tensor central = torch::binary_cross_entropy_with_logits(2 * z, (centres + 1) / 2);
    return central + weight_ * (torch::tanh(z).abs() - 1).square().mean();
  }

 private:
  double weight_;
};

}  // namespace

std::shared_ptr<Rival> make_csq(const RivalOptions& options) {
  return std::make_shared<Csq>(options);
}

}  // namespace llcodes
