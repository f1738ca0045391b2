// Training speed end to end against the same network, data and batch in python3-torch, in one run.
//
//   bench_train [--steps 120] [--rounds 3] [--json FILE] [--python /usr/bin/python3]
//
// Two workloads: the convolutional network on augmented 32x32 pictures (bound by convolutions) and
// the MLP on 384 features (bound by matrix products). Each side trains `steps` steps after a
// warm-up, `rounds` times, ours and theirs in turn; the best round counts. Memory is the peak of
// each process.
#include <torch/torch.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/against_python.h"
#include "llcodes/core/cpu.h"
#include "llcodes/core/file.h"
#include "llcodes/core/random.h"
#include "llcodes/data/loader.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/network.h"
#include "llcodes/learn/optimizer.h"
#include "llcodes/learn/runtime.h"

namespace {

using namespace llcodes;
using bench::Measured;
using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kInstances = 20'000;
constexpr int kClasses = 1000, kBatch = 128, kWarmup = 10;

std::shared_ptr<const Dataset> random_data(bool pictures) {
  std::vector<std::int32_t> labels(kInstances);
  for (std::size_t i = 0; i < kInstances; ++i) labels[i] = static_cast<std::int32_t>(i % kClasses);
  Random random(1, 2, 3);
  if (pictures) {
    const InputShape shape{true, 1, 32, 32};
    std::vector<std::uint8_t> pixels(kInstances * shape.size());
    for (auto& pixel : pixels) pixel = static_cast<std::uint8_t>(random.below(256));
    return std::make_shared<MemoryDataset>(shape, std::move(pixels), std::move(labels), "random");
  }
  const InputShape shape{false, 384, 1, 1};
  std::vector<float> features(kInstances * shape.size());
  for (auto& value : features) value = static_cast<float>(random.uniform(-1, 1));
  return std::make_shared<MemoryDataset>(shape, std::move(features), std::move(labels), "random");
}

/// The loop of learn/trainer.cpp without validation and checkpoints: phase 2, as most time is
/// spent.
Measured run_ours(bool pictures, int steps) {
  prepare_runtime(0);
  const auto data = random_data(pictures);
  Network network({.kind = pictures ? "cnn" : "mlp", .input = data->shape()}, kClasses, {});
  const std::vector<OptimizedTensor> learnt = network.learnt_tensors(Phase::kInstance);
  Sgd optimizer(learnt, {});
  LoaderOptions options{.batch_size = kBatch, .shuffle = true, .drop_last = true};
  if (pictures) options.augment = character_augmentation();
  Loader loader(data, pictures ? Normalization{{0.5f}, {0.5f}} : Normalization{}, options);
  network.train();
  auto start = std::chrono::steady_clock::now();
  for (int step = -kWarmup, epoch = 0; step < steps; ++epoch) {
    loader.start(static_cast<std::uint64_t>(epoch));
    while (auto batch = loader.next()) {
      if (step == 0) start = std::chrono::steady_clock::now();
      const torch::Tensor labels = torch::from_blob(
          batch->labels.data(), {static_cast<std::int64_t>(batch->size)}, torch::kInt64);
      const torch::Tensor loss =
          network.loss(Phase::kInstance, {input_tensor(*batch, data->shape()), labels});
      optimizer.zero_gradients();
      loss.backward();
      optimizer.step(0.01);
      loader.recycle(std::move(batch));
      if (++step == steps) break;
    }
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return {steps * kBatch / elapsed.count(), bench::peak_megabytes(), number_of_parameters(learnt)};
}

json compare_workload(const std::string& self, const std::string& python, bool pictures, int steps,
                      int rounds) {
  const std::string workload = pictures ? "cnn" : "mlp";
  const std::string arguments = " " + workload + " " + std::to_string(steps);
  return bench::compare({.name = workload,
                         .ours = self + " --only" + arguments,
                         .theirs = python + " " LLCODES_SOURCE "/bench/train.py" + arguments,
                         .rounds = rounds});
}

}  // namespace

int main(int argc, char** argv) {
  ensure_fast_environment(argv);  // both sides inherit it
  std::string python = "/usr/bin/python3", output;
  int steps = 120, rounds = 3;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--only" && i + 2 < argc) {
      std::cout << bench::to_json(run_ours(std::string(argv[i + 1]) == "cnn", std::stoi(argv[i + 2])))
                << std::endl;
      return 0;
    }
    if (i + 1 >= argc) {
      std::cerr << "bench_train: option " << argument << " is unknown or lacks its value\n";
      return 2;
    }
    if (argument == "--steps")
      steps = std::stoi(argv[++i]);
    else if (argument == "--rounds")
      rounds = std::stoi(argv[++i]);
    else if (argument == "--json")
      output = argv[++i];
    else if (argument == "--python")
      python = argv[++i];
    else
      return std::cerr << "bench_train: unknown option " << argument << "\n", 2;
  }
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  json result;
  result["cnn"] = compare_workload(self, python, true, steps, rounds);
  result["mlp"] = compare_workload(self, python, false, steps * 4, rounds);
  if (!output.empty()) write_atomically(output, result.dump(2) + "\n");
  return 0;
}
