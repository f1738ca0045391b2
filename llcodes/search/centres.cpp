// Finding centres: leaders picked from a sample, then moved to the majority bits of their
// followers.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "llcodes/core/random.h"
#include "llcodes/search/partition_index.h"

namespace llcodes {
namespace {

constexpr std::size_t kSample = 20'000;
constexpr int kRounds = 3;

using Code = std::array<Word, kMaxBits / kBitsPerWord>;

RowCodes sample_of(const RowCodes& codes) {
  if (codes.size() <= kSample) return codes;
  RowCodes sample(codes.num_bits());
  Random random(1, codes.size(), 0);
  Code code{};
  for (std::size_t i = 0; i < kSample; ++i) {
    codes.get(random.below(codes.size()), code.data());
    sample.append(code.data());
  }
  return sample;
}

/// Every code farther than `reach` from all leaders becomes one, up to `most` (and one more).
RowCodes leaders_of(const RowCodes& sample, int reach, std::size_t most) {
  RowCodes leaders(sample.num_bits());
  std::vector<std::uint16_t> distances;
  Code code{};
  for (std::size_t i = 0; i < sample.size() && leaders.size() <= most; ++i) {
    sample.get(i, code.data());
    const bool followed =
        leaders.size() > 0 && nearest_centre(leaders, code.data(), distances).distance <= reach;
    if (!followed) leaders.append(code.data());
  }
  return leaders;
}

/// Counts the bits of a centre's followers.
struct Votes {
  std::array<std::uint32_t, kMaxBits> ones{};
  std::uint32_t followers = 0;
};

/// Each centre moves to the majority of its followers; centres without any, and copies, are
/// dropped.
RowCodes moved(const RowCodes& centres, const RowCodes& sample) {
  std::vector<Votes> votes(centres.size());
  std::vector<std::uint16_t> distances;
  Code code{};
  for (std::size_t i = 0; i < sample.size(); ++i) {
    sample.get(i, code.data());
    Votes& vote = votes[nearest_centre(centres, code.data(), distances).centre];
    ++vote.followers;
    for (int bit = 0; bit < sample.num_bits(); ++bit) {
      vote.ones[static_cast<std::size_t>(bit)] +=
          code[bit / kBitsPerWord] >> bit % kBitsPerWord & 1;
    }
  }
  std::set<Code> distinct;
  for (const Votes& vote : votes) {
    if (vote.followers == 0) continue;
    Code centre{};
    for (int bit = 0; bit < sample.num_bits(); ++bit) {
      const bool one = 2 * vote.ones[static_cast<std::size_t>(bit)] > vote.followers;
      centre[bit / kBitsPerWord] |= Word{one} << bit % kBitsPerWord;
    }
    distinct.insert(centre);
  }
  RowCodes result(sample.num_bits());
  for (const Code& centre : distinct) result.append(centre.data());
  return result;
}

/// std::find by blocks without a branch inside, which the compiler compares eight at a time (if all
/// numbers are of one width).
std::size_t place_of(std::uint16_t value, const std::vector<std::uint16_t>& values) {
  constexpr std::size_t kBlock = 64;
  std::size_t begin = 0;
  for (; begin + kBlock <= values.size(); begin += kBlock) {
    std::uint16_t found = 0;
    for (std::size_t i = begin; i < begin + kBlock; ++i) found |= values[i] == value ? 1 : 0;
    if (found != 0) break;
  }
  return static_cast<std::size_t>(
      std::find(values.begin() + static_cast<std::ptrdiff_t>(begin), values.end(), value) -
      values.begin());
}

}  // namespace

NearestCentre nearest_centre(const RowCodes& centres, const Word* code,
                             std::vector<std::uint16_t>& distances) {
  distances.resize(std::max(distances.size(), centres.size() + kScanSlack));
  const int lowest = scan_kernel().distances(code, centres.array(), distances.data());
  return {static_cast<std::uint32_t>(place_of(static_cast<std::uint16_t>(lowest), distances)),
          lowest};
}

// The smallest reach that needs few enough leaders: larger ones would merge clusters.
RowCodes find_centres(const RowCodes& codes, int) {
  const RowCodes sample = sample_of(codes);
  if (sample.size() == 0) return RowCodes(codes.num_bits(), 1);
  const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(codes.size())));
  const std::size_t most = std::clamp<std::size_t>(2 * root, 16, 4096);
  RowCodes centres(codes.num_bits(), 1);
  for (int reach = std::max(1, codes.num_bits() / 16); reach <= codes.num_bits();
       reach += std::max(1, codes.num_bits() / 16)) {
    centres = leaders_of(sample, reach, most);
    if (centres.size() <= most) break;
  }
  for (int round = 0; round < kRounds; ++round) centres = moved(centres, sample);
  return centres;
}

}  // namespace llcodes
