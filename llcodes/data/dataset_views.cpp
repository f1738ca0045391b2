#include "llcodes/data/dataset_views.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "llcodes/data/resize.h"

namespace llcodes {
namespace {

class RelabelledDataset : public Dataset {
 public:
  RelabelledDataset(std::shared_ptr<const Dataset> base, std::vector<std::int32_t> new_labels)
      : base_(std::move(base)), new_labels_(std::move(new_labels)) {}

  std::size_t size() const override { return base_->size(); }
  InputShape shape() const override { return base_->shape(); }
  std::int32_t label(std::size_t index) const override { return renamed(base_->label(index)); }
  void get(std::size_t index, Example& example) const override {
    base_->get(index, example);
    example.label = renamed(example.label);
  }
  void get_crop(std::size_t index, const CropChooser& choose, Example& example) const override {
    base_->get_crop(index, choose, example);
    example.label = renamed(example.label);
  }
  std::string name(std::size_t index) const override { return base_->name(index); }

 private:
  std::int32_t renamed(std::int32_t label) const {
    return label < 0 ? kUnlabelled : new_labels_.at(static_cast<std::size_t>(label));
  }

  std::shared_ptr<const Dataset> base_;
  std::vector<std::int32_t> new_labels_;
};

/// Rec. 601 luma in 8-bit fixed point; the weights sum to 256.
std::uint8_t luma(int red, int green, int blue) {
  return static_cast<std::uint8_t>((77 * red + 150 * green + 29 * blue + 128) >> 8);
}

class FittedDataset : public Dataset {
 public:
  FittedDataset(std::shared_ptr<const Dataset> base, const InputShape& shape)
      : base_(std::move(base)),
        shape_(shape),
        resizer_({base_->shape().height, base_->shape().width}, {shape.height, shape.width}) {}

  std::size_t size() const override { return base_->size(); }
  InputShape shape() const override { return shape_; }
  std::int32_t label(std::size_t index) const override { return base_->label(index); }
  void get(std::size_t index, Example& example) const override {
    base_->get(index, example);
    example.pixels = resized(with_channels(example.pixels));
  }
  std::string name(std::size_t index) const override { return base_->name(index); }

 private:
  std::vector<std::uint8_t> with_channels(const std::vector<std::uint8_t>& pixels) const {
    const int from = base_->shape().channels;
    const std::size_t plane = pixels.size() / static_cast<std::size_t>(from);
    std::vector<std::uint8_t> result;
    if (from == shape_.channels) return pixels;
    if (from == 1) {
      for (int c = 0; c < 3; ++c) result.insert(result.end(), pixels.begin(), pixels.end());
      return result;
    }
    for (std::size_t i = 0; i < plane; ++i) {
      result.push_back(luma(pixels[i], pixels[plane + i], pixels[2 * plane + i]));
    }
    return result;
  }

  std::vector<std::uint8_t> resized(const std::vector<std::uint8_t>& pixels) const {
    const auto channels = static_cast<std::size_t>(shape_.channels);
    const std::size_t from = pixels.size() / channels, to = shape_.size() / channels;
    std::vector<std::uint8_t> result(shape_.size());
    for (std::size_t c = 0; c < channels; ++c) {
      resizer_.resize(std::span(pixels).subspan(c * from, from),
                      std::span(result).subspan(c * to, to));
    }
    return result;
  }

  std::shared_ptr<const Dataset> base_;
  InputShape shape_;
  PlaneResizer resizer_;
};

}  // namespace

std::shared_ptr<const Dataset> relabel(std::shared_ptr<const Dataset> dataset,
                                       const std::vector<std::string>& class_names,
                                       const std::vector<std::string>& wanted) {
  std::map<std::string, std::int32_t> index;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    index.emplace(wanted[i], static_cast<std::int32_t>(i));
  std::vector<std::int32_t> new_labels;
  for (const std::string& name : class_names) {
    const auto found = index.find(name);
    new_labels.push_back(found == index.end() ? kUnlabelled : found->second);
  }
  return std::make_shared<RelabelledDataset>(std::move(dataset), std::move(new_labels));
}

std::shared_ptr<const Dataset> fit_to_shape(std::shared_ptr<const Dataset> dataset,
                                            const InputShape& shape) {
  const InputShape from = dataset->shape();
  if (from == shape) return dataset;
  const auto is_grey_or_rgb = [](const InputShape& s) {
    return s.is_picture && (s.channels == 1 || s.channels == 3);
  };
  if (!is_grey_or_rgb(from) || !is_grey_or_rgb(shape)) {
    throw std::invalid_argument("the data holds " + text_of(from) + ", the model takes " +
                                text_of(shape) + "; use data of the kind it was trained on");
  }
  return std::make_shared<FittedDataset>(std::move(dataset), shape);
}

}  // namespace llcodes
