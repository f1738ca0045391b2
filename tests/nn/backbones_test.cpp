#include <gtest/gtest.h>
#include <torch/torch.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "llcodes/core/container.h"
#include "llcodes/core/safetensors.h"
#include "llcodes/learn/checkpoint.h"
#include "llcodes/nn/architectures.h"
#include "llcodes/nn/backbone.h"
#include "llcodes/nn/fold_norms.h"

namespace llcodes {
namespace {

namespace F = torch::nn::functional;
namespace fs = std::filesystem;

constexpr int kSide = 64;

BackboneOptions options_for(const std::string& name) {
  const bool on_1x1 = name.ends_with("-1x1");
  return {.kind = on_1x1 ? name.substr(0, name.size() - 4) : name,
          .input = {.is_picture = true, .channels = 3, .height = kSide, .width = kSide},
          .stride_on_1x1 = on_1x1};
}

/// A network with weights, statistics and affine parameters that all matter, and no dropout.
std::shared_ptr<Backbone> random_network(const std::string& name) {
  torch::manual_seed(7);
  auto network = make_backbone(options_for(name));
  torch::NoGradGuard no_gradient;
  for (auto& item : network->named_parameters()) {
    if (item.value().dim() == 1) item.value().uniform_(0.5, 1.5);
  }
  for (auto& item : network->named_buffers()) {
    if (item.key().ends_with("running_mean")) item.value().uniform_(-0.1, 0.1);
    if (item.key().ends_with("running_var")) item.value().uniform_(0.5, 1.5);
  }
  for (auto& module : network->modules()) {
    if (auto* dropout = module->as<torch::nn::Dropout>()) dropout->options.p(0);
  }
  return network;
}

double relative_difference(const torch::Tensor& ours, const torch::Tensor& theirs) {
  return (ours - theirs).norm().item<double>() / std::max(theirs.norm().item<double>(), 1e-12);
}

TEST(Backbones, HaveTheKnownNumbersOfParametersAndFeatures) {
  // torchvision's published counts without the last layer; MobileNetV1: 4.2 million with it.
  const std::map<std::string, std::int64_t> counts = {{"resnet18", 11'176'512},
                                                      {"resnet50", 23'508'032},
                                                      {"alexnet", 57'003'840},
                                                      {"mobilenet", 3'206'976}};
  for (const Architecture& architecture : architectures()) {
    const std::string name(architecture.name);
    const auto network = make_backbone(options_for(name));
    std::int64_t count = 0;
    for (const auto& parameter : network->parameters()) count += parameter.numel();
    EXPECT_EQ(count, counts.at(name)) << name;
    EXPECT_EQ(network->feature_size(), architecture.feature_size) << name;
    network->eval();
    torch::NoGradGuard no_gradient;
    EXPECT_EQ(network->forward(torch::rand({2, 3, kSide, kSide})).sizes(),
              (std::vector<std::int64_t>{2, architecture.feature_size}))
        << name;
  }
}

TEST(Backbones, RefusePicturesThatAreTooSmall) {
  BackboneOptions options = options_for("alexnet");
  options.input.height = options.input.width = 32;
  EXPECT_THROW(make_backbone(options), std::invalid_argument);
  options.input = {.is_picture = false, .channels = 384};
  options.kind = "resnet50";
  EXPECT_THROW(make_backbone(options), std::invalid_argument);
}

TEST(Backbones, AreDescribedByTheirOptions) {
  const BackboneOptions options = options_for("resnet50-1x1");
  const BackboneOptions again = backbone_options_from_json(to_json(options));
  EXPECT_EQ(again.kind, "resnet50");
  EXPECT_TRUE(again.stride_on_1x1);
}

/// MobileNetV1 written down a second time, straight from table 1 of its paper and the names.
class MobileNetReference {
 public:
  explicit MobileNetReference(const TensorMap& tensors, bool training)
      : tensors_(tensors), training_(training) {}

  torch::Tensor forward(torch::Tensor x) {
    const std::vector<int> strides = {1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1};
    x = step(x, "model.0.0", "model.0.1", 2);
    for (std::size_t i = 0; i < strides.size(); ++i) {
      const std::string block = "model." + std::to_string(i + 1) + ".";
      x = step(x, block + "0", block + "1", strides[i]);
      x = step(x, block + "3", block + "4", 1);
    }
    return F::adaptive_avg_pool2d(x, F::AdaptiveAvgPool2dFuncOptions(1)).flatten(1);
  }

 private:
  torch::Tensor step(const torch::Tensor& x, const std::string& kernel, const std::string& norm,
                     int stride) {
    const torch::Tensor weight = tensors_.at(kernel + ".weight");
    const std::int64_t groups = x.size(1) / weight.size(1);
    const torch::Tensor y = F::conv2d(
        x, weight,
        F::Conv2dFuncOptions().stride(stride).padding(weight.size(2) / 2).groups(groups));
    return torch::relu(normalise(y, norm));
  }

  torch::Tensor normalise(const torch::Tensor& y, const std::string& norm) {
    const auto along = [](const torch::Tensor& t) { return t.reshape({1, -1, 1, 1}); };
    const torch::Tensor mean =
        training_ ? y.mean({0, 2, 3}) : tensors_.at(norm + ".running_mean");
    const torch::Tensor variance =
        training_ ? y.var({0, 2, 3}, false) : tensors_.at(norm + ".running_var");
    return (y - along(mean)) / torch::sqrt(along(variance) + 1e-5) *
               along(tensors_.at(norm + ".weight")) +
           along(tensors_.at(norm + ".bias"));
  }

