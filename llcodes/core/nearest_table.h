// The nearest class of every possible code of up to 24 bits: minimum-Hamming decoding as one load.
//
// The Hamming distance is a sum over bits, so the nearest class of all 2^k codes is found bit by
// bit: after the pass of bit j each entry knows the nearest class among those that agree with it in
// all later bits. One pass combines the two entries that differ in the bit; their classes are
// disjoint, so ties simply add. k passes over the table, 2^k entries of four bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes {

/// Packed as distance (6 bits), label (23), ties (3): the smaller number is the nearer class, and
/// of two equally near ones that with the lower label.
class NearestEntry {
 public:
  static constexpr std::uint32_t kMostTies = 7;  ///< stands for "7 or more"
  static constexpr std::size_t kMostClasses = 1 << 23;

  NearestEntry() : packed_(kNothing) {}
  explicit NearestEntry(std::uint32_t label) : packed_(label << kTieBits | 1) {}

  std::int32_t label() const { return static_cast<std::int32_t>(packed_ >> kTieBits & kLabelMask); }
  std::int32_t distance() const { return static_cast<std::int32_t>(packed_ >> kDistanceShift); }
  std::uint32_t ties() const { return packed_ & kMostTies; }

  /// The nearer of two that share no class; equal distances add their ties.
  static NearestEntry nearer(NearestEntry a, NearestEntry b) {
    const std::uint32_t best = a.packed_ < b.packed_ ? a.packed_ : b.packed_;
    const std::uint32_t sum = a.ties() + b.ties();
    const std::uint32_t ties = sum < kMostTies ? sum : kMostTies;
    const bool same_distance = (a.packed_ ^ b.packed_) >> kDistanceShift == 0;
    return from_packed(same_distance ? (best & ~kMostTies) | ties : best);
  }
  NearestEntry one_bit_further() const { return from_packed(packed_ + kOneBit); }

 private:
  static constexpr int kTieBits = 3;
  static constexpr int kDistanceShift = 26;
  static constexpr std::uint32_t kLabelMask = kMostClasses - 1;
  static constexpr std::uint32_t kOneBit = 1u << kDistanceShift;
  /// Distance 32 and no tie: farther than any class, and 24 passes later still below 64.
  static constexpr std::uint32_t kNothing = 32u << kDistanceShift;

  static NearestEntry from_packed(std::uint32_t packed) {
    NearestEntry entry;
    entry.packed_ = packed;
    return entry;
  }
  std::uint32_t packed_;
};

class NearestTable {
 public:
  static constexpr int kMostBits = 24;
  static bool fits(const Codes& class_codes) {
    return class_codes.num_bits() <= kMostBits && class_codes.size() <= NearestEntry::kMostClasses;
  }

  /// `class_codes` must fit. 20 bits: about 10 ms and 4 MB; 24 bits: 64 MB.
  explicit NearestTable(const Codes& class_codes);

  NearestEntry operator[](Word code) const { return entries_[code]; }
  const NearestEntry* data() const { return entries_.data(); }

 private:
  std::vector<NearestEntry> entries_;
};

}  // namespace llcodes
