#include "llcodes/data/folder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <mutex>
#include <set>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/parallel.h"
#include "llcodes/data/picture.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

bool has_picture_extension(const fs::path& path) {
  static const std::set<std::string> kKnown = {".jpg", ".jpeg", ".png", ".webp"};
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return kKnown.count(extension) != 0;
}

bool has_picture_bytes(const fs::path& path) {
  std::array<char, 16> first{};
  std::ifstream file(path, std::ios::binary);
  file.read(first.data(), first.size());
  const auto count = static_cast<std::size_t>(file.gcount());
  return picture_format(std::as_bytes(std::span(first.data(), count))) != PictureFormat::kUnknown;
}

bool is_picture(const fs::directory_entry& entry) {
  return entry.is_regular_file() && !is_hidden(entry.path()) &&
         (has_picture_extension(entry.path()) || has_picture_bytes(entry.path()));
}

/// Pictures directly in a folder, or anywhere below it.
template <class Iterator>
std::vector<std::string> pictures_in(const fs::path& folder) {
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : Iterator(folder)) {
    if (is_picture(entry)) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<fs::path> class_folders(const fs::path& folder) {
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory() && !is_hidden(entry.path())) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

void check_memory(std::size_t bytes) {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
  const std::size_t limit = static_cast<std::size_t>(std::max(pages, 0l)) / 2 *
                            static_cast<std::size_t>(std::max(page, 0l));
  if (bytes <= limit) return;
  throw std::invalid_argument("reading pictures: they need " + std::to_string(bytes >> 20) +
                              " MiB, more than half of this machine's memory; choose a smaller "
                              "--picture-size or fewer pictures");
}

void check_bad_share(const FolderPictures& pictures, std::size_t total, double max_bad_share) {
  const auto bad = static_cast<double>(pictures.skipped.size());
  const bool none_left = pictures.entries.empty();
  if (!none_left && bad <= max_bad_share * static_cast<double>(total)) return;
  const SkippedFile& first = pictures.skipped.front();
  throw std::invalid_argument("reading pictures: " + std::to_string(pictures.skipped.size()) +
                              " of " + std::to_string(total) +
                              " cannot be decoded, the first for this reason: " + first.reason +
                              "; repair or remove them, or raise --max-bad-share");
}

/// Decoding into places of one array; what fails is noted under its number.
class FolderReader {
 public:
  FolderReader(const std::vector<FolderEntry>& entries, int side, const Progress& progress)
      : entries_(entries), side_(side), progress_(progress), reasons_(entries.size()) {
    picture_ = 3 * static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    check_memory(entries.size() * picture_);
    pixels_.resize(entries.size() * picture_);
  }

  FolderPictures read() {
    for_each_in_parallel(entries_.size(), [this](std::size_t i) { read_one(i); });
    return collect();
  }

 private:
  void read_one(std::size_t i) {
    try {
      const auto square = load_square(entries_[i].path, side_);
      std::copy(square.begin(), square.end(),
                pixels_.begin() + static_cast<std::ptrdiff_t>(i * picture_));
    } catch (const FormatError& error) {
      reasons_[i] = error.what();
    } catch (const std::system_error& error) {
      reasons_[i] = error.what();
    }
    report();
  }

  void report() {
    constexpr std::size_t kStep = 100;
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!progress_ || (done_ % kStep != 0 && done_ != entries_.size())) return;
    progress_({.task = "reading pictures",
               .done = done_,
               .total = entries_.size(),
               .unit = "pictures",
               .note = {}});
  }

  /// Closes the gaps that bad pictures left.
  FolderPictures collect() {
    FolderPictures result;
    auto end = pixels_.begin();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!reasons_[i].empty()) {
        result.skipped.push_back({entries_[i].path, reasons_[i]});
        continue;
      }
      const auto from = pixels_.begin() + static_cast<std::ptrdiff_t>(i * picture_);
      end = std::copy(from, from + static_cast<std::ptrdiff_t>(picture_), end);
      result.entries.push_back(entries_[i]);
    }
    pixels_.erase(end, pixels_.end());
    result.pixels = std::move(pixels_);
    return result;
  }

  const std::vector<FolderEntry>& entries_;
  const int side_;
  const Progress& progress_;
  std::size_t picture_ = 0;
  std::vector<std::uint8_t> pixels_;
  std::vector<std::string> reasons_;
  std::mutex mutex_;
  std::size_t done_ = 0;
};

}  // namespace

std::vector<FolderEntry> list_folder(const fs::path& folder) {
  std::vector<FolderEntry> entries;
  for (const std::string& path : pictures_in<fs::directory_iterator>(folder)) {
    entries.push_back({path, ""});
  }
  for (const fs::path& class_folder : class_folders(folder)) {
    const auto paths = pictures_in<fs::recursive_directory_iterator>(class_folder);
    if (paths.empty()) {
      throw std::invalid_argument("reading " + folder.string() + ": the class folder " +
                                  shown(class_folder.filename().string()) +
                                  " holds no picture; fill or remove it");
    }
    for (const std::string& path : paths)
      entries.push_back({path, class_folder.filename().string()});
  }
  if (entries.empty()) {
    throw std::invalid_argument(
        "reading " + folder.string() +
        ": expected class folders with JPEG, PNG or WebP files, found none");
  }
  return entries;
}

FolderPictures read_folder(const std::vector<FolderEntry>& entries, int side, double max_bad_share,
                           const Progress& progress) {
  FolderPictures pictures = FolderReader(entries, side, progress).read();
  check_bad_share(pictures, entries.size(), max_bad_share);
  return pictures;
}

}  // namespace llcodes
