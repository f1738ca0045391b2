#include "llcodes/data/raw_array.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/parallel.h"
#include "llcodes/data/idx.h"
#include "llcodes/data/npy.h"
#include "llcodes/data/resize.h"
#include "llcodes/data/warp.h"
#include "llcodes/data/zip.h"

namespace llcodes {
namespace {

constexpr int kMostFeatures = 1 << 20;

std::string shape_text(const Shape& shape) {
  std::string text;
  for (const std::int64_t side : shape) text += (text.empty() ? "[" : ", ") + std::to_string(side);
  return text + "]";
}

[[noreturn]] void refuse_shape(const std::string& path, const Shape& shape,
                               const std::string& expected) {
  throw FormatError(path, "shape", shape.empty() ? "a single value" : shape_text(shape), expected);
}

int checked_side(std::int64_t side, int largest, const std::string& path) {
  if (side >= 1 && side <= largest) return static_cast<int>(side);
  throw FormatError(path, "shape", "a side of " + std::to_string(side),
                    "1 to " + std::to_string(largest));
}

int picture_side(std::int64_t side, const std::string& path) {
  return checked_side(side, kLargestSide, path);
}

std::vector<std::uint8_t> pixels_of(const NpyView& array) {
  const std::string_view values = as_text(array.values);
  return {values.begin(), values.end()};
}

/// [n, h, w] or [n, c, h, w] with one or three channels.
InputShape picture_shape(const Shape& shape, const std::string& path) {
  if (shape.size() == 1) {
    refuse_shape(path, shape,
                 "[n, d] features; cure for one feature an instance: numpy.save(path, "
                 "x.reshape(-1, 1))");
  }
  const bool has_channels = shape.size() == 4;
  const std::int64_t channels = has_channels ? shape[1] : 1;
  if (shape.size() < 3 || shape.size() > 4 || (channels != 1 && channels != 3)) {
    refuse_shape(path, shape,
                 "[n, d] features, or [n, h, w] or [n, c, h, w] pictures with c = 1 or 3; cure for "
                 "[n, h, w, c]: numpy.save(path, x.transpose(0, 3, 1, 2).copy())");
  }
  return {.is_picture = true,
          .channels = static_cast<int>(channels),
          .height = picture_side(shape[shape.size() - 2], path),
          .width = picture_side(shape[shape.size() - 1], path)};
}

AugmentOptions augmentation_for(const InputShape& shape) {
  return shape.channels == 1 ? character_augmentation() : photo_augmentation();
}

RawData features_from(const NpyView& array) {
  RawData data;
  data.shape = {.is_picture = false,
                .channels = checked_side(array.shape[1], kMostFeatures, array.path),
                .height = 1,
                .width = 1};
  data.features = to_floats(array);
  return data;
}

RawData pictures_from(const NpyView& array) {
  RawData data;
  data.shape = picture_shape(array.shape, array.path);
  if (array.dtype != DType::kU8) {
    throw FormatError(array.path, "type", std::string(name_of(array.dtype)),
                      "uint8 for pictures; cure: numpy.save(path, (x * 255).astype('uint8'))");
  }
  data.pixels = pixels_of(array);
  data.augment = augmentation_for(data.shape);
  return data;
}

/// Line drawings: whichever value is rarer is the ink.
void bool_to_ink(std::vector<std::uint8_t>& pixels) {
  const auto zeros = static_cast<std::size_t>(std::count(pixels.begin(), pixels.end(), 0));
  const bool ink_is_zero = 2 * zeros < pixels.size();
  for (std::uint8_t& pixel : pixels) pixel = (pixel == 0) == ink_is_zero ? 255 : 0;
}

/// Brings planes of one size to side x side.
std::vector<std::uint8_t> resize_planes(const std::vector<std::uint8_t>& pixels, PlaneSize from,
                                        int side) {
  const PlaneSize to{side, side};
  const PlaneResizer resizer(from, to);
  const std::size_t count = pixels.size() / from.pixels();
  std::vector<std::uint8_t> result(count * to.pixels());
  for_each_in_parallel(count, [&](std::size_t i) {
    resizer.resize(std::span(pixels).subspan(i * from.pixels(), from.pixels()),
                   std::span(result).subspan(i * to.pixels(), to.pixels()));
  });
  return result;
}

NpyView member(const ZipArchive& archive, const std::string& name, const std::string& path,
               std::vector<std::byte>& memory) {
  memory = archive.read(name + ".npy");
  return parse_npy(memory, path + ":" + name);
}

/// Labels [n], [C, n], or [C] for n pictures each.
std::vector<std::int64_t> spread_labels(const NpyView& labels, const Shape& images) {
  std::vector<std::int64_t> numbers = to_integers(labels);
  const bool is_one_a_class = images.size() == 4 && labels.shape == Shape{images[0]};
  if (!is_one_a_class) return numbers;
  std::vector<std::int64_t> all;
  for (const std::int64_t number : numbers) {
    all.insert(all.end(), static_cast<std::size_t>(images[1]), number);
  }
  return all;
}

RawData drawings_from(const NpyView& images, int side) {
  const std::size_t rank = images.shape.size();
  if ((rank != 3 && rank != 4) || (images.dtype != DType::kBool && images.dtype != DType::kU8)) {
    refuse_shape(images.path, images.shape, "images [C, n, h, w] or [n, h, w] of bool or uint8");
  }
  const PlaneSize from{picture_side(images.shape[rank - 2], images.path),
                       picture_side(images.shape[rank - 1], images.path)};
  RawData data;
  data.shape = {.is_picture = true, .channels = 1, .height = side, .width = side};
  data.pixels = pixels_of(images);
  if (images.dtype == DType::kBool) bool_to_ink(data.pixels);
  data.pixels = resize_planes(data.pixels, from, side);
  data.augment = character_augmentation();
  return data;
}

}  // namespace

RawData read_npy_data(const RawDataRequest& request) {
  const MappedFile file(request.data);
  const NpyView array = parse_npy(file.bytes(), request.data);
  RawData data = array.shape.size() == 2 ? features_from(array) : pictures_from(array);
  if (!request.labels.empty()) data.labels = read_labels(request.labels);
  return data;
}

RawData read_npz_data(const RawDataRequest& request) {
  const MappedFile file(request.data);
  const ZipArchive archive(file.bytes(), request.data);
  std::vector<std::byte> image_bytes, label_bytes;
  const NpyView images = member(archive, "images", request.data, image_bytes);
  RawData data = drawings_from(images, request.view.side);
  if (!request.labels.empty()) {
    data.labels = read_labels(request.labels);
  } else if (archive.has("labels.npy")) {
    const NpyView labels = member(archive, "labels", request.data, label_bytes);
    data.labels = {
        .numbers = spread_labels(labels, images.shape), .names = {}, .path = labels.path};
  }
  return data;
}

RawData read_idx_data(const RawDataRequest& request) {
  IdxArray array = read_idx(request.data);
  if (array.shape.size() < 3) refuse_shape(request.data, array.shape, "[n, h, w] pictures");
  RawData data;
  data.shape = picture_shape(array.shape, request.data);
  data.pixels = std::move(array.values);
  data.augment = augmentation_for(data.shape);
  const std::string beside = labels_beside(request.data);
  if (!request.labels.empty()) {
    data.labels = read_labels(request.labels);
  } else if (!beside.empty() && std::filesystem::exists(beside)) {
    data.labels = read_labels(beside);
  }
  return data;
}

}  // namespace llcodes
