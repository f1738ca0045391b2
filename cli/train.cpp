// llcodes train: labelled data -> class codes and instance codes.
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "cli/accuracy_report.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/linear_accuracy.h"
#include "cli/recipes.h"
#include "cli/shell_word.h"
#include "cli/table.h"
#include "cli/training.h"
#include "cli/verb.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/learn/ranks.h"
#include "llcodes/nn/architectures.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

class TrainVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "train",
            .purpose = "learn class codes and instance codes from labelled data",
            .details =
                "DATA is kanji, a folder of class folders with pictures, an .npy file of "
                "features (with --labels), CIFAR, IDX or Omniglot files. A run lives in a "
                "folder with its arguments, metrics and checkpoints. Ctrl-C saves the state; "
                "--resume goes on with the very same result.",
            .positionals = {{"data", "DATA"}},
            .examples = {"llcodes train photos/ --bits 20 -o photos.llc",
                         "llcodes train features.npy --labels labels.txt --bits 16 -o text.llc",
                         "llcodes train kanji --recipe paper --run runs/paper",
                         "llcodes train photos/ --backbone resnet18 --weights resnet18.safetensors",
                         "llcodes train --resume runs/paper"},
            .writes = {"output"},
            .writes_into = {{"run"}}};
  }

  OptionTable options() override {
    OptionTable table;
    table.group("Files")
        .text("output", output_, "copy of the finished model; it always stays in the run folder")
        .short_name('o')
        .text("run", run_, "folder of the run; empty: runs/<data>-<bits>bit-seed<seed>")
        .text("resume", resume_, "folder of a run to go on with; needs no other option");
    table.append(options_of(train_)).append(options_of(data_)).append(augment_table(augment_));
    return table;
  }

  int run(Context& context) override {
    read_defaults(context);
    check(train_);
    const fs::path folder = run_folder();
    if (ranks_.is_first()) check_paths(folder);
    context.network.require();
    if (!ranks_.is_first()) context.console.set_quiet(true);  // rank 0 speaks for all
    DataBundle bundle = open_training_data(data_, context.console.progress());
    context.console.finish_progress();
    if (ranks_.is_first()) note_data(bundle, context);
    bundle.augment = resolve_augment(bundle.augment, context);
    bundle.opened_with = reopening_options(data_, bundle.augment);
    const TrainResult result = train_interruptibly({train_, bundle, folder, resuming()}, context);
    if (!ranks_.is_first()) return result.finished ? kSuccess : kInterrupted;
    return result.finished ? finish(result, folder, bundle, context) : stopped(folder, context);
  }

 private:
  bool resuming() const { return !resume_.empty(); }

  /// Recipe first, or what the run was started with; then --config; then the command line.
  void read_defaults(Context& context) {
    if (resuming()) {
      read_run_options(resume_, train_, data_, augment_);
    } else {
      use_recipe(context);
    }
    context.reread_options();
    if (data_.data.empty()) {
      throw std::invalid_argument("argument DATA is missing: a data set to learn from");
    }
  }

  /// A recipe file is read twice: what suits the backbone it names comes before its other options.
  void use_recipe(Context& context) {
    recipe_ = find_recipe(train_.recipe);
    train_ = recipe_options(recipe_.path.empty() ? recipe_.name : base_of(recipe_));
    read_recipe();
    context.reread_options();
    const Architecture* architecture = find_architecture(train_.backbone);
    if (!architecture) return;
    data_.picture_size = architecture->picture_size;
    data_.centre_share = architecture->centre_share;
    read_recipe();
  }

  static std::string base_of(const Recipe& recipe) {
    TrainOptions train;
    DataOptions data;
    AugmentOptions augment;
    recipe.apply(options_of(train).append(options_of(data)).append(options_of(augment)));
    return train.recipe;
  }

  void read_recipe() {
    recipe_.apply(options_of(train_).append(options_of(data_)).append(options_of(augment_)));
    train_.recipe = recipe_.name;
  }

  AugmentOptions resolve_augment(const AugmentOptions& suited, Context& context) {
    if (resuming()) return augment_;
    augment_ = suited;
    read_recipe();
    context.reread_options();
    return augment_;
  }

  fs::path run_folder() const {
    if (resuming()) return resume_;
    if (!run_.empty()) return run_;
    fs::path data = fs::absolute(data_.data).lexically_normal();
    if (!data.has_filename()) data = data.parent_path();  // "photos/" is "photos"
    return fs::path("runs") / (data.stem().string() + "-" + std::to_string(train_.bits) +
                               "bit-seed" + std::to_string(train_.seed));
  }

  void check_paths(const fs::path& folder) const {
    if (!resuming() && is_run_folder(folder)) {
      throw std::invalid_argument(
          "run folder " + folder.string() + " exists: go on with `llcodes train --resume " +
          shell_word(folder.string()) + "`, delete it, or choose another with --run");
    }
  }

  static void note_data(const DataBundle& bundle, Context& context) {
    context.console.note(bundle.name + ": " + count_text(bundle.train->size()) + " instances of " +
                         count_text(bundle.class_names.size()) + " classes");
    if (!bundle.skipped.empty()) {
      context.console.warn("skipped " + count_text(bundle.skipped.size()) +
                           " undecodable pictures, first " + bundle.skipped[0].path + ": " +
                           bundle.skipped[0].reason);
    }
  }

  int finish(const TrainResult& result, const fs::path& folder, const DataBundle& bundle,
             Context& context) const {
    const fs::path trained = result.model.empty() ? result.linear : result.model;
    copy_model(trained);
    const std::string model = output_.empty() ? trained.string() : output_;
    Outcome outcome{result, folder, model, measure_test(bundle, result, context), {}};
    if (!outcome.test) outcome.linear_test = measure_linear_test(bundle, result, context);
    context.console.print(context.json ? json_of(outcome) : text_of(outcome));
    return kSuccess;
  }

  struct Outcome {
    const TrainResult& result;
    fs::path folder;
    std::string model;
    std::optional<AccuracyReport> test;
    std::optional<double> linear_test;  ///< where there are no codes
  };

  /// Of kanji, the test typefaces are for `eval`.
  bool measures_test(const DataBundle& bundle) const {
    return bundle.test && data_.data != "kanji";
  }

  std::optional<double> measure_linear_test(const DataBundle& bundle, const TrainResult& result,
                                            Context& context) const {
    if (!measures_test(bundle) || result.linear.empty()) return std::nullopt;
    return measure_linear({result.linear, *bundle.test, {}}, labels_of(*bundle.test), context);
  }

  /// None without test data or codes.
  std::optional<AccuracyReport> measure_test(const DataBundle& bundle, const TrainResult& result,
                                             Context& context) const {
    if (!measures_test(bundle) || result.model.empty()) return std::nullopt;
    const Container model = Container::open(result.model);
    if (!model.has_tensor("codebook.codes")) return std::nullopt;
    const EncodedSet set =
        context.network.encode({result.model, *bundle.test, {}}, context.console.progress());
    context.console.finish_progress();
    AccuracyReport report{"test data", {}, {}};
    report.table = measure_accuracy(Codebook::load(model), set.instances(), set.labels);
    if (!result.linear.empty())
      report.linear = measure_linear({result.linear, *bundle.test, {}}, set.labels, context);
    return report;
  }

  void copy_model(const fs::path& trained) const {
    if (output_.empty()) return;
    try {
      const MappedFile file(trained);
      write_atomically(output_, {file.bytes()});
    } catch (const std::system_error& error) {
      throw RunError(std::string(error.what()) + "; the model is safe in " + trained.string());
    }
  }

  static std::string text_of(const Outcome& outcome) {
    const TrainResult& result = outcome.result;
    std::string text = "trained in " + duration_text(result.seconds) + "; on validation data:";
    if (result.linear_validation) text += " linear " + percent(*result.linear_validation);
    if (!result.model.empty()) text += " soft " + percent(result.soft_validation);
    if (outcome.linear_test) text += "; on test data: linear " + percent(*outcome.linear_test);
    if (outcome.test) text += "\n\n" + cli::text_of(*outcome.test);
    return text + "\nmodel: " + outcome.model + "\nrun:   " + outcome.folder.string() + "\n";
  }

  static std::string json_of(const Outcome& outcome) {
    const TrainResult& result = outcome.result;
    nlohmann::json json = {
        {"model", outcome.model}, {"run", outcome.folder}, {"seconds", result.seconds}};
    if (!result.linear.empty()) json["linear"] = result.linear;
    if (result.linear_validation) json["linear_validation"] = *result.linear_validation;
    if (!result.model.empty()) json["soft_validation"] = result.soft_validation;
    if (outcome.test) json["test"] = cli::json_of(*outcome.test);
    if (outcome.linear_test) json["test"] = {{"linear", *outcome.linear_test}};
    return json_text(json);
  }

  int stopped(const fs::path& folder, Context& context) const {
    context.console.warn("stopped; to go on: llcodes train --resume " +
                         shell_word(folder.string()) +
                         (output_.empty() ? "" : " -o " + shell_word(output_)));
    return kInterrupted;
  }

  std::string output_, run_, resume_;
  const Ranks ranks_ = ranks_of_this_process();
  Recipe recipe_;
  TrainOptions train_;
  DataOptions data_;
  AugmentOptions augment_;
};

}  // namespace

std::unique_ptr<Verb> make_train_verb() { return std::make_unique<TrainVerb>(); }

}  // namespace llcodes::cli
