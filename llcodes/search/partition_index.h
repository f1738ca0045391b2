// Codes grouped around centres: the index for codes that cluster, as learnt codes do around the
// class codes.
//
// A group holds the codes nearest to its centre c, sorted by their distance to it (its shells). By
// the triangle inequality a code x of shell s is at least |d(q, c) - s| away from a query q, so
// once k codes within distance r are known, only the shells from d(q, c) - r to d(q, c) + r can
// hold a better one. Groups are visited by the distance of their centres; a query reads about one
// hundredth of the codes.
//
// Codes of up to 32 bits also stand in a bucket index: often the few codes that a query wants are
// equal to it or differ in one bit, and 33 look-ups find them without a look at any group.
#pragma once

#include <optional>

#include "llcodes/search/bucket_index.h"

namespace llcodes {

class PartitionIndex : public RowIndex {
 public:
  struct Options {
    std::optional<Codes> centres;  ///< none: found from the codes
    int threads = 0;
    Progress progress = {};
  };
  /// Throws std::invalid_argument if the centres have another width.
  static std::unique_ptr<RowIndex> build(const RowCodes& codes, const Options& options);
  /// What `save` wrote. Throws FormatError.
  static std::unique_ptr<RowIndex> load(const RowsFile& file);

  IndexKind kind() const override { return IndexKind::kPartition; }
  void search(std::span<const RowQuery> queries, const RowFilter& filter, Scratch& scratch,
              std::span<std::vector<RowKey>> answers) const override;
  RowCodes codes() const override;
  void save(ContainerWriter& writer) const override;
  std::size_t bytes() const override;
  std::size_t num_groups() const { return centres_.size(); }

 private:
  explicit PartitionIndex(RowCodes centres);
  void place(const RowCodes& codes, const std::vector<std::uint32_t>& shells);
  void measure_groups();
  void search_one(const RowQuery& query, const RowFilter& filter, Scratch& scratch,
                  TopRows& top) const;
  void visit_group(const RowQuery& query, std::size_t group, const RowFilter& filter,
                   Scratch& scratch, TopRows& top) const;
  struct GroupBlock {
    std::size_t begin, end;
  };
  bool may_reach(const std::uint16_t* distances, GroupBlock block, int limit) const;
  void list_groups(Scratch& scratch, int limit, std::size_t nearest) const;
  std::size_t shells_per_group() const { return static_cast<std::size_t>(centres_.num_bits()) + 1; }

  std::unique_ptr<BucketIndex> near_;  ///< null for codes of more than 32 bits
  RowCodes centres_;
  RowCodes grouped_;                  ///< the codes in group and shell order
  Storage<std::uint32_t> offsets_;    ///< [groups * shells + 1], into grouped and rows
  Storage<std::uint32_t> rows_;       ///< ascending in each shell
  std::vector<std::uint16_t> reach_;  ///< the farthest shell of each group that holds a code
  int farthest_reach_ = 0;
};

/// Codes around which the given ones cluster, found on a sample; at least one.
RowCodes find_centres(const RowCodes& codes, int threads);

/// The nearest of the centres and its distance; the first one of equals.
struct NearestCentre {
  std::uint32_t centre = 0;
  int distance = 0;
};
NearestCentre nearest_centre(const RowCodes& centres, const Word* code,
                             std::vector<std::uint16_t>& distances);

}  // namespace llcodes
