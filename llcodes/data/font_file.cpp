#include "llcodes/data/font_file.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_BBOX_H
#include FT_BDF_H
#include FT_OUTLINE_H

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "llcodes/core/error.h"
#include "llcodes/data/jis.h"
#include "llcodes/data/resize.h"

namespace llcodes {
namespace {

// Outlines are loaded at this size before they are fitted: fine enough that rounding to 1/64 pixel
// does not show after scaling down.
constexpr int kOutlinePixels = 1024;

/// The largest bitmap strike of a face without outlines.
int largest_strike(FT_Face face) {
  const auto* first = face->available_sizes;
  const auto* last = first + face->num_fixed_sizes;
  return static_cast<int>(
      std::max_element(first, last,
                       [](const auto& a, const auto& b) { return a.height < b.height; }) -
      first);
}

/// Scales and moves the outline so that its ink is centred and spans kGlyphInk pixels.
void fit(FT_Outline& outline) {
  FT_BBox box;
  FT_Outline_Get_BBox(&outline, &box);
  const double side = static_cast<double>(std::max(box.xMax - box.xMin, box.yMax - box.yMin));
  const double scale = kGlyphInk * 64 / std::max(side, 1.0);
  const double middle_x = static_cast<double>(box.xMin + box.xMax) / 2;
  const double middle_y = static_cast<double>(box.yMin + box.yMax) / 2;
  constexpr double kCentre = kGlyphSide * 64 / 2.0;
  for (int i = 0; i < outline.n_points; ++i) {
    FT_Vector& point = outline.points[i];
    point.x = std::lround((static_cast<double>(point.x) - middle_x) * scale + kCentre);
    point.y = std::lround((static_cast<double>(point.y) - middle_y) * scale + kCentre);
  }
}

GlyphPicture draw_outline(FT_Library library, FT_Outline& outline) {
  GlyphPicture picture{};
  if (outline.n_points == 0) return picture;
  fit(outline);
  FT_Bitmap target{};
  target.width = target.rows = kGlyphSide;
  target.pitch = kGlyphSide;
  target.buffer = picture.data();
  target.num_grays = 256;
  target.pixel_mode = FT_PIXEL_MODE_GRAY;
  if (FT_Outline_Get_Bitmap(library, &outline, &target) != 0) picture.fill(0);
  return picture;
}

std::uint8_t bitmap_pixel(const FT_Bitmap& bitmap, unsigned x, unsigned y) {
  const unsigned char* row = bitmap.buffer + static_cast<std::ptrdiff_t>(y) * bitmap.pitch;
  if (bitmap.pixel_mode == FT_PIXEL_MODE_MONO) return (row[x / 8] >> (7 - x % 8)) & 1 ? 255 : 0;
  return row[x];
}

struct InkBox {
  unsigned left, top, right, bottom;  // right and bottom are one past the ink
  bool empty() const { return right <= left; }
};

InkBox ink_of(const FT_Bitmap& bitmap) {
  InkBox box{bitmap.width, bitmap.rows, 0, 0};
  for (unsigned y = 0; y < bitmap.rows; ++y) {
    for (unsigned x = 0; x < bitmap.width; ++x) {
      if (bitmap_pixel(bitmap, x, y) == 0) continue;
      box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1),
             std::max(box.bottom, y + 1)};
    }
  }
  return box;
}

/// Puts the ink into the middle of a square whose side leaves the same margin as outlines have.
GlyphPicture draw_bitmap(const FT_Bitmap& bitmap) {
  const InkBox ink = ink_of(bitmap);
  GlyphPicture picture{};
  if (ink.empty()) return picture;
  const unsigned width = ink.right - ink.left, height = ink.bottom - ink.top;
  const unsigned side = std::max(width, height) * kGlyphSide / kGlyphInk + 1;
  std::vector<std::uint8_t> square(std::size_t{side} * side, 0);
  const unsigned left = (side - width) / 2, top = (side - height) / 2;
  for (unsigned y = 0; y < height; ++y) {
    for (unsigned x = 0; x < width; ++x) {
      square[std::size_t{top + y} * side + left + x] =
          bitmap_pixel(bitmap, ink.left + x, ink.top + y);
    }
  }
  const int from = static_cast<int>(side);
  const auto fitted = resize_plane(square, {from, from}, {kGlyphSide, kGlyphSide});
  std::copy(fitted.begin(), fitted.end(), picture.begin());
  return picture;
}

/// Whether this is a bitmap font of the X window system that is numbered by JIS X 0208.
bool is_numbered_by_jis(FT_Face face) {
  const char* encoding = nullptr;
  const char* registry = nullptr;
  if (FT_Get_BDF_Charset_ID(face, &encoding, &registry) != 0 || registry == nullptr) return false;
  const std::string_view name(registry);
  return name.starts_with("JISX0208") || name.starts_with("jisx0208");
}

}  // namespace

struct FontFile::State {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  std::string path;
  std::optional<JisConverter> jis;  // of a font that is not numbered by Unicode

  State(const std::string& file, int index) : path(file) {
    check(FT_Init_FreeType(&library), "library", "FreeType to start");
    if (const FT_Error error = FT_New_Face(library, file.c_str(), index, &face); error != 0) {
      FT_Done_FreeType(library);
      check(error, "face " + std::to_string(index), "a font file that FreeType can read");
    }
  }

  ~State() {
    FT_Done_Face(face);
    FT_Done_FreeType(library);
  }

  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void check(FT_Error error, const std::string& field, const std::string& expected) const {
    if (error == 0) return;
    throw FormatError(path, field, "FreeType error " + std::to_string(error), expected);
  }

  void choose_characters() {
    if (FT_Select_Charmap(face, FT_ENCODING_UNICODE) == 0) return;
    const bool has_jis = is_numbered_by_jis(face) && face->num_charmaps > 0;
    check(has_jis ? FT_Set_Charmap(face, face->charmaps[0]) : FT_Err_Invalid_CharMap_Handle,
          "character map", "characters numbered by Unicode or JIS X 0208");
    jis.emplace();
  }

  FT_UInt glyph_of(char32_t character) const {
    return FT_Get_Char_Index(face, jis ? jis->code(character) : character);
  }

  void choose_size() {
    check(FT_IS_SCALABLE(face) ? FT_Set_Pixel_Sizes(face, 0, kOutlinePixels)
                               : FT_Select_Size(face, largest_strike(face)),
          "size", "a face with outlines or bitmaps");
  }

  GlyphPicture draw(FT_UInt glyph) const {
    const bool scalable = FT_IS_SCALABLE(face);
    const FT_Int32 flags =
        scalable ? FT_LOAD_NO_BITMAP | FT_LOAD_NO_HINTING : FT_LOAD_RENDER | FT_LOAD_TARGET_MONO;
    check(FT_Load_Glyph(face, glyph, flags), "glyph " + std::to_string(glyph), "a readable glyph");
    return scalable ? draw_outline(library, face->glyph->outline)
                    : draw_bitmap(face->glyph->bitmap);
  }
};

FontFile::FontFile(const std::string& path, int index)
    : state_(std::make_unique<State>(path, index)) {
  state_->choose_characters();
  state_->choose_size();
}

FontFile::~FontFile() = default;
FontFile::FontFile(FontFile&&) noexcept = default;

bool FontFile::has(char32_t character) const { return state_->glyph_of(character) != 0; }

GlyphPicture FontFile::draw(char32_t character) const {
  return state_->draw(state_->glyph_of(character));
}

GlyphPicture FontFile::draw_missing() const { return state_->draw(0); }

}  // namespace llcodes
