// llcodes eval: accuracy of every decoder on labelled codes or data, or retrieval of them.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/accuracy_report.h"
#include "cli/budgets.h"
#include "cli/inputs.h"
#include "cli/linear_accuracy.h"
#include "cli/retrieval_eval.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

class EvalVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "eval",
            .purpose = "measure the accuracy of every decoder, or retrieval",
            .details =
                "A tie counts 1/size if the true class is among the tied ones. With --retrieval "
                "CODES|DATA are queries, and MAP, precision and recall are measured instead, "
                "exactly, as expectations over all orders of tied items. Codes that `llcodes "
                "encode` made from labelled data need no network.",
            .positionals = {{"model", "MODEL"}, {"input", "CODES|DATA"}},
            .examples = {"llcodes eval kanji.llc test-codes.llc",
                         "llcodes eval kanji.llc kanji:test --linear run/linear.llc --json",
                         "llcodes eval kanji.llc test.llc --retrieval train.llc --at 100,1000"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.text("input", input_, "labelled codes, or labelled data as for encode").required();
    table.group("Evaluation")
        .text("budgets", budgets_, "of flips, separated by commas")
        .text("radii", radii_, "of ball, separated by commas")
        .text("linear", linear_, "linear model to compare with; needs DATA, not codes");
    table.append(options_of(retrieval_));
    table.append(options_of(input_options_));
    return table;
  }

  int run(Context& context) override {
    if (!retrieval_.database.empty()) {
      check_no_linear();
      return eval_retrieval(model_, input_, retrieval_, input_options_, context);
    }
    const AccuracyOptions options{radii_from_text(radii_), budgets_from_text(budgets_)};
    const Codebook codebook = load_codebook(model_);
    AccuracyReport report{input_, {}, {}};
    const EncodedSet set = is_container(input_) ? load_codes() : encode(report.linear, context);
    check_labels(set, input_);
    report.table = measure_accuracy(codebook, set.instances(), set.labels, options);
    context.console.print(context.json ? json_of(report).dump(2) + "\n" : text_of(report));
    return kSuccess;
  }

 private:
  EncodedSet load_codes() const {
    if (!linear_.empty()) {
      throw std::invalid_argument("--linear needs the pictures or features themselves, and " +
                                  input_ + " holds codes: give the data instead");
    }
    return EncodedSet::load(input_);
  }

  EncodedSet encode(std::optional<double>& linear_accuracy, Context& context) const {
    context.network.require();
    const OpenedData opened = open_input(input_, model_, input_options_, context);
    const EncodeOptions options = encode_options(input_options_);
    const EncodedSet set = encode_opened(opened, model_, options, context);
    if (!linear_.empty()) {
      const EncodeRequest request{linear_, *opened.dataset, options};
      linear_accuracy = measure_linear(request, set.labels, context);
    }
    return set;
  }

  void check_no_linear() const {
    if (linear_.empty()) return;
    throw std::invalid_argument("--linear has no effect with --retrieval: leave one of them out");
  }

  std::string model_, input_, linear_;
  std::string budgets_ = "1,4,16,64,256,1024,unlimited";
  std::string radii_ = "1,2";
  RetrievalEvalOptions retrieval_;
  InputOptions input_options_;
};

}  // namespace

std::unique_ptr<Verb> make_eval_verb() { return std::make_unique<EvalVerb>(); }

}  // namespace llcodes::cli
