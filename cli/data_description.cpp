#include "cli/data_description.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/console.h"
#include "cli/table.h"
#include "llcodes/data/kanji.h"

namespace llcodes::cli {
namespace {

constexpr const char* kFashionFolder = "/usr/share/datasets/fashion-mnist";

KnownSet kanji_set() {
  return {.name = "kanji-1000",
          .description = "1000 characters, whole typefaces held out",
          .data = "kanji",
          .missing_packages = missing_font_packages()};
}

KnownSet fashion_set() {
  const std::string pictures = std::string(kFashionFolder) + "/train-images-idx3-ubyte.gz";
  KnownSet set{.name = "fashion-mnist",
               .description = "10 kinds of clothes, 60,000 + 10,000 pictures",
               .data = pictures,
               .missing_packages = {}};
  if (!std::filesystem::exists(pictures)) set.missing_packages = {"dataset-fashion-mnist"};
  return set;
}

struct ClassSizes {
  std::size_t classes = 0, smallest = 0, largest = 0;
};

ClassSizes class_sizes(const Dataset& dataset) {
  std::map<std::int32_t, std::size_t> sizes;
  for (std::size_t index = 0; index < dataset.size(); ++index) ++sizes[dataset.label(index)];
  sizes.erase(kUnlabelled);
  if (sizes.empty()) return {};
  const auto [smallest, largest] = std::minmax_element(
      sizes.begin(), sizes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return {sizes.size(), smallest->second, largest->second};
}

std::vector<std::string> row_of(const std::string& part, const Dataset& dataset) {
  const ClassSizes sizes = class_sizes(dataset);
  if (sizes.classes == 0) return {part, count_text(dataset.size())};
  return {part, count_text(dataset.size()), count_text(sizes.classes),
          count_text(sizes.smallest) + " to " + count_text(sizes.largest)};
}

struct Part {
  std::string name;
  const Dataset* dataset;
};

std::vector<Part> parts_of(const DataBundle& bundle) {
  std::vector<Part> parts = {{"train", bundle.train.get()},
                             {"validation", bundle.validation.get()},
                             {"test", bundle.test.get()},
                             {"of no class (OOD)", bundle.ood.get()}};
  std::erase_if(parts, [](const Part& part) { return part.dataset == nullptr; });
  return parts;
}

std::string use_text(FaceUse use) {
  if (use == FaceUse::kTrain) return "train";
  return use == FaceUse::kValidation ? "validation" : "test";
}

}  // namespace

std::vector<KnownSet> known_sets() { return {kanji_set(), fashion_set()}; }

std::vector<std::string> missing_font_packages() {
  std::set<std::string> missing;
  for (const Face& face : kanji_faces()) {
    if (!std::filesystem::exists(face.file)) missing.emplace(face.package);
  }
  return {missing.begin(), missing.end()};
}

std::string install_command(const std::vector<std::string>& packages) {
  std::string command = geteuid() == 0 ? "apt-get install" : "sudo apt-get install";
  for (const std::string& package : packages) command += " " + package;
  return command;
}

std::string text_of(const std::vector<KnownSet>& sets) {
  std::string text;
  for (const KnownSet& set : sets) {
    text += set.name + ": " + set.description + "; DATA is " + set.data + "\n  " +
            (set.ready() ? coloured(Colour::kGreen, "ready")
                         : "to get it: " + install_command(set.missing_packages)) +
            "\n";
  }
  return text +
         "Also: a folder of class folders with JPEG, PNG or WebP files; .npy features or pictures "
         "with --labels;\n.npz of Omniglot; CIFAR binary files; IDX files, also gzipped.\n";
}

nlohmann::json json_of(const std::vector<KnownSet>& sets) {
  nlohmann::json result = nlohmann::json::array();
  for (const KnownSet& set : sets) {
    result.push_back({{"name", set.name},
                      {"description", set.description},
                      {"data", set.data},
                      {"ready", set.ready()},
                      {"missing_packages", set.missing_packages}});
  }
  return result;
}

std::string text_of(const DataBundle& bundle) {
  std::string text = bundle.name + ": " + count_text(bundle.class_names.size()) + " classes, " +
                     llcodes::text_of(bundle.train->shape()) + "\n";
  Table table({"part", "instances", "classes", "a class"});
  for (const Part& part : parts_of(bundle)) table.add(row_of(part.name, *part.dataset));
  text += table.text();
  for (const SkippedFile& file : bundle.skipped) {
    text += "skipped " + file.path + ": " + file.reason + "\n";
  }
  return text;
}

nlohmann::json json_of(const DataBundle& bundle) {
  const InputShape shape = bundle.train->shape();
  nlohmann::json result = {{"name", bundle.name},
                           {"classes", bundle.class_names.size()},
                           {"class_names", bundle.class_names},
                           {"is_picture", shape.is_picture},
                           {"shape", {shape.channels, shape.height, shape.width}},
                           {"skipped", bundle.skipped.size()}};
  for (const Part& part : parts_of(bundle)) result["parts"][part.name] = part.dataset->size();
  return result;
}

std::string text_of_faces() {
  std::map<FaceUse, std::map<std::string_view, std::size_t>> counts;
  for (const Face& face : kanji_faces()) ++counts[face.use][face.style];
  std::string text = "typefaces:\n";
  for (const auto& [use, styles] : counts) {
    text += "  " + use_text(use) + ":";
    for (const auto& [style, count] : styles) {
      text += " " + std::to_string(count) + " " + std::string(style);
    }
    text += "\n";
  }
  return text;
}

}  // namespace llcodes::cli
