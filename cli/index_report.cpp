#include "cli/index_report.h"

#include <nlohmann/json.hpp>

#include "cli/json_text.h"
#include "cli/table.h"

namespace llcodes::cli {

std::string text_of(const IndexInfo& info) {
  Table table({"index", ""});
  table.add({"kind", std::string(name_of(info.kind))});
  table.add({"codes", count_text(info.size)});
  table.add({"bits", std::to_string(info.num_bits)});
  if (info.distinct_codes > 0) table.add({"distinct codes", count_text(info.distinct_codes)});
  table.add({"size", bytes_text(static_cast<double>(info.bytes))});
  table.add({"names", info.has_names ? "yes" : "no"});
  table.add({"classes", info.has_labels ? "yes" : "no"});
  table.add({"codebook", info.codebook.empty() ? "unknown" : info.codebook});
  if (info.pending > 0) table.add({"added since the last merge", count_text(info.pending)});
  if (info.removed > 0) table.add({"removed, still taking room", count_text(info.removed)});
  return table.text() + (info.reason.empty() ? "" : "why this kind: " + info.reason + "\n");
}

nlohmann::json json_of(const IndexInfo& info) {
  nlohmann::json result = {{"kind", name_of(info.kind)}, {"reason", info.reason},
                           {"codes", info.size},         {"bits", info.num_bits},
                           {"bytes", info.bytes},        {"names", info.has_names},
                           {"classes", info.has_labels}, {"codebook", info.codebook},
                           {"pending", info.pending},    {"removed", info.removed}};
  if (info.distinct_codes > 0) result["distinct_codes"] = info.distinct_codes;
  return result;
}

void print_change(const std::string& path, const IndexChange& change, const Index& index,
                  Context& context) {
  if (context.json) {
    const nlohmann::json result = {{"index", path},
                                   {"added", change.added},
                                   {"removed", change.removed},
                                   {"codes", index.size()}};
    return context.console.print(json_text(result));
  }
  const std::string done = change.added > 0 ? count_text(change.added) + " added"
                                            : count_text(change.removed) + " removed";
  context.console.print(done + ": " + path + " now holds " + count_text(index.size()) + " codes\n");
}

}  // namespace llcodes::cli
