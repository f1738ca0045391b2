// The catalogue of verbs.
#include "cli/verb.h"

namespace llcodes::cli {

const std::vector<VerbEntry>& all_verbs() {
  static const std::vector<VerbEntry> verbs = {
      {"demo", make_demo_verb},
      {"data", make_data_verb},
      {"train", make_train_verb},
      {"launch", make_launch_verb},
      {"encode", make_encode_verb},
      {"classify", make_classify_verb},
      {"eval", make_eval_verb},
      {"reproduce", make_reproduce_verb},
      {"index build", make_index_build_verb},
      {"index add", make_index_add_verb},
      {"index remove", make_index_remove_verb},
      {"index info", make_index_info_verb},
      {"index verify", make_index_verify_verb},
      {"search", make_search_verb},
      {"import", make_import_verb},
      {"export", make_export_verb},
      {"detect", make_detect_verb},
      {"extend", make_extend_verb},
      {"taxonomy", make_taxonomy_verb},
      {"bits", make_bits_verb},
      {"report", make_report_verb},
      {"verify", make_verify_verb},
      {"doctor", make_doctor_verb},
  };
  return verbs;
}

}  // namespace llcodes::cli
