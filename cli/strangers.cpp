#include "cli/strangers.h"

#include <algorithm>
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

Strangers open_strangers(const StrangerPaths& paths, const std::filesystem::path& model,
                         Context& context) {
  const auto open = [&](const std::string& path) {
    return open_input(path, model, {}, context).dataset;
  };
  if (paths.tuning.empty()) return halved(open(paths.test), paths.test);
  return {open(paths.test), open(paths.tuning)};
}

}  // namespace llcodes::cli
