#include "cli/run_report.h"

#include <nlohmann/json.hpp>

#include "cli/table.h"

namespace llcodes::cli {

std::string text_of(const ReportRequest& request, const ReportResult& result) {
  std::string text = "report: " + request.output.string() + " (" +
                     bytes_text(static_cast<double>(result.bytes)) + ", " +
                     count_text(result.pictures) + " pictures)\n";
  for (const std::string& missing : result.missing) text += "  without " + missing + "\n";
  return text;
}

nlohmann::json json_of(const ReportRequest& request, const ReportResult& result) {
  return {{"report", request.output},
          {"bytes", result.bytes},
          {"pictures", result.pictures},
          {"missing", result.missing}};
}

}  // namespace llcodes::cli
