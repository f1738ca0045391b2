// llcodes import: bits that other programs packed, to a codes file.
#include <nlohmann/json.hpp>

#include "cli/code_input.h"
#include "cli/code_labels.h"
#include "cli/json_text.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

class ImportVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "import",
            .purpose = "turn packed bits of NumPy or FAISS into a codes file",
            .details =
                "Reads numpy.packbits(x, axis=1) saved as .npy, and FAISS's IndexBinaryFlat, "
                "IndexBinaryIDMap and IndexBinaryIDMap2; ids become names. With --model the codes "
                "are marked as made by it.",
            .positionals = {{"file", "FILE"}},
            .examples = {"llcodes import bits.npy --bits 20 -o codes.llc",
                         "llcodes import old.faiss --labels labels.txt -o codes.llc"},
            .writes = {"output"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("file", file_, ".npy of uint8 [n, bytes], or a binary index of FAISS").required();
    table.text("output", output_, "codes file to write").short_name('o').required();
    table.append(options_of(codes_));
    return table;
  }

  int run(Context& context) override {
    refuse_data_options(file_, codes_.input);
    const PackedFile file = open_packed(file_, codes_);
    EncodedSet set{file.codes(), {}, {}, {}, {}};
    label_codes(set, codes_.input.data.labels, codes_.model, context.console);
    for (const std::int64_t id : file.ids()) set.names.push_back(std::to_string(id));
    set.codebook = codebook_of(file_, "", codes_);
    set.save(output_);
    report(set, context);
    return kSuccess;
  }

 private:
  void report(const EncodedSet& set, Context& context) const {
    if (context.json) {
      const nlohmann::json result = {
          {"codes", set.codes.size()}, {"bits", set.codes.num_bits()}, {"output", output_}};
      return context.console.print(json_text(result));
    }
    context.console.print(codes_text(set.codes.size(), set.codes.num_bits()) + ": " + output_ +
                          "\n");
  }

  std::string file_, output_;
  CodeInputOptions codes_;
};

}  // namespace

std::unique_ptr<Verb> make_import_verb() { return std::make_unique<ImportVerb>(); }

}  // namespace llcodes::cli
