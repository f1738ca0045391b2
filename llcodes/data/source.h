// Opens any data the product understands by its path and says what was found.
//
//   kanji                 the kanji-1000 set, rendered from installed fonts (data/kanji.h)
//   FOLDER                a folder of class folders with JPEG, PNG or WebP files, or one with train
//                         and val folders of such (ImageNet's layout)
//   FILE.npy              features [n, d] (or pictures [n, h, w], [n, c, h, w] of uint8), labels
//   apart FILE.npz              `images` [C, n, h, w] bool and `labels`, as Omniglot's FILE.bin
//   CIFAR-10 or CIFAR-100 binary records FILE-idx3-ubyte[.gz]  IDX pictures with their IDX labels
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "llcodes/core/options.h"
#include "llcodes/core/progress.h"
#include "llcodes/data/augment.h"
#include "llcodes/data/dataset.h"

namespace llcodes {

struct DataOptions {
  std::string data;        ///< training data: a name or path as above
  std::string labels;      ///< labels of .npy or IDX data: .npy of integers, or text lines
  std::string classes;     ///< text file of class names, a line each, in label order
  std::string validation;  ///< data to select on; empty: a share of the training data
  std::string validation_labels;
  std::string test;  ///< data to report on; empty: none
  std::string test_labels;
  double validation_share = 0.1;   ///< held out of each class where no validation data is given
  std::int64_t picture_size = 32;  ///< side that pictures of a folder or Omniglot are brought to
  double centre_share = 1;         ///< evaluation sees that share of a picture's shorter side
  std::string pictures = "auto";   ///< auto | memory | disk: where decoded pictures of a folder are
  std::string picture_cache;       ///< folder that keeps decoded pictures; empty: none
  std::string split;               ///< split file (data/split_file.h) of a folder
  std::string part;                ///< its part, where one data set is opened
  std::int64_t split_seed = 0;
  double max_bad_share = 0.01;  ///< undecodable pictures beyond this share are an error
  std::string cache;            ///< folder for rendered data; empty: ~/.cache/llcodes
};

OptionTable options_of(DataOptions& options);

/// $XDG_CACHE_HOME/llcodes or ~/.cache/llcodes. Throws std::invalid_argument if neither is known.
std::string default_cache_folder();

/// A picture that could not be decoded and was left out.
struct SkippedFile {
  std::string path;
  std::string reason;
};

/// Everything one training run needs. `test` and `ood` may be null; `train` may be null when the
/// data was opened only to be encoded.
struct DataBundle {
  std::string name;  ///< "kanji-1000", "cifar100", or the path
  std::vector<std::string> class_names;
  std::shared_ptr<const Dataset> train;
  std::shared_ptr<const Dataset> validation;
  std::shared_ptr<const Dataset> test;
  std::shared_ptr<const Dataset> ood;             ///< instances of none of the classes
  std::shared_ptr<const Dataset> validation_ood;  ///< others, to choose by; may be null
  AugmentOptions augment;                         ///< what suits this kind of data
  double centre_share = 1;      ///< how evaluation cuts picture files; a model keeps it
  Normalization normalization;  ///< from the training pictures or known constants
  std::vector<SkippedFile> skipped;
  std::string opened_with;        ///< how to open it again, TOML; a run folder keeps it
  std::uint64_t fingerprint = 0;  ///< of content, labels and split: resume checks it
};

/// Opens training, validation and test data. Checks: same shape everywhere, labels in range, at
/// least two classes, no class without a training instance, finite features. `progress` is called
/// from several threads, one at a time.
/// Throws std::invalid_argument, FormatError or std::system_error, naming file and cure.
DataBundle open_training_data(const DataOptions& options, const Progress& progress = {});

/// One data set to encode or evaluate; labels are optional. `data` may be "kanji:test",
/// "kanji:validation", "kanji:train", "kanji:ood", "kanji:ood-tune", "kanji:ood-test",
/// "kanji:ood-validation", a single picture file, or any path as above.
struct OpenedData {
  std::shared_ptr<const Dataset> dataset;
  std::vector<std::string> class_names;  ///< empty if unknown
  std::vector<SkippedFile> skipped;
};
OpenedData open_data(const std::string& data, const std::string& labels, const DataOptions& options,
                     const Progress& progress = {});

}  // namespace llcodes
