#include "llcodes/taxonomy/bit_split.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "llcodes/core/decoder_base.h"

namespace llcodes {
namespace {

/// z of one bit, or -1 and +1 without projections.
std::vector<float> bit_values(const EncodedSet& set, int bit) {
  std::vector<float> values;
  const auto num_bits = static_cast<std::size_t>(set.codes.num_bits());
  for (std::size_t i = 0; i < set.codes.size(); ++i) {
    values.push_back(set.projections.empty()
                         ? (set.codes.bit(i, bit) ? 1.0F : -1.0F)
                         : set.projections[i * num_bits + static_cast<std::size_t>(bit)]);
  }
  return values;
}

/// The mean value of each class, 0 where it has no instance.
std::vector<double> class_means(const std::vector<float>& values, const EncodedSet& set,
                                std::size_t num_classes) {
  std::vector<double> sums(num_classes), counts(num_classes);
  for (std::size_t i = 0; i < set.labels.size(); ++i) {
    if (set.labels[i] < 0 || static_cast<std::size_t>(set.labels[i]) >= num_classes) continue;
    sums[static_cast<std::size_t>(set.labels[i])] += values[i];
    counts[static_cast<std::size_t>(set.labels[i])] += 1;
  }
  for (std::size_t label = 0; label < num_classes; ++label) {
    if (counts[label] > 0) sums[label] /= counts[label];
  }
  return sums;
}

BitSide side_of(const Codebook& codebook, const EncodedSet& set, int bit, bool plus) {
  const std::vector<float> values = bit_values(set, bit);
  const std::vector<double> means = class_means(values, set, codebook.num_classes());
  const double sign = plus ? -1 : 1;  // so that the surest sorts first
  BitSide side;
  for (std::size_t label = 0; label < codebook.num_classes(); ++label) {
    if (codebook.codes().bit(label, bit) == plus) {
      side.classes.push_back(static_cast<std::int32_t>(label));
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (set.codes.bit(i, bit) == plus) side.instances.push_back(static_cast<std::uint32_t>(i));
  }
  std::ranges::stable_sort(side.classes, {}, [&](std::int32_t label) {
    return sign * means[static_cast<std::size_t>(label)];
  });
  std::ranges::stable_sort(side.instances, {}, [&](std::uint32_t i) { return sign * values[i]; });
  return side;
}

std::optional<double> share_right(const Codebook& codebook, const EncodedSet& set, int bit) {
  double right = 0, labelled = 0;
  for (std::size_t i = 0; i < set.labels.size(); ++i) {
    if (set.labels[i] < 0 || static_cast<std::size_t>(set.labels[i]) >= codebook.num_classes())
      continue;
    labelled += 1;
    right +=
        set.codes.bit(i, bit) == codebook.codes().bit(static_cast<std::size_t>(set.labels[i]), bit);
  }
  if (labelled == 0) return std::nullopt;
  return right / labelled;
}

}  // namespace

BitSplit split_by_bit(const Codebook& codebook, const EncodedSet& set, int bit) {
  check_instances(codebook, set.instances(), set.codes.size());
  if (bit < 0 || bit >= codebook.num_bits()) {
    throw std::invalid_argument("bit: found " + std::to_string(bit) + ", expected 0 to " +
                                std::to_string(codebook.num_bits() - 1));
  }
  return {.bit = bit,
          .minus = side_of(codebook, set, bit, false),
          .plus = side_of(codebook, set, bit, true),
          .right = share_right(codebook, set, bit)};
}

}  // namespace llcodes
