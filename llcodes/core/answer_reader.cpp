#include "llcodes/core/answer_reader.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "llcodes/core/codebook.h"
#include "llcodes/core/error.h"
#include "llcodes/core/parallel.h"

namespace llcodes {
namespace {

/// Of the usual logit, for a class that a few examples show: more would take instances from others.
constexpr double kNewShare = 0.9;

std::vector<float> read(const Container& container, const char* name, const Shape& shape) {
  const auto values = container.values<float>(name, shape);
  return {values.begin(), values.end()};
}

Codes first_codes(const Codes& codes, std::size_t count) {
  Codes first(codes.num_bits());
  for (std::size_t label = 0; label < count; ++label) first.push_back(codes[label]);
  return first;
}

}  // namespace

NamedClass settle_answer(std::span<float> logits) {
  const auto named = std::ranges::max_element(logits);
  const float largest = *named;
  const double clarity = clarity_of(logits);
  double sum = 0, power_sum = 0;  // of p and its power, both as multiples of the largest
  for (float& value : logits) {
    sum += std::exp(value - largest);
    value = std::exp(kAnswerPower * (value - largest));
    power_sum += value;
  }
  for (float& value : logits) value = static_cast<float>(value / power_sum);
  const double energy = largest + std::log(sum / static_cast<double>(logits.size()));
  return {static_cast<std::size_t>(named - logits.begin()), std::max(0.0, energy), clarity};
}

void require_evidence(const Container& container) {
  for (const char* name : {kDirections, kExponents}) {
    if (container.has_tensor(name)) continue;
    throw FormatError(container.path(), std::string("tensor ") + name, "nothing",
                      "what this version trains; train the model again");
  }
}

Exponents read_exponents(const Container& container) {
  const auto found = container.values<float>(kExponents, {3});
  for (const float exponent : found) {
    if (exponent >= 0 && std::isfinite(exponent)) continue;
    throw FormatError(container.path(), std::string("tensor ") + kExponents,
                      std::to_string(exponent), "numbers of 0 or more");
  }
  return {found[0], found[1], found[2]};
}

std::optional<AnswerReader> AnswerReader::load(const std::filesystem::path& model) {
  const Container container = Container::open(model, "llcodes.model");
  if (!container.has_tensor("answer.weight")) return std::nullopt;
  require_evidence(container);
  const Codebook codebook = Codebook::load(container);
  const auto classes = static_cast<std::int64_t>(codebook.num_learnt());
  const std::int64_t bits = codebook.num_bits();
  AnswerReader reader;
  reader.codes_ = first_codes(codebook.codes(), codebook.num_learnt());
  reader.feature_mean_ = read(container, "answer.feature_mean", {-1});
  const auto features = static_cast<std::int64_t>(reader.num_features());
  reader.usual_logit_ = container.values<float>("answer.usual_logit", {1})[0];
  reader.answer_ = read(container, "answer.weight", {bits});
  reader.projection_ = read(container, "projection.weight", {bits, features});
  reader.threshold_ = read(container, "projection.bias", {bits});
  reader.classifier_.weight = read(container, "classifier.weight", {classes, features});
  reader.classifier_.bias = read(container, "classifier.bias", {classes});
  reader.directions_ = read(container, kDirections, {classes, features});
  reader.exponents_ = read_exponents(container);
  return reader;
}

/// How much speaks for the class that the classifier names.
double AnswerReader::evidence(const NamedClass& named, std::span<const float> features) const {
  const float* direction = directions_.data() + named.label * num_features();
  double product = 0, squares = 0;
  bool is_shown = false;
  for (std::size_t i = 0; i < num_features(); ++i) {
    const double offset = features[i] - feature_mean_[i];
    product += offset * direction[i];
    squares += offset * offset;
    is_shown |= direction[i] != 0;
  }
  const double cosine = product > 0 ? product / std::sqrt(squares) : 0;
  return evidence_of({named.energy, is_shown ? cosine : 1, named.clarity}, exponents_);
}

std::vector<float> AnswerReader::projections(std::span<const float> features) const {
  const std::size_t width = num_features();
  if (features.size() % width != 0) {
    throw std::invalid_argument("found rows of features that are not " + std::to_string(width) +
                                " wide, as the model's are");
  }
  const std::size_t bits = answer_.size(), rows = features.size() / width;
  const LinearScorer scorer(classifier_);
  const std::vector<float> signs = to_signs(codes_);
  std::vector<float> z(rows * bits);
  constexpr std::size_t kBlock = LinearScorer::kGoodBlock;
  for_each_in_parallel((rows + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t first = block * kBlock, count = std::min(kBlock, rows - first);
    std::vector<float> logits(count * num_classes());
    scorer.logits(features.subspan(first * width, count * width), logits);
    for (std::size_t row = first; row < first + count; ++row) {
      const std::span<const float> f = features.subspan(row * width, width);
      const auto weights = std::span(logits).subspan((row - first) * num_classes(), num_classes());
      const double speaks_for = evidence(settle_answer(weights), f);
      for (std::size_t bit = 0; bit < bits; ++bit) {
        const float* p = projection_.data() + bit * width;
        double spelt = 0;
        for (std::size_t label = 0; label < weights.size(); ++label)
          spelt += weights[label] * signs[label * bits + bit];
        z[row * bits + bit] = std::inner_product(f.begin(), f.end(), p, threshold_[bit]) +
                              answer_[bit] * static_cast<float>(speaks_for * spelt);
      }
    }
  });
  return z;
}

void AnswerReader::add_class(std::span<const float> mean_features, CodeView code) {
  double squares = 0, offset = 0;
  for (std::size_t i = 0; i < num_features(); ++i) {
    const double direction = mean_features[i] - feature_mean_[i];
    squares += direction * direction;
    offset += direction * feature_mean_[i];
  }
  if (!(squares > 0))
    throw std::invalid_argument("its examples look like the mean of all instances");
  const double scale = kNewShare * usual_logit_ / squares, length = std::sqrt(squares);
  for (std::size_t i = 0; i < num_features(); ++i) {
    const double direction = mean_features[i] - feature_mean_[i];
    classifier_.weight.push_back(static_cast<float>(direction * scale));
    directions_.push_back(static_cast<float>(direction / length));
  }
  classifier_.bias.push_back(static_cast<float>(-offset * scale));
  codes_.push_back(code);
}

void AnswerReader::save_classifier(ContainerWriter& writer) const {
  const auto classes = static_cast<std::int64_t>(num_classes());
  const auto features = static_cast<std::int64_t>(num_features());
  writer.add<float>("classifier.weight", {classes, features}, classifier_.weight);
  writer.add<float>("classifier.bias", {classes}, classifier_.bias);
  writer.add<float>(kDirections, {classes, features}, directions_);
}

}  // namespace llcodes
