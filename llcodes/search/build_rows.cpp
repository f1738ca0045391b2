// Which search structure, by name.
#include <stdexcept>

#include "llcodes/search/index_state.h"
#include "llcodes/search/read_codes.h"

namespace llcodes {

BuiltRows build_rows(const CodeSource& source, const IndexOptions& options,
                     const Progress& progress) {
  return {std::make_unique<FlatIndex>(read_codes(source, {options.threads, progress})),
          "flat: asked for"};
}

std::unique_ptr<RowIndex> load_rows(const RowsFile& file, IndexKind) {
  return FlatIndex::load(file);
}

}  // namespace llcodes
