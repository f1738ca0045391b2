#include "cli/contact_sheet.h"

#include <png.h>

#include <map>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/random.h"

namespace llcodes::cli {
namespace {

constexpr int kGap = 2;
constexpr std::uint8_t kBackground = 96;

using IndicesByLabel = std::map<std::int32_t, std::vector<std::size_t>>;

IndicesByLabel group_by_label(const Dataset& dataset) {
  IndicesByLabel groups;
  for (std::size_t index = 0; index < dataset.size(); ++index) {
    groups[dataset.label(index)].push_back(index);
  }
  return groups;
}

/// Copies one planar picture to (left, top); one channel becomes grey.
void paste(const Example& example, const InputShape& shape, int left, int top, Sheet& sheet) {
  const int plane = shape.height * shape.width;
  for (int place = 0; place < plane; ++place) {
    const int x = left + place % shape.width, y = top + place / shape.width;
    for (int colour = 0; colour < 3; ++colour) {
      const int channel = shape.channels == 3 ? colour : 0;
      sheet.pixels[static_cast<std::size_t>((y * sheet.width + x) * 3 + colour)] =
          example.pixels[static_cast<std::size_t>(channel * plane + place)];
    }
  }
}

Sheet blank_sheet(const InputShape& shape, const SheetOptions& options) {
  Sheet sheet;
  sheet.width = options.columns * (shape.width + kGap) + kGap;
  sheet.height = options.rows * (shape.height + kGap) + kGap;
  sheet.pixels.assign(static_cast<std::size_t>(sheet.width) * sheet.height * 3, kBackground);
  return sheet;
}

void draw_row(const Dataset& dataset, const std::vector<std::size_t>& indices, int row, int columns,
              Random random, Sheet& sheet) {
  const InputShape shape = dataset.shape();
  const auto order = permutation(indices.size(), random.next(), 0);
  Example example;
  for (int column = 0; column < std::min<int>(columns, static_cast<int>(order.size())); ++column) {
    dataset.get(indices[order[static_cast<std::size_t>(column)]], example);
    paste(example, shape, kGap + column * (shape.width + kGap), kGap + row * (shape.height + kGap),
          sheet);
  }
}

std::vector<std::int32_t> keys(const IndicesByLabel& groups) {
  std::vector<std::int32_t> labels;
  for (const auto& [label, indices] : groups) labels.push_back(label);
  return labels;
}

}  // namespace

Sheet draw_contact_sheet(const Dataset& dataset, const SheetOptions& options) {
  if (!dataset.shape().is_picture) {
    throw std::invalid_argument("the data holds features, not pictures: there is nothing to show");
  }
  const IndicesByLabel groups = group_by_label(dataset);
  const std::vector<std::int32_t> labels = keys(groups);
  const auto order = permutation(labels.size(), options.seed, 0);
  SheetOptions fitting = options;
  fitting.rows = std::min<int>(options.rows, static_cast<int>(labels.size()));
  Sheet sheet = blank_sheet(dataset.shape(), fitting);
  for (int row = 0; row < fitting.rows; ++row) {
    const std::int32_t label = labels[order[static_cast<std::size_t>(row)]];
    const Random random(options.seed, 1, static_cast<std::uint64_t>(row));
    draw_row(dataset, groups.at(label), row, fitting.columns, random, sheet);
    sheet.labels.push_back(label);
  }
  return sheet;
}

void write_png(const Sheet& sheet, const std::filesystem::path& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(sheet.width);
  image.height = static_cast<png_uint_32>(sheet.height);
  image.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::byte> bytes(size);
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, sheet.pixels.data(), 0, nullptr) ==
      0) {
    throw RunError("write " + path.string() + ": " + image.message);
  }
  write_atomically(path, {std::span<const std::byte>(bytes).first(size)});
}

}  // namespace llcodes::cli
