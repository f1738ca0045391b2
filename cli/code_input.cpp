#include "cli/code_input.h"

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "cli/table.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {
namespace {

EncodedSet load_ready(const std::string& input, const CodeInputOptions& options) {
  EncodedSet set = kind_of(input, options) == CodeInputKind::kCodes
                       ? EncodedSet::load(input)
                       : EncodedSet{open_packed(input, options).codes(), {}, {}, {}, {}};
  set.codebook = codebook_of(input, set.codebook, options);
  return set;
}

}  // namespace

OptionTable options_of(CodeInputOptions& options) {
  OptionTable table;
  table.group("Codes")
      .text("model", options.model, "model that encodes data, or made the codes")
      .number("bits", options.bits, "of packed codes; 0: eight for each byte of a row", 0, kMaxBits)
      .text("bit-order", options.bit_order, "of packed codes, as in numpy.packbits",
            {"big", "little"});
  table.append(options_of(options.input));
  return table;
}

CodeInputKind kind_of(const std::string& input, const CodeInputOptions& options) {
  if (is_container(input)) return CodeInputKind::kCodes;
  if (!std::filesystem::exists(input) && options.model.empty()) {
    throw std::invalid_argument("there is no file '" + input +
                                "': give codes, packed bits, or data with --model");
  }
  // With a model an array holds features; without one it can only be packed bits.
  const bool packed = is_packed_file(input);
  if (packed && (options.model.empty() || !input.ends_with(".npy"))) return CodeInputKind::kPacked;
  if (options.model.empty()) {
    throw std::invalid_argument(input + " is no file of codes: give --model to encode it");
  }
  return CodeInputKind::kData;
}

PackedFile open_packed(const std::string& input, const CodeInputOptions& options) {
  return PackedFile::open(input, {.num_bits = static_cast<int>(options.bits),
                                  .order = bit_order_from_name(options.bit_order)});
}

std::string codebook_of(const std::string& input, const std::string& known,
                        const CodeInputOptions& options) {
  if (options.model.empty()) return known;
  const Codebook codebook = load_codebook(options.model);
  check_maker(input, known, options.model, codebook);
  return known.empty() ? codebook_fingerprint(codebook.codes()) : known;
}

bool is_ready(const std::string& input, const CodeInputOptions& options) {
  return kind_of(input, options) != CodeInputKind::kData;
}

std::function<EncodedSet()> open_codes(const std::string& input, const CodeInputOptions& options,
                                       Context& context) {
  if (is_ready(input, options)) {
    auto set = std::make_shared<EncodedSet>(load_ready(input, options));
    return [set] { return std::move(*set); };
  }
  context.network.require();
  auto opened =
      std::make_shared<OpenedData>(open_input(input, options.model, options.input, context));
  return [opened, options, &context] {
    return encode_opened(*opened, options.model, encode_options(options.input), context);
  };
}

EncodedSet load_codes(const std::string& input, const CodeInputOptions& options, Context& context) {
  return open_codes(input, options, context)();
}

std::string codes_text(std::size_t count, int num_bits) {
  return count_text(count) + " codes of " + std::to_string(num_bits) + " bits";
}

}  // namespace llcodes::cli
