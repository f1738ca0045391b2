#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "llcodes/data/source.h"

namespace llcodes {

OptionTable options_of(DataOptions& options) {
  OptionTable table;
  table.group("Data")
      .text("data", options.data,
            "training data: kanji, a folder of class folders, .npy, .npz, .bin, idx")
      .text("labels", options.labels, "labels of .npy or IDX data: .npy of integers, or text lines")
      .text("classes", options.classes, "text file of class names, a line each, in label order")
      .text("validation", options.validation,
            "data to select on; empty: a share of the training data")
      .text("validation-labels", options.validation_labels, "labels of the validation data")
      .text("test", options.test, "data that the finished model is measured on; empty: none")
      .text("test-labels", options.test_labels, "labels of the test data")
      .number("validation-share", options.validation_share,
              "share of each class held out where no validation data is given", 0.001, 0.9)
      .number("picture-size", options.picture_size, "side that pictures are brought to", 8, 1024)
      .number("centre-share", options.centre_share,
              "share of a picture's shorter side that evaluation sees: Resize and CenterCrop", 0.1,
              1)
      .text("pictures", options.pictures,
            "keep a folder's pictures decoded in memory, or decode them each time; auto: memory "
            "for sides below 96 that fit",
            {"auto", "memory", "disk"})
      .text("picture-cache", options.picture_cache,
            "folder that keeps decoded pictures for later epochs; empty: none")
      .text("split", options.split, "text file that names the pictures of each part of a folder")
      .text("part", options.part, "part of the split file to read, where one is read")
      .number("split-seed", options.split_seed, "seed of the validation split", 0, 1'000'000'000)
      .number("max-bad-share", options.max_bad_share,
              "share of undecodable pictures that is still left out without an error", 0, 1)
      .text("cache", options.cache, "folder for rendered data; empty: ~/.cache/llcodes");
  return table;
}

std::string default_cache_folder() {
  const auto folder = [](const char* variable) {
    const char* value = std::getenv(variable);
    const std::filesystem::path path(value ? value : "");
    return path.is_absolute() ? path : std::filesystem::path();
  };
  if (const auto cache = folder("XDG_CACHE_HOME"); !cache.empty()) return cache / "llcodes";
  if (const auto home = folder("HOME"); !home.empty()) return home / ".cache" / "llcodes";
  throw std::invalid_argument(
      "no folder for rendered data: neither XDG_CACHE_HOME nor HOME is set; "
      "name one with --cache");
}

}  // namespace llcodes
