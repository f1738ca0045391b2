#include "llcodes/data/picture_files.h"

#include <stdexcept>

#include "llcodes/core/printable.h"

namespace llcodes {

PictureFiles::PictureFiles(std::vector<std::string> paths, std::vector<std::int32_t> labels,
                           ViewOptions view)
    : paths_(std::move(paths)), labels_(std::move(labels)), viewer_(std::move(view)) {
  if (paths_.size() == labels_.size()) return;
  throw std::invalid_argument("pictures: " + std::to_string(labels_.size()) + " labels for " +
                              std::to_string(paths_.size()) + " files");
}

InputShape PictureFiles::shape() const {
  const int side = viewer_.options().side;
  return {.is_picture = true, .channels = 3, .height = side, .width = side};
}

void PictureFiles::get(std::size_t index, Example& example) const {
  example.label = labels_.at(index);
  example.pixels = viewer_.centre(paths_.at(index));
}

void PictureFiles::get_crop(std::size_t index, const CropChooser& choose, Example& example) const {
  example.label = labels_.at(index);
  example.pixels = viewer_.crop(paths_.at(index), choose);
}

std::string PictureFiles::name(std::size_t index) const { return printable_name(paths_.at(index)); }

}  // namespace llcodes
