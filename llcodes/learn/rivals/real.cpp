// The k real values themselves, learnt by a linear classifier on them: what bits are compared with.
#include "llcodes/learn/rivals/rival.h"

namespace llcodes {
namespace {

class Real : public Rival {
 public:
  explicit Real(const RivalOptions& options)
      : classifier_(register_module("classifier",
                                    torch::nn::Linear(options.num_bits, options.num_classes))) {}

  torch::Tensor loss(const torch::Tensor& z, const RivalBatch& batch) override {
    return torch::cross_entropy_loss(logits(z), batch.labels);
  }

  torch::Tensor logits(const torch::Tensor& z) override { return classifier_->forward(z); }

 private:
  torch::nn::Linear classifier_;
};

}  // namespace

std::shared_ptr<Rival> make_real(const RivalOptions& options) {
  return std::make_shared<Real>(options);
}

}  // namespace llcodes
