// llcodes eval: accuracy of every decoder on labelled codes or data, retrieval of them, or every
// OOD rule.
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "cli/accuracy_report.h"
#include "cli/budgets.h"
#include "cli/code_labels.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/ood_evaluation.h"
#include "cli/retrieval_eval.h"
#include "cli/unused_options.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

class EvalVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {
        .name = "eval",
        .purpose = "measure the accuracy of every decoder, retrieval, or OOD detection",
        .details =
            "A tie counts 1/size if the true class is among the tied ones. With --retrieval "
            "CODES|DATA are queries, and MAP, precision and recall are measured, exactly, as "
            "expectations over all orders of tied items. With --ood they are the known instances; "
            "F1, AUROC, AUPR and FPR95 are tie-aware. Codes that `llcodes encode` made need no "
            "network; --labels labels codes too, or replaces the labels they have.",
        .positionals = {{"model", "MODEL"}, {"input", "CODES|DATA"}},
        .examples = {"llcodes eval kanji.llc test-codes.llc",
                     "llcodes eval kanji.llc kanji:test --linear run/linear.llc --json",
                     "llcodes eval kanji.llc test.llc --retrieval train.llc --at 100,1000",
                     "llcodes eval kanji.llc test-codes.llc --ood ood-codes.llc --calibrate "
                     "validation-codes.llc"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.text("input", input_, "codes, or data as for encode, with labels").required();
    table.group("Evaluation")
        .text("budgets", budgets_, "of flips, separated by commas")
        .text("radii", radii_,
              "of ball, separated by commas; empty: 1 and 2, as far as codes have so many bits")
        .text("linear", linear_,
              "linear model to compare with; codes need its features (encode "
              "--linear)");
    table.append(options_of(retrieval_));
    table.append(options_of(ood_));
    table.append(options_of(input_options_));
    return table;
  }

  int run(Context& context) override {
    refuse_unused_options();
    if (!retrieval_.database.empty()) {
      return eval_retrieval(model_, input_, retrieval_, input_options_, context);
    }
    AccuracyOptions options{radii_from_text(radii_), budgets_from_text(budgets_)};
    const Codebook codebook = load_codebook(model_);
    if (radii_.empty()) options.radii = usual_radii(codebook.num_bits());
    std::optional<LinearClassifier> linear;
    if (!linear_.empty()) linear = LinearClassifier::load(linear_);
    return ood_.ood.empty() ? accuracy(codebook, linear, options, context)
                            : detection(codebook, linear, options, context);
  }

 private:
  /// Codes that are ready, or data that has to be encoded. Comes after all other files have been
  /// read: encoding takes minutes.
  EncodedSet instances(const Codebook& codebook, Context& context) const {
    return is_container(input_) ? load_codes(codebook, context) : encode(context);
  }

  EncodedSet load_codes(const Codebook& codebook, Context& context) const {
    refuse_data_options(input_, input_options_);
    EncodedSet set = load_codes_of(input_, model_, codebook);
    label_codes(set, input_options_.data.labels, model_, context.console);
    if (!linear_.empty() && set.features.empty()) {
      throw std::invalid_argument("--linear needs the features of the linear model, and " + input_ +
                                  " holds none: encode it with --linear, or give the data instead");
    }
    return set;
  }

  EncodedSet encode(Context& context) const {
    context.network.require();
    const OpenedData opened = open_input(input_, model_, input_options_, context);
    const EncodeOptions options = encode_options(input_options_);
    EncodedSet set = encode_opened(opened, model_, options, context);
    if (!linear_.empty()) add_features(set, {linear_, *opened.dataset, options}, context);
    return set;
  }

  int accuracy(const Codebook& codebook, const std::optional<LinearClassifier>& linear,
               const AccuracyOptions& options, Context& context) const {
    const EncodedSet set = instances(codebook, context);
    check_labels(set, input_);
    AccuracyReport report{
        input_, measure_accuracy(codebook, set.instances(), set.labels, options), {}};
    if (linear) {
      require_features(set, *linear, input_);
      report.linear = linear_accuracy(*linear, set.features, set.labels);
    }
    context.console.print(context.json ? json_text(json_of(report)) : text_of(report));
    return kSuccess;
  }

  int detection(const Codebook& codebook, const std::optional<LinearClassifier>& linear,
                const AccuracyOptions& options, Context& context) const {
    if (is_container(input_)) refuse_labels(input_, input_options_);
    const OodMaterial material = load_ood_material(ood_, {model_, codebook, linear});
    const EncodedSet known = instances(codebook, context);
    const OodReport report = evaluate_ood({input_, known, options.radii}, material, ood_, context);
    context.console.print(context.json ? json_text(json_of(report)) : text_of(report));
    return kSuccess;
  }

  /// Accuracy, retrieval and OOD detection have options of their own.
  void refuse_unused_options() {
    EvalVerb usual;
    const OptionChange change{options(), usual.options()};
    if (retrieval_.database.empty()) {
      refuse_unused(change, {"retrieval-labels", "at", "leave-one-out"}, "without --retrieval");
    } else {
      refuse_unused(change, {"linear", "ood", "budgets", "radii"}, "with --retrieval");
    }
    if (ood_.ood.empty()) {
      refuse_unused(change,
                    {"calibrate", "tune-ood", "reference", "positive", "ratio", "keep",
                     "neighbours", "draws"},
                    "without --ood");
    } else {
      refuse_unused(change, {"budgets"}, "with --ood");
    }
    if (ood_.calibrate.empty()) refuse_unused(change, {"keep"}, "without --calibrate");
    if (ood_.reference.empty()) refuse_unused(change, {"neighbours"}, "without --reference");
    if (ood_.tune.empty()) refuse_unused(change, {"draws"}, "without --tune-ood");
  }

  std::string model_, input_, linear_;
  std::string budgets_ = "1,4,16,64,256,1024,unlimited";
  std::string radii_;
  RetrievalEvalOptions retrieval_;
  OodEvaluationOptions ood_;
  InputOptions input_options_;
};

}  // namespace

std::unique_ptr<Verb> make_eval_verb() { return std::make_unique<EvalVerb>(); }

}  // namespace llcodes::cli
