#include "llcodes/learn/weights.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/learn/checkpoint.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kClasses = 5;

BackboneOptions small_pictures(const std::string& kind) {
  return {.kind = kind, .input = {.is_picture = true, .channels = 3, .height = 32, .width = 32}};
}

TrainOptions small_options() {
  TrainOptions options;
  options.bits = 4;
  return options;
}

class Weights : public testing::Test {
 protected:
  Weights() : path_(fs::temp_directory_path() / ("llcodes-weights-" + std::to_string(getpid()))) {
    torch::manual_seed(1);
    source_ = std::make_shared<Network>(small_pictures("resnet18"), kClasses, small_options());
    torch::manual_seed(2);
    target_ = std::make_shared<Network>(small_pictures("resnet18"), kClasses, small_options());
  }
  ~Weights() override { fs::remove(path_); }

  void write(const TensorMap& tensors) {
    ContainerWriter writer("llcodes.test", 1);
    for (const auto& [name, tensor] : tensors) add_tensor(writer, name, tensor);
    writer.write(path_);
  }

  WeightsReport load(MissingWeights missing = MissingWeights::kRefuse) {
    return load_weights(*target_, path_, "resnet18", missing);
  }

  fs::path path_;
  std::shared_ptr<Network> source_, target_;
};

bool equal_states(const torch::nn::Module& a, const torch::nn::Module& b) {
  const TensorMap left = state_of(a), right = state_of(b);
  for (const auto& [name, tensor] : left) {
    if (!torch::equal(tensor, right.at(name))) return false;
  }
  return left.size() == right.size();
}

TEST_F(Weights, ComeInByTorchvisionsNames) {
  TensorMap tensors = state_of(*source_->backbone, "module.");  // as DataParallel writes them
  tensors["module.fc.weight"] = source_->linear->fc->weight;
  tensors["module.fc.bias"] = source_->linear->fc->bias;
  tensors["codebook"] = source_->code->latent;
  write(tensors);
  const WeightsReport report = load();
  EXPECT_EQ(report.loaded, tensors.size());
  EXPECT_TRUE(report.missing.empty());
  EXPECT_TRUE(report.unexpected.empty());
  EXPECT_TRUE(equal_states(*source_->backbone, *target_->backbone));
  EXPECT_TRUE(torch::equal(source_->linear->fc->weight, target_->linear->fc->weight));
  EXPECT_TRUE(torch::equal(source_->code->latent, target_->code->latent));
}

TEST_F(Weights, AClassifierOfOtherClassesIsLeftOut) {
  TensorMap tensors = state_of(*source_->backbone);
  tensors["fc.weight"] = torch::zeros({1000, 512});
  tensors["fc.bias"] = torch::zeros({1000});
  write(tensors);
  EXPECT_EQ(load().unexpected, (std::vector<std::string>{"fc.bias", "fc.weight"}));
}

TEST_F(Weights, MissingOnesAreRefusedOrKept) {
  TensorMap tensors = state_of(*source_->backbone);
  tensors.erase("layer1.0.conv1.weight");
  write(tensors);
  const TensorMap before = state_of(*target_);
  EXPECT_THROW(load(), FormatError);
  EXPECT_TRUE(torch::equal(before.at("backbone.conv1.weight"),
                           state_of(*target_).at("backbone.conv1.weight")))
      << "nothing is changed by a refused file";
  const WeightsReport report = load(MissingWeights::kKeepStart);
  EXPECT_EQ(report.missing, (std::vector<std::string>{"layer1.0.conv1.weight"}));
  EXPECT_TRUE(torch::equal(before.at("backbone.layer1.0.conv1.weight"),
                           state_of(*target_).at("backbone.layer1.0.conv1.weight")));
}

TEST_F(Weights, OfAnotherArchitectureAreRefused) {
  write(state_of(*make_backbone(small_pictures("resnet50"))));
  for (const auto missing : {MissingWeights::kRefuse, MissingWeights::kKeepStart}) {
    try {
      load(missing);
      ADD_FAILURE() << "accepted";
    } catch (const FormatError& error) {
      EXPECT_NE(std::string(error.what()).find("another architecture"), std::string::npos)
          << error.what();
    }
  }
  write(state_of(*make_backbone(small_pictures("mobilenet"))));
  EXPECT_THROW(load(MissingWeights::kKeepStart), FormatError) << "not one tensor fits";
}