  const TensorMap& tensors_;
  bool training_;
};

/// In double precision: batch norms of the last 2 x 2 pixels magnify rounding to a percent.
TEST(Backbones, MobileNetEqualsItsWrittenReference) {
  const auto network = random_network("mobilenet");
  network->to(torch::kFloat64);
  const torch::Tensor input = torch::rand({4, 3, kSide, kSide}, torch::kFloat64);
  const torch::Tensor target = torch::randn({4, 1024}, torch::kFloat64);
  for (const bool training : {false, true}) {
    TensorMap tensors = state_of(*network);
    for (auto& [name, tensor] : tensors) {
      if (!name.ends_with("num_batches_tracked")) tensor.set_requires_grad(true);
    }
    network->train(training);
    network->zero_grad();
    const torch::Tensor ours = network->forward(input);
    const torch::Tensor theirs = MobileNetReference(tensors, training).forward(input);
    EXPECT_LT(relative_difference(ours, theirs), 1e-4) << (training ? "train" : "eval");
    (ours * target).sum().backward();
    (theirs * target).sum().backward();
    for (const auto& item : network->named_parameters()) {
      EXPECT_LT(relative_difference(item.value().grad(), tensors.at(item.key()).grad()), 1e-4)
          << item.key() << (training ? " train" : " eval");
    }
  }
}

TEST(Backbones, FoldedBatchNormsComputeTheSame) {
  torch::NoGradGuard no_gradient;
  const torch::Tensor input = torch::rand({2, 3, kSide, kSide});
  for (const char* name : {"resnet18", "resnet50", "mobilenet", "cnn"}) {
    const auto network = random_network(name);
    network->eval();
    const torch::Tensor before = network->forward(input);
    fold_batch_norms(*network);
    EXPECT_LT(relative_difference(network->forward(input), before), 1e-4) << name;
  }
}

// Against torchvision itself, where it is installed (python3-torchvision).

std::string script() { return std::string(LLCODES_SOURCE) + "/tests/nn/torchvision_reference.py"; }

bool has_torchvision() {
  return std::system(("/usr/bin/python3 " + script() + " --check >/dev/null 2>&1").c_str()) == 0;
}

torch::Tensor to_tensor(const TensorView& view) {
  torch::Tensor tensor =
      torch::empty(view.shape, view.dtype == DType::kI64 ? torch::kInt64 : torch::kFloat32);
  std::memcpy(tensor.data_ptr(), view.bytes.data(), view.bytes.size());
  return tensor;
}

class AgainstTorchvision : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!has_torchvision()) GTEST_SKIP() << "python3-torchvision is not installed";
    folder_ = fs::temp_directory_path() / ("llcodes-nn-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  /// What torchvision makes of the same weights, input and target.
  std::map<std::string, torch::Tensor> run_reference(const Backbone& network) {
    ContainerWriter writer("llcodes.test", 1);
    for (const auto& [name, tensor] : state_of(network)) add_tensor(writer, name, tensor);
    add_tensor(writer, "input", input_);
    add_tensor(writer, "target", target_);
    writer.write(folder_ / "in");
    const std::string command = "/usr/bin/python3 " + script() + " " + GetParam() + " " +
                                (folder_ / "in").string() + " " + (folder_ / "out").string();
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::map<std::string, torch::Tensor> results;
    const SafetensorsFile file(folder_ / "out");
    for (const auto& [name, view] : file.tensors()) results[name] = to_tensor(view);
    return results;
  }

  fs::path folder_;
  torch::Tensor input_, target_;
};

TEST_P(AgainstTorchvision, SameOutputsGradientsAndStatistics) {
  const auto network = random_network(GetParam());
  // Gradients jump where an activation lies within rounding of 0: if all before one layer differ by
  // a hundredth and all behind it agree, this input has such a one, and another will do.
  torch::manual_seed(2);
  input_ = torch::rand({4, 3, kSide, kSide}).set_requires_grad(true);
  target_ = torch::randn({4, network->feature_size()});
  const auto expected = run_reference(*network);
  network->eval();
  EXPECT_LT(relative_difference(network->forward(input_), expected.at("eval.output")), 1e-4);
  network->train();
  const torch::Tensor output = network->forward(input_);
  EXPECT_LT(relative_difference(output, expected.at("train.output")), 1e-4);
  (output * target_).sum().backward();
  EXPECT_LT(relative_difference(input_.grad(), expected.at("gradient.input")), 1e-4);
  for (const auto& item : network->named_parameters()) {
    EXPECT_LT(relative_difference(item.value().grad(), expected.at("gradient." + item.key())), 1e-4)
        << item.key();
  }
  for (const auto& item : network->named_buffers()) {
    EXPECT_LT(relative_difference(item.value().to(torch::kFloat32),
                                  expected.at("after." + item.key()).to(torch::kFloat32)),
              1e-5)
        << item.key();
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, AgainstTorchvision,
                         testing::Values("resnet18", "resnet50", "resnet50-1x1", "alexnet"));

}  // namespace
}  // namespace llcodes
