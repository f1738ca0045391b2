#include "llcodes/report/bundle.h"

#include "llcodes/report/class_taxonomy.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

/// What a section needs, as the reader of a report without it would ask.
struct Need {
  const char* section;
  const char* title;
  const char* reason;
};

constexpr Need kNeeds[] = {
    {"training", "Training curves", "the run folder has no metrics.jsonl"},
    {"accuracy", "Accuracy",
     "the run folder has no test-codes.llc: llcodes encode RUN/model.llc DATA --labels LABELS -o "
     "RUN/test-codes.llc"},
    {"bits", "What a bit means",
     "it needs test-codes.llc with projections: llcodes encode RUN/model.llc DATA --labels LABELS "
     "-o RUN/test-codes.llc, without --no-projections"},
    {"heat_map", "Codes against real-valued classes",
     "the run folder has no linear.llc: train with --reference"},
    {"retrieval", "Retrieval",
     "it needs test-codes.llc and, to search in, train-codes.llc: llcodes encode RUN/model.llc "
     "DATA "
     "--labels LABELS -o RUN/train-codes.llc"},
    {"ood", "What does not belong",
     "it needs test-codes.llc and codes of instances of no class: llcodes encode RUN/model.llc "
     "STRANGERS -o RUN/ood-codes.llc"},
};

constexpr Need kPicturesNotFound = {
    "pictures", "Pictures",
    "the data is not at hand on this machine, holds no pictures, or none of the names in the "
    "codes files"};
constexpr Need kPicturesNotWanted = {"pictures", "Pictures",
                                     "they were switched off with --no-pictures"};

constexpr Need kLinearNeed = {
    "accuracy", "Accuracy of the linear classifier",
    "it needs linear.llc and its features in test-codes.llc: llcodes encode RUN/model.llc DATA "
    "--labels LABELS --linear RUN/linear.llc -o RUN/test-codes.llc"};

bool lacks_linear(const json& bundle) {
  const json& accuracy = bundle.at(kLinearNeed.section);
  return !accuracy.is_null() && !accuracy.contains("linear");
}

json missing_in(const json& bundle, const Need& pictures) {
  json missing = json::array();
  const auto look_for = [&](const Need& need) {
    if (!bundle.at(need.section).is_null()) return;
    missing.push_back({{"title", need.title}, {"reason", need.reason}});
  };
  for (const Need& need : kNeeds) look_for(need);
  look_for(pictures);
  if (lacks_linear(bundle)) {
    missing.push_back({{"title", kLinearNeed.title}, {"reason", kLinearNeed.reason}});
  }
  return missing;
}

std::vector<LogitScore> logits_of_test(const RunRecord& run) {
  if (!run.linear || !run.test || run.test->features.empty()) return {};
  return score_logits(*run.linear, run.test->features);
}

}  // namespace

json gather(const RunRecord& run, const DataBundle& data) {
  const PictureSource test(data.test), train(data.train), ood(data.ood);
  PictureSheet sheet;
  const std::optional<Taxonomy> taxonomy = class_taxonomy(run);
  const Material material{run, test, train, ood, sheet, logits_of_test(run)};
  json bundle = {{"version", LLCODES_VERSION},
                 {"folder", run.folder.filename().string()},
                 {"data", run.data_name.empty() ? data.name : run.data_name},
                 {"environment", run.environment},
                 {"training", training_section(run)},
                 {"accuracy", accuracy_section(material)},
                 {"reading", reading_section(material)},
                 {"codes", code_section(run)},
                 {"confusion", confusion_section(material)},
                 {"taxonomy", taxonomy ? taxonomy_section(*taxonomy) : json()},
                 {"heat_map", taxonomy ? heat_map_section(run, *taxonomy) : json()},
                 {"retrieval", retrieval_section(material)},
                 {"ood", ood_section(material)},
                 {"bits", bit_section(material)},
                 {"speed", speed_section(run)}};
  bundle["pictures"] = sheet.to_json();
  bundle["missing"] = missing_in(bundle, kPicturesNotFound);
  return bundle;
}

json gather_without_pictures(const RunRecord& run) {
  json bundle = gather(run, {});
  bundle["missing"] = missing_in(bundle, kPicturesNotWanted);
  return bundle;
}

}  // namespace llcodes::report
