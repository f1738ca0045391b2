// Draws lists of characters in lists of typefaces, and refuses faces that cannot draw them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/core/progress.h"
#include "llcodes/data/kanji.h"

namespace llcodes {

/// A face of the table together with the file that holds it on this machine.
struct LocatedFace {
  Face face;
  std::string path;
};

/// Finds every face where its package puts it, or where fontconfig knows a file of the same name.
/// Throws std::invalid_argument with the command that installs the missing packages.
std::vector<LocatedFace> locate_faces(const std::vector<Face>& faces);

/// Pictures [faces, characters, 32, 32], drawn by a few threads. Throws std::invalid_argument that
/// names face and character where a face lacks a character, draws it blank, as its missing-glyph
/// box, or exactly like another one.
std::vector<std::uint8_t> render_faces(const std::vector<LocatedFace>& faces,
                                       const std::vector<char32_t>& characters,
                                       const Progress& progress);

/// The character in UTF-8.
std::string to_utf8(char32_t character);

}  // namespace llcodes
