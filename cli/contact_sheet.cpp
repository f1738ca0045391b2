#include "cli/contact_sheet.h"

#include <map>
#include <stdexcept>

#include "llcodes/core/file.h"
#include "llcodes/core/random.h"
#include "llcodes/taxonomy/svg.h"

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

void require_pictures(const Dataset& dataset) {
  if (dataset.shape().is_picture) return;
  throw std::invalid_argument("the data holds features, not pictures: there is nothing to show");
}

/// Every n-th of the instances, so that `places` of them span the list.
std::vector<std::uint32_t> thinned(const std::vector<std::uint32_t>& instances, std::size_t places) {
  if (instances.size() <= places) return instances;
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < places; ++i) kept.push_back(instances[i * instances.size() / places]);
  return kept;
}

}  // namespace

Sheet draw_split_sheet(const Dataset& dataset, const std::vector<std::uint32_t>& left,
                       const std::vector<std::uint32_t>& right, const SplitSheetOptions& options) {
  require_pictures(dataset);
  const InputShape shape = dataset.shape();
  Sheet sheet = blank_sheet(shape, {.rows = options.rows, .columns = 2 * options.columns + 1});
  const auto places = static_cast<std::size_t>(options.rows * options.columns);
  Example example;
  const auto draw_half = [&](const std::vector<std::uint32_t>& instances, bool is_left) {
    const std::vector<std::uint32_t> shown = thinned(instances, places);
    for (std::size_t place = 0; place < shown.size(); ++place) {
      const int inwards = static_cast<int>(place) / options.rows;
      const int column = is_left ? inwards : 2 * options.columns - inwards;
      const int row = static_cast<int>(place) % options.rows;
      dataset.get(shown[place], example);
      paste(example, shape, kGap + column * (shape.width + kGap), kGap + row * (shape.height + kGap),
            sheet);
    }
  };
  draw_half(left, true);
  draw_half(right, false);
  return sheet;
}

Sheet draw_contact_sheet(const Dataset& dataset, const SheetOptions& options) {
  require_pictures(dataset);
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
  write_atomically(path, encode_png({sheet.width, sheet.height, sheet.pixels}));
}

}  // namespace llcodes::cli
