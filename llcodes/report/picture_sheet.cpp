#include "llcodes/report/picture_sheet.h"

#include <webp/encode.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "llcodes/core/error.h"
#include "llcodes/data/resize.h"
#include "llcodes/report/base64.h"

namespace llcodes::report {
namespace {

constexpr int kLargestSide = 64;
constexpr int kColumns = 24;
constexpr float kQuality = 85;  // of colour pictures: no difference to see at this size

/// Interleaved RGB pixels.
struct Canvas {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;
};

Canvas join(const std::vector<std::vector<std::uint8_t>>& squares, int side) {
  const int count = static_cast<int>(squares.size());
  Canvas canvas{kColumns * side, (count + kColumns - 1) / kColumns * side, {}};
  canvas.pixels.resize(static_cast<std::size_t>(canvas.width) * canvas.height * 3);
  const std::size_t row_bytes = static_cast<std::size_t>(side) * 3;
  for (int place = 0; place < count; ++place) {
    const int left = place % kColumns * side, top = place / kColumns * side;
    for (int row = 0; row < side; ++row) {
      const auto* from = squares[static_cast<std::size_t>(place)].data() + row * row_bytes;
      auto* to =
          canvas.pixels.data() + (static_cast<std::size_t>(top + row) * canvas.width + left) * 3;
      std::copy(from, from + row_bytes, to);
    }
  }
  return canvas;
}

std::string encode(const Canvas& canvas, bool lossless) {
  std::uint8_t* output = nullptr;
  const int stride = canvas.width * 3;
  const std::size_t size = lossless ? WebPEncodeLosslessRGB(canvas.pixels.data(), canvas.width,
                                                            canvas.height, stride, &output)
                                    : WebPEncodeRGB(canvas.pixels.data(), canvas.width,
                                                    canvas.height, stride, kQuality, &output);
  if (size == 0) throw RunError("report: the sheet of pictures cannot be encoded");
  const std::string text = base64({output, size});
  WebPFree(output);
  return text;
}

}  // namespace

int PictureSheet::add(const PictureSource& source, const std::string& name) {
  const std::size_t* index = source.find(name);
  if (index == nullptr) return kNoPicture;
  const InputShape shape = source.dataset()->shape();
  if (squares_.empty()) {
    shape_ = shape;
    side_ = std::min(kLargestSide, std::max(shape.height, shape.width));
  }
  if (shape != shape_) return kNoPicture;
  const auto [place, is_new] =
      places_.try_emplace({source.dataset(), *index}, static_cast<int>(squares_.size()));
  if (!is_new) return place->second;
  Example example;
  source.dataset()->get(*index, example);
  store(example);
  return place->second;
}

void PictureSheet::store(const Example& example) {
  const PlaneSize from{shape_.height, shape_.width}, to{side_, side_};
  std::vector<std::uint8_t> square(to.pixels() * 3);
  for (std::size_t colour = 0; colour < 3; ++colour) {
    const std::size_t channel = shape_.channels == 3 ? colour : 0;
    const std::span<const std::uint8_t> plane(example.pixels.data() + channel * from.pixels(),
                                              from.pixels());
    const std::vector<std::uint8_t> resized = resize_plane(plane, from, to);
    for (std::size_t i = 0; i < resized.size(); ++i) square[i * 3 + colour] = resized[i];
  }
  squares_.push_back(std::move(square));
}

nlohmann::json PictureSheet::to_json() const {
  if (squares_.empty()) return nullptr;
  const bool ink = shape_.channels == 1;
  return {{"side", side_},
          {"columns", kColumns},
          {"count", squares_.size()},
          {"ink", ink},
          {"sheet", "data:image/webp;base64," + encode(join(squares_, side_), ink)}};
}

}  // namespace llcodes::report
