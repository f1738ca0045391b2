// llcodes export: a model's weights for other programs, with torchvision's names.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/inputs.h"
#include "cli/verb.h"
#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"
#include "llcodes/nn/architectures.h"

namespace llcodes::cli {
namespace {

constexpr std::string_view kBackbone = "backbone.", kProjection = "projection.";

class ExportVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "export",
            .purpose = "write a model's weights as plain safetensors",
            .details =
                "The backbone's tensors get torchvision's names (layer1.0.conv1.weight); a linear "
                "model's classifier is named as torchvision's, so that load_state_dict takes the "
                "file whole; a model of codes brings projection.weight, projection.bias and "
                "codebook (classes x bits of -1 and +1).",
            .positionals = {{"model", "MODEL"}},
            .examples = {"llcodes export runs/photos/linear.llc -o resnet18.safetensors"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.text("output", output_, "safetensors file to write").short_name('o').required();
    return table;
  }

  int run(Context& context) override {
    check_output_folder(output_);
    const Container model = Container::open(model_, "llcodes.model");
    ContainerWriter writer("llcodes.weights", 1);
    std::size_t count = 0;
    for (const std::string& name : model.tensor_names()) {
      const std::string exported = name_of_export(name, model);
      if (exported.empty()) continue;
      const TensorView& view = model.tensor(name);
      writer.add(exported, view.dtype, view.shape, view.bytes);
      ++count;
    }
    if (model.has_tensor("codebook.codes")) {
      const Codebook codebook = Codebook::load(model);
      writer.add<float>("codebook",
                        {static_cast<std::int64_t>(codebook.num_classes()), codebook.num_bits()},
                        to_signs(codebook.codes()));
      ++count;
    }
    writer.write(output_);
    report(count, context);
    return kSuccess;
  }

 private:
  /// Empty for what has no place in a file of weights.
  static std::string name_of_export(const std::string& name, const Container& model) {
    if (name.starts_with(kBackbone)) return name.substr(kBackbone.size());
    if (!name.starts_with(kProjection)) return "";
    if (model.metadata("kind") != "linear") return name;
    const auto backbone = nlohmann::json::parse(model.metadata("backbone"));
    const Architecture* architecture = find_architecture(backbone.at("kind").get<std::string>());
    const std::string classifier(architecture ? architecture->classifier : "classifier");
    return classifier + "." + name.substr(kProjection.size());
  }

  void report(std::size_t count, Context& context) const {
    if (context.json) {
      return context.console.print(
          nlohmann::json{{"tensors", count}, {"output", output_}}.dump(2) + "\n");
    }
    context.console.print(std::to_string(count) + " tensors: " + output_ + "\n");
  }

  std::string model_, output_;
};

}  // namespace

std::unique_ptr<Verb> make_export_verb() { return std::make_unique<ExportVerb>(); }

}  // namespace llcodes::cli
