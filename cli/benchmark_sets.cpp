#include "cli/benchmark_sets.h"

#include <filesystem>
#include <map>
#include <stdexcept>

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
  if (set == "cifar100" && fs::exists(fashion)) {
    return {.ood = fashion / "t10k-images-idx3-ubyte.gz",
            .tune_ood = fashion / "train-images-idx3-ubyte.gz"};
  }
  if (set == "clinc150") {
    return {.ood = folder / "oos_test_x.npy", .tune_ood = folder / "oos_val_x.npy"};
  }
  return {};
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

void name_companions(const std::string& set, const std::string& folder, Part measured,
                     Companions& paths) {
  static const std::map<std::string, std::string> hierarchies = {{"cifar100", "hierarchy.txt"},
                                                                 {"omniglot", "alphabets.tsv"},
                                                                 {"clinc150", "domains.json"}};
  if (paths.ood.empty()) {
    const Companions own = strangers_of(set, folder, measured);
    paths.ood = own.ood;
    if (paths.tune_ood.empty()) paths.tune_ood = own.tune_ood;
  }
  const auto hierarchy = hierarchies.find(set);
  if (!paths.hierarchy.empty() || hierarchy == hierarchies.end()) return;
  const fs::path file = fs::path(folder) / hierarchy->second;
  if (fs::exists(file)) paths.hierarchy = file;
}

void choose_epochs(const std::string& set, TrainOptions& options) {
  if (set != "kanji" || options.recipe != "default") return;
  options.linear.epochs = 6;
  options.phase1.epochs = 1;
  options.phase2.epochs = 2;
}

bool has_stranger_classes(const std::string& set) { return set == "kanji" || set == "omniglot"; }

DataBundle open_benchmark(const DataOptions& options, const Progress& progress) {
  DataBundle bundle = open_training_data(options, progress);
  if (!bundle.test) hold_out_test(bundle);
  return bundle;
}

}  // namespace llcodes::cli
