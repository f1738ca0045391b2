#include "llcodes/model.h"

#include <torch/torch.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "llcodes/core/cpu.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/model_file.h"
#include "llcodes/learn/runtime.h"
#include "llcodes/nn/fold_norms.h"

namespace llcodes {
namespace {

void check_shape(const InputShape& data, const InputShape& model) {
  if (data == model) return;
  throw std::invalid_argument("the data holds " + text_of(data) + ", but the model was trained on " +
                              text_of(model) + "; bring the data to that shape");
}

}  // namespace

struct Model::Impl {
  ModelParts parts;

  /// The real-valued outputs, [n, weight.size(0)].
  std::vector<float> run(const Dataset& dataset, const EncodeOptions& options,
                         const Progress& progress) const {
    return run({[&](const torch::Tensor& input) { return parts.forward(input); },
                parts.weight.size(0)},
               dataset, options, progress);
  }

  /// A part of the network and the width of its output.
  struct Layer {
    std::function<torch::Tensor(const torch::Tensor&)> forward;
    std::int64_t columns;
  };

  std::vector<float> run(const Layer& layer, const Dataset& dataset, const EncodeOptions& options,
                         const Progress& progress) const {
    check_shape(dataset.shape(), parts.backbone_options.input);
    prepare_runtime(options.threads);
    // The caller keeps the data set alive during the call, so sharing needs no ownership.
    const std::shared_ptr<const Dataset> shared(&dataset, [](const Dataset*) {});
    return run_network(layer.forward, layer.columns, shared, parts.normalization,
                       {.batch_size = options.batch_size,
                        .workers = std::max(usable_cpus() / 2, 1),
                        .progress = progress});
  }
};

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

Model Model::load(const std::filesystem::path& path) {
  auto impl = std::make_unique<Impl>(Impl{ModelParts::load(path)});
  fold_batch_norms(*impl->parts.backbone);
  return Model(std::move(impl));
}

bool Model::is_linear() const { return !impl_->parts.codebook.has_value(); }

const Codebook& Model::codebook() const {
  if (is_linear()) {
    throw std::invalid_argument("a linear model has no codes; use the model.llc of the same run");
  }
  return *impl_->parts.codebook;
}

InputShape Model::input_shape() const { return impl_->parts.backbone_options.input; }

EncodedSet Model::encode(const Dataset& dataset, const EncodeOptions& options,
                         const Progress& progress) const {
  const int num_bits = codebook().num_bits();
  std::vector<float> projections = impl_->run(dataset, options, progress);
  EncodedSet set{binarize(projections, num_bits), {}, {}, {}};
  if (options.keep_projections) set.projections = std::move(projections);
  for (std::size_t i = 0; i < dataset.size(); ++i) {
    set.labels.push_back(dataset.label(i));
    if (options.keep_names) set.names.push_back(dataset.name(i));
  }
  const bool labelled = std::none_of(set.labels.begin(), set.labels.end(),
                                     [](std::int32_t label) { return label == kUnlabelled; });
  if (!labelled) set.labels.clear();
  return set;
}

std::size_t Model::feature_size() const {
  return static_cast<std::size_t>(impl_->parts.backbone->feature_size());
}

std::vector<float> Model::features(const Dataset& dataset, const EncodeOptions& options,
                                   const Progress& progress) const {
  const ModelParts& parts = impl_->parts;
  return impl_->run({[&](const torch::Tensor& input) { return parts.features(input); },
                     parts.backbone->feature_size()},
                    dataset, options, progress);
}

std::vector<std::int32_t> Model::classify_linear(const Dataset& dataset, const EncodeOptions& options,
                                                 const Progress& progress) const {
  if (!is_linear()) {
    throw std::invalid_argument("this model decides by codes; use encode() and a decoder");
  }
  const std::vector<float> logits = impl_->run(dataset, options, progress);
  const std::size_t classes = impl_->parts.class_names.size();
  std::vector<std::int32_t> labels;
  for (auto row = logits.begin(); row != logits.end(); row += static_cast<std::ptrdiff_t>(classes)) {
    const auto best = std::max_element(row, row + static_cast<std::ptrdiff_t>(classes));
    labels.push_back(static_cast<std::int32_t>(best - row));
  }
  return labels;
}

}  // namespace llcodes
