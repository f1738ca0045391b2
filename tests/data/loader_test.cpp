#include "llcodes/data/loader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>

namespace llcodes {
namespace {

constexpr InputShape kShape{.is_picture = true, .channels = 1, .height = 6, .width = 5};

std::shared_ptr<const Dataset> toy(std::size_t size) {
  std::vector<std::uint8_t> pixels;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < size * kShape.size(); ++i)
    pixels.push_back(static_cast<std::uint8_t>(mix(i)));
  for (std::size_t i = 0; i < size; ++i) labels.push_back(static_cast<std::int32_t>(i % 7));
  return std::make_shared<MemoryDataset>(kShape, std::move(pixels), std::move(labels), "toy");
}

LoaderOptions shuffled(int workers) {
  return {.batch_size = 8,
          .seed = 3,
          .shuffle = true,
          .workers = workers,
          .augment = {.shift = 0.2, .rotation = 20, .stroke = 0.5}};
}

/// All batches from `first` on, in a comparable form.
std::vector<Batch> batches_of(Loader& loader, std::uint64_t epoch, std::size_t first = 0) {
  std::vector<Batch> batches;
  loader.start(epoch, first);
  while (auto batch = loader.next()) {
    batches.push_back(*batch);
    loader.recycle(std::move(batch));
  }
  return batches;
}

void expect_same(const std::vector<Batch>& a, const std::vector<Batch>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].inputs, b[i].inputs);
    EXPECT_EQ(a[i].labels, b[i].labels);
    EXPECT_EQ(a[i].indices, b[i].indices);
  }
}

TEST(Loader, NumberOfWorkersChangesNothing) {
  Loader one(toy(103), {}, shuffled(1)), four(toy(103), {}, shuffled(4));
  for (const std::uint64_t epoch : {0, 1, 2})
    expect_same(batches_of(one, epoch), batches_of(four, epoch));
}

TEST(Loader, ResumesInTheMiddleOfAnEpoch) {
  Loader loader(toy(103), {}, shuffled(2));
  const std::vector<Batch> whole = batches_of(loader, 5);
  for (const std::size_t first : {1, 6, 12, 13}) {
    Loader fresh(toy(103), {}, shuffled(3));
    expect_same(batches_of(fresh, 5, first),
                {whole.begin() + static_cast<std::ptrdiff_t>(first), whole.end()});
  }
}

TEST(Loader, VisitsEachInstanceOnce) {
  Loader loader(toy(50), {}, shuffled(2));
  std::vector<std::uint32_t> seen;
  for (const Batch& batch : batches_of(loader, 0))
    seen.insert(seen.end(), batch.indices.begin(), batch.indices.end());
  EXPECT_FALSE(std::is_sorted(seen.begin(), seen.end()));
  std::sort(seen.begin(), seen.end());
  for (std::uint32_t i = 0; i < 50; ++i) EXPECT_EQ(seen.at(i), i);
}

TEST(Loader, EpochsDiffer) {
  Loader loader(toy(50), {}, shuffled(1));
  EXPECT_NE(batches_of(loader, 0)[0].indices, batches_of(loader, 1)[0].indices);
}

TEST(Loader, AugmentsAnInstanceAnewInEachEpoch) {
  LoaderOptions options = shuffled(2);
  options.shuffle = false;
  Loader loader(toy(8), {}, options);
  const Batch first = batches_of(loader, 0)[0], second = batches_of(loader, 1)[0];
  EXPECT_EQ(first.indices, second.indices);
  EXPECT_NE(first.inputs, second.inputs);
}

TEST(Loader, AugmentationDoesNotDependOnThePlaceInTheBatch) {
  LoaderOptions options = shuffled(1);
  options.shuffle = false;
  Loader batches(toy(8), {}, options);
  options.batch_size = 1;
  Loader singles(toy(8), {}, options);
  const std::vector<float> whole = batches_of(batches, 4)[0].inputs;
  const std::vector<float> alone = batches_of(singles, 4)[5].inputs;
  EXPECT_TRUE(std::equal(alone.begin(), alone.end(), whole.begin() + 5 * 30));
}

TEST(Loader, WithoutShuffleKeepsTheOrderAndTheInputs) {
  const auto dataset = toy(10);
  Loader loader(dataset, {}, {.batch_size = 4});
  const auto batches = batches_of(loader, 0);
  ASSERT_EQ(batches.size(), 3u);
  EXPECT_EQ(batches[2].size, 2u);
  EXPECT_EQ(batches[1].indices, (std::vector<std::uint32_t>{4, 5, 6, 7}));
  Example example;
  std::vector<float> expected(kShape.size());
  dataset->get(5, example);
  to_input(example, kShape, {}, expected);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), batches[1].inputs.begin() + 30));
  EXPECT_EQ(batches[1].labels[1], 5);
}

