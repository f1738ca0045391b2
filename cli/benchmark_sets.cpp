#include "cli/benchmark_sets.h"

#include <filesystem>
#include <stdexcept>

#include "llcodes/core/random.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kTestShare = 0.25;

void name_cifar(const fs::path& folder, DataOptions& options) {
  options.data = folder / "train.bin";
  options.test = folder / "test.bin";
  options.classes = folder / "class_names.txt";
}

void name_clinc(const fs::path& folder, DataOptions& options) {
  options.data = folder / "train_x.npy";
  options.labels = folder / "train_y.npy";
  options.validation = folder / "val_x.npy";
  options.validation_labels = folder / "val_y.npy";
  options.test = folder / "test_x.npy";
  options.test_labels = folder / "test_y.npy";
  options.classes = folder / "classes.txt";
}

void hold_out_test(DataBundle& bundle) {
  constexpr std::uint64_t kTestSeed = 23;
  SplitIndices split = split_by_class(labels_of(*bundle.train), kTestShare, kTestSeed);
  if (split.held_out.empty()) {
    throw std::invalid_argument(bundle.name +
                                ": too few instances to hold out test data; give --test");
  }
  const auto all = bundle.train;
  bundle.train = std::make_shared<SubsetDataset>(all, std::move(split.kept));
  bundle.test = std::make_shared<SubsetDataset>(all, std::move(split.held_out));
  bundle.fingerprint = mix(bundle.fingerprint ^ kTestSeed);
}

}  // namespace

void name_files(const std::string& set, const std::string& folder, DataOptions& options) {
  const bool needs_folder = set == "cifar100" || set == "omniglot" || set == "clinc150";
  if (needs_folder && !fs::is_directory(folder)) {
    throw std::invalid_argument("--set " + set + " needs --folder, where its files are" +
                                (folder.empty() ? "" : "; found no folder " + folder));
  }
  if (set == "kanji") options.data = "kanji";
  if (set == "cifar100") name_cifar(folder, options);
  if (set == "omniglot") options.data = fs::path(folder) / "images_background.npz";
  if (set == "clinc150") name_clinc(folder, options);
  if (options.data.empty()) {
    throw std::invalid_argument("--set files needs --data (and --labels, --test, ...)");
  }
}

void name_strangers(const std::string& set, const std::string& folder, StrangerPaths& paths) {
  if (!paths.test.empty()) return;
  if (set == "kanji") paths = {"kanji:ood-test", "kanji:ood-tune"};
  if (set == "omniglot") paths = {fs::path(folder) / "images_evaluation.npz", ""};
  if (set == "clinc150") {
    paths = {fs::path(folder) / "oos_test_x.npy", fs::path(folder) / "oos_val_x.npy"};
  }
}

DataBundle open_benchmark(const DataOptions& options, const Progress& progress) {
  DataBundle bundle = open_training_data(options, progress);
  if (!bundle.test) hold_out_test(bundle);
  return bundle;
}

}  // namespace llcodes::cli
