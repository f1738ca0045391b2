// report.html: one self-contained page that shows what a run has learnt.
#pragma once

#include <cstddef>
#include <filesystem>

#include "llcodes/data/source.h"

namespace llcodes {

struct ReportRequest {
  std::filesystem::path folder;  ///< of the run
  std::filesystem::path output;  ///< HTML file to write
  DataBundle data;               ///< where pictures come from; may be empty
  bool pictures = true;          ///< false: they are not wanted, and `data` is empty
};

struct ReportResult {
  std::size_t bytes = 0;
  std::size_t pictures = 0;
  std::vector<std::string> missing;  ///< sections that the run folder has nothing for, and why
};

/// Reads the run folder and replaces `output` atomically. Throws what report::read_run throws, and
/// std::system_error.
ReportResult write_report(const ReportRequest& request);

}  // namespace llcodes
