// llcodes export: codes to bits that NumPy and FAISS read.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/code_input.h"
#include "cli/verb.h"
#include "llcodes/core/container.h"
#include "llcodes/data/npy_writer.h"
#include "llcodes/exchange/faiss_file.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {
namespace {

/// Codes, with ids where an index gives them.
struct Exported {
  Codes codes;
  std::vector<std::int64_t> ids;
};

class ExportVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "export",
            .purpose = "write codes as packed bits of NumPy or a binary index of FAISS",
            .details =
                "The rows have whole bytes; numpy.unpackbits(x, axis=1, count=BITS) gives the bits "
                "back. FAISS gets an IndexBinaryFlat from codes, and an IndexBinaryIDMap2 with the "
                "ids from an index.",
            .positionals = {{"input", "CODES|INDEX"}},
            .examples = {"llcodes export codes.llc -o bits.npy",
                         "llcodes export photos.index -o photos.faiss",
                         "llcodes export photos.index -o bits.npy --ids-output ids.npy"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("input", input_, "codes file or index file").required();
    table.text("output", output_, "file to write").short_name('o').required();
    table.text("format", format_, "auto: by the end of the name, .npy or .faiss",
               {"auto", "numpy", "faiss"});
    table.text("bit-order", bit_order_, "as in numpy.packbits", {"big", "little"});
    table.text("ids-output", ids_output_, "with numpy: .npy file of the ids of an index");
    return table;
  }

  int run(Context& context) override {
    check_output_folder(output_);
    check_output_folder(ids_output_);
    const bool faiss = is_faiss_wanted();
    if (faiss && !ids_output_.empty()) {
      throw std::invalid_argument("--ids-output has no effect: FAISS's file holds the ids itself");
    }
    const Exported exported = read();
    const BitOrder order = bit_order_from_name(bit_order_);
    if (faiss) {
      write_faiss(output_, exported.codes, order, exported.ids);
    } else {
      write_numpy_bits(output_, exported.codes, order);
      write_ids(exported.ids);
    }
    report(exported.codes, context);
    return kSuccess;
  }

 private:
  bool is_faiss_wanted() const {
    if (format_ != "auto") return format_ == "faiss";
    if (output_.ends_with(".npy")) return false;
    if (output_.ends_with(".faiss")) return true;
    throw std::invalid_argument("--output " + output_ +
                                " ends neither in .npy nor in .faiss: give --format");
  }

  Exported read() const {
    if (Container::open(input_, {}, Verify::kStructure).format() != "llcodes.index") {
      return {EncodedSet::load(input_).codes, {}};
    }
    const Index index = Index::open(input_, Verify::kAll);
    return {index.codes(), index.ids()};
  }

  void write_ids(const std::vector<std::int64_t>& ids) const {
    if (ids_output_.empty()) return;
    if (ids.empty()) throw std::invalid_argument(input_ + " has no ids; leave --ids-output out");
    const std::span<const std::int64_t> values(ids);
    write_npy(ids_output_,
              {DType::kI64, {static_cast<std::int64_t>(ids.size())}, std::as_bytes(values)});
  }

  void report(const Codes& codes, Context& context) const {
    if (context.json) {
      const nlohmann::json result = {
          {"codes", codes.size()}, {"bits", codes.num_bits()}, {"output", output_}};
      return context.console.print(result.dump(2) + "\n");
    }
    context.console.print(codes_text(codes.size(), codes.num_bits()) + ": " + output_ + "\n");
  }

  std::string input_, output_, format_ = "auto", bit_order_ = "big", ids_output_;
};

}  // namespace

std::unique_ptr<Verb> make_export_verb() { return std::make_unique<ExportVerb>(); }

}  // namespace llcodes::cli
