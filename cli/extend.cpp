// llcodes extend: new classes for a trained model, from instances that no class fits.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "cli/code_labels.h"
#include "cli/detect_options.h"
#include "cli/json_text.h"
#include "cli/named_instances.h"
#include "cli/shell_word.h"
#include "cli/table.h"
#include "cli/unused_options.h"
#include "cli/verb.h"
#include "llcodes/core/file.h"
#include "llcodes/core/printable.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/extend/grouping.h"
#include "llcodes/extend/new_classes.h"

namespace llcodes::cli {
namespace {

using nlohmann::json;

/// What was measured about a model before and after.
struct Checks {
  std::optional<double> old_before, old_after;  ///< accuracy on the old classes
  std::optional<double> added;                  ///< share of test instances on their new class
  std::size_t added_instances = 0;
};

class ExtendVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "extend",
            .purpose = "add new classes to a model without retraining",
            .details =
                "Two steps. With --groups: instances that `detect` rejects are grouped and written "
                "as lines instance<TAB>group, for you to name. With --named: each named group "
                "becomes a class on a free code and, where codes read the model's classifier, a "
                "row of it (this needs the data themselves, not their codes); nothing is trained.",
            .positionals = {{"model", "MODEL"}, {"input", "CODES|DATA"}},
            .examples = {"llcodes extend photos.llc strange/ --groups groups.tsv",
                         "llcodes extend photos.llc strange/ --named groups.tsv -o larger.llc "
                         "--check test/"},
            .writes = {"output", "groups"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.text("input", input_, "instances to add: codes, or data as for encode").required();
    table.group("Step 1: group")
        .text("groups", groups_file_, "file of groups to write")
        .number("max-distance", grouping_distance_, "1 - cosine up to which groups are joined", 0,
                2)
        .number("min-size", min_size_, "instances a group needs", 1, 1'000'000);
    table.group("Step 2: add")
        .text("named", named_file_, "file of groups with their names")
        .text("output", output_, "model file to write")
        .short_name('o')
        .number("min-distance", min_distance_, "of a new code to every other", 1, kMaxBits)
        .text("check", check_,
              "labelled instances of the old classes, as INPUT: accuracy before and after")
        .text("check-labels", check_labels_,
              "labels of --check, where they are a file of their own")
        .text("test", test_file_,
              "further instances of INPUT with their true new class, as --named");
    table.append(options_of(detect_));
    table.append(options_of(input_options_));
    return table;
  }

  int run(Context& context) override {
    if (groups_file_.empty() == named_file_.empty()) {
      throw std::invalid_argument(
          "give --groups FILE to group what detect rejects, or --named FILE to add the classes "
          "that you have named in it");
    }
    if (!named_file_.empty() && output_.empty()) {
      throw std::invalid_argument("--named needs --output: the model file to write");
    }
    refuse_unused_options();
    refuse_old_groups();
    refuse_input_options();
    const Codebook codebook = load_codebook(model_);
    return named_file_.empty() ? group(codebook, context) : add(codebook, context);
  }

 private:
  /// Names that somebody has written into it would be lost.
  void refuse_old_groups() const {
    if (groups_file_.empty() || !std::filesystem::exists(groups_file_)) return;
    throw std::invalid_argument("--groups " + groups_file_ +
                                " exists, and may hold names that were given by hand: choose "
                                "another file, or remove it first");
  }

  /// Each step has options of its own.
  void refuse_unused_options() {
    ExtendVerb usual;
    const OptionChange change{options(), usual.options()};
    if (named_file_.empty()) {
      refuse_unused(change, {"output", "min-distance", "check", "check-labels", "test"},
                    "with --groups");
    } else {
      refuse_unused(
          change,
          {"max-distance", "min-size", "rule", "probability", "radius", "calibrate", "keep"},
          "with --named");
    }
    if (check_.empty()) refuse_unused(change, {"check-labels"}, "without --check");
  }

  /// Options of data that would do nothing; --labels are those of INPUT, --check has its own.
  void refuse_input_options() const {
    if (!is_container(input_)) return;
    refuse_labels(input_, input_options_);
    if (check_.empty() || is_container(check_)) refuse_data_options(input_, input_options_);
  }

  int group(const Codebook& codebook, Context& context) const {
    const DetectorOptions rule = detector_options(detect_, model_, codebook);
    const EncodedSet set = load_or_encode(input_, model_, input_options_, context);
    const std::vector<std::size_t> rejected = rejected_instances(codebook, set, rule);
    const std::vector<ExampleGroup> groups = group_rejected(set, rejected, context);
    if (!groups.empty()) write_atomically(groups_file_, named_instances_text(set, groups));
    report_groups(rejected.size(), set.codes.size(), groups, context);
    return kSuccess;
  }

