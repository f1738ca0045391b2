#include "llcodes/learn/duplicates.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <set>
#include <vector>

#include "llcodes/core/codebook.h"

namespace llcodes {
namespace {

using Key = std::vector<Word>;

Key key_of(CodeView code) { return Key(code.begin(), code.end()); }

/// A set of bits to flip, as positions in the list of bits sorted by cost.
struct FlipSet {
  double cost;
  std::vector<int> positions;
  bool operator>(const FlipSet& other) const {
    return cost != other.cost ? cost > other.cost : positions > other.positions;
  }
};

Key flipped(CodeView code, const FlipSet& set, const std::vector<int>& order) {
  Key key = key_of(code);
  for (const int position : set.positions) {
    const int bit = order[static_cast<std::size_t>(position)];
    key[static_cast<std::size_t>(bit / kBitsPerWord)] ^= Word{1} << (bit % kBitsPerWord);
  }
  return key;
}

/// Tries flip sets in increasing cost until one leads to a free code: each set is reached once, by
/// appending the next bit to its predecessor or by moving the predecessor's last bit on.
Key cheapest_free_code(CodeView code, std::span<const float> costs, const std::set<Key>& taken) {
  const int bits = static_cast<int>(costs.size());
  std::vector<int> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return std::abs(costs[static_cast<std::size_t>(a)]) < std::abs(costs[static_cast<std::size_t>(b)]);
  });
  const auto cost = [&](int position) {
    return std::abs(static_cast<double>(
        costs[static_cast<std::size_t>(order[static_cast<std::size_t>(position)])]));
  };
  std::priority_queue<FlipSet, std::vector<FlipSet>, std::greater<>> queue;
  queue.push({cost(0), {0}});
  while (true) {
    FlipSet set = queue.top();
    queue.pop();
    if (Key key = flipped(code, set, order); !taken.contains(key)) return key;
    const int next = set.positions.back() + 1;
    if (next >= bits) continue;
    FlipSet moved = set;
    moved.cost += cost(next) - cost(next - 1);
    moved.positions.back() = next;
    queue.push(std::move(moved));
    set.cost += cost(next);
    set.positions.push_back(next);
    queue.push(std::move(set));
  }
}

}  // namespace

RepairedCodes repair_duplicates(const Codes& codes, std::span<const float> latent) {
  check_bits_suffice(codes.num_bits(), codes.size());
  RepairedCodes repaired{codes};
  std::set<Key> taken;
  std::vector<std::size_t> homeless;
  for (std::size_t label = 0; label < codes.size(); ++label) {
    if (!taken.insert(key_of(codes[label])).second) homeless.push_back(label);
  }
  const auto bits = static_cast<std::size_t>(codes.num_bits());
  for (const std::size_t label : homeless) {
    const Key key = cheapest_free_code(codes[label], latent.subspan(label * bits, bits), taken);
    std::copy(key.begin(), key.end(), repaired.codes[label].begin());
    taken.insert(key);
  }
  repaired.moved = homeless.size();
  return repaired;
}

RepairedCodes repair_duplicates(const Codes& codes, std::span<const float> latent, int prefix) {
  Codes first(prefix, codes.size());
  std::vector<float> costs;
  const auto bits = static_cast<std::size_t>(codes.num_bits());
  for (std::size_t label = 0; label < codes.size(); ++label) {
    for (int bit = 0; bit < prefix; ++bit) {
      first.set_bit(label, bit, codes.bit(label, bit));
      costs.push_back(latent[label * bits + static_cast<std::size_t>(bit)]);
    }
  }
  const RepairedCodes repaired = repair_duplicates(first, costs);
  RepairedCodes result{codes, repaired.moved};
  for (std::size_t label = 0; label < codes.size(); ++label) {
    for (int bit = 0; bit < prefix; ++bit) {
      result.codes.set_bit(label, bit, repaired.codes.bit(label, bit));
    }
  }
  return result;
}

}  // namespace llcodes
