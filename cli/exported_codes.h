// Codes on their way to NumPy or FAISS.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/exchange/packed_rows.h"

namespace llcodes::cli {

struct ExportedCodes {
  Codes codes;
  std::vector<std::int64_t> ids;  ///< of an index; else empty

  /// Of a codes file or an index file.
  static ExportedCodes read(const std::string& path);

  void write_as_faiss(const std::string& path, BitOrder order) const;
  /// `ids_path` may be empty. Throws std::invalid_argument if it is not and there are no ids.
  void write_as_numpy(const std::string& path, BitOrder order, const std::string& ids_path) const;
};

}  // namespace llcodes::cli
