// Trainings and measurements that are done once and kept.
//
// A cell is one training. It lives in a folder named by a hash of everything that decides its
// result (options, data, augmentation), so that a table that is asked for again, or another table
// with the same cell, finds it; one that was interrupted goes on. Measurements lie beside the
// model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "cli/verb.h"

namespace llcodes::cli {

/// What to measure: accuracy on test data, retrieval with test data as queries to training and
/// validation data, or how strangers are told from test data.
enum class Measure { kAccuracy, kRetrieval, kRealRetrieval, kOod };

/// One training and which of its models to look at.
struct Cell {
  std::string name;  ///< for progress: "random, seed 2"
  TrainOptions options;
  Measure measure = Measure::kAccuracy;
  std::string model = "model.llc";  ///< or linear.llc, model-10.llc, ...
  std::filesystem::path linear;     ///< of kOod: the classifier whose scores are the baselines
};

/// "mhd" -> 0.75, "unique" -> 1000, "seconds" -> 12.3, ...
using Values = std::map<std::string, double>;

/// Instances of no class, by path; both may be empty.
struct StrangerPaths {
  std::string test;
  std::string tuning;  ///< that the baselines are tuned on; empty: half of the test ones' classes
};

/// Thrown when SIGINT or SIGTERM stopped a training; its state is saved.
struct Interrupted {};

class Experiments {
 public:
  Experiments(const DataBundle& data, StrangerPaths strangers, std::filesystem::path folder,
              Context& context);

  /// The model of a cell, trained now unless it is there. Throws Interrupted.
  std::filesystem::path model_of(const Cell& cell);
  /// Its measurements, likewise.
  Values measure(const Cell& cell);
  /// True if measure() would only read.
  bool is_known(const Cell& cell) const;

  const DataBundle& data() const { return data_; }

 private:
  std::filesystem::path folder_of(const Cell& cell) const;
  std::filesystem::path result_of(const Cell& cell) const;
  Values measure_now(const Cell& cell);
  Values accuracy(const Cell& cell, const std::filesystem::path& model);
  Values retrieval(const std::filesystem::path& model, Measure measure);
  Values ood(const Cell& cell, const std::filesystem::path& model);
  EncodedSet encode(const std::filesystem::path& model, const Dataset& dataset);

  const DataBundle& data_;
  StrangerPaths strangers_;
  std::filesystem::path folder_;
  Context& context_;
};

}  // namespace llcodes::cli
