#include "cli/inputs.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/code_labels.h"
#include "llcodes/core/answer_reader.h"
#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/core/linear_classifier.h"
#include "llcodes/data/dataset_views.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {
namespace {

constexpr const char* kModelFormat = "llcodes.model";
constexpr std::size_t kSkippedShown = 5;

/// Integer labels without --classes: the data calls its classes "0", "1", ...
bool are_numbers(const std::vector<std::string>& names) {
  for (std::size_t label = 0; label < names.size(); ++label) {
    if (names[label] != std::to_string(label)) return false;
  }
  return true;
}

/// Data opened by itself numbers its own classes: a folder with two of ten classes has labels 0, 1.
void align_labels(EncodedSet& set, const std::vector<std::string>& data_names,
                  const Codebook& codebook, const std::filesystem::path& model, Console& console) {
  if (data_names.empty() || data_names == codebook.class_names()) return;
  if (are_numbers(data_names) && data_names.size() <= codebook.num_classes()) return;
  const NamedLabels by_name = labels_by_name(data_names, codebook);
  NamedLabels unknown;  // counted by instance
  for (std::int32_t& label : set.labels) {
    if (label == kUnlabelled) continue;
    const auto place = static_cast<std::size_t>(label);
    label = by_name.labels.at(place);
    if (label == kUnlabelled && unknown.unknown++ == 0) unknown.example = data_names[place];
  }
  note_unknown(unknown, model, console);
}

/// How a model saw the pictures it was trained with.
struct PictureView {
  InputShape shape;  ///< not of pictures: the model takes features
  double centre_share = 1;
};

PictureView view_of(const std::filesystem::path& model) {
  const Container container = Container::open(model, kModelFormat, Verify::kStructure);
  const auto backbone = nlohmann::json::parse(container.metadata("backbone"));
  if (!backbone.at("picture")) return {};
  const auto& input = backbone.at("input");
  PictureView view{.shape = {true, input.at(0), input.at(1), input.at(2)}};
  if (container.has_metadata("centre_share")) {
    view.centre_share = nlohmann::json::parse(container.metadata("centre_share"));
  }
  return view;
}

void note_skipped(const std::vector<SkippedFile>& skipped, Console& console) {
  if (skipped.empty()) return;
  console.warn("skipped " + std::to_string(skipped.size()) + " undecodable pictures:");
  for (std::size_t index = 0; index < std::min(skipped.size(), kSkippedShown); ++index) {
    console.warn("  " + skipped[index].path + ": " + skipped[index].reason);
  }
}

void refuse_outdated(const std::string& input, const std::string& fingerprint,
                     const std::filesystem::path& model, const Codebook& codebook) {
  if (!are_outdated(model, codebook.codes(), fingerprint)) return;
  throw std::invalid_argument(input + " was encoded before `llcodes extend` added classes to " +
                              model.string() +
                              ", whose codes read the classifier's answer: encode the data again "
                              "with this model");
}

}  // namespace

OptionTable options_of(InputOptions& options) {
  OptionTable table;
  const OptionTable data_table = options_of(options.data);
  table.group("Input");
  for (const char* name : {"labels", "classes", "split", "part", "pictures", "picture-cache",
                           "max-bad-share", "cache"}) {
    if (const Option* option = data_table.find(name)) table.all().push_back(*option);
    table.all().back().group = "Input";
  }
  table.number("batch-size", options.batch_size, "instances pushed through at once", 1, 65536)
      .number("threads", options.threads, "0: all CPUs", 0, 4096);
  return table;
}

EncodeOptions encode_options(const InputOptions& options) {
  return {.threads = static_cast<int>(options.threads),
          .batch_size = static_cast<int>(options.batch_size),
          .keep_projections = true,
          .keep_names = true};
}

bool is_container(const std::string& path) {
  if (path.ends_with(".llc")) return true;
  if (!std::filesystem::is_regular_file(path)) return false;
  // A safetensors file: eight bytes of header length, then a JSON object.
  char start[10] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof(start));
  return start[8] == '{' && start[9] == '"';
}

void require_for(const std::vector<std::string>& inputs, const InputOptions& options,
                 Network& network) {
  if (std::ranges::all_of(inputs, is_container)) {
    refuse_data_options(inputs.front(), options);
    refuse_labels(inputs.front(), options);
  } else {
    network.require();
  }
}

