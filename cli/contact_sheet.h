// A sheet of small pictures, so that people can look at a data set.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/data/dataset.h"

namespace llcodes::cli {

struct SheetOptions {
  int rows = 16;     ///< classes
  int columns = 16;  ///< instances of each
  std::uint64_t seed = 1;
};

/// 8-bit RGB pixels, row by row.
struct Sheet {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;
  std::vector<std::int32_t> labels;  ///< of the rows
};

/// A row for each of some random classes with random instances of it. Throws std::invalid_argument
/// if the data set holds no pictures.
Sheet draw_contact_sheet(const Dataset& dataset, const SheetOptions& options);

struct SplitSheetOptions {
  int rows = 12;
  int columns = 12;  ///< of each side
};

/// Two lists of instances, the surest first: the left one from the outer edge inwards in the left
/// half, the right one likewise in the right half, column by column. Where a list is longer than
/// its half, it is thinned evenly, so that the middle shows the least sure. Throws
/// std::invalid_argument if the data set holds no pictures.
Sheet draw_split_sheet(const Dataset& dataset, const std::vector<std::uint32_t>& left,
                       const std::vector<std::uint32_t>& right, const SplitSheetOptions& options);

/// Writes a PNG file atomically.
void write_png(const Sheet& sheet, const std::filesystem::path& path);

}  // namespace llcodes::cli
