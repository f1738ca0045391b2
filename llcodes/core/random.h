// Counter-based randomness: every draw is a function of (seed, stream, counter).
//
// Shuffling and augmentation never keep generator state, so a resumed run needs nothing but the
// epoch and the index to see the very same pictures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace llcodes {

/// splitmix64's finaliser: a bijection of 64-bit words that scrambles well.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// A short-lived stream of draws that is fully determined by its three keys.
class Random {
 public:
  constexpr Random(std::uint64_t seed, std::uint64_t epoch, std::uint64_t index)
      : key_(mix(mix(mix(seed) ^ epoch) ^ index)) {}

  constexpr std::uint64_t next() { return mix(key_ + counter_++ * 0xD1342543DE82EF95ull); }
  /// Uniform in [0, 1).
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// Uniform in [low, high).
  constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform in {0, ..., n - 1}; n > 0.
  constexpr std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64);
  }
  /// Standard normal (Box-Muller).
  double normal();

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

/// A permutation of {0, ..., n - 1} determined by (seed, epoch).
std::vector<std::uint32_t> permutation(std::size_t n, std::uint64_t seed, std::uint64_t epoch);

}  // namespace llcodes
