#include "cli/experiments.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>

#include "cli/detect_options.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/linear_accuracy.h"
#include "cli/ood_values.h"
#include "cli/real_classes.h"
#include "cli/strangers.h"
#include "cli/training.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/data/fingerprint.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/eval/real_retrieval.h"
#include "llcodes/eval/retrieval.h"
#include "llcodes/extend/growth.h"
#include "llcodes/taxonomy/taxonomy.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kDepth = 1000;  // of MAP, as in the paper

/// Whether a training may depend on it. The recipe is in the values of all others, and a linear
/// classifier knows nothing of codes.
bool is_decisive(const Option& option, const std::string& method) {
  if (option.name == "recipe") return false;
  if (option.group == "Running") return option.name == "steps";
  return method != "linear" || (option.group != "Codes" && option.group != "Codebook");
}

/// All options that change the result, one a line; paths inside the folder without it.
std::string decisive_options(TrainOptions options, const fs::path& folder) {
  std::string text;
  const OptionTable table = options_of(options);
  for (const Option& option : table.all()) {
    if (!is_decisive(option, options.method)) continue;
    std::string value = text_of(option);
    if (value.starts_with(folder.string())) value = fs::path(value).lexically_relative(folder);
    text += option.name + " = " + value + "\n";
  }
  return text;
}

std::string hexadecimal(const Fingerprint& fingerprint) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(fingerprint.value()));
  return text;
}

std::string key_of(const Cell& cell, const DataBundle& data, const fs::path& folder) {
  AugmentOptions augment = data.augment;
  Fingerprint fingerprint;
  fingerprint.add(decisive_options(cell.options, folder));
  fingerprint.add(to_toml(options_of(augment)));
  fingerprint.add(data.fingerprint);
  return hexadecimal(fingerprint);
}

/// The name or path, and what stands there now: a file's bytes, a folder's files by size and time.
void add_content(Fingerprint& fingerprint, const fs::path& path) {
  fingerprint.add(path.string() + "\n");
  if (fs::is_regular_file(path)) fingerprint.add(MappedFile(path).bytes());
  if (!fs::is_directory(path)) return;
  std::set<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    files.insert(entry.path().string() + " " + std::to_string(entry.file_size()) + " " +
                 std::to_string(entry.last_write_time().time_since_epoch().count()));
  }
  for (const std::string& file : files) fingerprint.add(file);
}

/// Names what a measurement of strangers was made with, beside the data, and which figures it has:
/// another name for `figures` measures again what is kept with fewer.
std::string key_of_strangers(const Companions& paths, std::string_view figures) {
  Fingerprint fingerprint;
  fingerprint.add(figures);
  add_content(fingerprint, paths.ood);
  add_content(fingerprint, paths.tune_ood);
  return hexadecimal(fingerprint);
}

std::string key_of_hierarchy(const Companions& paths) {
  Fingerprint fingerprint;
  add_content(fingerprint, paths.hierarchy);
  return hexadecimal(fingerprint);
}

/// By what the names of their files end in; reads all companions, which may be large.
std::map<Measure, std::string> keys_of(const Companions& paths) {
  return {{Measure::kOod, key_of_strangers(paths, "rules, kNN, tuning")},
          {Measure::kGrowth, key_of_strangers(paths, "growth")},
          {Measure::kTaxonomy, key_of_hierarchy(paths)}};
}

/// Of a measurement that is kept. Throws FormatError if the file was damaged.
Values read_values(const fs::path& path) {
  const json result = json::parse(read_text(path), nullptr, false);
  if (result.is_object() && result.contains("values") && result["values"].is_object()) {
    try {
      return result["values"].get<Values>();
    } catch (const json::exception&) {
    }
  }
  throw FormatError(path.string(), "values", "other content",
                    "the figures that reproduce writes; remove the file to measure again");
}

/// Seconds of training by phase, over all processes that worked on the run.
std::map<std::string, double> seconds_by_phase(const fs::path& run) {
  std::map<std::string, double> seconds;
  for (const std::string& line : read_lines(run / "metrics.jsonl")) {
    if (line.empty()) continue;
    const json epoch = json::parse(line);
    seconds[epoch.at("phase")] += epoch.at("seconds").get<double>();
  }
  return seconds;
}

std::string name_of(Measure measure) {
  switch (measure) {
    case Measure::kAccuracy:
      return "accuracy";
    case Measure::kRetrieval:
      return "retrieval";
    case Measure::kRealRetrieval:
      return "real-retrieval";
    case Measure::kOod:
      return "ood";
    case Measure::kGrowth:
      return "growth";
    case Measure::kTaxonomy:
      return "taxonomy";
  }
  return "";
}

void append(EncodedSet& set, const EncodedSet& other) {
  for (std::size_t i = 0; i < other.codes.size(); ++i) set.codes.push_back(other.codes[i]);
  set.labels.insert(set.labels.end(), other.labels.begin(), other.labels.end());
  set.projections.insert(set.projections.end(), other.projections.begin(), other.projections.end());
}

}  // namespace

