// Pictures that stay on disk and are decoded when they are asked for: sets larger than memory, and
// random crops of whole photographs.
#pragma once

#include <string>
#include <vector>

#include "llcodes/data/dataset.h"
#include "llcodes/data/picture_view.h"

namespace llcodes {

class PictureFiles : public Dataset {
 public:
  /// A label a path. The pictures should have been checked (check_folder): one that cannot be
  /// decoded later throws FormatError out of get().
  PictureFiles(std::vector<std::string> paths, std::vector<std::int32_t> labels, ViewOptions view);

  std::size_t size() const override { return paths_.size(); }
  InputShape shape() const override;
  std::int32_t label(std::size_t index) const override { return labels_.at(index); }
  void get(std::size_t index, Example& example) const override;
  void get_crop(std::size_t index, const CropChooser& choose, Example& example) const override;
  std::string name(std::size_t index) const override;

 private:
  std::vector<std::string> paths_;
  std::vector<std::int32_t> labels_;
  PictureViewer viewer_;
};

}  // namespace llcodes
