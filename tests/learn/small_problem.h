// A small problem that trains in a fraction of a second, shared by the tests of training.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "llcodes/core/random.h"
#include "llcodes/data/source.h"
#include "llcodes/learn/train_options.h"

namespace llcodes {

namespace fs = std::filesystem;

/// Each test has a folder of its own.
class TrainTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("train_test" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

inline constexpr int kClasses = 12, kDimension = 16;

/// Clusters around class means: easy, but not separable by chance.
inline std::shared_ptr<MemoryDataset> clusters(std::size_t per_class, std::uint64_t seed) {
  std::vector<float> features;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < per_class * kClasses; ++i) {
    const auto label = static_cast<std::int32_t>(i % kClasses);
    Random mean(99, 0, static_cast<std::uint64_t>(label)), noise(seed, 1, i);
    for (int j = 0; j < kDimension; ++j) {
      features.push_back(static_cast<float>(2 * mean.normal() + noise.normal()));
    }
    labels.push_back(label);
  }
  return std::make_shared<MemoryDataset>(InputShape{false, kDimension, 1, 1}, std::move(features),
                                         std::move(labels), "clusters");
}

inline DataBundle small_data() {
  DataBundle data;
  data.name = "clusters";
  for (int i = 0; i < kClasses; ++i) data.class_names.push_back("class " + std::to_string(i));
  data.train = clusters(20, 1);
  data.validation = clusters(5, 2);
  data.test = clusters(10, 3);
  data.fingerprint = 42;
  return data;
}

inline TrainOptions quick_options() {
  TrainOptions options;
  options.bits = 6;
  options.hidden = 32;
  options.hidden_layers = 1;
  options.batch_size = 40;
  options.linear = {2, 0.1};
  options.phase1 = {4, 0.1};
  options.phase2 = {6, 0.1};
  options.threads = 1;
  return options;
}

}  // namespace llcodes
