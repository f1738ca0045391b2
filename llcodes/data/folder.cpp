#include "llcodes/data/folder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/parallel.h"
#include "llcodes/core/printable.h"
#include "llcodes/data/fingerprint.h"
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

/// A link that leads nowhere or in a circle is no file.
bool is_picture(const fs::directory_entry& entry) {
  std::error_code ignored;
  return entry.is_regular_file(ignored) && !is_hidden(entry.path()) &&
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
    std::error_code ignored;
    if (entry.is_directory(ignored) && !is_hidden(entry.path())) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

void check_memory(std::size_t bytes) {
  if (fits_in_memory(bytes)) return;
  throw std::invalid_argument("reading pictures: they need " + std::to_string(bytes >> 20) +
                              " MiB, more than half of this machine's memory; leave them on disk "
                              "(--pictures disk), or choose a smaller --picture-size");
}

void check_bad_share(const std::vector<SkippedFile>& skipped, std::size_t total,
                     double max_bad_share) {
  const bool none_left = skipped.size() == total;
  const auto bad = static_cast<double>(skipped.size());
  if (!none_left && bad <= max_bad_share * static_cast<double>(total)) return;
  const SkippedFile& first = skipped.front();
  throw std::invalid_argument("reading pictures: " + std::to_string(skipped.size()) + " of " +
                              std::to_string(total) +
                              " cannot be decoded, the first for this reason: " + first.reason +
                              "; repair or remove them, or raise --max-bad-share");
}

/// Works on every picture on all cores; what fails is noted under its number.
class FolderScan {
 public:
  FolderScan(const std::vector<FolderEntry>& entries, const char* task, const Progress& progress)
      : entries_(entries), task_(task), progress_(progress), reasons_(entries.size()) {}

  void run(const std::function<void(std::size_t)>& work) {
    for_each_in_parallel(entries_.size(), [&](std::size_t i) {
      try {
        work(i);
      } catch (const FormatError& error) {
        reasons_[i] = printable_name(error.what());
      } catch (const std::system_error& error) {
        reasons_[i] = printable_name(error.what());
      }
      report();
    });
  }

  bool is_good(std::size_t i) const { return reasons_[i].empty(); }

  std::vector<FolderEntry> good() const {
    std::vector<FolderEntry> entries;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (is_good(i)) entries.push_back(entries_[i]);
    }
    return entries;
  }

  std::vector<SkippedFile> skipped() const {
    std::vector<SkippedFile> files;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!is_good(i)) files.push_back({printable_name(entries_[i].path), reasons_[i]});
    }
    return files;
  }

 private:
  void report() {
    constexpr std::size_t kStep = 100;
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!progress_ || (done_ % kStep != 0 && done_ != entries_.size())) return;
    progress_(
        {.task = task_, .done = done_, .total = entries_.size(), .unit = "pictures", .note = {}});
  }

  const std::vector<FolderEntry>& entries_;
  const char* task_;
  const Progress& progress_;
  std::vector<std::string> reasons_;
  std::mutex mutex_;
  std::size_t done_ = 0;
};

/// Closes the gaps that bad pictures left.
void keep_good(const FolderScan& scan, std::size_t count, std::vector<std::uint8_t>& pixels) {
  const std::size_t picture = pixels.size() / count;
  auto end = pixels.begin();
  for (std::size_t i = 0; i < count; ++i) {
    if (!scan.is_good(i)) continue;
    const auto from = pixels.begin() + static_cast<std::ptrdiff_t>(i * picture);
    end = std::copy(from, from + static_cast<std::ptrdiff_t>(picture), end);
  }
  pixels.erase(end, pixels.end());
}

/// Of the bytes of one file, which are all read and decoded.
std::uint64_t check_picture(const fs::path& path, const ViewOptions& view) {
  constexpr int kSmallestScale = 1;
  const MappedFile file(path);
  if (view.cache.empty()) {
    decode_picture(file.bytes(), path.string(), kSmallestScale, view.limits);
  } else {
    PictureViewer(view).centre(path);
  }
  return Fingerprint().add(file.bytes()).value();
}

}  // namespace

bool is_listed_picture(const fs::path& path) {
  std::error_code ignored;
  return is_picture(fs::directory_entry(path, ignored));
}

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
      entries.push_back({path, printable_name(class_folder.filename().string())});
  }
  if (entries.empty()) {
    throw std::invalid_argument(
        "reading " + folder.string() +
        ": expected class folders with JPEG, PNG or WebP files, found none");
  }
  return entries;
}

std::vector<FolderEntry> list_part(const fs::path& folder, const SplitFile& split,
                                   const std::string& part) {
  std::vector<FolderEntry> entries;
  for (const std::string& file : split.at(part)) {
    const fs::path relative = fs::path(file).lexically_normal();
    if (!fs::is_regular_file(folder / relative)) {
      throw std::invalid_argument(split.path + ": there is no " + shown(file) + " in " +
                                  folder.string() + "; give the folder that the file was made for");
    }
    const bool has_class = relative.has_parent_path();
    entries.push_back({(folder / relative).string(),
                       has_class ? printable_name(relative.begin()->string()) : ""});
  }
  return entries;
}

std::size_t decoded_bytes(std::size_t pictures, int side) {
  return pictures * 3 * static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
}

bool fits_in_memory(std::size_t bytes) {
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
  return bytes <= static_cast<std::size_t>(std::max(pages, 0l)) / 2 *
                      static_cast<std::size_t>(std::max(page, 0l));
}

FolderPictures read_folder(const std::vector<FolderEntry>& entries, const FolderOptions& options,
                           const Progress& progress) {
  const std::size_t picture = decoded_bytes(1, options.view.side);
  check_memory(entries.size() * picture);
  std::vector<std::uint8_t> pixels(entries.size() * picture);
  const PictureViewer viewer(options.view);
  FolderScan scan(entries, "reading pictures", progress);
  scan.run([&](std::size_t i) {
    const auto square = viewer.centre(entries[i].path);
    std::copy(square.begin(), square.end(),
              pixels.begin() + static_cast<std::ptrdiff_t>(i * picture));
  });
  check_bad_share(scan.skipped(), entries.size(), options.max_bad_share);
  keep_good(scan, entries.size(), pixels);
  return {.entries = scan.good(), .pixels = std::move(pixels), .skipped = scan.skipped()};
}

CheckedFolder check_folder(const std::vector<FolderEntry>& entries, const FolderOptions& options,
                           const Progress& progress) {
  std::vector<std::uint64_t> contents(entries.size());
  FolderScan scan(entries, "checking pictures", progress);
  scan.run([&](std::size_t i) { contents[i] = check_picture(entries[i].path, options.view); });
  check_bad_share(scan.skipped(), entries.size(), options.max_bad_share);
  Fingerprint fingerprint;
  fingerprint.add_values(std::span<const std::uint64_t>(contents));
  return {.entries = scan.good(), .skipped = scan.skipped(), .fingerprint = fingerprint.value()};
}

}  // namespace llcodes
