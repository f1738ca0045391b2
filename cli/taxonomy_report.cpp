#include "cli/taxonomy_report.h"

#include <nlohmann/json.hpp>

#include "cli/table.h"
#include "llcodes/core/printable.h"

namespace llcodes::cli {
namespace {

constexpr std::size_t kPairsShown = 3;

std::string optional_number(const std::optional<double>& value) {
  return value ? fixed(*value, 3) : "";
}

std::string row_table(const Taxonomy& taxonomy) {
  Table table({"classes by", "Spearman*", "Spearman**", "purity", "NMI", "cophenetic, hierarchy",
               "cophenetic, own distances"});
  for (const TaxonomyRow& row : taxonomy.rows) {
    const auto& agreement = row.agreement;
    table.add({row.name, optional_number(row.spearman), optional_number(row.spearman_means),
               agreement ? optional_number(agreement->purity) : "",
               agreement ? fixed(agreement->mutual_information, 3) : "",
               agreement ? optional_number(agreement->cophenetic) : "",
               optional_number(row.cophenetic)});
  }
  return table.text();
}

std::string notes(const Taxonomy& taxonomy) {
  std::string text;
  if (taxonomy.rows.front().spearman) {
    text =
        "Spearman: of inner products with the other classes, mean over classes, against "
        "* the linear classifier" +
        std::string(taxonomy.rows.front().spearman_means ? ", ** the mean features" : "") + "\n";
  }
  if (const auto& agreement = taxonomy.rows.front().agreement) {
    text += "hierarchy: level " + std::to_string(taxonomy.level) + ", " +
            std::to_string(agreement->groups) + " groups; NMI at the cut into as many clusters\n";
  }
  return text;
}

std::string shared_text(const Codebook& codebook) {
  const std::vector<SharedCode> shared = shared_codes(codebook);
  if (shared.empty()) return "";
  std::string text = "classes that share the code of another: " + std::to_string(shared.size());
  for (std::size_t i = 0; i < std::min(shared.size(), kPairsShown); ++i) {
    text += (i == 0 ? " (" : ", ") +
            on_one_line(codebook.class_name(static_cast<std::size_t>(shared[i].label))) + " and " +
            on_one_line(codebook.class_name(static_cast<std::size_t>(shared[i].earlier)));
  }
  return text + (shared.size() > kPairsShown ? ", ...)\n" : ")\n");
}

nlohmann::json number_or_null(const std::optional<double>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

nlohmann::json json_of(const TaxonomyRow& row) {
  nlohmann::json result = {{"name", row.name}, {"cophenetic_own", number_or_null(row.cophenetic)}};
  if (row.spearman) result["spearman"] = *row.spearman;
  if (row.spearman_means) result["spearman_means"] = *row.spearman_means;
  if (row.agreement) {
    result["groups"] = row.agreement->groups;
    result["purity"] = number_or_null(row.agreement->purity);
    result["nmi"] = row.agreement->mutual_information;
    result["cophenetic_hierarchy"] = number_or_null(row.agreement->cophenetic);
  }
  return result;
}

}  // namespace

std::string text_of(const Taxonomy& taxonomy, const Codebook& codebook) {
  return row_table(taxonomy) + "\n" + notes(taxonomy) + shared_text(codebook);
}

nlohmann::json json_of(const Taxonomy& taxonomy, const Codebook& codebook) {
  nlohmann::json result = {{"num_bits", codebook.num_bits()},
                           {"classes", nlohmann::json::array()},
                           {"merges", nlohmann::json::array()},
                           {"leaf_order", leaf_order(taxonomy.tree)},
                           {"level", taxonomy.level},
                           {"rows", nlohmann::json::array()},
                           {"shared_codes", nlohmann::json::array()}};
  for (std::size_t label = 0; label < codebook.num_classes(); ++label) {
    result["classes"].push_back({{"name", codebook.class_name(label)},
                                 {"code", to_text(codebook.codes()[label], codebook.num_bits())}});
  }
  for (const Merge& merge : taxonomy.tree.merges) {
    result["merges"].push_back({{"left", merge.left},
                                {"right", merge.right},
                                {"height", merge.height},
                                {"size", merge.size}});
  }
  for (const TaxonomyRow& row : taxonomy.rows) result["rows"].push_back(json_of(row));
  for (const SharedCode& pair : shared_codes(codebook)) {
    result["shared_codes"].push_back({pair.label, pair.earlier});
  }
  return result;
}

}  // namespace llcodes::cli