  static std::vector<std::size_t> rejected_instances(const Codebook& codebook,
                                                     const EncodedSet& set,
                                                     const DetectorOptions& rule) {
    const auto detections = detect(codebook, set.instances(), rule);
    std::vector<std::size_t> rejected;
    for (std::size_t i = 0; i < detections.size(); ++i) {
      if (!detections[i].accepted) rejected.push_back(i);
    }
    return rejected;
  }

  std::vector<ExampleGroup> group_rejected(const EncodedSet& set,
                                           const std::vector<std::size_t>& rejected,
                                           Context& context) const {
    if (set.projections.empty()) {
      throw std::invalid_argument(input_ + " has no projections; keep them when encoding");
    }
    const int num_bits = set.codes.num_bits();
    std::vector<float> rows;
    for (const std::size_t index : rejected) {
      const auto row = set.projections.begin() + static_cast<std::ptrdiff_t>(index) * num_bits;
      rows.insert(rows.end(), row, row + num_bits);
    }
    const std::vector<std::int32_t> numbers =
        group_projections(rows, num_bits, {grouping_distance_, static_cast<std::size_t>(min_size_)},
                          context.console.progress());
    context.console.finish_progress();
    const std::int32_t last = numbers.empty() ? -1 : *std::ranges::max_element(numbers);
    std::vector<ExampleGroup> groups(static_cast<std::size_t>(last + 1));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] < 0) continue;
      ExampleGroup& group = groups[static_cast<std::size_t>(numbers[i])];
      group.name = "group-" + std::to_string(numbers[i] + 1);
      group.instances.push_back(rejected[i]);
    }
    return groups;
  }

  void report_groups(std::size_t rejected, std::size_t total,
                     const std::vector<ExampleGroup>& groups, Context& context) const {
    std::size_t grouped = 0;
    for (const ExampleGroup& group : groups) grouped += group.instances.size();
    if (context.json) {
      const nlohmann::json result = {{"instances", total},
                                     {"rejected", rejected},
                                     {"groups", groups.size()},
                                     {"grouped", grouped},
                                     {"output", groups.empty() ? json() : json(groups_file_)}};
      return context.console.print(json_text(result));
    }
    const std::string found =
        count_text(rejected) + " of " + count_text(total) + " instances belong to no class";
    context.console.print(groups.empty() ? found + no_groups_text(rejected)
                                         : found + "; " + count_text(grouped) + " of them form " +
                                               count_text(groups.size()) + " groups of " +
                                               std::to_string(min_size_) +
                                               " or more: " + groups_file_ + "\n" + next_step());
  }

  std::string no_groups_text(std::size_t rejected) const {
    if (rejected == 0) return ": there is nothing to group, and nothing was written\n";
    return ", and no " + std::to_string(min_size_) +
           " of them are alike: nothing was written; try a larger --max-distance or a smaller "
           "--min-size\n";
  }

  /// The second step needs the data themselves where the model reads features.
  std::string next_step() const {
    const bool needs_data = is_container(input_) && AnswerReader::load(model_).has_value();
    return "next:  name the groups in it, then llcodes extend " + shell_word(model_) + " " +
           (needs_data ? "DATA" : shell_word(input_)) + " --named " + shell_word(groups_file_) +
           " -o NEW.llc\n" +
           (needs_data ? "       where DATA is what " + input_ + " was encoded from\n" : "");
  }

  int add(const Codebook& codebook, Context& context) const {
    const NamedInstances named = NamedInstances::read(named_file_);
    check_new_names(codebook, named.class_names());
    if (!test_file_.empty()) check_tested(NamedInstances::read(test_file_), codebook, named);
    std::optional<AnswerReader> reader = AnswerReader::load(model_);
    EncodedSet set = read_instances({input_, input_options_, reader.has_value()}, context);
    const std::vector<ExampleGroup> groups = named.groups(set);
    const NewClassOptions options{.min_distance = static_cast<int>(min_distance_)};
    const ExtendedCodebook extended =
        reader ? extend_answers(codebook, *reader, set.instances(), set.features, groups, options)
               : extend_codebook(codebook, set.instances(), groups, options);
    encode_again(set, reader);
    const Checks checks = check(codebook, extended.codebook, set, reader, context);
    write_extended_model(model_, extended.codebook, reader, output_);
    context.console.print(context.json ? json_text(json_of(extended, checks))
                                       : text_of(extended, checks));
    return kSuccess;
  }

  void check_tested(const NamedInstances& tested, const Codebook& codebook,
                    const NamedInstances& named) const {
    std::vector<std::string> known = codebook.class_names();
    std::ranges::copy(named.class_names(), std::back_inserter(known));
    for (const std::string& name : tested.class_names()) {
      if (std::ranges::count(known, name) > 0) continue;
      throw std::invalid_argument(test_file_ + ": class '" + name +
                                  "' is not among the classes of the new model");
    }
  }

  /// What to read, and whether its features are needed: then codes do not suffice.
  struct Source {
    const std::string& path;
    const InputOptions& options;
    bool with_features;
  };

  EncodedSet read_instances(const Source& source, Context& context) const {
    if (!source.with_features) return load_or_encode(source.path, model_, source.options, context);
    if (is_container(source.path)) {
      throw std::invalid_argument(source.path + " holds codes, and new classes of " + model_ +
                                  " are made from features: give the data that were encoded");
    }
    context.network.require();
    const OpenedData opened = open_input(source.path, model_, source.options, context);
    const EncodeOptions options = encode_options(source.options);
    EncodedSet set = encode_opened(opened, model_, options, context);
    add_features(set, {model_, *opened.dataset, options}, context);
    return set;
  }

  /// As the larger model will.
  static void encode_again(EncodedSet& set, const std::optional<AnswerReader>& reader) {
    if (!reader) return;
    set.projections = reader->projections(set.features);
    set.codes = binarize(set.projections, set.codes.num_bits());
  }

  Checks check(const Codebook& before, const Codebook& after, const EncodedSet& set,
               const std::optional<AnswerReader>& reader, Context& context) const {
    Checks checks;
    if (!check_.empty()) {
      InputOptions options = input_options_;
      options.data.labels = check_labels_;
      EncodedSet old = read_instances({check_, options, reader.has_value()}, context);
      if (is_container(check_)) label_codes(old, check_labels_, model_, context.console);
      require_old_labels(old);
      checks.old_before = soft_accuracy(before, old.instances(), old.labels);
      encode_again(old, reader);
      checks.old_after = soft_accuracy(after, old.instances(), old.labels);
    }
    if (!test_file_.empty()) add_test(after, set, checks);
    return checks;
  }

  /// As check_labels, but --labels would be those of INPUT.
  void require_old_labels(const EncodedSet& old) const {
    const auto has_class = [](std::int32_t label) { return label != kNoClass; };
    if (check_labels_.empty() && std::ranges::none_of(old.labels, has_class)) {
      throw std::invalid_argument(check_ +
                                  ": no instance has a class that the model knows, and --check "
                                  "needs the true class of each: give labels with --check-labels");
    }
    check_labels(old, check_);
  }

  /// The share of test instances that soft decoding puts on their new class.
  void add_test(const Codebook& codebook, const EncodedSet& set, Checks& checks) const {
    std::vector<Decision> decisions(set.codes.size());
    make_decoder(codebook, {.decode = Decode::kSoft})->decode(set.instances(), decisions);
    const std::vector<std::string>& names = codebook.class_names();
    std::size_t right = 0;
    for (const ExampleGroup& group : NamedInstances::read(test_file_).groups(set)) {
      const auto label = std::ranges::find(names, group.name) - names.begin();
      for (const std::size_t instance : group.instances) {
        right += decisions[instance].label == label;
        ++checks.added_instances;
      }
    }
    const auto total = static_cast<double>(std::max<std::size_t>(checks.added_instances, 1));
    checks.added = static_cast<double>(right) / total;
  }

  std::string text_of(const ExtendedCodebook& extended, const Checks& checks) const {
    Table table({"new class", "examples", "bits moved", "nearest code"});
    for (const AddedClass& added : extended.added) {
      table.add({on_one_line(added.name), std::to_string(added.examples),
                 std::to_string(added.moved_bits), std::to_string(added.distance)});
    }
    std::string text = table.text() + "\n";
    if (checks.old_before) {
      text += "old classes, soft decoding: " + percent(*checks.old_before) + " before, " +
              percent(*checks.old_after) + " after\n";
    }
    if (checks.added) {
      text += "new classes, soft decoding: " + percent(*checks.added) + " of " +
              count_text(checks.added_instances) + " test instances\n";
    }
    return text + output_ + ": " + count_text(extended.codebook.num_classes()) + " classes, " +
           std::to_string(extended.added.size()) + " of them new\n";
  }

  nlohmann::json json_of(const ExtendedCodebook& extended, const Checks& checks) const {
    nlohmann::json result = {{"output", output_},
                             {"classes", extended.codebook.num_classes()},
                             {"added", nlohmann::json::array()}};
    for (const AddedClass& added : extended.added) {
      result["added"].push_back({{"class", added.name},
                                 {"examples", added.examples},
                                 {"moved_bits", added.moved_bits},
                                 {"nearest_distance", added.distance}});
    }
    if (checks.old_before) {
      result["old_accuracy_before"] = *checks.old_before;
      result["old_accuracy_after"] = *checks.old_after;
    }
    if (checks.added) {
      result["new_accuracy"] = *checks.added;
      result["new_test_instances"] = checks.added_instances;
    }
    return result;
  }

  std::string model_, input_, output_, groups_file_, named_file_, check_, check_labels_, test_file_;
  std::int64_t min_size_ = 3, min_distance_ = 2;
  double grouping_distance_ = GroupingOptions{}.max_distance;
  DetectOptions detect_;
  InputOptions input_options_;
};

}  // namespace

std::unique_ptr<Verb> make_extend_verb() { return std::make_unique<ExtendVerb>(); }

}  // namespace llcodes::cli
