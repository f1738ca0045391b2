#include "llcodes/data/raw_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/printable.h"
#include "llcodes/data/cifar.h"
#include "llcodes/data/folder.h"
#include "llcodes/data/idx.h"
#include "llcodes/data/picture.h"
#include "llcodes/data/raw_array.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;

constexpr int kLargePicture = 96;  // side from which photographs are treated as ImageNet's

/// Data that brings its own labels takes no others: an option without effect would mislead.
void refuse_labels(const RawDataRequest& request, const char* kind) {
  if (request.labels.empty()) return;
  throw std::invalid_argument("reading " + request.data + ": " + kind +
                              " brings its own labels; leave out " + request.labels);
}

/// Names of the official archives and of this project's copies; a file that does not fit is
/// ignored.
std::vector<std::string> cifar_class_names(const fs::path& folder, int num_classes) {
  for (const char* file : {"class_names.txt", "fine_label_names.txt", "batches.meta.txt"}) {
    if (!fs::exists(folder / file)) continue;
    auto names = read_class_names((folder / file).string());
    if (names.size() < static_cast<std::size_t>(num_classes)) continue;
    names.resize(static_cast<std::size_t>(num_classes));
    return names;
  }
  return {};
}

RawData read_cifar_data(const RawDataRequest& request) {
  refuse_labels(request, "a CIFAR file");
  CifarRecords records = read_cifar(request.data);
  RawData data;
  data.name = "cifar" + std::to_string(records.num_classes);
  data.shape = {.is_picture = true, .channels = 3, .height = 32, .width = 32};
  data.pixels = std::move(records.pixels);
  data.labels = {
      .numbers = {records.labels.begin(), records.labels.end()}, .names = {}, .path = request.data};
  data.class_names = cifar_class_names(fs::path(request.data).parent_path(), records.num_classes);
  data.augment = small_photo_augmentation();
  return data;
}

InputShape square_rgb(int side) {
  return {.is_picture = true, .channels = 3, .height = side, .width = side};
}

/// Either every picture is in a class folder, or none is.
RawLabels folder_labels(const std::vector<FolderEntry>& entries, const std::string& path) {
  RawLabels labels{.numbers = {}, .names = {}, .path = path};
  const auto is_loose = [](const FolderEntry& entry) { return entry.class_name.empty(); };
  const auto loose = std::count_if(entries.begin(), entries.end(), is_loose);
  if (loose == static_cast<std::ptrdiff_t>(entries.size())) return labels;
  if (loose != 0) {
    throw std::invalid_argument("reading " + path + ": " + std::to_string(loose) +
                                " pictures stand beside the class folders, the first is " +
                                std::find_if(entries.begin(), entries.end(), is_loose)->path +
                                "; move each into its class folder");
  }
  for (const FolderEntry& entry : entries) labels.names.push_back(entry.class_name);
  return labels;
}

std::vector<FolderEntry> listed(const RawDataRequest& request) {
  if (request.split.empty()) return list_folder(request.data);
  return list_part(request.data, SplitFile::read(request.split), request.part);
}

/// Large pictures stay on disk: they would fill the memory, and random crops see more of them
/// there.
bool stays_on_disk(const RawDataRequest& request, std::size_t count) {
  if (request.pictures != "auto") return request.pictures == "disk";
  return request.view.side >= kLargePicture ||
         !fits_in_memory(decoded_bytes(count, request.view.side));
}

void take_names(RawData& data, std::vector<FolderEntry>& entries) {
  for (FolderEntry& entry : entries) data.instance_names.push_back(printable_name(entry.path));
}

