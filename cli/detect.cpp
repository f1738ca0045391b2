// llcodes detect: which instances belong to no class.
#include <nlohmann/json.hpp>

#include "cli/detect_options.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "llcodes/core/printable.h"

namespace llcodes::cli {
namespace {

struct Answer {
  std::string name;
  Detection detection;
  std::string class_name;
};

std::string line_of(const Answer& answer) {
  const Detection& detection = answer.detection;
  return on_one_line(answer.name) + "\t" + (detection.accepted ? "known" : "ood") + "\t" +
         on_one_line(answer.class_name) + "\t" + significant(detection.probability, 3) + "\t" +
         std::to_string(detection.distance) + "\n";
}

nlohmann::json json_of(const Answer& answer) {
  return {{"name", answer.name},
          {"accepted", answer.detection.accepted},
          {"class", answer.class_name},
          {"label", answer.detection.label},
          {"probability", answer.detection.probability},
          {"distance", answer.detection.distance}};
}

class DetectVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "detect",
            .purpose = "say which instances belong to no class",
            .details =
                "Prints a line an instance, separated by tabs: name, known or ood, nearest class, "
                "code probability (that the bits spell that class's code), Hamming distance to the "
                "nearest class code. With --json an object a line. The threshold is the model's "
                "own, set on its validation data; --calibrate sets another on known instances. "
                "`llcodes eval MODEL CODES --ood CODES` measures every rule.",
            .positionals = {{"model", "MODEL"}, {"input", "INPUT", true}},
            .examples = {"llcodes detect photos.llc holiday.jpg",
                         "llcodes detect kanji.llc codes.llc --calibrate validation.llc",
                         "llcodes detect kanji.llc codes.llc --rule ball --radius 1 --json"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.list("input", inputs_, "codes files, or data and pictures as for encode").required();
    table.append(options_of(detect_));
    table.append(options_of(input_));
    return table;
  }

  int run(Context& context) override {
    const Codebook codebook = load_codebook(model_);
    const DetectorOptions options = detector_options(detect_, model_, codebook);
    require_for(inputs_, input_, context.network);
    if (options.rule == OodRule::kProbability) {
      context.console.note("threshold: code probability " + exact_number(options.min_probability) +
                           source_of_threshold());
    }
    for (const std::string& input : inputs_) {
      report(codebook, load_or_encode(input, model_, input_, context), options, context);
    }
    return kSuccess;
  }

 private:
  std::string source_of_threshold() const {
    if (!detect_.calibrate.empty()) {
      if (detect_.keep == kAutomaticKeep) {
        return ", which rejects as many of " + detect_.calibrate +
               " as the model expects to decode wrongly, at least 5 %";
      }
      return ", which " + share_text(detect_.keep) + " of " + detect_.calibrate + " reach";
    }
    if (detect_.probability > 0) return ", as given";
    if (has_own_threshold(model_)) return ", the model's own";
    return ": the model has none of its own; --calibrate sets one on known instances";
  }

  static void report(const Codebook& codebook, const EncodedSet& set,
                     const DetectorOptions& options, Context& context) {
    const std::vector<Detection> detections = detect(codebook, set.instances(), options);
    std::string text;
    std::size_t rejected = 0;
    for (std::size_t index = 0; index < detections.size(); ++index) {
      const Answer answer{set.names.empty() ? std::to_string(index) : set.names[index],
                          detections[index],
                          codebook.class_name(static_cast<std::size_t>(detections[index].label))};
      rejected += !detections[index].accepted;
      text += context.json ? json_line(json_of(answer)) : line_of(answer);
    }
    context.console.print(text);
    context.console.note(count_text(rejected) + " of " + count_text(detections.size()) +
                         " instances belong to no class");
  }

  std::string model_;
  std::vector<std::string> inputs_;
  DetectOptions detect_;
  InputOptions input_;
};

}  // namespace

std::unique_ptr<Verb> make_detect_verb() { return std::make_unique<DetectVerb>(); }

}  // namespace llcodes::cli
