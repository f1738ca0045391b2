// The five things that need the network, as the verbs see them.
//
// Every verb is compiled once and linked into two programs. `llcodes-learn` does these five with
// libtorch. `llcodes` has no libtorch, so that it starts in milliseconds: there each of them
// replaces the process by `llcodes-learn` with the same arguments, and the verb begins again over
// there. A verb calls require() once the cheap checks are done and before any long work.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/encoded_set.h"
#include "llcodes/data/source.h"
#include "llcodes/learn/train.h"
#include "llcodes/model.h"

namespace llcodes::cli {

/// What to push through a model.
struct EncodeRequest {
  std::filesystem::path model;
  const Dataset& dataset;
  EncodeOptions options;
};

/// One run of training.
struct TrainRequest {
  TrainOptions options;
  const DataBundle& data;
  std::filesystem::path folder;
  bool resume = false;
};

class Network {
 public:
  virtual ~Network() = default;

  /// Returns only in the program that has the network.
  virtual void require() = 0;
  /// "libtorch 1.13.1", or "" in the program without it.
  virtual std::string version() const = 0;

  virtual TrainResult train(const TrainRequest& request, const TrainHooks& hooks) = 0;
  virtual EncodedSet encode(const EncodeRequest& request, const Progress& progress) = 0;
  /// F(x) of a model, [n, its number of features].
  virtual std::vector<float> features(const EncodeRequest& request, const Progress& progress) = 0;
  /// Labels by a linear reference model, [n].
  virtual std::vector<std::int32_t> classify_linear(const EncodeRequest& request,
                                                    const Progress& progress) = 0;
};

}  // namespace llcodes::cli
