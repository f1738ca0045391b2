// The data sets that `reproduce` knows by name.
//
//   kanji       rendered from installed fonts
//   cifar100    FOLDER/train.bin, test.bin, class_names.txt (CIFAR-100's binary records);
//               strangers are the clothes of Fashion-MNIST, where its package is installed
//   omniglot    FOLDER/images_background.npz; a quarter of each character's writers are the test
//               data, the alphabets of images_evaluation.npz are strangers
//   clinc150    FOLDER/{train,val,test}_x.npy, _y.npy, classes.txt (embedded sentences), and
//               oos_{val,test}_x.npy as strangers
//   files       --data, --validation and --test with their labels, as for `train`
#pragma once

#include <string>
#include <vector>

#include "cli/experiments.h"
#include "llcodes/data/source.h"

namespace llcodes::cli {

inline const std::vector<std::string> kBenchmarkSets = {"kanji", "cifar100", "omniglot", "clinc150",
                                                        "files"};

/// Fills in the paths of a named set. Throws std::invalid_argument if its folder or the training
/// data is missing.
void name_files(const std::string& set, const std::string& folder, DataOptions& options);

/// The set's own strangers and hierarchy, where it has any and none are given. Strangers to tune on
/// are those that validation data are measured beside.
void name_companions(const std::string& set, const std::string& folder, Part measured,
                     Companions& paths);

/// Where the set's own strangers would be; empty: it has none.
std::string own_strangers(const std::string& set, const std::string& folder);

/// Fewer epochs where the set is large: kanji's fifteen rows of classification are 66 epochs in
/// all.
void choose_epochs(const std::string& set, TrainOptions& options);

/// True if the set's own strangers are of classes that can be added to a model. Kanji's beside
/// validation data have four pictures each, fewer than the examples to be shown.
bool has_stranger_classes(const std::string& set, Part measured);

/// Opens the set; data without test data gives a quarter of each class for it, always the same.
DataBundle open_benchmark(const DataOptions& options, const Progress& progress);

}  // namespace llcodes::cli
