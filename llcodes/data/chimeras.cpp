#include "llcodes/data/chimeras.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

constexpr std::size_t kMost = 10'000;

struct Pair {
  std::uint32_t first = 0, second = 0;
  bool side_by_side = false;  ///< else one above the other
};

/// The second half of the picture becomes the other one's.
void put_half(std::vector<std::uint8_t>& pixels, const std::vector<std::uint8_t>& other,
              const InputShape& shape, bool side_by_side) {
  const auto height = static_cast<std::size_t>(shape.height);
  const auto width = static_cast<std::size_t>(shape.width);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::size_t column = i % width, row = i / width % height;
    if (side_by_side ? column >= width / 2 : row >= height / 2) pixels[i] = other[i];
  }
}

double length_of(const std::vector<float>& vector) {
  return std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0));
}

/// Half way, and as long as both are on average: embeddings have a length of their own.
void meet_half_way(std::vector<float>& features, const std::vector<float>& other) {
  const double wanted = (length_of(features) + length_of(other)) / 2;
  for (std::size_t i = 0; i < features.size(); ++i) features[i] += other[i];
  const double found = length_of(features);
  if (!(found > 0)) return;
  for (float& value : features) value = static_cast<float>(value * wanted / found);
}

class ChimeraDataset : public Dataset {
 public:
  ChimeraDataset(std::shared_ptr<const Dataset> known, std::vector<Pair> pairs)
      : known_(std::move(known)), pairs_(std::move(pairs)) {}

  std::size_t size() const override { return pairs_.size(); }
  InputShape shape() const override { return known_->shape(); }
  std::int32_t label(std::size_t) const override { return kUnlabelled; }
  void get(std::size_t index, Example& example) const override {
    const Pair& pair = pairs_.at(index);
    Example other;
    known_->get(pair.first, example);
    known_->get(pair.second, other);
    example.label = kUnlabelled;
    if (shape().is_picture) {
      put_half(example.pixels, other.pixels, shape(), pair.side_by_side);
    } else {
      meet_half_way(example.features, other.features);
    }
  }
  std::string name(std::size_t index) const override {
    const Pair& pair = pairs_.at(index);
    return known_->name(pair.first) + " with " + known_->name(pair.second);
  }

 private:
  std::shared_ptr<const Dataset> known_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::shared_ptr<const Dataset> make_chimeras(std::shared_ptr<const Dataset> known,
                                             std::uint64_t seed) {
  const std::vector<std::int32_t> labels = labels_of(*known);
  std::vector<std::uint32_t> order = permutation(labels.size(), seed, 0);
  std::erase_if(order, [&](std::uint32_t i) { return labels[i] == kUnlabelled; });
  // An instance meets the next one of another class in the order.
  std::vector<Pair> pairs;
  const auto is_other = [&](std::uint32_t first) {
    return [&, first](std::uint32_t i) { return labels[i] != labels[first]; };
  };
  for (auto at = order.begin(); at != order.end() && pairs.size() < kMost; ++at) {
    auto partner = std::find_if(at, order.end(), is_other(*at));
    if (partner == order.end()) partner = std::find_if(order.begin(), at, is_other(*at));
    if (partner == at) break;  // all are of one class
    pairs.push_back({*at, *partner, (mix(seed ^ *at) & 1) != 0});
  }
  return std::make_shared<ChimeraDataset>(std::move(known), std::move(pairs));
}

}  // namespace llcodes
