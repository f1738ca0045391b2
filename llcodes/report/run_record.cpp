#include "llcodes/report/run_record.h"

#include <algorithm>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/learn/train_options.h"
#include "llcodes/search/index.h"

namespace llcodes::report {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

[[noreturn]] void refuse(const fs::path& path, const std::string& problem,
                         const std::string& cure) {
  throw std::invalid_argument("report of " + path.string() + ": " + problem + "; " + cure);
}

bool trains_a_linear_classifier(const fs::path& folder) {
  const fs::path file = folder / "args.toml";
  if (!fs::exists(file)) return false;
  TrainOptions options;
  read_toml(options_of(options), read_text(file), file.string());
  return options.method == "linear";
}

void check_folder(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    refuse(folder, "there is no such folder", "give the run folder that train or demo made");
  }
  if (fs::exists(folder / "model.llc")) return;
  if (trains_a_linear_classifier(folder)) {
    refuse(folder, "the run is of a linear classifier, and a report needs codes",
           "train with --method llc");
  }
  if (fs::exists(folder / "args.toml")) {
    refuse(folder, "the run has no model.llc yet",
           "finish it with `llcodes train --resume " + folder.string() + "` first");
  }
  refuse(folder, "found no model.llc there", "give the run folder that train or demo made");
}

Container open_model(const fs::path& path) {
  Container container = Container::open(path, "llcodes.model");
  if (!container.has_tensor("codebook.codes")) {
    refuse(path, "it is a linear classifier without codes", "train with --method llc");
  }
  return container;
}

json parse_json(const std::string& text, const fs::path& path, const std::string& field) {
  const json value = json::parse(text, nullptr, false);
  if (!value.is_object()) throw FormatError(path.string(), field, shown(text), "a JSON object");
  return value;
}

json read_json(const fs::path& path) {
  return fs::exists(path) ? parse_json(read_text(path), path, "content") : json();
}

std::vector<EpochMetrics> read_epochs(const fs::path& path) {
  if (!fs::exists(path)) return {};
  json epochs = json::array();
  for (const std::string& line : read_lines(path)) {
    if (line.empty()) continue;
    epochs.push_back(parse_json(line, path, "line " + std::to_string(epochs.size() + 1)));
  }
  try {
    return history_from_json({{"epochs", epochs}, {"losses", json::array()}}).epochs;
  } catch (const json::exception& error) {
    throw FormatError(path.string(), "epoch", error.what(), "the metrics that train writes");
  }
}

std::optional<EncodedSet> read_codes(const fs::path& path, const Codebook& codebook) {
  if (!fs::exists(path)) return std::nullopt;
  EncodedSet set = EncodedSet::load(path);
  if (set.codes.num_bits() != codebook.num_bits()) {
    refuse(path,
           "its codes have " + std::to_string(set.codes.num_bits()) + " bits, those of model.llc " +
               std::to_string(codebook.num_bits()),
           "encode the data again with this model");
  }
  if (!set.codebook.empty() && !has_fingerprint(codebook.codes(), set.codebook)) {
    refuse(path, "another model than model.llc made its codes",
           "encode the data again with this model");
  }
  if (!set.codebook.empty() &&
      are_outdated(path.parent_path() / "model.llc", codebook.codes(), set.codebook)) {
    refuse(path, "its codes were made before classes were added to model.llc",
           "encode the data again with this model");
  }
  return set;
}

/// Test and training codes are of use only with the class of each.
std::optional<EncodedSet> read_labelled(const fs::path& path, const Codebook& codebook) {
  std::optional<EncodedSet> set = read_codes(path, codebook);
  if (!set) return set;
  const auto known = [&](std::int32_t label) {
    return label >= 0 && static_cast<std::size_t>(label) < codebook.num_classes();
  };
  if (set->labels.empty() || !std::all_of(set->labels.begin(), set->labels.end(), known)) {
    refuse(path, "not every instance has a class that the model knows",
           "encode labelled data of these classes");
  }
  return set;
}

std::optional<LinearClassifier> read_linear(const fs::path& path, const Codebook& codebook) {
  if (!fs::exists(path)) return std::nullopt;
  LinearClassifier linear = LinearClassifier::load(path);
  if (linear.class_names != codebook.class_names()) {
    refuse(path, "its classes are not those of model.llc", "remove the foreign file");
  }
  return linear;
}

/// Features are kept for the linear classifier, so they must be those that it reads.
void check_features(const RunRecord& run, const std::optional<EncodedSet>& set, const char* file) {
  if (!run.linear || !set || set->features.empty()) return;
  if (!set->classifier.empty() && set->classifier != run.linear->fingerprint()) {
    refuse(run.folder / file, "its features are of another linear model than linear.llc",
           "encode the data again with --linear RUN/linear.llc");
  }
  if (set->num_features() == run.linear->num_features()) return;
  refuse(run.folder / file,
         "its instances have " + std::to_string(set->num_features()) +
             " features, linear.llc reads " + std::to_string(run.linear->num_features()),
         "encode the data again with --linear RUN/linear.llc");
}

template <class Value>
std::optional<Value> optional_field(const json& object, const char* name) {
  if (!object.is_object() || !object.contains(name)) return std::nullopt;
  try {
    return object.at(name).get<Value>();
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

RunRecord read_run(const fs::path& folder) {
  check_folder(folder);
  const Container model = open_model(folder / "model.llc");
  RunRecord run{.folder = folder, .codebook = Codebook::load(model)};
  run.min_probability = own_threshold(model).value_or(run.min_probability);
  run.epochs = read_epochs(folder / "metrics.jsonl");
  run.linear = read_linear(folder / "linear.llc", run.codebook);
  run.test = read_labelled(folder / "test-codes.llc", run.codebook);
  run.train = read_labelled(folder / "train-codes.llc", run.codebook);
  run.ood = read_codes(folder / "ood-codes.llc", run.codebook);
  check_features(run, run.test, "test-codes.llc");
  check_features(run, run.ood, "ood-codes.llc");
  run.environment = read_json(folder / "env.json");
  const json demo = read_json(folder / "demo.json");
  run.seconds = optional_field<double>(demo, "seconds");
  run.data_name = optional_field<std::string>(demo, "data").value_or("");
  return run;
}

}  // namespace llcodes::report
