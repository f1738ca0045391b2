// The catalogue of verbs.
#include "cli/verb.h"

namespace llcodes::cli {

const std::vector<VerbEntry>& all_verbs() {
  static const std::vector<VerbEntry> verbs = {
      {"demo", make_demo_verb},     {"data", make_data_verb},         {"train", make_train_verb},
      {"encode", make_encode_verb}, {"classify", make_classify_verb}, {"eval", make_eval_verb},
      {"verify", make_verify_verb}, {"doctor", make_doctor_verb},
      {"export", make_export_verb}, {"launch", make_launch_verb},
  };
  return verbs;
}

}  // namespace llcodes::cli
