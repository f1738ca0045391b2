#include "cli/benchmark_sets.h"

#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include "llcodes/core/random.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kTestShare = 0.25;

void name_cifar(const fs::path& folder, DataOptions& options) {
  options.data = folder / "train.bin";
  options.test = folder / "test.bin";
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

/// Those to test and those to tune on; empty where the set has none of its own.
Companions strangers_of(const std::string& set, const fs::path& folder, Part measured) {
  const fs::path fashion = "/usr/share/datasets/fashion-mnist";  // Debian's dataset-fashion-mnist
  if (set == "kanji") {
    return {.ood = "kanji:ood-test",
            .tune_ood = measured == Part::kTest ? "kanji:ood-tune" : "kanji:ood-validation"};
  }
  if (set == "omniglot") return {.ood = folder / "images_evaluation.npz"};
  if (set == "cifar100") {
    return {.ood = fashion / "t10k-images-idx3-ubyte.gz",
            .tune_ood = fashion / "train-images-idx3-ubyte.gz"};
  }
  if (set == "clinc150") {
    return {.ood = folder / "oos_test_x.npy", .tune_ood = folder / "oos_val_x.npy"};
  }
  return {};
}

/// A named set has files of its own.
void refuse_files(const std::string& set, const DataOptions& options) {
  const std::pair<const char*, const std::string&> given[] = {
      {"data", options.data},
      {"labels", options.labels},
      {"classes", options.classes},
      {"validation", options.validation},
      {"validation-labels", options.validation_labels},
      {"test", options.test},
      {"test-labels", options.test_labels},
      {"split", options.split}};
  for (const auto& [name, value] : given) {
    if (value.empty()) continue;
    throw std::invalid_argument("--" + std::string(name) + " has no effect on --set " + set +
                                ", which has files of its own: leave it out, or give --set files");
  }
}

/// A folder serves a set that is files.
void check_folder(const std::string& set, const std::string& folder) {
  const bool needed = set == "cifar100" || set == "omniglot" || set == "clinc150";
  if (needed && !fs::is_directory(folder)) {
    throw std::invalid_argument("--set " + set + " needs --folder, where its files are" +
                                (folder.empty() ? "" : "; found no folder " + folder));
  }
  if (needed || folder.empty()) return;
  throw std::invalid_argument("--folder has no effect on --set " + set + ": leave it out");
}

bool is_there(const std::string& path) {
  return path.starts_with("kanji") || (!path.empty() && fs::exists(path));
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
  check_folder(set, folder);
  if (set != "files") refuse_files(set, options);
  if (set == "kanji") options.data = "kanji";
  if (set == "cifar100") name_cifar(folder, options);
  if (set == "omniglot") options.data = fs::path(folder) / "images_background.npz";
  if (set == "clinc150") name_clinc(folder, options);
  if (options.data.empty()) {
    throw std::invalid_argument("--set files needs --data (and --labels, --test, ...)");
  }
}

void name_companions(const std::string& set, const std::string& folder, Part measured,
                     Companions& paths) {
  static const std::map<std::string, std::string> hierarchies = {
      {"cifar100", "hierarchy.txt"}, {"omniglot", "alphabets.tsv"}, {"clinc150", "domains.json"}};
  if (paths.ood.empty()) {
    const Companions own = strangers_of(set, folder, measured);
    const bool own_to_tune_on = paths.tune_ood.empty() && !own.tune_ood.empty();
    if (is_there(own.ood) && (!own_to_tune_on || is_there(own.tune_ood))) {
      paths.ood = own.ood;
      if (own_to_tune_on) paths.tune_ood = own.tune_ood;
    }
  }
  const auto hierarchy = hierarchies.find(set);
  if (!paths.hierarchy.empty() || hierarchy == hierarchies.end()) return;
  const fs::path file = fs::path(folder) / hierarchy->second;
  if (fs::exists(file)) paths.hierarchy = file;
}

std::string own_strangers(const std::string& set, const std::string& folder) {
  const Companions own = strangers_of(set, folder, Part::kTest);
  return own.ood + (own.tune_ood.empty() ? "" : " and " + own.tune_ood) +
         (set == "cifar100" ? " (apt install dataset-fashion-mnist)" : "");
}

void choose_epochs(const std::string& set, TrainOptions& options) {
  if (set != "kanji" || options.recipe != "default") return;
  options.linear.epochs = 6;
  options.phase1.epochs = 1;
  options.phase2.epochs = 2;
}

bool has_stranger_classes(const std::string& set, Part measured) {
  return set == "omniglot" || (set == "kanji" && measured == Part::kTest);
}

DataBundle open_benchmark(const DataOptions& options, const Progress& progress) {
  DataBundle bundle = open_training_data(options, progress);
  if (!bundle.test) hold_out_test(bundle);
  return bundle;
}

}  // namespace llcodes::cli
