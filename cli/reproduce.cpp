// llcodes reproduce: the comparisons of the paper, each one command.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/benchmark_sets.h"
#include "cli/experiments.h"
#include "cli/json_text.h"
#include "cli/reproduce_report.h"
#include "cli/reproduce_tables.h"
#include "cli/strangers.h"
#include "cli/table.h"
#include "cli/training.h"
#include "cli/verb.h"
#include "llcodes/core/file.h"
#include "llcodes/taxonomy/hierarchy.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

/// What the rows of the tables set themselves.
const std::vector<std::string> kOwnOfRows = {"method", "codebook", "nested", "start-from",
                                             "freeze-layers"};

bool needs_strangers(const std::string& table) {
  return table.starts_with("ood") || table == "extend";
}

class ReproduceVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {
        .name = "reproduce",
        .purpose = "measure the paper's comparisons on a data set of yours",
        .details =
            "Trains every row of a table for every seed and measures it on test data, or with "
            "--on validation on validation data, to choose options by. Each "
            "training is kept in the folder under a hash of its options and data: started "
            "again after an interruption it goes on, and tables share what they have in "
            "common. Options of training apply to all rows; without epochs of yours kanji takes "
            "6 + 1 + 2 (linear, phase 1, phase 2). A table writes TABLE.md and "
            "TABLE.json, with the paper's ImageNet figures in columns of their own.",
        .positionals = {},
        .examples = {"llcodes reproduce --set kanji --table classification --seeds 1",
                     "llcodes reproduce --set clinc150 --folder clinc150 --table all",
                     "llcodes reproduce --set files --data x.npy --labels y.npy --table bits"},
        .writes_into = {{"out"}}};
  }

  OptionTable options() override {
    OptionTable table;
    std::vector<std::string> tables = kTableNames;
    tables.push_back("all");
    table.group("Reproduction")
        .text("set", set_, "data set; `files` takes --data, --test, ...", kBenchmarkSets)
        .text("folder", folder_, "where the files of cifar100, omniglot or clinc150 are")
        .text("table", table_, "what to compare", tables)
        .list("row", rows_, "only rows of this name, or whose names begin so; may be repeated")
        .number("seeds", seeds_, "trainings of each row, seeds from --seed on", 1, 1000)
        .text("on", on_, "what to measure on; validation: beside strangers of --tune-ood",
              {"test", "validation"})
        .text("out", out_, "folder of tables and trainings; empty: reproduce/<set>")
        .short_name('o')
        .text("ood", companions_.ood,
              "ood, ood-tuning, extend: instances of no class; empty: the set's own")
        .text("tune-ood", companions_.tune_ood,
              "ood: others to tune MSP on; empty: the first half of the classes of --ood")
        .text("hierarchy", companions_.hierarchy,
              "taxonomy: groups of the classes, as of `taxonomy`; empty: the set's own")
        .number("retrieval-per-class", table_options_.retrieval_per_class,
                "retrieval: training instances a class; 0: a tenth of them", 0, 1'000'000)
        .number("retrieval-epochs", table_options_.retrieval_epochs,
                "retrieval: epochs of fine-tuning", 2, 10000);
    table.append(options_of(train_)).append(options_of(data_)).append(augment_table(augment_));
    for (Option& option : table.all()) {
      if (std::ranges::count(kOwnOfRows, option.name) > 0) option.help = "each row has its own";
    }
    return table;
  }

  int run(Context& context) override {
    train_ = recipe_options(train_.recipe);
    choose_epochs(set_, train_);
    context.reread_options();
    check(train_);
    refuse_own_rows();
    name_files(set_, folder_, data_);
    name_companions(set_, folder_, measured_part(), companions_);
    check_companions();
    check_out_folder();
    const DataOptions named = data_;
    context.network.require();
    DataBundle bundle = open_benchmark(named, context.console.progress());
    context.console.finish_progress();
    check_companions_of(bundle, context);
    augment_ = bundle.augment;
    context.reread_options();
    bundle.augment = augment_;
    bundle.opened_with = reopening_options(named, bundle.augment);
    table_options_.base = train_;
    Experiments experiments(bundle, companions_, measured_part(), out_folder(), context);
    try {
      return make_tables(experiments, context);
    } catch (const Interrupted&) {
      context.console.warn("stopped; the same command goes on where it was");
      return kInterrupted;
    }
  }

 private:
  void refuse_own_rows() const {
    const bool changed = train_.method != "llc" || train_.codebooks.codebook != "learnt" ||
                         !train_.transfer.start_from.empty() || !train_.codebooks.nested.empty() ||
                         !train_.transfer.freeze_layers.empty();
    if (!changed) return;
    throw std::invalid_argument(
        "the rows of a table choose --method, --codebook, --nested, --start-from and "
        "--freeze-layers themselves; leave these out, or use `llcodes train`");
  }

  void check_companions() const {
    check_exists("ood", companions_.ood);
    check_exists("tune-ood", companions_.tune_ood);
    check_exists("hierarchy", companions_.hierarchy);
    if (!needs_strangers(table_) || !companions_.ood.empty()) return;
    const std::string own = own_strangers(set_, folder_);
    throw std::invalid_argument("--table " + table_ +
                                " needs --ood: instances of none of the classes" +
                                (own.empty() ? "" : "; the set's own are not all there: " + own));
  }

  /// What is no use beside the data is told before anything is trained.
  void check_companions_of(const DataBundle& data, Context& context) const {
    for (const std::string& table : tables()) {
      if (needs_strangers(table)) {
        check_strangers({companions_, *data.train, measured_part(), table == "extend"}, context);
      }
      if (table == "taxonomy" && !companions_.hierarchy.empty()) {
        read_hierarchy({companions_.hierarchy, data.class_names});
      }
    }
  }

  static void check_exists(const std::string& option, const std::string& path) {
    if (path.empty() || path.starts_with("kanji") || fs::exists(path)) return;
    throw std::invalid_argument("--" + option + ": found no file or folder " + path);
  }

  void check_out_folder() const {
    if (!fs::exists(out_folder()) || fs::is_directory(out_folder())) return;
    throw std::invalid_argument("--out " + out_folder().string() +
                                " is a file; give a folder for tables and trainings");
  }

  Part measured_part() const { return on_ == "test" ? Part::kTest : Part::kValidation; }

  fs::path out_folder() const {
    return out_.empty() ? fs::path("reproduce") / set_ : fs::path(out_);
  }

  /// Those asked for; of all, those that the data allows.
  std::vector<std::string> tables() const {
    if (table_ != "all") return {table_};
    std::vector<std::string> names = kTableNames;
    if (companions_.ood.empty()) std::erase_if(names, needs_strangers);
    if (!has_stranger_classes(set_, measured_part())) std::erase(names, "extend");
    return names;
  }

  int make_tables(Experiments& experiments, Context& context) {
    std::vector<TableSpec> specs;
    for (const std::string& name : tables())
      specs.push_back(make_table(name, experiments, table_options_));
    nlohmann::json all = nlohmann::json::array();
    for (const TableSpec& spec : with_rows(std::move(specs), rows_)) {
      const MeasuredTable table = measured(spec, experiments, context);
      std::string file = spec.name + (rows_.empty() ? "" : "-rows");  // replaces no whole table
      if (measured_part() == Part::kValidation) file += "-validation";
      write_atomically(out_folder() / (file + ".md"), markdown_of(table));
      write_atomically(out_folder() / (file + ".json"), json_text(json_of(table)));
      if (context.json)
        all.push_back(json_of(table));
      else
        context.console.print(text_of(table) + "\n");
    }
    if (context.json) context.console.print(json_text(all));
    context.console.note("tables: " + out_folder().string() + "/");
    return kSuccess;
  }

  MeasuredTable measured(const TableSpec& spec, const Experiments& experiments,
                         Context& context) const {
    MeasuredTable table{spec.name,    spec.title, spec.protocol, description(experiments.data()),
                        spec.columns, {}};
    const auto seeds = static_cast<std::size_t>(seeds_);
    const std::size_t total = spec.rows.size() * seeds;
    const std::size_t trainings = spec.one_training ? seeds : total;
    const auto start = std::chrono::steady_clock::now();
    std::size_t done = 0;
    for (const Row& row : spec.rows) {
      MeasuredRow result{row.label, {}, row.paper};
      for (std::int64_t seed = train_.seed; seed < train_.seed + seeds_; ++seed) {
        context.console.note(
            progress_line({spec.name, row.label, done++, total, trainings}, start));
        result.seeds.push_back(row.measure(seed));
      }
      // A rule tuned on as many samples as there are has no second row on 100 of them.
      const auto is_empty = [](const Values& values) { return values.empty(); };
      if (!std::ranges::all_of(result.seeds, is_empty)) table.rows.push_back(std::move(result));
    }
    return table;
  }

  struct Place {
    const std::string& table;
    const std::string& row;
    std::size_t done, total;
    std::size_t trainings;  ///< cells that take time
  };

  /// "classification, cell 3 of 30: random (4 min 2 s so far, about 1 h 2 min left)".
  static std::string progress_line(const Place& place,
                                   std::chrono::steady_clock::time_point start) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    std::string line = place.table + ", cell " + std::to_string(place.done + 1) + " of " +
                       std::to_string(place.total) + ": " + place.row;
    if (place.done == 0 || place.done >= place.trainings) return line;
    const double left = elapsed.count() / static_cast<double>(place.done) *
                        static_cast<double>(place.trainings - place.done);
    return line + " (" + duration_text(elapsed.count()) + " so far, about " + duration_text(left) +
           " left)";
  }

  std::string description(const DataBundle& data) const {
    return data.name + ": " + count_text(data.class_names.size()) + " classes, " +
           count_text(data.train->size()) + " training, " + count_text(data.validation->size()) +
           " validation and " + count_text(data.test->size()) + " test instances, " +
           std::to_string(train_.bits) + " bits unless stated, recipe " + train_.recipe +
           ", measured on " + on_ + " data";
  }

  std::string set_ = "kanji", folder_, table_ = "classification", on_ = "test", out_;
  std::vector<std::string> rows_;
  std::int64_t seeds_ = 3;
  Companions companions_;
  TableOptions table_options_;
  TrainOptions train_;
  DataOptions data_;
  AugmentOptions augment_;
};

}  // namespace

std::unique_ptr<Verb> make_reproduce_verb() { return std::make_unique<ReproduceVerb>(); }

}  // namespace llcodes::cli
