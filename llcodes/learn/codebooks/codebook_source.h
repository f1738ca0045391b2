// Puts a codebook by name or file into the network.
#pragma once

#include <string>

#include "llcodes/data/source.h"
#include "llcodes/learn/network.h"

namespace llcodes {

struct CodebookSource {
  const TrainOptions& options;
  const DataBundle& data;
  bool has_classifier = false;  ///< the network's linear head has been trained
};

/// Throws std::invalid_argument, or what reading a file may throw, if the codebook that the options
/// name can be known not to fit these classes and bits before anything is learnt.
void check_codebook(const Network& network, const CodebookSource& source);

/// Sets C to the codebook that `name` stands for (codebook_options.h), and P to what suits it where
/// there is a classifier. C has magnitude 1/2 where the codebook is made of words, and a deviation
/// of 1/2 where it is made of coordinates, whose signs are the words. Throws std::invalid_argument
/// if the codebook needs a classifier and there is none, and what reading a file may throw.
void set_codebook(Network& network, const std::string& name, const CodebookSource& source);

/// The same with codes at hand.
void set_codebook(Network& network, const Codes& codes, bool has_classifier);

}  // namespace llcodes
