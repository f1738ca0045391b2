#include "cli/reproduce_cells.h"

#include <algorithm>
#include <cmath>

#include "llcodes/learn/phases.h"

namespace llcodes::cli {
namespace {

std::string with_seed(const std::string& name, std::int64_t seed) {
  return name + ", seed " + std::to_string(seed);
}

std::string bits_text(std::int64_t bits) { return " " + std::to_string(bits) + " bits"; }

/// Options of one group as `from` has them.
void copy_group(TrainOptions& to, TrainOptions from, const std::string& group) {
  const OptionTable target = options_of(to), source = options_of(from);
  for (const Option& option : source.all()) {
    if (option.group == group) set_option(*target.find(option.name), text_of(option));
  }
}

/// Sets an option, unless the user chose it: gave it a value of his own, or follows recipe paper.
void suggest(TrainOptions& options, const std::string& name, const std::string& value) {
  TrainOptions untouched = recipe_options(options.recipe == "features" ? "features" : "default");
  const OptionTable target = options_of(options), defaults = options_of(untouched);
  const Option& option = *target.find(name);
  if (text_of(option) == text_of(*defaults.find(name))) set_option(option, value);
}

/// Lets codes read the features alone, as recipe `features` learns them, in the same epochs.
void read_features_alone(TrainOptions& options) {
  TrainOptions features = recipe_options("features");
  const OptionTable source = options_of(features);
  for (const char* name :
       {"class-loss", "backbone-rate", "phase1-lr", "phase2-lr", "codebook-rate"}) {
    suggest(options, name, text_of(*source.find(name)));
  }
  options.answer = 0;
}

/// Options without effect on a linear classifier, so that one serves whatever codes follow; the
/// groups that are about codes alone do not name its cell anyway (experiments.cpp).
void forget_codes(TrainOptions& options) {
  const ObjectiveOptions given = options.objective;
  options.bits = 1;
  options.phase1 = options.phase2 = options.rival = {1, 0};
  options.schedule_epochs = 0;
  options.transfer.backbone_rate = kAutomaticRate;
  options.objective = {
      .feature_dropout = given.feature_dropout, .mixup = given.mixup, .average = given.average};
}

constexpr std::int64_t kLeastWidth = 4;  // of a layer (learn/train_options.cpp)

/// A network with a fraction of the width in all its layers.
void make_narrow(TrainOptions& options, std::int64_t divisor) {
  for (std::int64_t* width : {&options.width, &options.features, &options.hidden}) {
    // 0 features mean no layer of features.
    if (*width > 0) *width = std::max(kLeastWidth, *width / divisor);
  }
}

/// Fine-tuning on few instances: what of a few rates was best for each method on validation data
/// (docs/learning.md), unless the user chose. LLC has the network of its rivals, which read no
/// classifier.
void choose_fine_tuning(TrainOptions& options) {
  if (options.method == "hashnet" || options.method == "csq") suggest(options, "rival-lr", "0.2");
  if (options.method != "llc") return;
  suggest(options, "backbone-rate", "0.1");
  suggest(options, "codebook-rate", "1000");  // a few dozen steps have to do
  read_features_alone(options);
}

}  // namespace

std::int64_t Cells::num_classes() const {
  return static_cast<std::int64_t>(experiments_.data().class_names.size());
}

bool Cells::has_width() const {
  const std::string& name = options_.base.backbone;
  return name == "auto" || name == "cnn" || name == "mlp";
}

bool Cells::can_divide_width(std::int64_t divisor) const {
  const TrainOptions& base = options_.base;
  const auto fits = [&](std::int64_t width) { return width / divisor >= kLeastWidth; };
  const bool is_mlp = base.backbone == "mlp" ||
                      (base.backbone == "auto" && !experiments_.data().train->shape().is_picture);
  return is_mlp ? fits(base.hidden)
                : fits(base.width) && (base.features == 0 || fits(base.features));
}

bool Cells::suffices(std::int64_t bits) const {
  return bits >= 62 || num_classes() <= std::int64_t{1} << bits;
}

std::int64_t Cells::instances_per_class(double share) const {
  const auto instances = static_cast<double>(experiments_.data().train->size());
  const auto per_class = instances / static_cast<double>(num_classes());
  return std::max<std::int64_t>(2, std::llround(share * per_class));
}

std::int64_t Cells::per_class_for_retrieval() const {
  return options_.retrieval_per_class > 0 ? options_.retrieval_per_class : instances_per_class(0.1);
}

Cell Cells::linear(std::int64_t seed) const {
  Cell cell{with_seed("linear classifier", seed), options_.base};
  cell.options.seed = seed;
  cell.options.method = "linear";
  cell.model = "linear.llc";
  forget_codes(cell.options);
  return cell;
}

Cell Cells::longer_linear(std::int64_t seed) const {
  const std::int64_t further = options_.base.phase1.epochs + options_.base.phase2.epochs;
  Cell cell = linear_phase(seed);
  if (epochs_throughout() == 0) {
    cell.options.linear.epochs += further;
  } else {
    cell.options.transfer.start_from = experiments_.model_of(cell).string();
    cell.options.linear.epochs = further;
  }
  cell.name = with_seed("linear classifier, all epochs", seed);
  return cell;
}

std::int64_t Cells::epochs_throughout() const {
  TrainOptions whole = options_.base;
  whole.transfer.start_from.clear();
  return llcodes::epochs_throughout(whole);
}

Cell Cells::linear_phase(std::int64_t seed) const {
  Cell cell = linear(seed);
  if (epochs_throughout() == 0) return cell;
  cell.name = with_seed("linear phase", seed);
  cell.options.schedule_epochs = epochs_throughout();
  return cell;
}

TrainOptions Cells::started(std::int64_t seed) const {
  TrainOptions options = options_.base;
  options.seed = seed;
  options.schedule_epochs = epochs_throughout();
  options.transfer.start_from = experiments_.model_of(linear_phase(seed)).string();
  return options;
}

TrainOptions Cells::started_anew(std::int64_t seed) const {
  TrainOptions options = options_.base;
  options.seed = seed;
  options.schedule_epochs = 0;
  options.transfer.start_from = experiments_.model_of(linear(seed)).string();
  return options;
}

std::filesystem::path Cells::classifier_of_llc(std::int64_t seed) const {
  if (!keeps_classifier()) return experiments_.model_of(linear_phase(seed));
  Cell cell = llc(bits(), seed);
  cell.model = "linear.llc";
  return experiments_.model_of(cell);
}

Cell Cells::llc(std::int64_t bits, std::int64_t seed) const {
  Cell cell{with_seed("llc" + bits_text(bits), seed), options_.base};
  if (options_.base.warm_start) cell.options = started(seed);
  cell.options.seed = seed;
  cell.options.bits = bits;
  return cell;
}

Cell Cells::llc_of_features(std::int64_t seed) const {
  Cell cell{with_seed("llc of features" + bits_text(bits()), seed), options_.base};
  if (options_.base.warm_start) cell.options = started_anew(seed);
  cell.options.seed = seed;
  read_features_alone(cell.options);
  return cell;
}

Cell Cells::own_schedules(std::int64_t seed) const {
  return {with_seed("llc, a schedule for each phase", seed), started_anew(seed)};
}

Cell Cells::fixed(const std::string& codebook, const std::string& assignment,
                  std::int64_t seed) const {
  Cell cell{with_seed(codebook + " codebook", seed), started_anew(seed)};
  cell.options.codebooks.codebook = codebook;
  cell.options.codebooks.assignment = assignment;
  cell.options.phase2.epochs += cell.options.phase1.epochs;
  read_features_alone(cell.options);
  return cell;
}

Cell Cells::clashing(const std::string& codebook, std::int64_t seed) const {
  Cell cell = fixed(codebook, "random", seed);
  cell.name = with_seed(codebook + " codebook, clashes stay", seed);
  cell.options.repair_duplicates = false;
  return cell;
}

Cell Cells::as_paper(const std::vector<std::string>& options, std::int64_t seed) const {
  Cell cell = llc(bits(), seed);
  // A classifier that does not learn on has to have ended its schedule before.
  if (std::ranges::count(options, "class-loss") > 0) cell.options = started_anew(seed);
  TrainOptions paper = recipe_options("paper");
  const OptionTable target = options_of(cell.options), source = options_of(paper);
  cell.name = with_seed("as the paper", seed);
  for (const std::string& option : options) {
    set_option(*target.find(option), text_of(*source.find(option)));
    cell.name += ", --" + option;
  }
  return cell;
}

Cell Cells::from_nothing(std::int64_t seed) const {
  Cell cell = llc(bits(), seed);
  cell.name = with_seed("no linear classifier first", seed);
  cell.options.transfer.start_from.clear();
  cell.options.schedule_epochs = 0;
  cell.options.warm_start = cell.options.reference = false;
  cell.options.phase1.epochs += cell.options.linear.epochs;
  return cell;
}

Cell Cells::paper(double warmup, std::int64_t seed) const {
  const TrainOptions& base = options_.base;
  Cell cell{with_seed(warmup > 0 ? "recipe paper, warm-up" : "recipe paper", seed),
            recipe_options("paper")};
  copy_group(cell.options, base, "Network");
  copy_group(cell.options, base, "Running");
  const double total =
      static_cast<double>(base.linear.epochs + base.phase1.epochs + base.phase2.epochs);
  const auto parts = static_cast<double>(cell.options.phase1.epochs + cell.options.phase2.epochs);
  const double share = static_cast<double>(cell.options.phase1.epochs) / parts;
  cell.options.phase1.epochs = std::max<std::int64_t>(1, std::llround(share * total));
  cell.options.phase2.epochs =
      std::max<std::int64_t>(1, std::llround(total) - cell.options.phase1.epochs);
  cell.options.warmup = warmup;
  cell.options.bits = base.bits;
  cell.options.seed = seed;
  return cell;
}

Cell Cells::cheap_codebook(std::int64_t seed) const {
  Cell cell{with_seed("cheap codebook", seed), options_.base};
  TrainOptions& options = cell.options;
  options.seed = seed;
  make_narrow(options, 2);
  options.transfer.train_per_class = instances_per_class(0.25);
  options.phase2.epochs = 0;
  return cell;
}

Cell Cells::short_phase1(const std::string& start, std::int64_t seed) const {
  Cell cell = llc(bits(), seed);
  cell.name = with_seed(start + " start", seed);
  cell.options.codebook_start = start;
  cell.options.phase1.epochs = std::max<std::int64_t>(1, cell.options.phase1.epochs / 4);
  return cell;
}

Cell Cells::with_cheap_codebook(std::int64_t seed) const {
  Cell cell{with_seed("phase 2 with the cheap codebook", seed), started(seed)};
  cell.options.codebooks.codebook = experiments_.model_of(cheap_codebook(seed)).string();
  return cell;
}

Cell Cells::nested(std::int64_t length, const std::vector<std::int64_t>& lengths,
                   std::int64_t seed) const {
  Cell cell = llc(lengths.back(), seed);
  cell.name = with_seed("nested codes", seed);
  std::string& prefixes = cell.options.codebooks.nested;
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    prefixes += (i == 0 ? "" : ",") + std::to_string(lengths[i]);
  }
  if (length < lengths.back()) cell.model = "model-" + std::to_string(length) + ".llc";
  return cell;
}

