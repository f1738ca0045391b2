#include "llcodes/data/source.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/data/class_map.h"
#include "llcodes/data/fingerprint.h"
#include "llcodes/data/kanji.h"
#include "llcodes/data/picture_files.h"
#include "llcodes/data/raw_data.h"
#include "llcodes/data/split_file.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKanji = "kanji";

/// A memory data set whose instances are named by their files.
class NamedDataset : public MemoryDataset {
 public:
  NamedDataset(InputShape shape, std::vector<std::uint8_t> pixels, std::vector<std::int32_t> labels,
               std::vector<std::string> names)
      : MemoryDataset(shape, std::move(pixels), std::move(labels), "pictures"),
        names_(std::move(names)) {}

  std::string name(std::size_t index) const override { return names_.at(index); }

 private:
  std::vector<std::string> names_;
};

/// Takes the content of `raw` away.
std::shared_ptr<const Dataset> to_dataset(RawData& raw, std::vector<std::int32_t> labels,
                                          const ViewOptions& view) {
  if (!raw.files.empty()) {
    return std::make_shared<PictureFiles>(std::move(raw.files), std::move(labels), view);
  }
  if (!raw.shape.is_picture) {
    return std::make_shared<MemoryDataset>(raw.shape, std::move(raw.features), std::move(labels),
                                           raw.name);
  }
  if (raw.instance_names.empty()) {
    return std::make_shared<MemoryDataset>(raw.shape, std::move(raw.pixels), std::move(labels),
                                           raw.name);
  }
  return std::make_shared<NamedDataset>(raw.shape, std::move(raw.pixels), std::move(labels),
                                        std::move(raw.instance_names));
}

ViewOptions view_options(const DataOptions& options) {
  return {.side = static_cast<int>(options.picture_size),
          .centre_share = options.centre_share,
          .cache = options.picture_cache};
}

RawDataRequest request_for(const std::string& data, const std::string& labels,
                           const DataOptions& options) {
  return {.data = data,
          .labels = labels,
          .view = view_options(options),
          .max_bad_share = options.max_bad_share,
          .pictures = options.pictures,
          .split = options.split,
          .part = options.part};
}

/// ImageNet's layout: FOLDER/train and FOLDER/val, each with class folders.
bool has_train_folder(const std::string& data) {
  return fs::is_directory(fs::path(data) / "train") && fs::is_directory(fs::path(data) / "val");
}

std::vector<std::string> chosen_class_names(const DataOptions& options, const RawData& raw) {
  if (options.classes.empty()) return raw.class_names;
  std::vector<std::string> names = read_class_names(options.classes);
  if (names.empty()) {
    throw std::invalid_argument(options.classes + ": no class name; expected one a line");
  }
  return names;
}

std::string cache_folder(const DataOptions& options) {
  return options.cache.empty() ? default_cache_folder() : options.cache;
}

void add(Fingerprint& fingerprint, const RawData& raw, const std::vector<std::int32_t>& labels) {
  fingerprint.add(static_cast<std::uint64_t>(raw.shape.channels));
  fingerprint.add(static_cast<std::uint64_t>(raw.shape.height));
  fingerprint.add(static_cast<std::uint64_t>(raw.shape.width));
  fingerprint.add_values(std::span<const std::uint8_t>(raw.pixels));
  if (!raw.files.empty()) fingerprint.add(raw.files_fingerprint);
  fingerprint.add_values(std::span<const float>(raw.features));
  fingerprint.add_values(std::span<const std::int32_t>(labels));
}

/// Puts the parts of a training run together; all share the classes and shape of the training data.
class BundleBuilder {
 public:
  BundleBuilder(const DataOptions& options, const Progress& progress)
      : options_(options), progress_(progress) {
    if (options_.split.empty() && has_train_folder(options_.data)) use_layout();
    if (!options_.split.empty()) use_split();
  }

  DataBundle build() {
    refuse_lonely_labels();
    open_train();
    open_validation();
    bundle_.centre_share = options_.centre_share;
    if (!options_.test.empty()) bundle_.test = open_other(options_.test, options_.test_labels);
    if (!test_part_.empty()) {
      options_.part = test_part_;
      bundle_.test = open_other(options_.data, "");
    }
    check_classes();
    const bool is_ink = shape_.is_picture && shape_.channels == 1;
    bundle_.normalization = is_ink ? ink_normalization() : measure_normalization(*bundle_.train);
    bundle_.fingerprint = fingerprint_.value();
    return std::move(bundle_);
  }

