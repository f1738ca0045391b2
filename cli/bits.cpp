// llcodes bits: what a bit of the codes means.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/code_labels.h"
#include "cli/contact_sheet.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/named_instances.h"
#include "cli/table.h"
#include "cli/unused_options.h"
#include "cli/verb.h"
#include "llcodes/core/printable.h"
#include "llcodes/taxonomy/bit_split.h"

namespace llcodes::cli {
namespace {

using nlohmann::json;

std::string shortened(const std::vector<std::string>& words, std::size_t total) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + on_one_line(word);
  return words.size() < total ? text + ", ... (" + count_text(total) + " in all)" : text;
}

class BitsVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {
        .name = "bits",
        .purpose = "show what a bit means: classes and instances on either side of it",
        .details =
            "For each bit: how well it is learnt, the classes that it separates and the "
            "instances of which the network is surest. With --data (what CODES were encoded "
            "from) and --output, also a sheet of their pictures: -1 left, +1 right, the surest "
            "at the outer edges, the least sure in the middle.",
        .positionals = {{"model", "MODEL"}, {"codes", "CODES"}},
        .examples = {"llcodes bits kanji.llc test-codes.llc",
                     "llcodes bits kanji.llc test-codes.llc --bit 3 --data kanji:test -o bit3.png",
                     "llcodes bits kanji.llc test-codes.llc --bit 3 --json"},
        .writes = {"output"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.text("codes", codes_, "codes file of `llcodes encode`").required();
    table.group("Bits")
        .number("bit", bit_, "only this bit, from 0; -1: all", -1, kMaxBits - 1)
        .number("show", show_, "classes and instances to name on each side", 1, 1'000'000)
        .text("data", data_, "what the codes were encoded from, to show its pictures")
        .text("output", output_, "PNG file to write")
        .short_name('o')
        .number("rows", rows_, "of the sheet", 1, 1000)
        .number("columns", columns_, "of the sheet on each side", 1, 1000);
    table.append(options_of(input_));
    return table;
  }

  int run(Context& context) override {
    if (!output_.empty() && (data_.empty() || bit_ < 0)) {
      throw std::invalid_argument(
          "--output draws the pictures of one bit: add --bit N and --data DATA, what the codes "
          "were "
          "encoded from");
    }
    check_sheet_options();
    const Codebook codebook = load_codebook(model_);
    if (data_.empty()) refuse_data_options(codes_, input_);
    EncodedSet set = load_codes_of(codes_, model_, codebook);
    label_codes(set, input_.data.labels, model_, context.console);
    check_sheet(set);
    std::vector<BitSplit> splits;
    const int first = bit_ < 0 ? 0 : static_cast<int>(bit_);
    const int last = bit_ < 0 ? codebook.num_bits() - 1 : first;
    for (int bit = first; bit <= last; ++bit) splits.push_back(split_by_bit(codebook, set, bit));
    if (!output_.empty()) draw(splits.front(), set, context);
    print(splits, codebook, set, context);
    return kSuccess;
  }

 private:
  void check_sheet_options() {
    if (!output_.empty()) return;
    BitsVerb usual;
    refuse_unused({options(), usual.options()}, {"data", "rows", "columns"}, "without --output");
  }

  /// Without projections no instance is surer than another.
  void check_sheet(const EncodedSet& set) const {
    if (output_.empty() || !set.projections.empty()) return;
    throw std::invalid_argument(codes_ +
                                " has no projections, which say how sure the network is of a bit: "
                                "encode without --no-projections");
  }

  void draw(const BitSplit& split, const EncodedSet& set, Context& context) const {
    InputOptions options_of_data = input_;
    options_of_data.data.labels.clear();  // they are those of the codes
    const OpenedData opened = open_input(data_, model_, options_of_data, context);
    if (opened.dataset->size() != set.codes.size()) {
      throw std::invalid_argument(data_ + " has " + std::to_string(opened.dataset->size()) +
                                  " instances and " + codes_ + " has " +
                                  std::to_string(set.codes.size()) +
                                  ": give the data that the codes were encoded from");
    }
    const SplitSheetOptions options{static_cast<int>(rows_), static_cast<int>(columns_)};
    write_png(
        draw_split_sheet(*opened.dataset, split.minus.instances, split.plus.instances, options),
        output_);
  }

  std::vector<std::string> class_names(const BitSide& side, const Codebook& codebook) const {
    std::vector<std::string> names;
    for (const std::int32_t label : side.classes) {
      if (names.size() == static_cast<std::size_t>(show_)) break;
      names.push_back(codebook.class_name(static_cast<std::size_t>(label)));
    }
    return names;
  }

  std::vector<std::string> instance_names(const BitSide& side, const EncodedSet& set) const {
    std::vector<std::string> names;
    for (const std::uint32_t index : side.instances) {
      if (names.size() == static_cast<std::size_t>(show_)) break;
      names.push_back(instance_name(set, index));
    }
    return names;
  }

  void print(const std::vector<BitSplit>& splits, const Codebook& codebook, const EncodedSet& set,
             Context& context) const {
    json list = json::array();
    std::string text;
    for (const BitSplit& split : splits) {
      list.push_back({{"bit", split.bit},
                      {"right", split.right ? json(*split.right) : json()},
                      {"minus", json_of(split.minus, codebook, set)},
                      {"plus", json_of(split.plus, codebook, set)}});
      text += "bit " + std::to_string(split.bit) +
              (split.right ? ": right for " + percent(*split.right) + " of instances" : "") + "\n" +
              side_text("-1", split.minus, codebook, set) +
              side_text("+1", split.plus, codebook, set);
    }
    context.console.print(context.json ? json_text(list) : text);
    if (!output_.empty()) context.console.note("pictures: " + output_);
  }

  std::string side_text(const char* sign, const BitSide& side, const Codebook& codebook,
                        const EncodedSet& set) const {
    const std::string classes = std::string("  ") + sign + "  classes: " +
                                shortened(class_names(side, codebook), side.classes.size()) + "\n";
    if (set.projections.empty()) return classes;
    return classes +
           "      surest:  " + shortened(instance_names(side, set), side.instances.size()) + "\n";
  }

  json json_of(const BitSide& side, const Codebook& codebook, const EncodedSet& set) const {
    json result = {{"classes", side.classes.size()},
                   {"instances", side.instances.size()},
                   {"class_names", class_names(side, codebook)}};
    if (!set.projections.empty()) result["surest"] = instance_names(side, set);
    return result;
  }

  std::string model_, codes_, data_, output_;
  std::int64_t bit_ = -1, show_ = 8, rows_ = 12, columns_ = 12;
  InputOptions input_;
};

}  // namespace

std::unique_ptr<Verb> make_bits_verb() { return std::make_unique<BitsVerb>(); }

}  // namespace llcodes::cli
