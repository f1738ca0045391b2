// All numbers of `bits` bits with `weight` of them set, ascending: the flips that lead to distance
// `weight`. Lists are made once a process and shared.
#pragma once

#include <cstdint>
#include <span>

namespace llcodes {

/// binomial(n, k), capped at 10^18.
std::uint64_t binomial(int n, int k);

/// `bits` at most 16. Safe from any thread.
std::span<const std::uint32_t> masks_of_weight(int bits, int weight);

/// The next larger number with as many bits set (Gosper); `mask` is not 0.
std::uint64_t next_of_same_weight(std::uint64_t mask);

}  // namespace llcodes
