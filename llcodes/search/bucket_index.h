// The index for codes of up to 32 bits: distinct codes once, the rows of each in one array.
//
// `values` holds the distinct codes in ascending order, `offsets` where the rows of each begin, and
// `prefixes` where the codes with each value of the high bits begin in `values`. Where the table
// fits all bits are high bits, and a look-up is one load. A query visits the codes at distance 0,
// 1, 2, ... until k rows are found, or scans the distinct codes once that is cheaper. Both cost the
// same whatever the number of rows.
#pragma once

#include "llcodes/search/row_index.h"

namespace llcodes {

class BucketIndex : public RowIndex {
 public:
  /// Reads the source twice and needs 4 bytes a row for codes of up to 24 bits, 12 beyond.
  /// Throws std::invalid_argument if the codes have more than 32 bits.
  static std::unique_ptr<BucketIndex> build(const CodeSource& source, int threads,
                                            const Progress& progress);
  /// What `save` wrote. Throws FormatError.
  static std::unique_ptr<BucketIndex> load(const RowsFile& file);

  IndexKind kind() const override { return IndexKind::kBucket; }
  void search(std::span<const RowQuery> queries, const RowFilter& filter, Scratch& scratch,
              std::span<std::vector<RowKey>> answers) const override;
  /// Looks no farther than distance `most`; true if that is the whole answer.
  bool search_near(const RowQuery& query, int most, const RowFilter& filter, Scratch& scratch,
                   std::vector<RowKey>& answer) const;
  RowCodes codes() const override;
  void save(ContainerWriter& writer) const override;
  std::size_t bytes() const override;
  std::size_t distinct_codes() const override { return values_.size(); }

 private:
  BucketIndex(int num_bits, int prefix_bits);
  void list_masks();
  void verify(const std::string& path) const;

  std::span<const std::uint32_t> masks(int weight) const;
  bool ball_is_cheaper(int level) const;
  void search_one(const RowQuery& query, const RowFilter& filter, Scratch& scratch,
                  std::vector<RowKey>& answer) const;
  void visit_ball(const RowQuery& query, int level, const RowFilter& filter, Scratch& scratch,
                  std::vector<RowKey>& answer) const;
  std::span<const std::uint32_t> list_ball(std::uint32_t code, int level,
                                           std::vector<std::uint32_t>& room) const;
  void add_all(std::span<const std::uint32_t> buckets, int distance, std::size_t needed,
               std::vector<std::uint32_t>& room, std::vector<RowKey>& answer) const;
  void scan_distinct(const RowQuery& query, int level, const RowFilter& filter, Scratch& scratch,
                     std::vector<RowKey>& answer) const;
  /// What is still wanted of a bucket: at most so many rows, none above `last_row`.
  struct Wanted {
    std::size_t count;
    std::uint32_t last_row;
  };
  void add_bucket(std::size_t bucket, int distance, const RowFilter& filter, const Wanted& wanted,
                  std::vector<RowKey>& answer) const;
  template <class ForEach>
  void add_level(int distance, const RowFilter& filter, std::size_t needed, const ForEach& buckets,
                 std::vector<RowKey>& answer) const;
  std::size_t accepted(std::size_t bucket, const RowFilter& filter, std::size_t most) const;
  std::span<const std::uint32_t> rows_of(std::size_t bucket) const {
    return {rows_.data() + offsets_[bucket], offsets_[bucket + 1] - offsets_[bucket]};
  }

  int num_bits_;
  int prefix_bits_;
  Storage<std::uint32_t> prefixes_;       ///< [2^prefix_bits + 1], into values
  Storage<std::uint32_t> values_;         ///< distinct codes, ascending
  Storage<std::uint32_t> offsets_;        ///< [distinct + 1], into rows
  Storage<std::uint32_t> rows_;           ///< grouped by code, ascending in each group
  std::vector<std::uint32_t> masks_;      ///< by weight, ascending within one
  std::vector<std::size_t> mask_begins_;  ///< of each weight listed

  friend class BucketBuilder;
};

}  // namespace llcodes
