// What `report` and `demo` say about the page they wrote.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "llcodes/report/report.h"

namespace llcodes::cli {

std::string text_of(const ReportRequest& request, const ReportResult& result);
nlohmann::json json_of(const ReportRequest& request, const ReportResult& result);

}  // namespace llcodes::cli
