#include "cli/retrieval_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/table.h"

namespace llcodes::cli {
namespace {

/// Balls that hold nearly everything say nothing more.
constexpr double kEnoughRecall = 0.999;

std::string protocol(const RetrievalReport& report) {
  const RetrievalTable& table = report.table;
  std::string text = "Queries: " + report.queries + ", " + count_text(table.queries) +
                     ". Database: " + report.database + ", " + count_text(table.database) +
                     " codes of " + std::to_string(table.num_bits) + " bits, " +
                     count_text(table.distinct_codes) + " distinct.\n";
  text += "Each query ranks the whole database by Hamming distance";
  text += report.leave_one_out ? ", itself left out" : "";
  text += "; relevant is what is of its class.\n";
  text += "Every score is the exact expectation over all orders of items at equal distance.\n";
  if (table.hopeless > 0) {
    text += count_text(table.hopeless) +
            " queries have nothing relevant in the database and score 0.\n";
  }
  return text + "\n";
}

std::string depth_table(const RetrievalTable& table) {
  Table text({"first", "RMAP", "CMAP", "precision", "recall"});
  for (const RetrievalRow& row : table.rows) {
    text.add({count_text(row.depth), fixed(row.rmap, 4), fixed(row.cmap, 4),
              fixed(row.precision, 4), fixed(row.recall, 4)});
  }
  return text.text();
}

std::string radius_table(const RetrievalTable& table) {
  Table text({"radius", "precision", "recall", "answered", "items"});
  for (const RadiusRow& row : table.by_radius) {
    text.add({std::to_string(row.radius), fixed(row.precision, 4), fixed(row.recall, 4),
              percent(row.answered), fixed(row.retrieved, 1)});
    if (row.recall > kEnoughRecall) break;
  }
  return text.text();
}

nlohmann::json json_of(const RetrievalRow& row) {
  return {{"depth", row.depth},
          {"rmap", row.rmap},
          {"cmap", row.cmap},
          {"precision", row.precision},
          {"recall", row.recall}};
}

nlohmann::json json_of(const RadiusRow& row) {
  return {{"radius", row.radius},
          {"precision", row.precision},
          {"recall", row.recall},
          {"answered", row.answered},
          {"retrieved", row.retrieved}};
}

}  // namespace

std::string text_of(const RetrievalReport& report) {
  return protocol(report) + depth_table(report.table) + "\n" + radius_table(report.table) +
         "\nRMAP divides by the relevant items found (HashNet and most papers), CMAP by those that "
         "could be\nfound at that depth (the paper's correction).\n";
}

nlohmann::json json_of(const RetrievalReport& report) {
  const RetrievalTable& table = report.table;
  nlohmann::json result = {{"queries", report.queries},
                           {"database", report.database},
                           {"num_queries", table.queries},
                           {"num_codes", table.database},
                           {"distinct_codes", table.distinct_codes},
                           {"bits", table.num_bits},
                           {"queries_without_relevant", table.hopeless},
                           {"leave_one_out", report.leave_one_out},
                           {"ties", "expected"},
                           {"rows", nlohmann::json::array()},
                           {"by_radius", nlohmann::json::array()}};
  for (const RetrievalRow& row : table.rows) result["rows"].push_back(json_of(row));
  for (const RadiusRow& row : table.by_radius) result["by_radius"].push_back(json_of(row));
  return result;
}

}  // namespace llcodes::cli
