// What an index holds and what changed in it, as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/verb.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {

std::string text_of(const IndexInfo& info);
nlohmann::json json_of(const IndexInfo& info);

struct IndexChange {
  std::size_t added = 0, removed = 0;
};

/// Prints what was added to or removed from the index file, and what it holds now.
void print_change(const std::string& path, const IndexChange& change, const Index& index,
                  Context& context);

}  // namespace llcodes::cli