Values values_of_group(const Values& all, const std::string& group) {
  Values values;
  const std::string prefix = group + ": ";
  for (const auto& [name, value] : all) {
    if (name.starts_with(prefix)) values[name.substr(prefix.size())] = value;
  }
  return values;
}

std::string growth_group(std::size_t examples) {
  return std::to_string(examples) + (examples == 1 ? " example" : " examples");
}

Experiments::Experiments(const DataBundle& data, Companions companions, Part measured,
                         fs::path folder, Context& context)
    : data_(data),
      companions_(std::move(companions)),
      companion_keys_(keys_of(companions_)),
      measured_(measured),
      folder_(fs::absolute(folder).lexically_normal()),
      context_(context) {}

fs::path Experiments::folder_of(const Cell& cell) const {
  const TrainOptions& o = cell.options;
  const std::string bits = o.method == "linear" ? "" : "-" + std::to_string(o.bits) + "bit";
  return folder_ / "cells" /
         (o.method + bits + "-seed" + std::to_string(o.seed) + "-" + key_of(cell, data_, folder_));
}

fs::path Experiments::result_of(const Cell& cell) const {
  const std::string model = fs::path(cell.model).stem().string();
  std::string measure = name_of(cell.measure);
  const auto key = companion_keys_.find(cell.measure);
  if (key != companion_keys_.end()) measure += "-" + key->second;
  if (measured_ == Part::kValidation) measure = "validation-" + measure;
  return folder_of(cell) / (measure + "-" + model + ".json");
}

bool Experiments::is_known(const Cell& cell) const { return fs::exists(result_of(cell)); }

fs::path Experiments::model_of(const Cell& cell) {
  const fs::path run = folder_of(cell), model = run / cell.model;
  const bool is_linear = cell.options.method == "linear";
  // A linear model also appears in the middle of a run, so the run's last file tells its end.
  if (fs::exists(run / (is_linear ? "linear.llc" : "model.llc"))) return model;
  context_.console.note(cell.name + ": " + run.string());
  if (!train_interruptibly({cell.options, data_, run, is_run_folder(run)}, context_).finished) {
    throw Interrupted{};
  }
  fs::remove(run / "last.ckpt");  // as large as four models, and of no more use
  return model;
}

Values Experiments::measure(const Cell& cell) {
  const fs::path path = result_of(cell);
  if (fs::exists(path)) return read_values(path);
  const Values values = measure_now(cell);
  const json result = {{"values", values},
                       {"data", data_.name},
                       {"options", decisive_options(cell.options, folder_)}};
  write_atomically(path, json_text(result));
  return values;
}

Values Experiments::measure_now(const Cell& cell) {
  Values values = figures_of(cell, model_of(cell));
  for (const auto& [phase, seconds] : seconds_by_phase(folder_of(cell))) {
    values["seconds"] += seconds;
    if (phase == "phase1") values["codebook_seconds"] += seconds;
  }
  return values;
}

Values Experiments::figures_of(const Cell& cell, const fs::path& model) {
  switch (cell.measure) {
    case Measure::kAccuracy:
      return accuracy(cell, model);
    case Measure::kRetrieval:
    case Measure::kRealRetrieval:
      return retrieval(model, cell.measure);
    case Measure::kOod:
      return ood(cell, model);
    case Measure::kGrowth:
      return growth(model);
    case Measure::kTaxonomy:
      return taxonomy(cell, model);
  }
  throw std::logic_error("unknown measurement");
}

EncodedSet Experiments::encode(const fs::path& model, const Dataset& dataset) {
  const EncodedSet set = context_.network.encode({model, dataset, {}}, context_.console.progress());
  context_.console.finish_progress();
  return set;
}

const Dataset& Experiments::measured_data() const {
  return measured_ == Part::kTest ? *data_.test : *data_.validation;
}

Values Experiments::accuracy(const Cell& cell, const fs::path& model) {
  const Dataset& data = measured_data();
  if (cell.model == "linear.llc") {
    return {{"linear", measure_linear({model, data, {}}, labels_of(data), context_)}};
  }
  const Codebook codebook = Codebook::load(Container::open(model));
  const EncodedSet set = encode(model, data);
  const AccuracyTable table =
      measure_accuracy(codebook, set.instances(), set.labels, {.radii = {}, .budgets = {}});
  Values values = {{"unique", static_cast<double>(table.codebook.unique_codes)},
                   {"min_distance", static_cast<double>(table.codebook.min_distance)},
                   {"bits_right", table.bits_right}};
  for (const AccuracyRow& row : table.rows) {
    if (row.decoder == "ED") values["ed"] = row.accuracy;
    if (row.decoder == "MHD") values["mhd"] = row.accuracy;
    if (row.decoder == "soft") values["soft"] = row.accuracy;
  }
  return values;
}

