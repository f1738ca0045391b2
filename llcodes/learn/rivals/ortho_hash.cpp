// OrthoHash: CE(s (cos(z, c_l) - m [l = y])), s = 8, m = 0.2, batch norm before z.
#include "llcodes/learn/losses.h"
#include "llcodes/learn/rivals/rival.h"

namespace llcodes {
namespace {

class OrthoHash : public Rival {
 public:
  torch::Tensor loss(const torch::Tensor& z, const RivalBatch& batch) override {
    return codebook_loss(
        z, batch.codebook, batch.labels,
        {.scores = {.scale = 8, .margin = 0.2, .cosine = true}, .label_smoothing = 0});
  }
};

}  // namespace

std::shared_ptr<Rival> make_ortho_hash(const RivalOptions&) {
  return std::make_shared<OrthoHash>();
}

}  // namespace llcodes
