// How much speaks for the class that a classifier names.
//
// Three signs tell of it: how much the classifier's logits say at all (Energy), how much the
// instance resembles the class (a cosine), and how little the classes further down the line claim
// it (clarity): of a known instance most classes say nothing. Which of them tells strangers differs
// from data to data, so a trained model weighs them:
//
//   e = energy^a resemblance^b clarity^c,   max(a + b, c) = 1
//
// (Clarity is a matter of a few per cent; if it shared the 1, it would only dull the others.) The
// exponents come from what known instances have and strangers made of them have not
// (data/chimeras.h). No true stranger is needed.
#pragma once

#include <cstddef>
#include <span>

namespace llcodes {

/// Each 0 or more.
struct Signs {
  double energy = 0;       ///< log mean exp of the logits, at least 0
  double resemblance = 0;  ///< cosine of the features with that class's, at least 0
  double clarity = 1;      ///< 1 / (1 + exp r), r the mean logit of the runners-up
};

/// The runners-up are the classes whose logits follow the two largest, ten of them if there are so
/// many. The second is none: a chimera has two classes, which other strangers have not.
inline constexpr std::size_t kFavourites = 2, kRunnersUp = 10;
/// Clarity of one instance's logits; 1 where there is no runner-up.
double clarity_of(std::span<const float> logits);

/// By default, where nothing could be learnt, the geometric mean of Energy and resemblance.
struct Exponents {
  double energy = 0.5;
  double resemblance = 0.5;
  double clarity = 0;

  bool operator==(const Exponents&) const = default;
};

double evidence_of(const Signs& signs, const Exponents& exponents);

/// The exponents, none negative, by which evidence tells known from strangers best: logistic
/// regression of the signs' logarithms, both sides counting the same; exact, O(n). The default if
/// either side is empty or no sign tells them apart.
Exponents telling_exponents(std::span<const Signs> known, std::span<const Signs> strangers);

}  // namespace llcodes
