// llcodes export: codes and weights in the formats of other programs.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/code_input.h"
#include "cli/exported_codes.h"
#include "cli/exported_weights.h"
#include "cli/json_text.h"
#include "cli/verb.h"
#include "llcodes/core/container.h"

namespace llcodes::cli {
namespace {

class ExportVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {
        .name = "export",
        .purpose = "write codes for NumPy or FAISS, or a model's weights as safetensors",
        .details =
            "Codes: the rows have whole bytes; numpy.unpackbits(x, axis=1, count=BITS) gives the "
            "bits back. FAISS gets an IndexBinaryFlat from codes, and an IndexBinaryIDMap2 with "
            "the ids from an index. "
            "Weights: the backbone's tensors get torchvision's names (layer1.0.conv1.weight); a "
            "linear model's classifier is named as torchvision's, so that load_state_dict takes "
            "the file whole; a model of codes brings projection.weight, projection.bias and "
            "codebook (classes x bits of -1 and +1).",
        .positionals = {{"input", "CODES|INDEX|MODEL"}},
        .examples = {"llcodes export codes.llc -o bits.npy",
                     "llcodes export photos.index -o photos.faiss",
                     "llcodes export photos.index -o bits.npy --ids-output ids.npy",
                     "llcodes export runs/photos/linear.llc -o resnet18.safetensors"},
        .writes = {"output", "ids-output"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("input", input_, "codes file, index file, or model that `llcodes train` wrote")
        .required();
    table.text("output", output_, "file to write").short_name('o').required();
    table.text("format", format_, "auto: by the end of the name, .npy, .faiss or .safetensors",
               {"auto", "numpy", "faiss", "safetensors"});
    table.text("bit-order", bit_order_, "of codes, as in numpy.packbits", {"big", "little"});
    table.text("ids-output", ids_output_, "with numpy: .npy file of the ids of an index");
    return table;
  }

  int run(Context& context) override {
    const std::string format = chosen_format();
    const bool is_model =
        Container::open(input_, {}, Verify::kStructure).format() == "llcodes.model";
    if (is_model != (format == "safetensors")) {
      throw std::invalid_argument(input_ + (is_model ? " is a model" : " holds codes") +
                                  ", which cannot be written as " + format + "; " +
                                  (is_model ? "choose safetensors" : "choose numpy or faiss"));
    }
    if (format != "numpy" && !ids_output_.empty()) {
      throw std::invalid_argument("--ids-output has no effect with --format " + format +
                                  (is_model ? "" : ": FAISS's file holds the ids itself"));
    }
    if (is_model)
      report_weights(write_weights(input_, output_), context);
    else
      report_codes(write_codes(format), context);
    return kSuccess;
  }

 private:
  std::string chosen_format() const {
    if (format_ != "auto") return format_;
    if (output_.ends_with(".npy")) return "numpy";
    if (output_.ends_with(".faiss")) return "faiss";
    if (output_.ends_with(".safetensors")) return "safetensors";
    throw std::invalid_argument(
        "--output " + output_ +
        " ends neither in .npy nor in .faiss or .safetensors: give --format");
  }

  Codes write_codes(const std::string& format) const {
    ExportedCodes exported = ExportedCodes::read(input_);
    const BitOrder order = bit_order_from_name(bit_order_);
    if (format == "faiss")
      exported.write_as_faiss(output_, order);
    else
      exported.write_as_numpy(output_, order, ids_output_);
    return std::move(exported.codes);
  }

  void report_codes(const Codes& codes, Context& context) const {
    if (context.json) {
      return print({{"codes", codes.size()}, {"bits", codes.num_bits()}, {"output", output_}},
                   context);
    }
    context.console.print(codes_text(codes.size(), codes.num_bits()) + ": " + output_ + "\n");
  }

  void report_weights(std::size_t count, Context& context) const {
    if (context.json) return print({{"tensors", count}, {"output", output_}}, context);
    context.console.print(std::to_string(count) + " tensors: " + output_ + "\n");
  }

  static void print(const nlohmann::json& result, Context& context) {
    context.console.print(json_text(result));
  }

  std::string input_, output_, format_ = "auto", bit_order_ = "big", ids_output_;
};

}  // namespace

std::unique_ptr<Verb> make_export_verb() { return std::make_unique<ExportVerb>(); }

}  // namespace llcodes::cli
