// The naive index: a list of entries, searched by looking at every bit of every code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llcodes/core/random.h"
#include "llcodes/search/index.h"
#include "tests/core/testing.h"

namespace llcodes::testing {

class NaiveIndex {
 public:
  explicit NaiveIndex(int num_bits) : codes_(num_bits) {}

  void add(CodeView code, std::int64_t id, std::int32_t label) {
    codes_.push_back(code);
    entries_.push_back({id, label, true});
  }
  void remove(std::int64_t id) {
    for (Entry& entry : entries_) {
      if (entry.id == id) entry.live = false;
    }
  }
  std::vector<std::int64_t> ids() const {
    std::vector<std::int64_t> ids;
    for (const Entry& entry : entries_) {
      if (entry.live) ids.push_back(entry.id);
    }
    return ids;
  }

  Neighbours search(const Codes& queries, std::size_t query, const SearchOptions& options) const {
    Neighbours found;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!accepts(entries_[i], options.filter)) continue;
      const int distance = naive_distance(queries, query, codes_, i);
      if (distance <= options.radius) found.push_back({entries_[i].id, distance});
    }
    std::sort(found.begin(), found.end(), [](const Neighbour& a, const Neighbour& b) {
      return a.distance != b.distance ? a.distance < b.distance : a.id < b.id;
    });
    found.resize(std::min(found.size(), options.k));
    return found;
  }

 private:
  struct Entry {
    std::int64_t id;
    std::int32_t label;
    bool live;
  };
  static bool accepts(const Entry& entry, const Filter& filter) {
    const auto contains = [](const auto& list, auto value) {
      return std::find(list.begin(), list.end(), value) != list.end();
    };
    if (!entry.live || entry.id < filter.range.first || entry.id > filter.range.last) return false;
    if (filter.allowed && !contains(*filter.allowed, entry.id)) return false;
    return filter.labels.empty() || contains(filter.labels, entry.label);
  }

  Codes codes_;
  std::vector<Entry> entries_;
};

/// Codes with many equal ones and clusters: copies of few codes with some bits flipped.
inline Codes clustered_codes(int num_bits, std::size_t count, std::uint64_t seed) {
  Random random(seed, static_cast<std::uint64_t>(num_bits), count);
  const Codes centres = random_codes(num_bits, 1 + random.below(20), seed);
  const double flip = random.uniform() * 0.3;
  Codes codes(num_bits);
  for (std::size_t i = 0; i < count; ++i) {
    codes.push_back(centres[random.below(centres.size())]);
    for (int bit = 0; bit < num_bits; ++bit) {
      if (random.uniform() < flip) codes.set_bit(i, bit, !codes.bit(i, bit));
    }
  }
  return codes;
}

}  // namespace llcodes::testing

namespace llcodes {

/// How a failed comparison shows an answer.
inline void PrintTo(const Neighbour& neighbour, std::ostream* out) {
  *out << neighbour.id << " at " << neighbour.distance;
}

}  // namespace llcodes
