// The inside of an index: an immutable search structure over rows 0 to n - 1.
//
// Rows stand in the order of their ids, so the order (distance, row) is the order (distance, id).
// Ids, names, labels, deletes and adds are the business of `Index`; a structure sees rows, and a
// filter that accepts or refuses them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/container.h"
#include "llcodes/search/index.h"
#include "llcodes/search/row_codes.h"
#include "llcodes/search/row_filter.h"
#include "llcodes/search/row_key.h"
#include "llcodes/search/scratch.h"

namespace llcodes {

struct RowQuery {
  const Word* code;
  std::size_t k;
  int radius;  ///< at most num_bits
};

/// Queries that are answered together: a scan reads the codes once for all of them.
inline constexpr std::size_t kQueryGroup = 16;

/// Where a saved structure lies. `load` of each structure checks whatever an array read from the
/// file could break: no content, however damaged, leads outside its arrays.
struct RowsFile {
  const Container& container;
  int num_bits;
  std::size_t rows;
  Verify verify;
};

/// The codes of all rows in the tensor `name`. Throws FormatError.
RowCodes load_codes(const RowsFile& file, const std::string& name);

class RowIndex {
 public:
  virtual ~RowIndex() = default;
  virtual IndexKind kind() const = 0;
  /// The k first accepted rows within the radius by (distance, row), for each of at most
  /// kQueryGroup queries.
  virtual void search(std::span<const RowQuery> queries, const RowFilter& filter, Scratch& scratch,
                      std::span<std::vector<RowKey>> answers) const = 0;
  /// The codes of all rows.
  virtual RowCodes codes() const = 0;
  /// Adds its tensors without copying them.
  virtual void save(ContainerWriter& writer) const = 0;
  virtual std::size_t bytes() const = 0;
  virtual std::size_t distinct_codes() const { return 0; }
};

}  // namespace llcodes
