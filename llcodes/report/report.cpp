#include "llcodes/report/report.h"

#include <nlohmann/json.hpp>

#include "llcodes/core/file.h"
#include "llcodes/report/bundle.h"
#include "llcodes/report/page.h"

namespace llcodes {

ReportResult write_report(const ReportRequest& request) {
  const report::RunRecord run = report::read_run(request.folder);
  const nlohmann::json bundle =
      request.pictures ? report::gather(run, request.data) : report::gather_without_pictures(run);
  const std::string page = report::page_of(bundle);
  write_atomically(request.output, page);
  ReportResult result{.bytes = page.size()};
  if (const auto& pictures = bundle.at("pictures"); !pictures.is_null()) {
    result.pictures = pictures.at("count");
  }
  for (const auto& missing : bundle.at("missing")) {
    result.missing.push_back(missing.at("title").get<std::string>() + ": " +
                             missing.at("reason").get<std::string>());
  }
  return result;
}

}  // namespace llcodes
