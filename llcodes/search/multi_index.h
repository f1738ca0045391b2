// Multi-index hashing (Norouzi, Punjani, Fleet 2012): exact search in long codes without clusters.
//
// The code is cut into m parts of about 16 bits, each with a table from the part's value to the
// rows that have it. Two codes within distance r = a m + b differ by at most a in one of the first
// b + 1 parts, or by at most a - 1 in one of the others; so step r looks up the values at distance
// a around part b of the query, and after it all codes within distance r are known. When a step
// would cost more than a scan of all codes, the scan answers.
#pragma once

#include "llcodes/search/row_index.h"

namespace llcodes {

class MultiIndex : public RowIndex {
 public:
  static std::unique_ptr<RowIndex> build(RowCodes codes, int threads, const Progress& progress);
  /// What `save` wrote. Throws FormatError.
  static std::unique_ptr<RowIndex> load(const RowsFile& file);

  IndexKind kind() const override { return IndexKind::kMulti; }
  void search(std::span<const RowQuery> queries, const RowFilter& filter, Scratch& scratch,
              std::span<std::vector<RowKey>> answers) const override;
  RowCodes codes() const override { return codes_; }
  void save(ContainerWriter& writer) const override;
  std::size_t bytes() const override;

 private:
  /// One part of the code: bits [first, first + width).
  struct Part {
    int first = 0;
    int width = 0;
    Storage<std::uint32_t> offsets;  ///< [2^width + 1], into rows
    Storage<std::uint32_t> rows;     ///< grouped by the part's value, ascending in each group
    RowCodes ordered;                ///< the codes in the order of rows, for codes of one word
  };
  struct Step;

  explicit MultiIndex(RowCodes codes);
  void fill(Part& part) const;
  std::uint32_t value_of(const Part& part, const Word* code) const;
  bool keeps_ordered_codes() const { return codes_.words_per_code() == 1; }

  bool search_tables(const RowQuery& query, const RowFilter& filter, Scratch& scratch,
                     TopRows& top) const;
  void visit_ball(const Step& step, Scratch& scratch, TopRows& top) const;
  double cost_of(const Part& part, int distance) const;
  void visit_bucket(const Step& step, std::size_t value, Scratch& scratch, TopRows& top) const;
  bool seen_before(const Step& step, std::uint32_t row) const;

  RowCodes codes_;
  std::vector<Part> parts_;
};

}  // namespace llcodes
