// Data sets: {size, label, get}, pictures and features alike.
//
// A picture is 8-bit, planar (channel, row, column). A feature vector is 32-bit floats. A data set
// never changes after construction, and concurrent const calls are safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "llcodes/data/crop.h"

namespace llcodes {

/// Pictures: channels x height x width. Features: dimension x 1 x 1.
struct InputShape {
  bool is_picture = false;
  int channels = 0;
  int height = 1;
  int width = 1;

  std::size_t size() const {
    return static_cast<std::size_t>(channels) * static_cast<std::size_t>(height) *
           static_cast<std::size_t>(width);
  }
  bool operator==(const InputShape&) const = default;
};

/// For messages: "384 features", "pictures of 3 x 32 x 32".
std::string text_of(const InputShape& shape);

/// One instance; `pixels` of a picture, `features` otherwise, each of shape().size() values.
struct Example {
  std::vector<std::uint8_t> pixels;
  std::vector<float> features;
  std::int32_t label = -1;
};

inline constexpr std::int32_t kUnlabelled = -1;

class Dataset {
 public:
  virtual ~Dataset() = default;

  virtual std::size_t size() const = 0;
  virtual InputShape shape() const = 0;
  /// Cheap (no decoding); kUnlabelled where unknown.
  virtual std::int32_t label(std::size_t index) const = 0;
  /// Reads or decodes one instance into `example`, reusing its memory.
  virtual void get(std::size_t index, Example& example) const = 0;
  /// The same through a box that `choose` picks once the size of the picture is known, brought to
  /// shape(): random crops. Pictures that stand on disk are cropped from the file itself.
  virtual void get_crop(std::size_t index, const CropChooser& choose, Example& example) const;
  /// Where instance `index` comes from, for messages and listings: "photos/cat/1.jpg", "row 17".
  virtual std::string name(std::size_t index) const = 0;
};

/// The labels of all instances.
std::vector<std::int32_t> labels_of(const Dataset& dataset);

/// Pictures or features held in one array.
class MemoryDataset : public Dataset {
 public:
  MemoryDataset(InputShape shape, std::vector<std::uint8_t> pixels,
                std::vector<std::int32_t> labels, std::string origin);
  MemoryDataset(InputShape shape, std::vector<float> features, std::vector<std::int32_t> labels,
                std::string origin);

  std::size_t size() const override { return labels_.size(); }
  InputShape shape() const override { return shape_; }
  std::int32_t label(std::size_t index) const override { return labels_.at(index); }
  void get(std::size_t index, Example& example) const override;
  std::string name(std::size_t index) const override;

 private:
  InputShape shape_;
  std::vector<std::uint8_t> pixels_;
  std::vector<float> features_;
  std::vector<std::int32_t> labels_;
  std::string origin_;
};

/// A view of some instances of another data set, in the given order.
class SubsetDataset : public Dataset {
 public:
  SubsetDataset(std::shared_ptr<const Dataset> base, std::vector<std::uint32_t> indices);

  std::size_t size() const override { return indices_.size(); }
  InputShape shape() const override { return base_->shape(); }
  std::int32_t label(std::size_t index) const override { return base_->label(indices_.at(index)); }
  void get(std::size_t index, Example& example) const override;
  void get_crop(std::size_t index, const CropChooser& choose, Example& example) const override;
  std::string name(std::size_t index) const override { return base_->name(indices_.at(index)); }

 private:
  std::shared_ptr<const Dataset> base_;
  std::vector<std::uint32_t> indices_;
};

/// Index lists of a stratified split: of every class, about `share` of the instances (at least one
/// where the class has two or more) go to `held_out`; determined by (labels, share, seed).
struct SplitIndices {
  std::vector<std::uint32_t> kept;
  std::vector<std::uint32_t> held_out;
};
SplitIndices split_by_class(const std::vector<std::int32_t>& labels, double share,
                            std::uint64_t seed);

}  // namespace llcodes
