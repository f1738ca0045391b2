#include "llcodes/core/decoder.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/hard_decoders.h"
#include "llcodes/core/soft_decoders.h"

namespace llcodes {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"ed", "ball", "mhd", "soft", "flips"};

void check_radius(const DecoderOptions& options, int num_bits) {
  if (options.decode != Decode::kBall) return;
  if (options.radius >= 0 && options.radius <= num_bits) return;
  throw std::invalid_argument("decoder \"ball\": found radius " + std::to_string(options.radius) +
                              ", expected 0 to " + std::to_string(num_bits));
}

void check_options(const DecoderOptions& options, int num_bits) {
  check_radius(options, num_bits);
  if (options.decode == Decode::kFlips && options.budget == 0) {
    throw std::invalid_argument("decoder \"flips\": found a budget of 0, expected 1 or more");
  }
  const bool soft = options.decode == Decode::kSoft || options.decode == Decode::kFlips;
  if (options.min_probability != 0 && !soft) {
    throw std::invalid_argument("decoder \"" + std::string(name_of(options.decode)) +
                                "\" knows no probabilities: a minimum probability has no effect; "
                                "use soft or flips, or a minimum margin");
  }
  if (options.min_probability >= 0 && options.min_probability <= 1 && options.min_margin >= 0) {
    return;
  }
  throw std::invalid_argument(
      "decoder: expected a minimum probability from 0 to 1 and a minimum margin of 0 or more, "
      "found " +
      std::to_string(options.min_probability) + " and " + std::to_string(options.min_margin));
}

std::unique_ptr<Decoder> make_nearest_decoder(const Codebook& codebook,
                                              const DecoderOptions& options) {
  const int radius = options.decode == Decode::kBall ? options.radius : codebook.num_bits();
  if (NearestTable::fits(codebook.codes())) {
    return std::make_unique<TableDecoder>(codebook, options, radius);
  }
  return std::make_unique<ScanDecoder>(codebook, options, radius);
}

}  // namespace

Decode decode_from_name(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found != kNames.end()) return static_cast<Decode>(found - kNames.begin());
  throw std::invalid_argument("decoder: found " + shown(name) +
                              ", expected ed, ball, mhd, soft or flips");
}

std::string_view name_of(Decode decode) { return kNames[static_cast<std::size_t>(decode)]; }

void Decoder::labels(const Instances& instances, std::span<std::int32_t> labels) const {
  std::vector<Decision> decisions(labels.size());
  decode(instances, decisions);
  std::ranges::transform(decisions, labels.begin(), &Decision::label);
}

std::unique_ptr<Decoder> make_decoder(const Codebook& codebook, const DecoderOptions& options) {
  check_options(options, codebook.num_bits());
  switch (options.decode) {
    case Decode::kExact:
      return std::make_unique<ExactDecoder>(codebook, options);
    case Decode::kBall:
    case Decode::kMinimumHamming:
      return make_nearest_decoder(codebook, options);
    case Decode::kSoft:
      return std::make_unique<SoftDecoder>(codebook, options);
    case Decode::kFlips:
      break;
  }
  return make_flips_decoder(codebook, options);
}

}  // namespace llcodes
