// What goes into an index: codes, and the id, name and class of each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/code_input.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {

struct IndexInputOptions {
  std::string source;
  std::string ids;
  bool names = true;
  CodeInputOptions codes;
};
OptionTable options_of(IndexInputOptions& options);

/// Codes are read from their file piece by piece, unless a model has to make them.
struct IndexInput {
  std::shared_ptr<const CodeSource> codes;
  std::vector<std::int64_t> ids;
  std::vector<std::string> names;
  std::vector<std::int32_t> labels;
  std::string codebook;  ///< fingerprint, or ""

  EntrySource entries() const { return {*codes, ids, names, labels}; }
};

IndexInput open_index_input(const IndexInputOptions& options, Context& context);

}  // namespace llcodes::cli
