// The scan of all codes: the simplest index and the oracle of the others.
#pragma once

#include "llcodes/search/row_index.h"

namespace llcodes {

class FlatIndex : public RowIndex {
 public:
  explicit FlatIndex(RowCodes codes, const ScanKernel& kernel = scan_kernel())
      : codes_(std::move(codes)), kernel_(&kernel) {}
  /// What `save` wrote. Throws FormatError.
  static std::unique_ptr<RowIndex> load(const RowsFile& file);

  IndexKind kind() const override { return IndexKind::kFlat; }
  void search(std::span<const RowQuery> queries, const RowFilter& filter, Scratch& scratch,
              std::span<std::vector<RowKey>> answers) const override;
  RowCodes codes() const override { return codes_; }
  void save(ContainerWriter& writer) const override { codes_.save(writer, "codes"); }
  std::size_t bytes() const override { return codes_.bytes(); }

  const RowCodes& stored() const { return codes_; }
  RowCodes& edit() { return codes_; }

 private:
  RowCodes codes_;
  const ScanKernel* kernel_;
};

/// Offers the accepted rows of `codes` to each query's `tops`, which may hold others already if
/// those are lower rows or `limit()` is what counts. Reads the codes once for all queries.
void scan_rows(const RowCodes& codes, const ScanKernel& kernel, std::span<const RowQuery> queries,
               const RowFilter& filter, Scratch& scratch);

}  // namespace llcodes
