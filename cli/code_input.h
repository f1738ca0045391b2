// Codes from wherever a user has them: our codes file, bits that other programs packed, or data
// that a model encodes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

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

/// True if nothing has to be encoded.
bool is_ready(const std::string& input, const CodeInputOptions& options);

PackedFile open_packed(const std::string& input, const CodeInputOptions& options);

/// `known`, the fingerprint that the codes of `input` carry, or else that of the model's codebook;
/// "" without both. Throws std::invalid_argument if the model did not make these codes.
std::string codebook_of(const std::string& input, const std::string& known,
                        const CodeInputOptions& options);

/// Opens the input, so that what is wrong with it is told before anything is encoded. The function,
/// to be called once while `context` lives, encodes data.
std::function<EncodedSet()> open_codes(const std::string& input, const CodeInputOptions& options,
                                       Context& context);

/// All codes in memory, with projections, labels, names and the codebook's fingerprint where known.
EncodedSet load_codes(const std::string& input, const CodeInputOptions& options, Context& context);

/// "1,234 codes of 20 bits".
std::string codes_text(std::size_t count, int num_bits);

}  // namespace llcodes::cli
