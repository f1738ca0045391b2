// All pictures of a report on one sheet, so that the page carries one file.
//
// A figure asks for the pictures it wants to show and keeps their places on the sheet. Pictures are
// found by name (picture_source.h), since a run may have used a part of the data only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "llcodes/data/dataset.h"
#include "llcodes/report/picture_source.h"

namespace llcodes::report {

inline constexpr int kNoPicture = -1;

class PictureSheet {
 public:
  /// The place of a picture on the sheet, the same for the same picture; kNoPicture if the source
  /// has none of that name or its shape is not that of the sheet's first picture.
  int add(const PictureSource& source, const std::string& name);

  /// {"side", "columns", "count", "ink", "sheet": data URI}, or null without pictures. Pictures are
  /// at most 64 pixels high and wide. WebP, lossless for one channel.
  nlohmann::json to_json() const;

 private:
  void store(const Example& example);

  InputShape shape_;
  int side_ = 0;
  std::map<std::pair<const Dataset*, std::size_t>, int> places_;
  std::vector<std::vector<std::uint8_t>> squares_;  ///< RGB, [side, side, 3]
};

}  // namespace llcodes::report