Cell Cells::probe(std::int64_t seed) const {
  Cell cell = linear(seed);
  cell.name = with_seed("linear probe", seed);
  cell.options.transfer.start_from = experiments_.model_of(llc(bits(), seed)).string();
  cell.options.transfer.freeze_layers = {"all"};
  return cell;
}

Cell Cells::projection(std::int64_t unfrozen_layers, std::int64_t seed) const {
  const std::string codebook = experiments_.model_of(llc(bits(), seed)).string();
  Cell cell = fixed(codebook, "random", seed);
  cell.name = with_seed("projection", seed);
  cell.options.transfer.freeze_layers = {"all-but-" + std::to_string(unfrozen_layers)};
  return cell;
}

Cell Cells::narrow_linear(std::int64_t divisor, std::int64_t seed) const {
  Cell cell = linear(seed);
  cell.name = with_seed("linear classifier, 1/" + std::to_string(divisor) + " of the width", seed);
  make_narrow(cell.options, divisor);
  return cell;
}

Cell Cells::narrow(std::int64_t divisor, std::int64_t seed) const {
  const std::string codebook = experiments_.model_of(llc_of_features(seed)).string();
  Cell cell = fixed(codebook, "random", seed);
  cell.name = with_seed("llc, 1/" + std::to_string(divisor) + " of the width", seed);
  make_narrow(cell.options, divisor);
  cell.options.transfer.start_from = experiments_.model_of(narrow_linear(divisor, seed)).string();
  return cell;
}

Cell Cells::fine_tuned(const std::string& method, std::int64_t bits, std::int64_t seed) const {
  Cell cell{with_seed(method + bits_text(bits), seed), started_anew(seed)};
  TrainOptions& options = cell.options;
  options.method = method;
  options.bits = bits;
  options.transfer.train_per_class = per_class_for_retrieval();
  options.rival.epochs = options_.retrieval_epochs;
  options.phase1.epochs = std::max<std::int64_t>(1, options_.retrieval_epochs / 4);
  options.phase2.epochs =
      std::max<std::int64_t>(1, options_.retrieval_epochs - options.phase1.epochs);
  cell.measure = method == "real" ? Measure::kRealRetrieval : Measure::kRetrieval;
  return cell;
}

Cell Cells::retrieval(const std::string& method, std::int64_t bits, std::int64_t seed) const {
  Cell cell = fine_tuned(method, bits, seed);
  choose_fine_tuning(cell.options);
  return cell;
}

Cell Cells::retrieval_by_recipe(std::int64_t bits, std::int64_t seed) const {
  return fine_tuned("llc", bits, seed);
}

}  // namespace llcodes::cli