Codebook load_codebook(const std::filesystem::path& model) {
  const Container container = Container::open(model, kModelFormat);
  if (!container.has_tensor("codebook.codes")) {
    throw std::invalid_argument(model.string() +
                                " is a linear classifier without codes: give a model that `llcodes "
                                "train` made with --method llc");
  }
  return Codebook::load(container);
}

void check_maker(const std::string& input, const std::string& fingerprint,
                 const std::filesystem::path& model, const Codebook& codebook) {
  if (fingerprint.empty()) return;
  if (has_fingerprint(codebook.codes(), fingerprint)) {
    return refuse_outdated(input, fingerprint, model, codebook);
  }
  throw std::invalid_argument(input + " was encoded with another codebook (" + fingerprint +
                              ") than " + model.string() + " has (" +
                              codebook_fingerprint(codebook.codes()) +
                              "): give the model that made it, or encode the data with this model");
}

EncodedSet load_codes_of(const std::string& input, const std::filesystem::path& model,
                         const Codebook& codebook) {
  EncodedSet set = EncodedSet::load(input);
  if (set.codes.num_bits() != codebook.num_bits()) {
    throw std::invalid_argument(
        input + " has codes of " + std::to_string(set.codes.num_bits()) + " bits, and " +
        model.string() + " has codes of " + std::to_string(codebook.num_bits()) +
        ": give the model that made them, or encode the data with this model");
  }
  check_maker(input, set.codebook, model, codebook);
  return set;
}

OpenedData open_input(const std::string& input, const std::filesystem::path& model,
                      const InputOptions& options, Context& context) {
  DataOptions data_options = options.data;
  const PictureView view = view_of(model);
  if (view.shape.is_picture) {
    data_options.picture_size = view.shape.height;
    data_options.centre_share = view.centre_share;
  }
  OpenedData opened =
      open_data(input, data_options.labels, data_options, context.console.progress());
  context.console.finish_progress();
  note_skipped(opened.skipped, context.console);
  if (opened.dataset->size() == 0) throw std::invalid_argument(input + " has no instance");
  // Picture files are read in colour, arrays as they are: the model gets its own colours and size.
  if (view.shape.is_picture && opened.dataset->shape().is_picture) {
    opened.dataset = fit_to_shape(std::move(opened.dataset), view.shape);
  }
  return opened;
}

EncodedSet encode_opened(const OpenedData& opened, const std::filesystem::path& model,
                         const EncodeOptions& options, Context& context) {
  EncodedSet set =
      context.network.encode({model, *opened.dataset, options}, context.console.progress());
  context.console.finish_progress();
  const Codebook codebook = load_codebook(model);
  align_labels(set, opened.class_names, codebook, model, context.console);
  set.codebook = codebook_fingerprint(codebook.codes());
  return set;
}

void add_features(EncodedSet& set, const EncodeRequest& request, Context& context) {
  set.features = context.network.features(request, context.console.progress());
  context.console.finish_progress();
  const bool is_linear = Container::open(request.model).metadata("kind") == "linear";
  set.classifier = is_linear ? LinearClassifier::load(request.model).fingerprint() : "";
}

EncodedSet load_or_encode(const std::string& input, const std::filesystem::path& model,
                          const InputOptions& options, Context& context) {
  if (is_container(input)) return load_codes_of(input, model, load_codebook(model));
  context.network.require();
  return encode_opened(open_input(input, model, options, context), model, encode_options(options),
                       context);
}

void check_labels(const EncodedSet& set, const std::string& input) {
  const auto unlabelled =
      static_cast<std::size_t>(std::count(set.labels.begin(), set.labels.end(), kUnlabelled));
  if (!set.labels.empty() && unlabelled == 0) return;
  const bool none = unlabelled == set.labels.size();
  throw std::invalid_argument(
      input + ": " +
      (none ? "no instance has a" : std::to_string(unlabelled) + " instances have no") +
      " class that the model knows, and evaluation needs the true class of each: " +
      (none ? "give labels with --labels" : "leave them out, or name them as the model does"));
}

}  // namespace llcodes::cli