/// The database is training data whole, with validation data unless these are the queries.
Values Experiments::retrieval(const fs::path& model, Measure measure) {
  const EncodedSet queries = encode(model, measured_data());
  EncodedSet database = encode(model, *data_.train);
  if (measured_ == Part::kTest) append(database, encode(model, *data_.validation));
  const auto scores = [](double cmap, double rmap, double precision, double recall) {
    return Values{{"cmap", cmap}, {"rmap", rmap}, {"precision", precision}, {"recall", recall}};
  };
  if (measure == Measure::kRetrieval) {
    const RetrievalTable table = measure_retrieval(
        {queries.codes, queries.labels}, {database.codes, database.labels}, {.depths = {kDepth}});
    const RetrievalRow& row = table.rows.front();
    return scores(row.cmap, row.rmap, row.precision, row.recall);
  }
  const auto dimension = static_cast<std::size_t>(queries.codes.num_bits());
  Values values;
  for (const RealMetric metric : {RealMetric::kEuclidean, RealMetric::kCosine}) {
    const RankingScores found = measure_real_retrieval({queries.projections, queries.labels},
                                                       {database.projections, database.labels},
                                                       {dimension, kDepth, metric});
    if (values.empty() || found.cmap > values["cmap"]) {
      values = scores(found.cmap, found.rmap, found.precision, found.recall);
    }
  }
  return values;
}

Values Experiments::ood(const Cell& cell, const fs::path& model) {
  const Codebook codebook = load_codebook(model);
  const auto encode_with_features = [&](const Dataset& dataset) {
    EncodedSet set = encode(model, dataset);
    add_features(set, {cell.linear, dataset, {}}, context_);
    return set;
  };
  const Strangers strangers = open_strangers(companions_, model, context_);
  const EncodedSet calibration = encode_with_features(*data_.validation);
  const EncodedSet tuning = encode_with_features(*strangers.tuning);
  const bool on_test = measured_ == Part::kTest;
  const EncodedSet known = on_test ? encode_with_features(*data_.test) : calibration;
  const EncodedSet unknown = on_test ? encode_with_features(*strangers.test) : tuning;
  const EncodedSet reference = encode_with_features(*data_.train);
  const std::size_t per_class = reference.codes.size() / codebook.num_classes();
  const LinearClassifier classifier = LinearClassifier::load(cell.linear);
  return values_of(
      measure_ood({.codebook = codebook,
                   .known = known,
                   .ood = unknown,
                   .calibration = &calibration,
                   .tuning = &tuning,
                   .linear = &classifier,
                   .reference = &reference,
                   .min_probability = threshold_of(model)},
                  {.neighbours = std::clamp<std::size_t>(per_class, 1, kUsualNeighbours)}));
}

/// The strangers that OOD detection is measured on become classes.
Values Experiments::growth(const fs::path& model) {
  const Codebook codebook = load_codebook(model);
  const Strangers strangers = open_strangers(companions_, model, context_);
  const std::optional<AnswerReader> reader = AnswerReader::load(model);
  const auto encode_for_growth = [&](const Dataset& dataset) {
    EncodedSet set = encode(model, dataset);
    if (reader) add_features(set, {model, dataset, {}}, context_);
    return set;
  };
  const Dataset& shown = strangers.measured(measured_);
  const EncodedSet known = encode_for_growth(measured_data());
  const EncodedSet unknown = encode_for_growth(shown);
  const std::vector<std::int32_t> kinds = kinds_of(shown);
  Values values;
  for (const std::size_t examples : kGrowthExamples) {
    const Growth growth = measure_growth(
        {codebook, reader ? &*reader : nullptr}, {known.instances(), known.labels, known.features},
        {unknown.instances(), kinds, unknown.features}, {.examples = examples});
    const std::string group = growth_group(examples) + ": ";
    values[group + "added"] = growth.added;
    values[group + "old_before"] = growth.old_before;
    values[group + "old_after"] = growth.old_after;
  }
  return values;
}

Values Experiments::taxonomy(const Cell& cell, const fs::path& model) {
  const Codebook codebook = load_codebook(model);
  std::optional<Hierarchy> hierarchy;
  if (!companions_.hierarchy.empty()) {
    hierarchy = read_hierarchy({companions_.hierarchy, codebook.class_names()});
  }
  const Taxonomy taxonomy = discover_taxonomy(codebook, load_real_classes(cell.linear, codebook),
                                              hierarchy, {}, context_.console.progress());
  context_.console.finish_progress();
  Values values;
  for (const TaxonomyRow& row : taxonomy.rows) {
    const std::string name = row.name + ": ";
    if (row.spearman) values[name + "spearman"] = *row.spearman;
    if (row.spearman_means) values[name + "spearman_means"] = *row.spearman_means;
    if (!row.agreement) continue;
    if (row.agreement->purity) values[name + "purity"] = *row.agreement->purity;
    values[name + "nmi"] = row.agreement->mutual_information;
    if (row.agreement->cophenetic) values[name + "cophenetic"] = *row.agreement->cophenetic;
  }
  return values;
}

}  // namespace llcodes::cli
