// Entries of an index as users name them: by id, or by name where the index has names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/search/index.h"

namespace llcodes::cli {

/// Ids of the words: all whole numbers are ids, unless `by_name`; else all are names. Throws
/// std::invalid_argument naming the first unknown name.
std::vector<std::int64_t> ids_from_words(const std::vector<std::string>& words, bool by_name,
                                         const Index& index);

/// The same from a file: .npy of integers, or a line each.
std::vector<std::int64_t> ids_from_file(const std::string& path, bool by_name, const Index& index);

}  // namespace llcodes::cli
