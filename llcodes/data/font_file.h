// Draws single characters of one font file as small grey pictures (FreeType).
//
// Every glyph is fitted: the middle of its ink is the middle of the picture and the larger side of
// the ink spans kGlyphInk pixels, so that faces with small or shifted glyphs look alike. Outlines
// are scaled first and then drawn once at the final size: FreeType computes exact area coverage,
// which is what averaging a very large rendering would give. Faces that have only bitmaps are
// area-averaged.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace llcodes {

inline constexpr int kGlyphSide = 32;  ///< of a picture
inline constexpr int kGlyphInk = 28;   ///< that the larger side of the ink spans
inline constexpr int kGlyphPixels = kGlyphSide * kGlyphSide;

/// Ink 255 on background 0, [kGlyphSide, kGlyphSide].
using GlyphPicture = std::array<std::uint8_t, kGlyphPixels>;

/// One face of a font file. Not for concurrent use: each thread opens its own.
class FontFile {
 public:
  /// `index`: of the face within a collection. Throws FormatError if FreeType cannot read it.
  FontFile(const std::string& path, int index);
  ~FontFile();
  FontFile(FontFile&&) noexcept;

  /// Whether the character map knows the character.
  bool has(char32_t character) const;
  /// Draws a character that the face has; all zero if the glyph has no ink.
  GlyphPicture draw(char32_t character) const;
  /// The box that the face shows for characters it lacks.
  GlyphPicture draw_missing() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace llcodes
