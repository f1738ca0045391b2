// llcodes classify: from codes, or from pictures and features, to classes.
#include <nlohmann/json.hpp>

#include "cli/budgets.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/table.h"
#include "cli/unused_options.h"
#include "cli/verb.h"
#include "llcodes/core/decoder.h"
#include "llcodes/core/printable.h"

namespace llcodes::cli {
namespace {

using nlohmann::json;

/// One decided instance and, with --top, its best classes.
struct Answer {
  std::string name;
  Decision decision;
  std::vector<Candidate> best;
};

std::string class_of(std::int32_t label, const Codebook& codebook) {
  return label == kNoClass ? "-" : codebook.class_name(static_cast<std::size_t>(label));
}

std::string line_of(const Answer& answer, const Codebook& codebook, bool has_probability) {
  const Decision& decision = answer.decision;
  const bool found = decision.label != kNoClass;
  std::string line =
      on_one_line(answer.name) + "\t" + on_one_line(class_of(decision.label, codebook));
  line += "\t" + (found && has_probability ? fixed(decision.probability, 4) : "-");
  line += "\t" + (found ? std::to_string(decision.distance) : "-");
  line += "\t" + (found ? std::to_string(decision.ties) : "-");
  for (const Candidate& candidate : answer.best) {
    line += "\t" + on_one_line(class_of(candidate.label, codebook)) + "=" +
            fixed(candidate.probability, 4);
  }
  return line + "\n";
}

json json_of(const Candidate& candidate, const Codebook& codebook) {
  return {{"class", class_of(candidate.label, codebook)},
          {"label", candidate.label},
          {"distance", candidate.distance},
          {"score", candidate.score},
          {"probability", candidate.probability}};
}

json json_of(const Answer& answer, const Codebook& codebook, bool has_probability) {
  const Decision& decision = answer.decision;
  json result = {{"name", answer.name}, {"probes", decision.probes}};
  result["class"] = nullptr;
  if (decision.label != kNoClass) {
    result["class"] = class_of(decision.label, codebook);
    result["label"] = decision.label;
    result["distance"] = decision.distance;
    result["ties"] = decision.ties;
    result["score"] = decision.score;
    if (has_probability) result["probability"] = decision.probability;
  }
  for (const Candidate& candidate : answer.best) {
    result["top"].push_back(json_of(candidate, codebook));
  }
  return result;
}

class ClassifyVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "classify",
            .purpose = "say the class of each instance",
            .details =
                "Prints a line an instance, separated by tabs: name, class (- for none), "
                "probability, Hamming distance, number of tied classes; with --top also the "
                "best classes as class=probability. With --json an object a line.",
            .positionals = {{"model", "MODEL"}, {"input", "INPUT", true}},
            .examples = {"llcodes classify photos.llc holiday.jpg",
                         "llcodes classify kanji.llc codes.llc --decode flips --budget 64",
                         "llcodes classify photos.llc codes.llc --top 5 --json"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.list("input", inputs_, "codes files, or data and pictures as for encode").required();
    table.group("Decoding")
        .text("decode", decode_, "how a code becomes a class",
              {"soft", "mhd", "ed", "ball", "flips"})
        .number("radius", radius_, "ball: largest Hamming distance", 0, kMaxBits)
        .text("budget", budget_, "flips: largest number of look-ups, or unlimited")
        .text("when-spent", when_spent_, "flips: when the budget is spent", {"abstain", "scan"})
        .number("min-probability", min_probability_, "no class below this probability", 0, 1)
        .number("min-margin", min_margin_, "no class if the next one scores this close", 0, 1e9)
        .number("top", top_, "also show the best N classes", 0, 1000000);
    table.append(options_of(input_));
    return table;
  }

  int run(Context& context) override {
    refuse_unused_options();
    const Codebook codebook = load_codebook(model_);
    require_for(inputs_, input_, context.network);
    for (const std::string& input : inputs_) {
      classify(codebook, load_or_encode(input, model_, input_, context), context);
    }
    return kSuccess;
  }

 private:
  /// Decoders have options of their own.
  void refuse_unused_options() {
    ClassifyVerb usual;
    const OptionChange change{options(), usual.options()};
    if (decode_ != "ball") refuse_unused(change, {"radius"}, "without --decode ball");
    if (decode_ != "flips") {
      refuse_unused(change, {"budget", "when-spent"}, "without --decode flips");
    }
  }

  DecoderOptions decoder_options(const EncodedSet& set) const {
    return {.decode = decode_from_name(decode_),
            .radius = static_cast<int>(radius_),
            .budget = budget_from_text(budget_),
            .when_spent = when_spent_ == "scan" ? WhenSpent::kScan : WhenSpent::kAbstain,
            .min_probability = static_cast<float>(min_probability_),
            .min_margin = static_cast<float>(min_margin_),
            .probabilities = !set.projections.empty()};
  }

  void classify(const Codebook& codebook, const EncodedSet& set, Context& context) const {
    const auto decoder = make_decoder(codebook, decoder_options(set));
    std::vector<Decision> decisions(set.codes.size());
    decoder->decode(set.instances(), decisions);
    const bool has_probability = !set.projections.empty();
    std::string text;
    for (std::size_t index = 0; index < decisions.size(); ++index) {
      const Answer answer = answer_for(codebook, set, decisions[index], index);
      text += context.json ? json_line(json_of(answer, codebook, has_probability))
                           : line_of(answer, codebook, has_probability);
    }
    context.console.print(text);
  }

  Answer answer_for(const Codebook& codebook, const EncodedSet& set, const Decision& decision,
                    std::size_t index) const {
    Answer answer;
    answer.name = set.names.empty() ? std::to_string(index) : set.names[index];
    answer.decision = decision;
    if (top_ > 0) {
      answer.best = best_classes(codebook, set.instances(), index, static_cast<std::size_t>(top_));
    }
    return answer;
  }

  std::string model_, decode_ = "soft", budget_ = "unlimited", when_spent_ = "abstain";
  std::vector<std::string> inputs_;
  std::int64_t radius_ = 1, top_ = 0;
  double min_probability_ = 0, min_margin_ = 0;
  InputOptions input_;
};

}  // namespace

std::unique_ptr<Verb> make_classify_verb() { return std::make_unique<ClassifyVerb>(); }

}  // namespace llcodes::cli
