#include "cli/strangers.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <stdexcept>

#include "cli/inputs.h"
#include "llcodes/extend/growth.h"

namespace llcodes::cli {
namespace {

Strangers halved(const std::shared_ptr<const Dataset>& all, const std::string& path) {
  const std::vector<std::int32_t> labels = labels_of(*all);
  const std::int32_t middle = (std::ranges::max(labels) + 1) / 2;
  std::vector<std::uint32_t> tuning, test;
  for (std::uint32_t i = 0; i < labels.size(); ++i) {
    (labels[i] < middle ? tuning : test).push_back(i);
  }
  if (std::ranges::count(labels, kUnlabelled) > 0 || tuning.empty() || test.empty()) {
    throw std::invalid_argument(path +
                                ": without classes it cannot be halved into instances to tune on "
                                "and to test; give --tune-ood");
  }
  return {std::make_shared<SubsetDataset>(all, std::move(test)),
          std::make_shared<SubsetDataset>(all, std::move(tuning))};
}

Strangers strangers_by(
    const Companions& paths,
    const std::function<std::shared_ptr<const Dataset>(const std::string& path)>& open) {
  if (paths.tune_ood.empty()) return halved(open(paths.ood), paths.ood);
  return {open(paths.ood), open(paths.tune_ood)};
}

}  // namespace

Strangers open_strangers(const Companions& paths, const std::filesystem::path& model,
                         Context& context) {
  return strangers_by(
      paths, [&](const std::string& path) { return open_input(path, model, {}, context).dataset; });
}

void check_strangers(const StrangersCheck& check, Context& context) {
  const InputShape shape = check.known.shape();
  const Strangers strangers = strangers_by(check.paths, [&](const std::string& path) {
    DataOptions options;
    if (shape.is_picture) options.picture_size = shape.height;
    const auto opened = open_data(path, "", options, context.console.progress()).dataset;
    context.console.finish_progress();
    const InputShape found = opened->shape();
    const bool fits = shape.is_picture ? found.is_picture : found == shape;
    if (fits && opened->size() > 0) return opened;
    throw std::invalid_argument(path + ": found " + std::to_string(opened->size()) +
                                " instances, " + text_of(found) + ", expected some, " +
                                text_of(shape) + " as in the data");
  });
  if (!check.as_classes) return;
  try {
    check_unseen(kinds_of(strangers.measured(check.measured)),
                 {.examples = *std::rbegin(kGrowthExamples)});
  } catch (const std::invalid_argument& error) {
    const bool tuning = check.measured == Part::kValidation && !check.paths.tune_ood.empty();
    throw std::invalid_argument(
        "--table extend: " + (tuning ? check.paths.tune_ood : check.paths.ood) + ": " +
        error.what() + "; give labelled strangers of more classes with " +
        (tuning ? "--tune-ood" : "--ood"));
  }
}

std::vector<std::int32_t> kinds_of(const Dataset& strangers) {
  std::vector<std::int32_t> kinds = labels_of(strangers);
  if (std::ranges::count(kinds, kUnlabelled) == 0) return kinds;
  std::map<std::string, std::int32_t> numbers;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::string name = strangers.name(i);
    const std::string kind = name.substr(0, name.find(" in "));
    kinds[i] = numbers.try_emplace(kind, static_cast<std::int32_t>(numbers.size())).first->second;
  }
  return kinds;
}

}  // namespace llcodes::cli
