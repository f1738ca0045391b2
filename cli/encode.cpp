// llcodes encode: pictures or features to packed codes.
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/table.h"
#include "cli/verb.h"
#include "llcodes/core/linear_classifier.h"

namespace llcodes::cli {
namespace {

class EncodeVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "encode",
            .purpose = "turn pictures or features into packed codes",
            .details =
                "The codes file holds one code an instance, the real-valued projections that "
                "soft decoding uses, and labels and names where they are known.",
            .positionals = {{"model", "MODEL"}, {"data", "DATA"}},
            .examples = {"llcodes encode photos.llc new-photos/ -o codes.llc",
                         "llcodes encode kanji.llc kanji:test -o test.llc --linear run/linear.llc"},
            .writes = {"output"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.text("data", data_, "what to encode: a path, or kanji:test, kanji:ood, ...").required();
    table.text("output", output_, "codes file to write").short_name('o').required();
    table.flag("projections", projections_, "keep the real-valued projections");
    table.text("linear", linear_, "also keep the features of this linear model, for `eval --ood`");
    table.append(options_of(input_));
    return table;
  }

  int run(Context& context) override {
    load_codebook(model_);  // a bad model is refused before the network starts
    if (!linear_.empty()) LinearClassifier::load(linear_);
    context.network.require();
    const OpenedData opened = open_input(data_, model_, input_, context);
    EncodeOptions options = encode_options(input_);
    options.keep_projections = projections_;
    const auto start = std::chrono::steady_clock::now();
    EncodedSet set = encode_opened(opened, model_, options, context);
    if (!linear_.empty()) add_features(set, {linear_, *opened.dataset, options}, context);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    set.save(output_);
    report(set, elapsed.count(), context);
    return kSuccess;
  }

 private:
  void report(const EncodedSet& set, double seconds, Context& context) const {
    const double rate = static_cast<double>(set.codes.size()) / std::max(seconds, 1e-9);
    if (context.json) {
      const nlohmann::json result = {{"codes", set.codes.size()},
                                     {"bits", set.codes.num_bits()},
                                     {"seconds", seconds},
                                     {"instances_per_second", rate},
                                     {"output", output_}};
      return context.console.print(json_text(result));
    }
    context.console.print(
        count_text(set.codes.size()) + " codes of " + std::to_string(set.codes.num_bits()) +
        " bits in " + duration_text(seconds) + " (" + count_text(static_cast<std::size_t>(rate)) +
        " instances/s): " + output_ + "\n");
  }

  std::string model_, data_, output_, linear_;
  bool projections_ = true;
  InputOptions input_;
};

}  // namespace

std::unique_ptr<Verb> make_encode_verb() { return std::make_unique<EncodeVerb>(); }

}  // namespace llcodes::cli
