// llcodes demo: the whole method on a thousand classes that every Debian machine can draw.
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/accuracy_report.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/linear_accuracy.h"
#include "cli/run_report.h"
#include "cli/table.h"
#include "cli/training.h"
#include "cli/verb.h"
#include "llcodes/core/file.h"
#include "llcodes/core/random.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kQuickClasses = 50;

std::shared_ptr<const Dataset> first_classes(std::shared_ptr<const Dataset> dataset) {
  std::vector<std::uint32_t> kept;
  for (std::size_t index = 0; index < dataset->size(); ++index) {
    const auto label = static_cast<std::size_t>(dataset->label(index));
    if (label < kQuickClasses) kept.push_back(static_cast<std::uint32_t>(index));
  }
  return std::make_shared<SubsetDataset>(std::move(dataset), std::move(kept));
}

/// A twentieth of the classes: enough to see that everything works.
void make_quick(DataBundle& bundle) {
  bundle.name = "kanji-" + std::to_string(kQuickClasses);
  bundle.class_names.resize(kQuickClasses);
  for (auto* part : {&bundle.train, &bundle.validation, &bundle.test}) {
    *part = first_classes(std::move(*part));
  }
  bundle.fingerprint = mix(bundle.fingerprint ^ kQuickClasses);
}

class DemoVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "demo",
            .purpose = "learn 20-bit codes of 1000 characters and test them on unseen typefaces",
            .details =
                "Renders kanji-1000 from installed fonts, trains the linear reference, the "
                "codebook (phase 1) and the instance codes (phase 2), and compares all "
                "decoders on typefaces that training never saw. report.html shows it all on one "
                "page. Interrupted, it goes on when started again.",
            .positionals = {},
            .examples = {"llcodes demo", "llcodes demo --quick --out /tmp/demo"},
            .writes_into = {{"out"}}};
  }

  OptionTable options() override {
    OptionTable table;
    table.number("bits", bits_, "bits of a code", 6, kMaxBits)
        .short_name('b')
        .number("seed", seed_, "of weights, order and augmentation", 0, 1'000'000'000)
        .text("out", out_, "folder of all files")
        .short_name('o')
        .text("cache", data_.cache, "folder for rendered characters; empty: ~/.cache/llcodes")
        .number("threads", threads_, "0: all CPUs", 0, 1024)
        .flag("quick", quick_, "50 classes instead of 1000: a minute instead of many");
    return table;
  }

  int run(Context& context) override {
    context.network.require();
    data_.data = "kanji";
    const DataBundle bundle = open(context);
    const auto start = std::chrono::steady_clock::now();
    const TrainResult result = train(bundle, context);
    if (!result.finished) return stopped(context);
    const AccuracyReport report = evaluate(bundle, result, context);
    encode_for_report(bundle, result, context);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    write_results(report, elapsed.count(), context);
    write_page(bundle, context);
    return kSuccess;
  }

 private:
  DataBundle open(Context& context) const {
    DataBundle bundle = open_training_data(data_, context.console.progress());
    context.console.finish_progress();
    if (quick_) make_quick(bundle);
    bundle.opened_with = reopening_options(data_, bundle.augment);
    context.console.note(bundle.name + ": " + count_text(bundle.train->size()) +
                         " pictures to learn from, " + count_text(bundle.test->size()) +
                         " of unseen typefaces to test");
    return bundle;
  }

  fs::path run_folder() const {
    return fs::path(out_) / ((quick_ ? "quick-" : "run-") + std::to_string(bits_) + "bit-seed" +
                             std::to_string(seed_));
  }

  TrainResult train(const DataBundle& bundle, Context& context) const {
    TrainOptions options;
    options.bits = bits_;
    options.seed = seed_;
    options.threads = threads_;
    if (!quick_) choose_epochs(options);
    const fs::path folder = run_folder();
    return train_interruptibly({options, bundle, folder, is_run_folder(folder)}, context);
  }

  /// Under twelve minutes on two cores: the 37,000 pictures are many, so fewer passes do.
  static void choose_epochs(TrainOptions& options) {
    options.linear.epochs = 16;
    options.phase1.epochs = 1;
    options.phase2.epochs = 3;
  }

  EncodeOptions encode_options() const {
    return {.threads = static_cast<int>(threads_), .keep_names = true};
  }

  /// What to encode, and the file of the run folder that keeps it.
  struct Part {
    const Dataset& dataset;
    const char* file;
    bool with_features;  ///< of the linear classifier, for the baselines that need them
  };

  EncodedSet encode(const TrainResult& result, const Part& part, Context& context) const {
    EncodedSet set = context.network.encode({result.model, part.dataset, encode_options()},
                                            context.console.progress());
    context.console.finish_progress();
    if (part.with_features) {
      add_features(set, {result.linear, part.dataset, encode_options()}, context);
    }
    set.save(run_folder() / part.file);
    return set;
  }

  AccuracyReport evaluate(const DataBundle& bundle, const TrainResult& result,
                          Context& context) const {
    const EncodedSet set = encode(result, {*bundle.test, "test-codes.llc", true}, context);
    AccuracyReport report{bundle.name + ", unseen typefaces", {}, {}};
    report.linear = linear_accuracy(result.linear, set);
    const Codebook codebook = Codebook::load(Container::open(result.model));
    report.table = measure_accuracy(codebook, set.instances(), set.labels);
    return report;
  }

  /// What the report shows of retrieval and of strangers.
  void encode_for_report(const DataBundle& bundle, const TrainResult& result,
                         Context& context) const {
    encode(result, {*bundle.train, "train-codes.llc", false}, context);
    encode(result, {*bundle.ood, "ood-codes.llc", true}, context);
  }

  void write_page(const DataBundle& bundle, Context& context) const {
    const ReportRequest request{run_folder(), run_folder() / "report.html", bundle};
    const ReportResult result = write_report(request);
    if (!context.json) context.console.print(text_of(request, result));
  }

  void write_results(const AccuracyReport& report, double seconds, Context& context) const {
    const fs::path folder = run_folder();
    nlohmann::json json = json_of(report);
    json["seconds"] = seconds;
    json["folder"] = folder;
    json["report"] = folder / "report.html";
    const std::string text =
        text_of(report) + "\nlearning and evaluation took " + duration_text(seconds) + "\n";
    write_atomically(folder / "demo.json", json_text(json));
    write_atomically(folder / "demo.txt", text);
    context.console.print(context.json ? json_text(json) : text + files_text(folder));
  }

  static std::string files_text(const fs::path& folder) {
    const std::string model = (folder / "model.llc").string();
    const std::string codes = (folder / "test-codes.llc").string();
    return "files: " + folder.string() +
           "/\n  model.llc, linear.llc, test-codes.llc, demo.txt, "
           "demo.json, metrics.csv, curves.svg, report.html, ...\nnext:  llcodes classify " +
           model + " " + codes + "\n";
  }

  int stopped(Context& context) const {
    context.console.warn("stopped; to go on: start the same command again");
    return kInterrupted;
  }

  std::int64_t bits_ = 20, seed_ = 1, threads_ = 0;
  std::string out_ = "demo";
  bool quick_ = false;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Verb> make_demo_verb() { return std::make_unique<DemoVerb>(); }

}  // namespace llcodes::cli
