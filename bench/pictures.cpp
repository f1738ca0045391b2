// Photographs end to end against python3-torch and torchvision, in one run.
//
//   bench_pictures [--pictures 512] [--steps 12] [--rounds 3] [--json FILE]
//
//   load     500 x 375 JPEG files, random crop to 224, mirrored, normalised, in batches of 32
//   train    the same, then one step of phase 2 of ResNet-18 with 20 bits
//   encode   Resize(256) + CenterCrop(224), ResNet-18 in evaluation mode
//
// Two loader workers on both sides: threads here, processes there (ImageFolder and DataLoader).
#include <torch/torch.h>
#include <turbojpeg.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "bench/against_python.h"
#include "llcodes/core/cpu.h"
#include "llcodes/core/file.h"
#include "llcodes/core/random.h"
#include "llcodes/data/loader.h"
#include "llcodes/data/source.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/network.h"
#include "llcodes/learn/placement.h"
#include "llcodes/learn/runtime.h"
#include "llcodes/nn/fold_norms.h"

namespace {

using namespace llcodes;
using bench::Measured;
using nlohmann::json;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr int kClasses = 8, kBatch = 32, kWorkers = 2, kWarmup = 2, kWidth = 500, kHeight = 375;

/// Edges, gradients and grain: about 100 kB at quality 90, as ImageNet's pictures have.
std::vector<unsigned char> photograph(std::uint64_t index) {
  Random random(1, 2, index);
  const double a = random.uniform(0.01, 0.1), b = random.uniform(0.01, 0.1);
  std::vector<unsigned char> pixels;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      for (int c = 0; c < 3; ++c) {
        const double wave = std::sin(a * x * (c + 1) + b * y) + (std::sin(b * x - a * y) > 0.3);
        const double grain = random.uniform(-12, 12);
        pixels.push_back(
            static_cast<unsigned char>(std::clamp(100 + 50 * wave + grain, 0.0, 255.0)));
      }
    }
  }
  return pixels;
}

void write_photographs(const fs::path& folder, int count) {
  tjhandle compressor = tjInitCompress();
  for (int i = 0; i < count; ++i) {
    const auto pixels = photograph(static_cast<std::uint64_t>(i));
    unsigned char* data = nullptr;
    unsigned long size = 0;
    tjCompress2(compressor, pixels.data(), kWidth, 0, kHeight, TJPF_RGB, &data, &size, TJSAMP_420,
                90, 0);
    const fs::path path =
        folder / ("class" + std::to_string(i % kClasses)) / (std::to_string(i) + ".jpg");
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<char*>(data), static_cast<std::streamsize>(size));
    tjFree(data);
  }
  tjDestroy(compressor);
}

/// One side's work on a batch that the loader has made ready.
struct Work {
  std::function<void(Batch&)> run;
  std::int64_t parameters = 0;
};

Work make_work(const std::string& workload, const InputShape& shape) {
  if (workload == "load") return {.run = [](Batch&) {}};
  auto placement = std::make_shared<Placement>(PlacementOptions{});
  TrainOptions options;
  options.answer = 0;  // as pictures.py has it
  options.objective.class_loss = 0;
  auto network = std::make_shared<Network>(BackboneOptions{.kind = "resnet18", .input = shape},
                                           kClasses, options);
  placement->place(*network);
  const std::vector<OptimizedTensor> learnt = network->learnt_tensors(Phase::kInstance);
  if (workload == "encode") {
    network->eval();
    fold_batch_norms(*network->backbone);  // as Model::load does
    return {.run =
                [=](Batch& batch) {
                  torch::NoGradGuard no_gradient;
                  network->output(Phase::kInstance, placement->place(input_tensor(batch, shape)));
                },
            .parameters = number_of_parameters(learnt)};
  }
  network->train();
  auto optimizer = std::make_shared<Sgd>(learnt, SgdOptions{});
  const auto train = [=](Batch& batch) {
    const torch::Tensor labels = torch::from_blob(
        batch.labels.data(), {static_cast<std::int64_t>(batch.size)}, torch::kInt64);
    const torch::Tensor loss =
        network->loss(Phase::kInstance, {placement->place(input_tensor(batch, shape)), labels});
    optimizer->zero_gradients();
    loss.backward();
    optimizer->step(0.01);
  };
  return {.run = train, .parameters = number_of_parameters(learnt)};
}

Measured run_ours(const std::string& workload, const std::string& folder, int steps) {
  prepare_runtime(0);
  DataOptions data;
  data.picture_size = 224;
  data.centre_share = 224.0 / 256;
  const OpenedData opened = open_data(folder, "", data);
  LoaderOptions options{.batch_size = kBatch,
                        .shuffle = workload != "encode",
                        .drop_last = true,
                        .workers = kWorkers};
  if (workload != "encode") options.augment = large_photo_augmentation();
  Loader loader(opened.dataset, {{0.485f, 0.456f, 0.406f}, {0.229f, 0.224f, 0.225f}}, options);
  const Work work = make_work(workload, opened.dataset->shape());
  Clock::time_point start;
  for (int step = -kWarmup, epoch = 0; step < steps; ++epoch) {
    loader.start(static_cast<std::uint64_t>(epoch));
    while (auto batch = loader.next()) {
      if (step == 0) start = Clock::now();
      work.run(*batch);
      loader.recycle(std::move(batch));
      if (++step == steps) break;
    }
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  return {steps * kBatch / elapsed.count(), bench::peak_megabytes(), work.parameters};
}

struct Arguments {
  int pictures = 512, steps = 12, rounds = 3;
  std::string json, python = "/usr/bin/python3";
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--pictures")
      arguments.pictures = std::stoi(value);
    else if (name == "--steps")
      arguments.steps = std::stoi(value);
    else if (name == "--rounds")
      arguments.rounds = std::stoi(value);
    else if (name == "--json")
      arguments.json = value;
    else if (name == "--python")
      arguments.python = value;
    else
      throw std::invalid_argument("bench_pictures: unknown option " + name);
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  ensure_fast_environment(argv);  // both sides inherit it
  if (argc == 5 && std::string(argv[1]) == "--only") {
    std::cout << bench::to_json(run_ours(argv[2], argv[3], std::stoi(argv[4]))) << std::endl;
    return 0;
  }
  const Arguments arguments = parse(argc, argv);
  const fs::path folder = fs::temp_directory_path() / ("llcodes-bench-" + std::to_string(getpid()));
  write_photographs(folder, arguments.pictures);
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  json result;
  for (const std::string workload : {"load", "train", "encode"}) {
    const int steps = workload == "load" ? 4 * arguments.steps : arguments.steps;
    const std::string rest = " " + workload + " " + folder.string() + " " + std::to_string(steps);
    result[workload] =
        bench::compare({.name = workload,
                        .ours = self + " --only" + rest,
                        .theirs = arguments.python + " " LLCODES_SOURCE "/bench/pictures.py" + rest,
                        .rounds = arguments.rounds});
  }
  fs::remove_all(folder);
  if (!arguments.json.empty()) write_atomically(arguments.json, result.dump(2) + "\n");
  return 0;
}
