// The paper's own figures on ImageNet-1K (ResNet50, 20 bits), to stand beside ours. Quoted, never
// measured here.
#pragma once

#include <optional>
#include <string_view>

namespace llcodes {

/// Accuracy in [0, 1] of "linear", "ED" or "MHD"; nothing for a decoder the paper does not have.
std::optional<double> paper_accuracy(std::string_view decoder);

inline constexpr double kPaperBitsRight = 19.2;
/// Rank correlation of class codes with real-valued class representations, mean over classes.
inline constexpr double kPaperSpearman = 0.30;
/// Known instances for each stranger in its OOD experiment: 50,000 and 10,000.
inline constexpr double kPaperOodRatio = 5;

}  // namespace llcodes