TEST_F(Weights, HalfAndDoublePrecisionComeInToo) {
  const torch::Tensor kernel = source_->backbone->named_parameters()["conv1.weight"];
  const torch::Tensor half = kernel.detach().to(torch::kFloat16).contiguous();
  ContainerWriter writer("llcodes.test", 1);
  writer.add("conv1.weight", DType::kF16, half.sizes().vec(),
             {static_cast<const std::byte*>(half.data_ptr()), half.nbytes()});
  writer.write(path_);
  EXPECT_EQ(load(MissingWeights::kKeepStart).loaded, 1u);
  EXPECT_TRUE(torch::equal(target_->backbone->named_parameters()["conv1.weight"],
                           half.to(torch::kFloat32)));
}

TEST_F(Weights, FrozenLayersStayAsTheyAre) {
  TrainOptions options = small_options();
  options.transfer.freeze_layers = {"conv1", "bn1", "layer1"};
  Network network(small_pictures("resnet18"), kClasses, options);
  for (const OptimizedTensor& tensor : network.learnt_tensors(Phase::kCodebook)) {
    EXPECT_FALSE(tensor.name.starts_with("backbone.layer1.")) << tensor.name;
    EXPECT_FALSE(tensor.name.starts_with("backbone.bn1.")) << tensor.name;
  }
  const TensorMap before = state_of(*network.backbone);
  network.train();
  network.output(Phase::kCodebook, torch::rand({4, 3, 32, 32}));
  const TensorMap after = state_of(*network.backbone);
  EXPECT_TRUE(
      torch::equal(before.at("layer1.0.bn1.running_mean"), after.at("layer1.0.bn1.running_mean")));
  EXPECT_FALSE(
      torch::equal(before.at("layer2.0.bn1.running_mean"), after.at("layer2.0.bn1.running_mean")));
  for (const char* unknown : {"layer9", "all-but-some"}) {
    options.transfer.freeze_layers = {unknown};
    EXPECT_THROW(Network(small_pictures("resnet18"), kClasses, options), std::invalid_argument);
  }
}

TEST_F(Weights, TheBackboneMayLearnMoreSlowly) {
  TrainOptions options = small_options();
  options.transfer.backbone_rate = 0.1;
  Network network(small_pictures("resnet18"), kClasses, options);
  for (const OptimizedTensor& tensor : network.learnt_tensors(Phase::kInstance)) {
    EXPECT_EQ(tensor.rate_factor, tensor.name.starts_with("backbone.") ? 0.1 : 1) << tensor.name;
  }
  options.transfer.backbone_rate = kAutomaticRate;
  Network automatic(small_pictures("resnet18"), kClasses, options);
  const auto rate_of_backbone = [&](Phase phase) {
    return automatic.learnt_tensors(phase).front().rate_factor;
  };
  EXPECT_EQ(rate_of_backbone(Phase::kLinear), 1);
  EXPECT_EQ(rate_of_backbone(Phase::kInstance), 1) << "it follows one schedule through all phases";
  options.schedule_epochs = 0;
  Network finished(small_pictures("resnet18"), kClasses, options);
  EXPECT_EQ(finished.learnt_tensors(Phase::kInstance).front().rate_factor, 0.1);
  options.linear.epochs = 0;
  Network from_nothing(small_pictures("resnet18"), kClasses, options);
  EXPECT_EQ(from_nothing.learnt_tensors(Phase::kInstance).front().rate_factor, 1);
  options = small_options();
  options.transfer.backbone_rate = 0.1;
  const auto rate_of_linear_phase = [](Network& one) {
    return one.learnt_tensors(Phase::kLinear).front().rate_factor;
  };
  EXPECT_EQ(rate_of_linear_phase(network), 1) << "its backbone has not learnt anything yet";
  options.transfer.weights = "resnet18.safetensors";
  Network given(small_pictures("resnet18"), kClasses, options);
  EXPECT_EQ(rate_of_linear_phase(given), 0.1);
}

}  // namespace
}  // namespace llcodes
