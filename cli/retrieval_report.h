// Retrieval scores as text and JSON, with the protocol they were measured by.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "llcodes/eval/retrieval.h"

namespace llcodes::cli {

struct RetrievalReport {
  std::string queries, database;  ///< what was evaluated
  bool leave_one_out = false;
  RetrievalTable table;
};

std::string text_of(const RetrievalReport& report);
nlohmann::json json_of(const RetrievalReport& report);

}  // namespace llcodes::cli
