#include "llcodes/data/loader.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

namespace llcodes {
namespace {

/// Keeps the draws of augmentation apart from those of shuffling.
constexpr std::uint64_t kAugmentStream = 0x6175676D656E74ull;
constexpr std::uint64_t kCropStream = 0x63726F70ull;

std::vector<std::uint32_t> epoch_order(std::size_t size, const LoaderOptions& options,
                                       std::uint64_t epoch) {
  if (options.shuffle) return permutation(size, options.seed, epoch);
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

void check(const LoaderOptions& options) {
  if (options.batch_size == 0) throw std::invalid_argument("loader: batch_size must be at least 1");
  if (options.workers < 1) throw std::invalid_argument("loader: workers must be at least 1");
  if (options.part >= options.parts) throw std::invalid_argument("loader: no such part of a batch");
  if (options.prefetch < 1) throw std::invalid_argument("loader: prefetch must be at least 1");
}

}  // namespace

/// Workers claim batches in order, at most `capacity` ahead of the reader, and put each into its
/// slot (batch number modulo capacity). A new start() raises `generation`; what workers still make
/// for an older one is thrown away.
struct Loader::State {
  struct Epoch {
    std::uint64_t number = 0;
    std::vector<std::uint32_t> order;
  };
  struct Slot {
    std::unique_ptr<Batch> batch;
    std::exception_ptr error;
  };
  struct Claim {
    std::uint64_t generation = 0;
    std::size_t batch = 0;
    std::shared_ptr<const Epoch> epoch;
    std::unique_ptr<Batch> memory;
  };

  const std::shared_ptr<const Dataset> dataset;
  const Normalization normalization;
  const LoaderOptions options;
  const InputShape shape;
  const std::size_t batches;

  std::mutex mutex;
  std::condition_variable work, ready;
  bool closing = false;
  std::uint64_t generation = 0;
  std::shared_ptr<const Epoch> epoch;
  std::size_t next_to_claim = 0, next_to_hand_out = 0;
  std::vector<Slot> slots;
  std::vector<std::unique_ptr<Batch>> spare;
  std::vector<std::thread> threads;

  State(std::shared_ptr<const Dataset> data, Normalization constants, LoaderOptions chosen)
      : dataset(std::move(data)),
        normalization(std::move(constants)),
        options(std::move(chosen)),
        shape(dataset->shape()),
        batches((dataset->size() + (options.drop_last ? 0 : options.batch_size - 1)) /
                options.batch_size),
        next_to_claim(batches),
        next_to_hand_out(batches),
        slots(static_cast<std::size_t>(std::max(options.prefetch, options.workers))) {}

  ~State() {
    {
      const std::lock_guard lock(mutex);
      closing = true;
    }
    work.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  void start_workers() {
    for (int i = 0; i < options.workers; ++i) threads.emplace_back([this] { run_worker(); });
  }

  bool can_claim() const {
    return next_to_claim < batches && next_to_claim < next_to_hand_out + slots.size();
  }

  /// Waits for work; false when the loader closes.
  bool claim(Claim& claim) {
    std::unique_lock lock(mutex);
    work.wait(lock, [this] { return closing || can_claim(); });
    if (closing) return false;
    claim.generation = generation;
    claim.batch = next_to_claim++;
    claim.epoch = epoch;
    claim.memory = take_spare();
    return true;
  }

  void run_worker() {
    Example example;
    for (Claim current; claim(current);) {
      std::exception_ptr error;
      try {
        fill(*current.memory, *current.epoch, current.batch, example);
      } catch (...) {
        error = std::current_exception();
      }
      deliver(std::move(current), error);
    }
  }

  void fill(Batch& batch, const Epoch& of, std::size_t number, Example& example) const {
    const std::size_t begin = number * options.batch_size;
    const std::size_t whole = std::min(options.batch_size, of.order.size() - begin);
    const std::size_t first = begin + whole * options.part / options.parts;
    batch.size = begin + whole * (options.part + 1) / options.parts - first;
    batch.inputs.resize(batch.size * shape.size());
    batch.labels.resize(batch.size);
    batch.indices.assign(of.order.begin() + static_cast<std::ptrdiff_t>(first),
                         of.order.begin() + static_cast<std::ptrdiff_t>(first + batch.size));
    for (std::size_t i = 0; i < batch.size; ++i) {
      read_augmented(*dataset, batch.indices[i], options.augment,
                     Random(options.seed ^ kCropStream, of.number, batch.indices[i]), example);
      batch.labels[i] = example.label;
      const std::span<float> input(batch.inputs.data() + i * shape.size(), shape.size());
      to_augmented_input(example, shape, normalization, options.augment,
                         Random(options.seed ^ kAugmentStream, of.number, batch.indices[i]), input);
    }
  }

  void deliver(Claim claim, std::exception_ptr error) {
    const std::lock_guard lock(mutex);
    if (claim.generation != generation) {
      keep_spare(std::move(claim.memory));
      return;
    }
    slots[claim.batch % slots.size()] = {std::move(claim.memory), error};
    if (claim.batch == next_to_hand_out) ready.notify_one();
  }

  void start(std::uint64_t number, std::size_t first_batch) {
    auto fresh = std::make_shared<Epoch>();
    fresh->number = number;
    fresh->order = epoch_order(dataset->size(), options, number);
    {
      const std::lock_guard lock(mutex);
      ++generation;
      epoch = std::move(fresh);
      next_to_claim = next_to_hand_out = first_batch;
      for (Slot& slot : slots) {
        keep_spare(std::move(slot.batch));
        slot = {};
      }
    }
    work.notify_all();
  }

  std::unique_ptr<Batch> next() {
    std::unique_lock lock(mutex);
    if (next_to_hand_out == batches) return nullptr;
    Slot& slot = slots[next_to_hand_out % slots.size()];
    ready.wait(lock, [&] { return slot.batch || slot.error; });
    // The slot keeps the error: asking again gives the same answer until the next start().
    if (slot.error) std::rethrow_exception(slot.error);
    ++next_to_hand_out;
    std::unique_ptr<Batch> batch = std::move(slot.batch);
    lock.unlock();
    work.notify_one();
    return batch;
  }

  std::unique_ptr<Batch> take_spare() {
    if (spare.empty()) return std::make_unique<Batch>();
    std::unique_ptr<Batch> batch = std::move(spare.back());
    spare.pop_back();
    return batch;
  }

  void keep_spare(std::unique_ptr<Batch> batch) {
    if (batch && spare.size() < slots.size() + 1) spare.push_back(std::move(batch));
  }
};

Loader::Loader(std::shared_ptr<const Dataset> dataset, Normalization normalization,
               LoaderOptions options) {
  if (!dataset) throw std::invalid_argument("loader: no data set given");
  check(options);
  check(options.augment, dataset->shape());
  state_ =
      std::make_unique<State>(std::move(dataset), std::move(normalization), std::move(options));
  state_->start_workers();
}

Loader::~Loader() = default;

std::size_t Loader::batches_per_epoch() const { return state_->batches; }

void Loader::start(std::uint64_t epoch, std::size_t first_batch) {
  if (first_batch > state_->batches) {
    throw std::invalid_argument("loader: batch " + std::to_string(first_batch) +
                                " of an epoch of " + std::to_string(state_->batches));
  }
  state_->start(epoch, first_batch);
}

std::unique_ptr<Batch> Loader::next() { return state_->next(); }

void Loader::recycle(std::unique_ptr<Batch> batch) {
  const std::lock_guard lock(state_->mutex);
  state_->keep_spare(std::move(batch));
}

}  // namespace llcodes
