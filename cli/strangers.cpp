#include "cli/strangers.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "cli/inputs.h"

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

}  // namespace

Strangers open_strangers(const Companions& paths, const std::filesystem::path& model,
                         Context& context) {
  const auto open = [&](const std::string& path) {
    return open_input(path, model, {}, context).dataset;
  };
  if (paths.tune_ood.empty()) return halved(open(paths.ood), paths.ood);
  return {open(paths.ood), open(paths.tune_ood)};
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
