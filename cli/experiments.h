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

/// What to measure: accuracy, retrieval with the measured data as queries to all other data, how
/// strangers are told from known instances or become classes, or how the classes relate.
enum class Measure { kAccuracy, kRetrieval, kRealRetrieval, kOod, kGrowth, kTaxonomy };

/// One training and which of its models to look at.
struct Cell {
  std::string name;  ///< for progress: "random, seed 2"
  TrainOptions options;
  Measure measure = Measure::kAccuracy;
  std::string model = "model.llc";  ///< or linear.llc, model-10.llc, ...
  std::filesystem::path linear;     ///< of kOod and kTaxonomy: the classifier to compare with
};

/// "mhd" -> 0.75, "unique" -> 1000, "seconds" -> 12.3, ...
using Values = std::map<std::string, double>;

/// Those named "<group>: ...", by the rest of their names.
Values values_of_group(const Values& all, const std::string& group);

/// The data that figures are measured on: validation data to choose options by, so that test data
/// stay unseen.
enum class Part { kTest, kValidation };

/// What a data set may have beside its instances, by path; each may be empty.
struct Companions {
  std::string ood;        ///< instances of no class
  std::string tune_ood;   ///< others, to tune the baselines on; empty: half of the classes of `ood`
  std::string hierarchy;  ///< of the classes
};

/// How many instances show a new class, in the measurements of kGrowth.
inline constexpr std::size_t kGrowthExamples[] = {1, 2, 5};
/// The group of their figures: "1 example", "2 examples", ...
std::string growth_group(std::size_t examples);

/// Thrown when SIGINT or SIGTERM stopped a training; its state is saved.
struct Interrupted {};

class Experiments {
 public:
  Experiments(const DataBundle& data, Companions companions, Part measured,
              std::filesystem::path folder, Context& context);

  /// The model of a cell, trained now unless it is there. Throws Interrupted.
  std::filesystem::path model_of(const Cell& cell);
  /// Its measurements, likewise.
  Values measure(const Cell& cell);
  /// True if measure() would only read.
  bool is_known(const Cell& cell) const;

  const DataBundle& data() const { return data_; }
  Part measured_part() const { return measured_; }

 private:
  std::filesystem::path folder_of(const Cell& cell) const;
  std::filesystem::path result_of(const Cell& cell) const;
  Values measure_now(const Cell& cell);
  Values figures_of(const Cell& cell, const std::filesystem::path& model);
  Values accuracy(const Cell& cell, const std::filesystem::path& model);
  Values retrieval(const std::filesystem::path& model, Measure measure);
  Values ood(const Cell& cell, const std::filesystem::path& model);
  Values growth(const std::filesystem::path& model);
  Values taxonomy(const Cell& cell, const std::filesystem::path& model);
  EncodedSet encode(const std::filesystem::path& model, const Dataset& dataset);
  const Dataset& measured_data() const;

  const DataBundle& data_;
  Companions companions_;
  std::map<Measure, std::string> companion_keys_;  ///< of the measures that need companions
  Part measured_;
  std::filesystem::path folder_;
  Context& context_;
};

}  // namespace llcodes::cli
