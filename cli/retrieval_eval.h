// The second half of `llcodes eval`: queries against a database.
#pragma once

#include <string>

#include "cli/inputs.h"

namespace llcodes::cli {

struct RetrievalEvalOptions {
  std::string database;  ///< codes or data; empty: no retrieval is measured
  std::string labels;    ///< of the database, where they stand apart
  std::string at = "1000";
  bool leave_one_out = false;
};
OptionTable options_of(RetrievalEvalOptions& options);

/// Measures and prints how `queries` retrieve from the database; both are codes or data.
int eval_retrieval(const std::string& model, const std::string& queries,
                   const RetrievalEvalOptions& options, const InputOptions& input,
                   Context& context);

}  // namespace llcodes::cli