 private:
  /// Selection is on a share of the training pictures; val is what results are reported on.
  void use_layout() {
    const fs::path folder = options_.data;
    options_.data = (folder / "train").string();
    if (options_.test.empty()) options_.test = (folder / "val").string();
  }

  void use_split() {
    if (!options_.validation.empty() || !options_.test.empty() || !options_.part.empty()) {
      throw std::invalid_argument(
          "--split names the parts of the data itself; leave out "
          "--validation, --test and --part");
    }
    const SplitFile split = SplitFile::read(options_.split);
    if (split.has("validation")) validation_part_ = "validation";
    if (split.has("test")) test_part_ = "test";
    options_.part = "train";
  }

  void refuse_lonely_labels() const {
    const bool is_lonely = (options_.validation.empty() && !options_.validation_labels.empty()) ||
                           (options_.test.empty() && !options_.test_labels.empty());
    if (!is_lonely) return;
    throw std::invalid_argument(
        "labels of validation or test data are given without the data; name it with --validation "
        "or "
        "--test, or leave the labels out");
  }

  void open_train() {
    RawData raw = read(options_.data, options_.labels);
    classes_ = ClassMap::learn(raw.labels, chosen_class_names(options_, raw));
    labels_ = classes_.apply(raw.labels);
    shape_ = raw.shape;
    bundle_.name = raw.name;
    bundle_.class_names = classes_.names();
    bundle_.augment = raw.augment;
    for (const std::string& name : bundle_.class_names) fingerprint_.add(name);
    bundle_.train = finish(raw, labels_);
  }

  void open_validation() {
    if (!validation_part_.empty()) {
      options_.part = validation_part_;
      bundle_.validation = open_other(options_.data, "");
      return;
    }
    if (!options_.validation.empty()) {
      bundle_.validation = open_other(options_.validation, options_.validation_labels);
      return;
    }
    const auto seed = static_cast<std::uint64_t>(options_.split_seed);
    SplitIndices split = split_by_class(labels_, options_.validation_share, seed);
    if (split.held_out.empty()) {
      throw std::invalid_argument(options_.data +
                                  ": no class has the two instances that holding out needs; add "
                                  "instances, or give --validation data");
    }
    fingerprint_.add_values(std::span<const std::uint32_t>(split.held_out));
    const auto all = bundle_.train;
    bundle_.train = std::make_shared<SubsetDataset>(all, std::move(split.kept));
    bundle_.validation = std::make_shared<SubsetDataset>(all, std::move(split.held_out));
  }

  std::shared_ptr<const Dataset> open_other(const std::string& data, const std::string& labels) {
    RawData raw = read(data, labels);
    if (!(raw.shape == shape_)) {
      throw std::invalid_argument(data + ": " + text_of(raw.shape) + " beside training data of " +
                                  text_of(shape_) + "; expected the same shape");
    }
    return finish(raw, classes_.apply(raw.labels));
  }

  RawData read(const std::string& data, const std::string& labels) {
    RawData raw = read_raw_data(request_for(data, labels, options_), progress_);
    if (raw.labels.empty()) {
      throw std::invalid_argument(
          data +
          (fs::is_directory(data)
               ? ": the pictures stand in no class folders; expected a folder for each class, "
                 "such as " +
                     (fs::path(data) / "cat" / "1.jpg").string()
               : ": no labels; name their file with --labels (.npy of integers, or text lines)"));
    }
    return raw;
  }

  std::shared_ptr<const Dataset> finish(RawData& raw, const std::vector<std::int32_t>& labels) {
    add(fingerprint_, raw, labels);
    bundle_.skipped.insert(bundle_.skipped.end(), raw.skipped.begin(), raw.skipped.end());
    return to_dataset(raw, labels, view_options(options_));
  }

