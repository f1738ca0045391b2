// kanji-1000: a thousand classes from the fonts of a Debian machine.
//
// 1000 JIS level-1 kanji drawn in 53 typefaces; whole typefaces are held out, so validation and
// test see families that training never saw. 400 further kanji are out-of-distribution examples.
// The faces are a written list with their Debian packages (kanji_faces()).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "llcodes/core/progress.h"
#include "llcodes/data/dataset.h"
#include "llcodes/data/source.h"

namespace llcodes {

enum class FaceUse { kTrain, kValidation, kTest };

struct Face {
  FaceUse use;
  std::string_view package;  ///< Debian package
  std::string_view file;     ///< absolute path as the package installs it
  int index;                 ///< within a collection
  std::string_view name;
  std::string_view style;  ///< sans, serif, handwriting, brush, pixel, display, ...
};

const std::vector<Face>& kanji_faces();
/// The classes (1000) and the out-of-distribution characters (400), as code points.
const std::vector<char32_t>& kanji_classes();
const std::vector<char32_t>& kanji_ood();

/// Renders (or reads from the cache folder) all faces. Throws std::invalid_argument naming the
/// missing packages and the command that installs them; a face that lacks a glyph, or draws it
/// blank or as its missing-glyph box, is an error that names face and character.
DataBundle open_kanji(const std::string& cache_folder, const Progress& progress = {});

}  // namespace llcodes
