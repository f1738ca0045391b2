#include "cli/search_report.h"

#include <nlohmann/json.hpp>

#include "cli/json_text.h"
#include "cli/table.h"
#include "llcodes/core/printable.h"

namespace llcodes::cli {

AnswerWriter::AnswerWriter(const Index& index, std::vector<std::string> class_names, bool json)
    : index_(index), class_names_(std::move(class_names)), json_(json) {
  const IndexInfo info = index.info();
  has_names_ = info.has_names;
  has_labels_ = info.has_labels;
}

std::string AnswerWriter::text(const std::string& query, const SearchAnswer& answer) const {
  return json_ ? object(query, answer) : lines(query, answer);
}

std::string AnswerWriter::class_of(std::int32_t label) const {
  if (label < 0) return "-";
  const auto place = static_cast<std::size_t>(label);
  return place < class_names_.size() ? class_names_[place] : std::to_string(label);
}

std::string AnswerWriter::lines(const std::string& query, const SearchAnswer& answer) const {
  std::string text;
  for (const RankedNeighbour& neighbour : answer.neighbours) {
    text += on_one_line(query) + "\t" + std::to_string(neighbour.id) + "\t" +
            std::to_string(neighbour.distance);
    text += "\t" + (has_names_ ? on_one_line(index_.name(neighbour.id)) : "-");
    text += "\t" + (has_labels_ ? on_one_line(class_of(index_.label(neighbour.id))) : "-");
    if (answer.has_values) text += "\t" + fixed(neighbour.value, 6);
    text += "\n";
  }
  return text;
}

std::string AnswerWriter::object(const std::string& query, const SearchAnswer& answer) const {
  nlohmann::json result = {{"query", query}, {"neighbours", nlohmann::json::array()}};
  for (const RankedNeighbour& neighbour : answer.neighbours) {
    nlohmann::json entry = {{"id", neighbour.id}, {"distance", neighbour.distance}};
    if (has_names_) entry["name"] = index_.name(neighbour.id);
    if (has_labels_) {
      const std::int32_t label = index_.label(neighbour.id);
      entry["label"] = label;
      if (!class_names_.empty()) entry["class"] = class_of(label);
    }
    if (answer.has_values) entry["value"] = neighbour.value;
    result["neighbours"].push_back(std::move(entry));
  }
  return json_line(result);
}

}  // namespace llcodes::cli
