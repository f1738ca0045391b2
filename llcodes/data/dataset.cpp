#include "llcodes/data/dataset.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "llcodes/core/random.h"
#include "llcodes/data/resample.h"

namespace llcodes {
namespace {

void check_count(const InputShape& shape, std::size_t values, std::size_t labels,
                 const std::string& origin) {
  if (shape.channels <= 0 || shape.height <= 0 || shape.width <= 0) {
    throw std::invalid_argument("data set " + origin +
                                ": every side of the shape must be positive");
  }
  if (values != labels * shape.size()) {
    throw std::invalid_argument("data set " + origin + ": expected " + std::to_string(labels) +
                                " labels x " + std::to_string(shape.size()) + " values, found " +
                                std::to_string(values) + " values");
  }
}

/// At least one where the class can spare it, and never the whole class.
std::size_t held_out_count(std::size_t class_size, double share) {
  if (share <= 0 || class_size < 2) return 0;
  const auto wanted =
      static_cast<std::size_t>(std::llround(share * static_cast<double>(class_size)));
  return std::clamp<std::size_t>(wanted, 1, class_size - 1);
}

}  // namespace

std::string text_of(const InputShape& shape) {
  if (!shape.is_picture) return std::to_string(shape.channels) + " features";
  return "pictures of " + std::to_string(shape.channels) + " x " + std::to_string(shape.height) +
         " x " + std::to_string(shape.width);
}

void Dataset::get_crop(std::size_t index, const CropChooser& choose, Example& example) const {
  get(index, example);
  const InputShape form = shape();
  const PlaneSize size{form.height, form.width};
  const CropBox box = choose(size);
  std::vector<std::uint8_t> cropped;
  for (int c = 0; c < form.channels; ++c) {
    const PixelView plane{example.pixels.data() + static_cast<std::size_t>(c) * size.pixels(), size, 1};
    const auto part = resample(plane, {.box = box, .size = size, .window = size});
    cropped.insert(cropped.end(), part.begin(), part.end());
  }
  example.pixels = std::move(cropped);
}

std::vector<std::int32_t> labels_of(const Dataset& dataset) {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < dataset.size(); ++i) labels.push_back(dataset.label(i));
  return labels;
}

MemoryDataset::MemoryDataset(InputShape shape, std::vector<std::uint8_t> pixels,
                             std::vector<std::int32_t> labels, std::string origin)
    : shape_(shape),
      pixels_(std::move(pixels)),
      labels_(std::move(labels)),
      origin_(std::move(origin)) {
  shape_.is_picture = true;
  check_count(shape_, pixels_.size(), labels_.size(), origin_);
}

MemoryDataset::MemoryDataset(InputShape shape, std::vector<float> features,
                             std::vector<std::int32_t> labels, std::string origin)
    : shape_(shape),
      features_(std::move(features)),
      labels_(std::move(labels)),
      origin_(std::move(origin)) {
  shape_.is_picture = false;
  check_count(shape_, features_.size(), labels_.size(), origin_);
}

void MemoryDataset::get(std::size_t index, Example& example) const {
  example.label = labels_.at(index);
  const std::size_t size = shape_.size();
  if (shape_.is_picture) {
    const std::uint8_t* first = pixels_.data() + index * size;
    example.pixels.assign(first, first + size);
  } else {
    const float* first = features_.data() + index * size;
    example.features.assign(first, first + size);
  }
}

std::string MemoryDataset::name(std::size_t index) const {
  return origin_ + " row " + std::to_string(index);
}

SubsetDataset::SubsetDataset(std::shared_ptr<const Dataset> base,
                             std::vector<std::uint32_t> indices)
    : base_(std::move(base)), indices_(std::move(indices)) {
  for (const std::uint32_t index : indices_) {
    if (index >= base_->size()) {
      throw std::invalid_argument("subset: index " + std::to_string(index) + " in a data set of " +
                                  std::to_string(base_->size()));
    }
  }
}

void SubsetDataset::get(std::size_t index, Example& example) const {
  base_->get(indices_.at(index), example);
}

void SubsetDataset::get_crop(std::size_t index, const CropChooser& choose,
                             Example& example) const {
  base_->get_crop(indices_.at(index), choose, example);
}

SplitIndices split_by_class(const std::vector<std::int32_t>& labels, double share,
                            std::uint64_t seed) {
  if (!(share >= 0 && share < 1)) {
    throw std::invalid_argument("split: the share must be in [0, 1), found " +
                                std::to_string(share));
  }
  std::map<std::int32_t, std::vector<std::uint32_t>> members;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    members[labels[i]].push_back(static_cast<std::uint32_t>(i));
  }
  SplitIndices split;
  for (const auto& [label, indices] : members) {
    const std::size_t count = held_out_count(indices.size(), share);
    const auto order = permutation(indices.size(), seed, static_cast<std::uint32_t>(label));
    for (std::size_t i = 0; i < order.size(); ++i) {
      (i < count ? split.held_out : split.kept).push_back(indices[order[i]]);
    }
  }
  // File order: neighbouring instances are read together, and listings stay readable.
  std::sort(split.kept.begin(), split.kept.end());
  std::sort(split.held_out.begin(), split.held_out.end());
  return split;
}

}  // namespace llcodes
