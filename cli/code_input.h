// Codes from wherever a user has them: our codes file, bits that other programs packed, or data
// that a model encodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/inputs.h"
#include "llcodes/exchange/packed_file.h"

namespace llcodes::cli {

struct CodeInputOptions {
  std::string model;
  std::int64_t bits = 0;
  std::string bit_order = "big";
  InputOptions input;
};
OptionTable options_of(CodeInputOptions& options);

enum class CodeInputKind { kCodes, kPacked, kData };
/// Throws std::invalid_argument if it is data and there is no model.
CodeInputKind kind_of(const std::string& input, const CodeInputOptions& options);

PackedFile open_packed(const std::string& input, const CodeInputOptions& options);

/// `known`, the fingerprint that the codes of `input` carry, or else that of the model's codebook;
/// "" without both. Throws std::invalid_argument if the model did not make these codes.
std::string codebook_of(const std::string& input, const std::string& known,
                        const CodeInputOptions& options);

/// All codes in memory, with projections, labels, names and the codebook's fingerprint where known.
EncodedSet load_codes(const std::string& input, const CodeInputOptions& options, Context& context);

/// --labels as numbers of classes; names are looked up in the model. Empty if not given. Throws
/// std::invalid_argument unless there are `count`.
std::vector<std::int32_t> read_label_numbers(std::size_t count, const CodeInputOptions& options);

/// "1,234 codes of 20 bits".
std::string codes_text(std::size_t count, int num_bits);

}  // namespace llcodes::cli
