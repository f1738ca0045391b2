// Batches, prepared ahead by worker threads.
//
// Batch b of epoch e is a function of (seed, e, b) alone: any batch can be the first one after a
// resume, and the number of workers changes nothing but speed. Each batch is handed out in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "llcodes/data/augment.h"
#include "llcodes/data/dataset.h"

namespace llcodes {

struct Batch {
  std::size_t size = 0;
  std::vector<float> inputs;           ///< [size, channels, height, width]
  std::vector<std::int64_t> labels;    ///< [size]
  std::vector<std::uint32_t> indices;  ///< of the instances in the data set, [size]
};

struct LoaderOptions {
  std::size_t batch_size = 256;
  std::uint64_t seed = 0;
  bool shuffle = false;
  bool drop_last = false;  ///< leave out the last batch of an epoch if it is not full
  int workers = 1;
  int prefetch = 2;             ///< batches ready at most
  std::size_t part = 0;         ///< of each batch only this of `parts` equal pieces is read: the
  std::size_t parts = 1;        ///< share of one of several processes
  AugmentOptions augment = {};  ///< applied if any() is true
};

class Loader {
 public:
  Loader(std::shared_ptr<const Dataset> dataset, Normalization normalization,
         LoaderOptions options);
  ~Loader();

  std::size_t batches_per_epoch() const;

  /// Starts handing out batches of `epoch` from `first_batch` on, until the end of that epoch.
  void start(std::uint64_t epoch, std::size_t first_batch = 0);

  /// The next batch, or nullptr at the end of the epoch. Give it back to save its memory.
  /// Rethrows what a worker threw.
  std::unique_ptr<Batch> next();
  void recycle(std::unique_ptr<Batch> batch);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace llcodes
