// What bench_decode decodes: learnt-like instances, and the linear classifier to compare with.
#pragma once

#include <cstddef>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/decoder.h"

namespace llcodes::bench {

inline constexpr std::size_t kFeatures = 2048;
inline constexpr std::size_t kBatch = 256;

struct DecodeProblem {
  Codebook codebook;
  std::vector<float> projections;  ///< [n, num_bits]
  Codes codes;                     ///< their signs
  Codes random_codes;              ///< uniform: the worst case for the caches

  Instances instances() const { return {codes, projections}; }
};

/// Random class codes; instances are class codes seen through logits of mean 3.5 and deviation 2,
/// so that 4 % of the bits are wrong, as LLC reports, and wrong bits tend to be weak.
DecodeProblem make_problem(int num_bits, std::size_t num_classes, std::size_t num_instances);

/// A batch of features [kBatch, kFeatures] times weights [rows, kFeatures], by OpenBLAS.
class LinearLayer {
 public:
  explicit LinearLayer(std::size_t rows);

  std::size_t rows() const { return rows_; }
  const std::vector<float>& apply();  ///< [kBatch, rows]

 private:
  std::size_t rows_;
  std::vector<float> weights_;
  std::vector<float> features_;
  std::vector<float> output_;
};

}  // namespace llcodes::bench