RawData read_folder_data(const RawDataRequest& request, const Progress& progress) {
  refuse_labels(request, "a folder of class folders");
  const std::vector<FolderEntry> entries = listed(request);
  const FolderOptions options{.view = request.view, .max_bad_share = request.max_bad_share};
  RawData data;
  data.shape = square_rgb(request.view.side);
  data.augment =
      request.view.side >= kLargePicture ? large_photo_augmentation() : photo_augmentation();
  if (stays_on_disk(request, entries.size())) {
    CheckedFolder checked = check_folder(entries, options, progress);
    data.labels = folder_labels(checked.entries, request.data);
    take_names(data, checked.entries);
    for (FolderEntry& entry : checked.entries) data.files.push_back(std::move(entry.path));
    data.files_fingerprint = checked.fingerprint;
    data.skipped = std::move(checked.skipped);
    return data;
  }
  FolderPictures pictures = read_folder(entries, options, progress);
  data.labels = folder_labels(pictures.entries, request.data);
  take_names(data, pictures.entries);
  data.pixels = std::move(pictures.pixels);
  data.skipped = std::move(pictures.skipped);
  return data;
}

RawData read_single_picture(const RawDataRequest& request) {
  RawData data;
  data.shape = square_rgb(request.view.side);
  data.pixels = PictureViewer(request.view).centre(request.data);
  data.instance_names = {printable_name(request.data)};
  if (!request.labels.empty()) data.labels = read_labels(request.labels);
  return data;
}

bool is_picture_file(const std::string& path) {
  const MappedFile file(path);
  return picture_format(file.bytes()) != PictureFormat::kUnknown;
}

void refuse_split(const RawDataRequest& request) {
  if (request.split.empty() || fs::is_directory(request.data)) return;
  throw std::invalid_argument("--split names pictures of a folder, and " + shown(request.data) +
                              " is none; leave the split file out");
}

RawData read_kind(const RawDataRequest& request, const Progress& progress) {
  const std::string& path = request.data;
  if (!fs::exists(path)) {
    throw std::invalid_argument("reading data: " + shown(path) +
                                " is no file, no folder and not the name of a data set (kanji)");
  }
  refuse_split(request);
  if (fs::is_directory(path)) return read_folder_data(request, progress);
  if (path.ends_with(".npy")) return read_npy_data(request);
  if (path.ends_with(".npz")) return read_npz_data(request);
  if (is_idx_name(path)) return read_idx_data(request);
  if (path.ends_with(".bin")) return read_cifar_data(request);
  if (is_picture_file(path)) return read_single_picture(request);
  throw std::invalid_argument("reading data: " + shown(path) +
                              " is of no known kind; expected kanji, a folder of class folders, a "
                              ".npy, .npz, .bin (CIFAR) or idx-ubyte[.gz] file, or a picture");
}

void check_finite(const RawData& data) {
  const auto bad = std::find_if(data.features.begin(), data.features.end(),
                                [](float value) { return !std::isfinite(value); });
  if (bad == data.features.end()) return;
  const auto at = static_cast<std::size_t>(bad - data.features.begin());
  throw std::invalid_argument(data.name + ": the feature in row " +
                              std::to_string(at / data.shape.size()) + ", column " +
                              std::to_string(at % data.shape.size()) + " is " +
                              std::to_string(*bad) + "; expected finite numbers; remove the row");
}

/// Labels may be missing only if no file of them was read.
void check_counts(const RawData& data, const RawDataRequest& request) {
  if (data.size() == 0) throw std::invalid_argument(data.name + ": no instances");
  const std::string& read = data.labels.path;
  const bool none_read = read.empty() || read == request.data;
  if ((data.labels.empty() && none_read) || data.labels.size() == data.size()) return;
  throw std::invalid_argument(data.labels.path + ": " + std::to_string(data.labels.size()) +
                              " labels for the " + std::to_string(data.size()) + " instances of " +
                              data.name + "; expected one label an instance");
}

}  // namespace

RawData read_raw_data(const RawDataRequest& request, const Progress& progress) {
  RawData data = read_kind(request, progress);
  if (data.name.empty()) data.name = request.data;
  check_counts(data, request);
  check_finite(data);
  return data;
}

}  // namespace llcodes