TEST(Loader, DropsTheLastPartialBatchOnRequest) {
  Loader loader(toy(10), {}, {.batch_size = 4, .drop_last = true});
  EXPECT_EQ(loader.batches_per_epoch(), 2u);
  EXPECT_EQ(batches_of(loader, 0).size(), 2u);
}

TEST(Loader, RestartsWhileBatchesAreUnderWay) {
  Loader loader(toy(103), {}, shuffled(3));
  const std::vector<Batch> expected = batches_of(loader, 2);
  for (int i = 0; i < 30; ++i) {
    loader.start(static_cast<std::uint64_t>(i), 0);
    if (i % 3 != 0) loader.next();
  }
  expect_same(batches_of(loader, 2), expected);
}

/// Lets only `allowed` instances pass; readers wait at the gate.
class GatedDataset : public MemoryDataset {
 public:
  GatedDataset()
      : MemoryDataset(kShape, std::vector<std::uint8_t>(64 * kShape.size()),
                      std::vector<std::int32_t>(64), "toy") {}
  void get(std::size_t index, Example& example) const override {
    const int ticket = ++tickets;
    while (ticket > allowed) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    MemoryDataset::get(index, example);
  }
  mutable std::atomic<int> tickets = 0;
  std::atomic<int> allowed = 0;
};

TEST(Loader, ThrowsAwayWhatWasMadeForAFormerStart) {
  const LoaderOptions options{.batch_size = 1, .seed = 3, .shuffle = true};
  Loader reference(toy(64), {}, options);
  const auto expected = batches_of(reference, 1);
  const auto gated = std::make_shared<GatedDataset>();
  Loader loader(gated, {}, options);
  loader.start(0);
  while (gated->tickets == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  loader.start(1);     // while the worker is inside batch 0 of epoch 0
  gated->allowed = 1;  // that batch is finished now, and no other
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  const std::jthread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    gated->allowed = 1000;
  });
  EXPECT_EQ(loader.next()->indices, expected[0].indices);
}

TEST(Loader, ClosesAtAnyTime) {
  for (int i = 0; i < 30; ++i) {
    Loader loader(toy(103), {}, shuffled(1 + i % 4));
    if (i % 3 != 0) loader.start(0);
    if (i % 3 == 2) loader.next();
  }
}

TEST(Loader, OfNothingEndsAtOnce) {
  Loader loader(toy(0), {}, {});
  EXPECT_EQ(loader.batches_per_epoch(), 0u);
  loader.start(0);
  EXPECT_EQ(loader.next(), nullptr);
}

/// Fails for one instance, and counts how many were read.
class FailingDataset : public MemoryDataset {
 public:
  FailingDataset()
      : MemoryDataset(kShape, std::vector<std::uint8_t>(80 * kShape.size()),
                      std::vector<std::int32_t>(80), "toy") {}
  void get(std::size_t index, Example& example) const override {
    ++reads;
    if (index == 21) throw std::runtime_error("instance 21 is bad");
    MemoryDataset::get(index, example);
  }
  mutable std::atomic<int> reads = 0;
};

TEST(Loader, RethrowsWhatAWorkerThrewAtThatBatch) {
  Loader loader(std::make_shared<FailingDataset>(), {}, {.batch_size = 10, .workers = 3});
  for (int round = 0; round < 2; ++round) {
    loader.start(0);
    EXPECT_NE(loader.next(), nullptr);
    EXPECT_NE(loader.next(), nullptr);
    EXPECT_THROW(loader.next(), std::runtime_error);
    EXPECT_THROW(loader.next(), std::runtime_error) << "the failure stays until the next start";
  }
  loader.start(0, 3);
  EXPECT_NE(loader.next(), nullptr);
}

TEST(Loader, PreparesNoMoreThanAsked) {
  const auto dataset = std::make_shared<FailingDataset>();
  Loader loader(dataset, {}, {.batch_size = 5, .workers = 1, .prefetch = 2});
  loader.start(0);
  for (int i = 0; i < 100 && dataset->reads < 10; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(dataset->reads, 10);
}

TEST(Loader, ChecksItsOptions) {
  EXPECT_THROW(Loader(nullptr, {}, {}), std::invalid_argument);
  EXPECT_THROW(Loader(toy(3), {}, {.batch_size = 0}), std::invalid_argument);
  EXPECT_THROW(Loader(toy(3), {}, {.workers = 0}), std::invalid_argument);
  EXPECT_THROW(Loader(toy(3), {}, {.prefetch = 0}), std::invalid_argument);
  EXPECT_THROW(Loader(toy(3), {}, {.augment = {.noise = 0.1}}), std::invalid_argument);
  Loader loader(toy(3), {}, {});
  EXPECT_THROW(loader.start(0, 2), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
