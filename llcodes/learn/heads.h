// What stands on the backbone.
//
//   LinearHead   W F(x) + b: the plain classifier, the upper reference
//   CodeHead     z = P F(x), with batch norm before the sign where asked, and the codebook B(C)
//
// A bit splits the classes in two halves that no plane need part. So a code head may add what the
// classifier answers, spelt in class codes (nn/answer.h):
//
//   z = P F(x) + a B(C)^T h(W F(x) + b, F(x))
//
// Where the classifier is sure, its class's code decides the bits; of a stranger, of which it is
// not, the features do.
//
// Phase 1 (eq. 2) learns C, P and the backbone; phase 2 (eq. 3) keeps B(C) fixed and learns P and
// the backbone, one binary problem a bit.
#pragma once

#include <torch/torch.h>

#include <optional>

#include "llcodes/core/code.h"
#include "llcodes/nn/answer.h"
#include "llcodes/nn/batch_norm.h"
#include "llcodes/nn/linear.h"

namespace llcodes {

class LinearHead : public torch::nn::Module {
 public:
  LinearHead(std::int64_t feature_size, std::int64_t num_classes);

  torch::Tensor logits(const torch::Tensor& features) { return fc->forward(features); }

  Linear fc{nullptr};
};

struct CodeHeadOptions {
  std::int64_t feature_size = 0;
  std::int64_t num_classes = 0;
  std::int64_t num_bits = 20;
  bool code_norm = true;  ///< batch norm of P F(x) before the sign
  bool bias = false;      ///< of P: the rivals have one, the paper has none
  double answer = 0;      ///< deviations of P F(x) that a sure answer counts for; 0: no answer
};

/// P and its threshold after folding the batch norm: z = weight F(x) + bias, and the answer.
struct FoldedProjection {
  torch::Tensor weight;  ///< [num_bits, feature_size]
  torch::Tensor bias;    ///< [num_bits]
};

class CodeHead : public torch::nn::Module {
 public:
  explicit CodeHead(const CodeHeadOptions& options);

  /// z, [n, num_bits], of features [n, d] and, where reads_answer(), the classifier's logits [n,
  /// L].
  torch::Tensor project(const torch::Tensor& features, const torch::Tensor& logits = {});
  bool reads_answer() const { return answer.defined(); }
  /// B(C) with straight-through gradient, [num_classes, num_bits] of -1 and +1.
  torch::Tensor codebook() const;

  /// From now on the answer counts by all that speaks for a class, multiplied by `factor`: how a
  /// trained model reads it (nn/answer.h).
  void recognise(KnownClasses known, double factor);
  /// a as a trained model has it.
  torch::Tensor recognised_weight() const { return answer.detach() * factor_; }
  const std::optional<KnownClasses>& known() const { return known_; }

  Codes codes() const;
  /// Moves C of each label towards the signs of its instances' z: the class code becomes what most
  /// instances of the class have (for methods that learn no class codes). Instances of all
  /// processes vote, where synchronise() has named them.
  void follow(const torch::Tensor& z, const torch::Tensor& labels);
  /// Sets C to the given codes, keeping the magnitudes of the latent values.
  void set_codes(const Codes& codes);
  FoldedProjection fold() const;
  void synchronise(std::shared_ptr<RankSums> ranks) { ranks_ = std::move(ranks); }

  Linear projection{nullptr};  ///< P
  BatchNorm norm{nullptr};     ///< empty without code_norm
  torch::Tensor latent;        ///< C, [num_classes, num_bits]
  torch::Tensor answer;        ///< a, [num_bits]; undefined where z is P F(x) alone

 private:
  std::shared_ptr<RankSums> ranks_;
  std::optional<KnownClasses> known_;
  double factor_ = 1;
};

}  // namespace llcodes
