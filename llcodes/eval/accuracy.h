// Accuracy of every decoder on labelled instances: pure functions on codes and labels.
//
// A tie counts 1/size if the true class is among the tied ones, and no class counts 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/decoder.h"

namespace llcodes {

struct AccuracyRow {
  std::string decoder;     ///< "ED", "MHD", "ball(1)", "soft", "flips(64)"
  double accuracy = 0;     ///< share of right answers, in [0, 1]
  double answered = 0;     ///< share of instances that got a class
  double mean_probes = 0;  ///< table look-ups or codes compared, an instance
};

struct AccuracyTable {
  std::size_t instances = 0;
  CodebookStatistics codebook;
  double bits_right = 0;  ///< mean number of bits equal to the true class code's
  std::vector<AccuracyRow> rows;
};

/// Radii 1 and 2, as far as codes have so many bits.
std::vector<int> usual_radii(int num_bits);

struct AccuracyOptions {
  std::vector<int> radii = {};  ///< each at most the number of bits
  std::vector<std::size_t> budgets = {1, 4, 16, 64, 256, 1024, kUnlimited};
};

/// Rows: ED, ball(r) for each radius, MHD, and, where projections are given, flips(G) for each
/// budget and soft. Labels must lie in [0, num_classes).
AccuracyTable measure_accuracy(const Codebook& codebook, const Instances& instances,
                               std::span<const std::int32_t> labels,
                               const AccuracyOptions& options);
/// The same with the usual radii.
AccuracyTable measure_accuracy(const Codebook& codebook, const Instances& instances,
                               std::span<const std::int32_t> labels);

/// Share of right answers of decisions, ties counted 1/size.
double accuracy_of(const Codebook& codebook, const Instances& instances,
                   std::span<const Decision> decisions, std::span<const std::int32_t> labels);
/// The same of soft decoding.
double soft_accuracy(const Codebook& codebook, const Instances& instances,
                     std::span<const std::int32_t> labels);

}  // namespace llcodes
