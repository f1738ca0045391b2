// How well codes retrieve: MAP in both definitions, precision and recall at a depth and in a ball.
//
// Every query ranks the whole database by Hamming distance; an item is relevant if it is of the
// query's class. Ties are not broken: each score is its exact expectation over all orders of tied
// items (eval/ranking.h). Pure functions on codes and labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "llcodes/eval/counted_codes.h"

namespace llcodes {

/// Means over all queries at one depth.
struct RetrievalRow {
  std::size_t depth = 0;  ///< as asked for; a smaller database is ranked whole
  double rmap = 0;
  double cmap = 0;
  double precision = 0;
  double recall = 0;
};

/// Means over all queries within one radius.
struct RadiusRow {
  int radius = 0;
  double precision = 0;  ///< relevant share of the items in the ball; an empty ball counts 0
  double recall = 0;     ///< share of the relevant items that lie in the ball
  double answered = 0;   ///< share of the queries whose ball is not empty
  double retrieved = 0;  ///< items in the ball
};

struct RetrievalTable {
  std::size_t queries = 0;
  std::size_t database = 0;
  std::size_t distinct_codes = 0;  ///< in the database
  std::size_t hopeless = 0;        ///< queries without a relevant item in the database: they score 0
  int num_bits = 0;
  std::vector<RetrievalRow> rows;   ///< one a depth
  std::vector<RadiusRow> by_radius;  ///< radius 0 to num_bits
};

struct RetrievalOptions {
  std::vector<std::size_t> depths = {1000};
  /// The queries are the database itself, in the same order: none finds itself.
  bool leave_one_out = false;
  int threads = 0;  ///< 0: all usable CPUs; the number changes no digit of the result
};

/// Database labels of -1 are relevant to no query. Throws std::invalid_argument if widths or numbers
/// of labels differ, a query has no class, there is no query or no database, or a depth is 0.
/// Cost: one pass over the distinct codes for each distinct query.
RetrievalTable measure_retrieval(const LabelledCodes& queries, const LabelledCodes& database,
                                 const RetrievalOptions& options = {});

}  // namespace llcodes
