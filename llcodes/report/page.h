// The page: sources of web/report, which the build puts into the program, and one bundle of data.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace llcodes::report {

/// One HTML file that needs nothing else. The bundle stands in it as JSON that can close no tag, so
/// names may hold anything; bytes that are not UTF-8 are shown as replacement characters.
std::string page_of(const nlohmann::json& bundle);

}  // namespace llcodes::report
