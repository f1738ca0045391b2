#include <algorithm>
#include <cmath>
#include <limits>

#include "llcodes/core/flip_sets.h"
#include "llcodes/core/soft_decoders.h"

namespace llcodes {
namespace {

/// A flip set costs about as much as the scores of this many classes, so an unlimited search turns
/// to the scan after num_classes / kClassesPerProbe probes: never twice as slow as the scan.
constexpr std::size_t kClassesPerProbe = 16;

/// Sum of |z_j|: no score is larger.
double total_magnitude(const float* z, int num_bits) {
  double sum = 0;
  for (int bit = 0; bit < num_bits; ++bit) sum += std::abs(z[bit]);
  return sum;
}

/// Two classes whose costs differ by more than this have the same order by cost as by float score:
/// k additions of at most `magnitude` err by k * 2^-24 * magnitude, twice, and a score is twice a
/// cost. Doubled again for the rounding of the costs themselves.
double cost_tolerance(double magnitude, int num_bits) {
  return 2 * num_bits * 0x1.0p-24 * magnitude;
}

template <int kWords>
class FlipsDecoder : public SoftDecoder {
 public:
  FlipsDecoder(const Codebook& codebook, const DecoderOptions& options)
      : SoftDecoder(codebook, options), table_(codebook.codes()) {}

  void decode(const Instances& instances, std::span<Decision> decisions) const override;

 private:
  using Flips = FlipSets<kWords>;
  using Code = typename Flips::Code;

  /// The best class met so far, in the order of the canonical score.
  struct Search {
    const float* z = nullptr;
    BestScore best{};
    double last_cost = std::numeric_limits<double>::infinity();  ///< ties end here once one is met
    std::size_t probes = 0;
    bool complete = false;  ///< no better and no equal class can follow
  };

  Code signs_of(const float* z) const;
  void probe(const Code& code, double cost, double tolerance, Search& search) const;
  Search search(const float* z, Flips& flips) const;
  bool unlimited() const { return options().budget == kUnlimited; }
  std::size_t most_probes() const;
  Decision decide(const Instances& instances, std::size_t index, Flips& flips,
                  std::vector<float>& scores) const;

  CodeTable table_;
};

template <int kWords>
typename FlipsDecoder<kWords>::Code FlipsDecoder<kWords>::signs_of(const float* z) const {
  Code code{};
  for (int bit = 0; bit < codebook().num_bits(); ++bit) {
    code[static_cast<std::size_t>(bit / kBitsPerWord)] |= Word{z[bit] >= 0} << bit % kBitsPerWord;
  }
  return code;
}

template <int kWords>
void FlipsDecoder<kWords>::probe(const Code& code, double cost, double tolerance,
                                 Search& search) const {
  ++search.probes;
  const ClassGroup group = table_.find(code.data());
  if (group.size == 0) return;
  search.last_cost = std::min(search.last_cost, cost + tolerance);
  const BestScore found = {soft_score(code, search.z, codebook().num_bits()), group.label,
                           group.size};
  BestScore& best = search.best;
  if (best.ties == 0 || found.score > best.score) {
    best = found;
  } else if (found.score == best.score) {
    best.label = std::min(best.label, found.label);
    best.ties += found.ties;
  }
}

template <int kWords>
typename FlipsDecoder<kWords>::Search FlipsDecoder<kWords>::search(const float* z,
                                                                   Flips& flips) const {
  const int num_bits = codebook().num_bits();
  const double tolerance = cost_tolerance(total_magnitude(z, num_bits), num_bits);
  const auto by_magnitude = [](float a, float b) { return std::abs(a) < std::abs(b); };
  const double cheapest = std::abs(*std::min_element(z, z + num_bits, by_magnitude));
  Search search{.z = z};
  const Code code = signs_of(z);
  probe(code, 0, tolerance, search);
  // Most instances end here, before any sorting.
  search.complete = cheapest > search.last_cost;
  if (search.complete) return search;
  flips.start(code, z, num_bits);
  while (!search.complete && search.probes < most_probes()) {
    const typename Flips::Flipped flipped = flips.next();
    probe(flipped.code, flipped.cost, tolerance, search);
    search.complete = flips.empty() || flips.next_cost() > search.last_cost;
  }
  return search;
}

template <int kWords>
std::size_t FlipsDecoder<kWords>::most_probes() const {
  return unlimited() ? codebook().num_classes() / kClassesPerProbe + 1 : options().budget;
}

template <int kWords>
Decision FlipsDecoder<kWords>::decide(const Instances& instances, std::size_t index, Flips& flips,
                                      std::vector<float>& scores) const {
  const Search found = search(projection(instances, index), flips);
  const auto probes = static_cast<std::uint32_t>(found.probes);
  // An added class is scored by its vector, which the order of the flips knows nothing of.
  const bool settled = found.complete && codebook().num_added() == 0;
  if (!settled && (unlimited() || found.complete || options().when_spent == WhenSpent::kScan)) {
    Decision decision = scan(instances, index, scores);
    decision.probes += probes;
    return decision;
  }
  if (found.best.ties == 0) return {.ties = 0, .probes = probes, .by_score = true};
  const CodeView class_code = class_codes()[static_cast<std::size_t>(found.best.label)];
  return {.label = found.best.label,
          .distance = hamming_distance(instances.codes[index], class_code),
          .ties = found.best.ties,
          .probes = probes,
          .by_score = true};
}

template <int kWords>
void FlipsDecoder<kWords>::decode(const Instances& instances, std::span<Decision> decisions) const {
  check_instances(codebook(), instances, decisions.size());
  require_projections(instances);
  Flips flips;
  std::vector<float> scores;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    decisions[i] = decide(instances, i, flips, scores);
    finish(instances, i, scores, decisions[i]);
  }
}

}  // namespace

std::unique_ptr<Decoder> make_flips_decoder(const Codebook& codebook,
                                            const DecoderOptions& options) {
  switch (codebook.codes().words_per_code()) {
    case 1:
      return std::make_unique<FlipsDecoder<1>>(codebook, options);
    case 2:
      return std::make_unique<FlipsDecoder<2>>(codebook, options);
    case 3:
      return std::make_unique<FlipsDecoder<3>>(codebook, options);
    default:
      return std::make_unique<FlipsDecoder<4>>(codebook, options);
  }
}

}  // namespace llcodes