  void check_classes() const {
    if (bundle_.class_names.size() < 2) {
      throw std::invalid_argument(options_.data + ": " +
                                  std::to_string(bundle_.class_names.size()) +
                                  " class; learning needs at least two");
    }
    std::vector<bool> found(bundle_.class_names.size());
    for (std::size_t i = 0; i < bundle_.train->size(); ++i) {
      found[static_cast<std::size_t>(bundle_.train->label(i))] = true;
    }
    const auto gap = std::find(found.begin(), found.end(), false);
    if (gap == found.end()) return;
    throw std::invalid_argument(
        options_.data + ": class " +
        shown(bundle_.class_names[static_cast<std::size_t>(gap - found.begin())]) +
        " has no training instance; add some or remove the class");
  }

  DataOptions options_;
  std::string validation_part_, test_part_;  // of the split file, where it has them
  const Progress& progress_;
  DataBundle bundle_;
  ClassMap classes_;
  InputShape shape_;
  std::vector<std::int32_t> labels_;  // of the training data before the split
  Fingerprint fingerprint_;
};

/// kanji-1000 has its own classes and splits: options that would change them are refused.
void refuse_splits(const DataOptions& options) {
  for (const std::string* given :
       {&options.labels, &options.classes, &options.validation, &options.validation_labels,
        &options.test, &options.test_labels}) {
    if (given->empty()) continue;
    throw std::invalid_argument(
        "kanji brings its own classes, labels, validation and test data; leave out " +
        shown(*given));
  }
}

/// Half of the out-of-distribution characters, in all typefaces of `strangers`: the first half is
/// to choose and to tune thresholds by, the other to test, so that no character is in both.
enum class Half { kFirst, kSecond };
std::shared_ptr<const Dataset> half_of(const std::shared_ptr<const Dataset>& strangers, Half half) {
  const std::size_t characters = kanji_ood().size();
  std::vector<std::uint32_t> indices;
  for (std::size_t i = 0; i < strangers->size(); ++i) {
    const bool is_first = i % characters < characters / 2;
    if (is_first == (half == Half::kFirst)) indices.push_back(static_cast<std::uint32_t>(i));
  }
  return std::make_shared<SubsetDataset>(strangers, std::move(indices));
}

OpenedData open_kanji_part(const std::string& part, const DataOptions& options,
                           const Progress& progress) {
  const DataBundle bundle = open_kanji(cache_folder(options), progress);
  const auto opened = [&](const std::shared_ptr<const Dataset>& dataset) {
    return OpenedData{.dataset = dataset, .class_names = bundle.class_names, .skipped = {}};
  };
  if (part == "kanji:train") return opened(bundle.train);
  if (part == "kanji:validation") return opened(bundle.validation);
  if (part == "kanji:test" || part == kKanji) return opened(bundle.test);
  if (part == "kanji:ood") return opened(bundle.ood);
  if (part == "kanji:ood-validation") return opened(half_of(bundle.validation_ood, Half::kFirst));
  if (part == "kanji:ood-tune") return opened(half_of(bundle.ood, Half::kFirst));
  if (part == "kanji:ood-test") return opened(half_of(bundle.ood, Half::kSecond));
  throw std::invalid_argument("reading data: " + shown(part) +
                              "; expected kanji:train, kanji:validation, kanji:test, kanji:ood, "
                              "kanji:ood-validation, kanji:ood-tune or kanji:ood-test");
}

}  // namespace

DataBundle open_training_data(const DataOptions& options, const Progress& progress) {
  if (options.data == kKanji) {
    refuse_splits(options);
    return open_kanji(cache_folder(options), progress);
  }
  return BundleBuilder(options, progress).build();
}

OpenedData open_data(const std::string& data, const std::string& labels, const DataOptions& options,
                     const Progress& progress) {
  if (data == kKanji || data.starts_with("kanji:")) return open_kanji_part(data, options, progress);
  RawData raw = read_raw_data(request_for(data, labels, options), progress);
  const ClassMap classes = ClassMap::of_any(raw.labels, chosen_class_names(options, raw));
  std::vector<std::int32_t> numbers = raw.labels.empty()
                                          ? std::vector<std::int32_t>(raw.size(), kUnlabelled)
                                          : classes.apply(raw.labels);
  return {.dataset = to_dataset(raw, std::move(numbers), view_options(options)),
          .class_names = classes.names(),
          .skipped = std::move(raw.skipped)};
}

}  // namespace llcodes
