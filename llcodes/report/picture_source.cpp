#include "llcodes/report/picture_source.h"

#include <algorithm>
#include <iterator>

namespace llcodes::report {
namespace {

namespace fs = std::filesystem;

/// A file's name alone says too little: many folders have a 1.jpg.
constexpr std::ptrdiff_t kFewestParts = 2;

std::string file_name_of(const std::string& name) { return name.substr(name.rfind('/') + 1); }

/// "../photos/./cat/1.jpg" is photos/cat/1.jpg of some other folder.
fs::path without_dots(const std::string& name) {
  fs::path path;
  for (const fs::path& part : fs::path(name).lexically_normal()) {
    if (part != "..") path /= part;
  }
  return path;
}

/// True if `path` is relative and `whole` ends with it.
bool is_end_of(const fs::path& path, const fs::path& whole) {
  const auto parts = std::distance(path.begin(), path.end());
  const auto all = std::distance(whole.begin(), whole.end());
  return path.is_relative() && parts >= kFewestParts && parts <= all &&
         std::equal(path.begin(), path.end(), std::next(whole.begin(), all - parts));
}

}  // namespace

PictureSource::PictureSource(std::shared_ptr<const Dataset> dataset, const fs::path& folder)
    : dataset_(std::move(dataset)), folder_(folder) {
  if (!dataset_ || !dataset_->shape().is_picture) return;
  for (std::size_t index = 0; index < dataset_->size(); ++index) {
    const std::string name = dataset_->name(index);
    indices_.emplace(name, index);
    by_file_name_.emplace(file_name_of(name), index);
  }
}

template <class Fits>
const std::size_t* PictureSource::only(const std::string& file_name, const Fits& fits) const {
  const std::size_t* found = nullptr;
  const auto [begin, end] = by_file_name_.equal_range(file_name);
  for (auto entry = begin; entry != end; ++entry) {
    if (!fits(dataset_->name(entry->second))) continue;
    if (found != nullptr) return nullptr;
    found = &entry->second;
  }
  return found;
}

const std::size_t* PictureSource::find(const std::string& name) const {
  if (const auto found = indices_.find(name); found != indices_.end()) return &found->second;
  const std::string file_name = file_name_of(name);
  const fs::path whole = (folder_ / name).lexically_normal();
  const auto same = only(file_name, [&](const std::string& other) {
    return (folder_ / other).lexically_normal() == whole;
  });
  if (same != nullptr) return same;
  const fs::path path = without_dots(name);
  return only(file_name, [&](const std::string& other) {
    const fs::path picture = without_dots(other);
    return is_end_of(path, picture) || is_end_of(picture, path);
  });
}

}  // namespace llcodes::report
