// The files of web/report, in the order in which they are joined. The build writes their content.
#pragma once

#include <span>
#include <string_view>

namespace llcodes::report {

struct PageFile {
  std::string_view name;
  std::string_view content;
};

std::span<const PageFile> page_files();

}  // namespace llcodes::report
