// How much speaks for the class that a classifier names.
//
// Three signs tell of it: how sure the classifier is of that class (p), how much its logits say at
// all (Energy), and how much the instance resembles the class (a cosine). Which of them tells
// strangers differs from data to data, so a trained model weighs them:
//
//   e = certainty^a energy^b resemblance^c,   a + b + c = 1
//
// The exponents come from what known instances have and strangers made of them have not
// (data/chimeras.h). No true stranger is needed.
#pragma once

#include <span>

namespace llcodes {

/// Each 0 or more.
struct Signs {
  double certainty = 0;    ///< the probability of the class named
  double energy = 0;       ///< log mean exp of the logits, at least 0
  double resemblance = 0;  ///< cosine of the features with that class's, at least 0
};

/// Where nothing could be learnt, and in models of before there was anything to learn: the
/// geometric mean of certainty and resemblance.
struct Exponents {
  double certainty = 0.5;
  double energy = 0;
  double resemblance = 0.5;

  bool operator==(const Exponents&) const = default;
};

double evidence_of(const Signs& signs, const Exponents& exponents);

/// The exponents, none negative, by which evidence tells known from strangers best: logistic
/// regression of the signs' logarithms, both sides counting the same; exact, O(n). The default if
/// either side is empty or no sign tells them apart.
Exponents telling_exponents(std::span<const Signs> known, std::span<const Signs> strangers);

}  // namespace llcodes
