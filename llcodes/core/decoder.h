// Decoders: from an instance code (and its real-valued projection z = P F(x)) to a class.
//
//   exact    ED of the paper: the code is in the table, or there is no answer
//   ball     the nearest class within Hamming distance r, or no answer
//   mhd      minimum Hamming distance: one load from a table of all 2^k codes for k <= 24,
//            a SIMD scan of the codebook beyond
//   soft     argmax_l <c_l, z>: maximum likelihood under independent bits; uses the magnitudes |z_j|
//   flips    soft decoding by trying flip sets of the code in increasing cost sum |z_j| against the
//            hash table; the first class met is the soft answer. A budget of G probes runs from ED
//            (G = 1) to soft (unlimited) at a cost that does not depend on the number of classes
//
// Every decoder answers with the same `Decision`. Ties go to the lowest label and are marked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/codebook.h"

namespace llcodes {

inline constexpr std::int32_t kNoClass = -1;
inline constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

/// What a decoder says about one instance. "No class" is an answer, not an error.
struct Decision {
  std::int32_t label = kNoClass;  ///< kNoClass: nothing within reach, or abstained
  std::int32_t distance = -1;     ///< Hamming distance of the code to the class code
  float score = 0;                ///< <c_l, z> where z is known, else k - 2 * distance
  float margin = 0;               ///< score minus the score of the best other class (needs top 2)
  float probability = 0;          ///< posterior softmax_l(<c_l, z> / 2) of the label, where z is known
  std::int32_t ties = 1;          ///< number of classes that share the best value (label is one)
  std::uint32_t probes = 0;       ///< table look-ups or class codes compared
  bool by_score = false;          ///< best (and tied) by score, not by distance
};

/// One line of a top-n list, best first.
struct Candidate {
  std::int32_t label = kNoClass;
  std::int32_t distance = -1;
  float score = 0;
  float probability = 0;
};

enum class Decode { kExact, kBall, kMinimumHamming, kSoft, kFlips };

Decode decode_from_name(std::string_view name);  ///< "ed", "ball", "mhd", "soft", "flips"
std::string_view name_of(Decode decode);

/// What `flips` does when its budget is spent without meeting a class.
enum class WhenSpent { kScan, kAbstain };

struct DecoderOptions {
  Decode decode = Decode::kSoft;
  int radius = 1;                            ///< of `ball`
  std::size_t budget = kUnlimited;           ///< probes of `flips`
  WhenSpent when_spent = WhenSpent::kAbstain;
  float min_probability = 0;                 ///< abstain below (soft and flips)
  float min_margin = 0;                      ///< abstain below
  bool probabilities = false;                ///< fill probability and margin: O(L) an instance
};

/// The instances to decode: packed codes and, for soft and flips, the projections [n, num_bits].
struct Instances {
  const Codes& codes;
  std::span<const float> projections = {};
};

class Decoder {
 public:
  virtual ~Decoder() = default;

  /// Decides every instance; `decisions` has as many places as there are codes.
  /// Throws std::invalid_argument if widths differ or projections are needed and missing.
  virtual void decode(const Instances& instances, std::span<Decision> decisions) const = 0;

  /// Labels only: the fastest path.
  virtual void labels(const Instances& instances, std::span<std::int32_t> labels) const;
};

/// Builds the tables the chosen decoder needs; the codebook must outlive the decoder.
std::unique_ptr<Decoder> make_decoder(const Codebook& codebook, const DecoderOptions& options);

/// The n best classes of one instance, by <c_l, z> where projections are given, by distance else,
/// with posterior probabilities; ties in label order.
std::vector<Candidate> best_classes(const Codebook& codebook, const Instances& instances,
                                    std::size_t index, std::size_t n);

}  // namespace llcodes
