#include "llcodes/core/nearest_table.h"

#include <algorithm>
#include <cassert>

namespace llcodes {
namespace {

/// Entries that stay in the second-level cache while all low bits pass over them.
constexpr std::size_t kCachedEntries = std::size_t{1} << 16;

/// The pass of the bit with value `stride` over `count` entries.
void combine_bit(NearestEntry* entries, std::size_t count, std::size_t stride) {
  for (std::size_t base = 0; base < count; base += 2 * stride) {
    NearestEntry* const zeros = entries + base;
    NearestEntry* const ones = zeros + stride;
    for (std::size_t i = 0; i < stride; ++i) {
      const NearestEntry zero = zeros[i];
      const NearestEntry one = ones[i];
      zeros[i] = NearestEntry::nearer(zero, one.one_bit_further());
      ones[i] = NearestEntry::nearer(one, zero.one_bit_further());
    }
  }
}

std::vector<NearestEntry> class_entries(const Codes& codes) {
  std::vector<NearestEntry> entries(std::size_t{1} << codes.num_bits());
  for (std::size_t label = 0; label < codes.size(); ++label) {
    NearestEntry& entry = entries[codes[label][0]];
    entry = NearestEntry::nearer(entry, NearestEntry(static_cast<std::uint32_t>(label)));
  }
  return entries;
}

}  // namespace

NearestTable::NearestTable(const Codes& class_codes) : entries_(class_entries(class_codes)) {
  assert(fits(class_codes));
  const std::size_t block = std::min(entries_.size(), kCachedEntries);
  for (std::size_t begin = 0; begin < entries_.size(); begin += block) {
    for (std::size_t stride = 1; stride < block; stride *= 2) {
      combine_bit(entries_.data() + begin, block, stride);
    }
  }
  for (std::size_t stride = block; stride < entries_.size(); stride *= 2) {
    combine_bit(entries_.data(), entries_.size(), stride);
  }
}

}  // namespace llcodes
