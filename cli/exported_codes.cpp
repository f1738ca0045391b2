#include "cli/exported_codes.h"

#include <span>
#include <stdexcept>

#include "llcodes/core/container.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/data/npy_writer.h"
#include "llcodes/exchange/faiss_file.h"
#include "llcodes/exchange/packed_file.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {

ExportedCodes ExportedCodes::read(const std::string& path) {
  if (Container::open(path, {}, Verify::kStructure).format() != "llcodes.index") {
    return {EncodedSet::load(path).codes, {}};
  }
  const Index index = Index::open(path, Verify::kAll);
  return {index.codes(), index.ids()};
}

void ExportedCodes::write_as_faiss(const std::string& path, BitOrder order) const {
  write_faiss(path, codes, order, ids);
}

void ExportedCodes::write_as_numpy(const std::string& path, BitOrder order,
                                   const std::string& ids_path) const {
  if (!ids_path.empty() && ids.empty()) {
    throw std::invalid_argument("a codes file has no ids; leave --ids-output out");
  }
  write_numpy_bits(path, codes, order);
  if (ids_path.empty()) return;
  const std::span<const std::int64_t> values(ids);
  write_npy(ids_path,
            {DType::kI64, {static_cast<std::int64_t>(ids.size())}, std::as_bytes(values)});
}

}  // namespace llcodes::cli
