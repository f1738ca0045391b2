#include "cli/code_labels.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "cli/inputs.h"
#include "llcodes/core/error.h"
#include "llcodes/data/labels.h"

namespace llcodes::cli {
namespace {

std::vector<std::int32_t> from_names(const RawLabels& labels, const std::filesystem::path& model,
                                     Console& console) {
  if (model.empty()) {
    throw std::invalid_argument(labels.path +
                                " holds names of classes: give --model, which knows their numbers");
  }
  NamedLabels named = labels_by_name(labels.names, load_codebook(model));
  note_unknown(named, model, console);
  return std::move(named.labels);
}

std::vector<std::int32_t> from_numbers(const RawLabels& labels,
                                       const std::filesystem::path& model) {
  const std::int64_t last =
      model.empty() ? INT32_MAX : static_cast<std::int64_t>(load_codebook(model).num_classes()) - 1;
  std::vector<std::int32_t> numbers;
  for (const std::int64_t number : labels.numbers) {
    if (number < kNoClass || number > last) {
      throw std::invalid_argument(
          labels.path + ": found label " + std::to_string(number) + ", expected " +
          (model.empty() ? "0 or more" : "0 to " + std::to_string(last)) + ", or -1 for no class");
    }
    numbers.push_back(static_cast<std::int32_t>(number));
  }
  return numbers;
}

[[noreturn]] void refuse(const std::string& option, const std::string& codes) {
  throw std::invalid_argument("--" + option + " has no effect on " + codes +
                              ", which holds codes that are ready: leave it out, or give the data");
}

}  // namespace

NamedLabels labels_by_name(const std::vector<std::string>& names, const Codebook& codebook) {
  std::unordered_map<std::string, std::int32_t> known;
  for (std::size_t label = 0; label < codebook.num_classes(); ++label) {
    known[codebook.class_name(label)] = static_cast<std::int32_t>(label);
  }
  NamedLabels result;
  for (const std::string& name : names) {
    const auto found = known.find(name);
    result.labels.push_back(found == known.end() ? kNoClass : found->second);
    if (found == known.end() && result.unknown++ == 0) result.example = name;
  }
  return result;
}

void note_unknown(const NamedLabels& labels, const std::filesystem::path& model, Console& console) {
  if (labels.unknown == 0) return;
  console.note(std::to_string(labels.unknown) + " instances are of classes that " + model.string() +
               " does not know, such as " + shown(labels.example) + ": they count as of no class");
}

std::vector<std::int32_t> read_code_labels(const CodeLabels& labels, Console& console) {
  const RawLabels raw = read_labels(labels.file);
  if (raw.size() != labels.count) {
    throw std::invalid_argument(labels.file + " holds " + std::to_string(raw.size()) +
                                " labels, expected " + std::to_string(labels.count) +
                                ", one a code");
  }
  return raw.names.empty() ? from_numbers(raw, labels.model)
                           : from_names(raw, labels.model, console);
}

void label_codes(EncodedSet& set, const std::string& file, const std::filesystem::path& model,
                 Console& console) {
  if (!file.empty()) set.labels = read_code_labels({file, set.codes.size(), model}, console);
}

void refuse_data_options(const std::string& codes, const InputOptions& options) {
  InputOptions given = options, usual;
  const OptionTable given_table = options_of(given), usual_table = options_of(usual);
  for (const char* name :
       {"classes", "split", "part", "pictures", "picture-cache", "max-bad-share", "cache"}) {
    if (text_of(*given_table.find(name)) != text_of(*usual_table.find(name))) refuse(name, codes);
  }
}

void refuse_labels(const std::string& codes, const InputOptions& options) {
  if (!options.data.labels.empty()) refuse("labels", codes);
}

}  // namespace llcodes::cli
