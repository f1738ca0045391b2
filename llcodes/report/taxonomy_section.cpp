#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {

nlohmann::json taxonomy_section(const Taxonomy& taxonomy) {
  nlohmann::json merges = nlohmann::json::array();
  for (const Merge& merge : taxonomy.tree.merges) {
    merges.push_back({merge.left, merge.right, rounded(merge.height, 3)});
  }
  return {{"linkage", name_of(TaxonomyOptions{}.linkage)},
          {"order", leaf_order(taxonomy.tree)},
          {"merges", merges}};
}

}  // namespace llcodes::report
