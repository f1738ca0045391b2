#include "cli/code_input.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "cli/table.h"
#include "llcodes/core/error.h"
#include "llcodes/data/labels.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {
namespace {

/// Class numbers of names, in the order of the model's codebook.
std::vector<std::int64_t> numbers_of(const RawLabels& labels, const CodeInputOptions& options) {
  if (!labels.numbers.empty()) return labels.numbers;
  if (options.model.empty()) {
    throw std::invalid_argument(labels.path +
                                " holds names of classes: give --model, which knows their numbers");
  }
  const Codebook codebook = load_codebook(options.model);
  std::vector<std::int64_t> numbers;
  for (const std::string& name : labels.names) {
    const auto& known = codebook.class_names();
    const auto found = std::find(known.begin(), known.end(), name);
    numbers.push_back(found == known.end() ? kNoClass : found - known.begin());
  }
  return numbers;
}

EncodedSet load_kind(const std::string& input, const CodeInputOptions& options, Context& context) {
  switch (kind_of(input, options)) {
    case CodeInputKind::kPacked:
      return {open_packed(input, options).codes(), {}, {}, {}, {}};
    case CodeInputKind::kCodes:
      return EncodedSet::load(input);
    default:
      return load_or_encode(input, options.model, options.input, context);
  }
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

EncodedSet load_codes(const std::string& input, const CodeInputOptions& options, Context& context) {
  EncodedSet set = load_kind(input, options, context);
  set.codebook = codebook_of(input, set.codebook, options);
  return set;
}

std::vector<std::int32_t> read_label_numbers(std::size_t count, const CodeInputOptions& options) {
  const std::string& path = options.input.data.labels;
  if (path.empty()) return {};
  const std::vector<std::int64_t> numbers = numbers_of(read_labels(path), options);
  if (numbers.size() != count) {
    throw std::invalid_argument(path + " holds " + std::to_string(numbers.size()) +
                                " labels, expected " + std::to_string(count) + ", one a code");
  }
  std::vector<std::int32_t> labels;
  for (const std::int64_t number : numbers) {
    if (number < kNoClass || number > INT32_MAX) {
      throw std::invalid_argument(path + ": found label " + std::to_string(number) +
                                  ", expected 0 or more, or -1 for no class");
    }
    labels.push_back(static_cast<std::int32_t>(number));
  }
  return labels;
}

std::string codes_text(std::size_t count, int num_bits) {
  return count_text(count) + " codes of " + std::to_string(num_bits) + " bits";
}

}  // namespace llcodes::cli
