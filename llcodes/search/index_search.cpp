// Searching an index: both parts are asked, and their answers merged by (distance, id).
#include <algorithm>
#include <stdexcept>

#include "llcodes/core/parallel.h"
#include "llcodes/search/index_state.h"

namespace llcodes {
namespace {

void check_options(const SearchOptions& options) {
  if (options.k == 0) {
    throw std::invalid_argument("search: found k = 0, expected at least 1");
  }
  if (options.radius < 0) {
    throw std::invalid_argument("search: found radius " + std::to_string(options.radius) +
                                ", expected 0 or more");
  }
  if (options.filter.range.first > options.filter.range.last) {
    throw std::invalid_argument("search: the id range from " +
                                std::to_string(options.filter.range.first) + " to " +
                                std::to_string(options.filter.range.last) + " is empty");
  }
}

void check_labels(const SearchOptions& options, bool has_labels, std::size_t size) {
  if (options.filter.labels.empty() || has_labels || size == 0) return;
  throw std::invalid_argument(
      "search: a filter by label needs an index with labels; build it with labels");
}

void check_query(CodeView query, int num_bits) {
  const auto words = static_cast<std::size_t>(words_for_bits(num_bits));
  const int used = num_bits % kBitsPerWord;
  if (query.size() == words && (used == 0 || query.back() >> used == 0)) return;
  throw std::invalid_argument("search: found a query of " + std::to_string(query.size()) +
                              " words or with a bit beyond the code, expected " +
                              std::to_string(num_bits) + " bits in " + std::to_string(words) +
                              " words");
}

void check_width(const Codes& queries, int num_bits) {
  if (queries.num_bits() == num_bits) return;
  throw std::invalid_argument("search: found queries of " + std::to_string(queries.num_bits()) +
                              " bits, expected " + std::to_string(num_bits) +
                              " as in the index; encode them with the same model");
}

using Keys = std::array<std::vector<RowKey>, kQueryGroup>;

/// What a thread reuses from group to group.
struct GroupKeys {
  Keys main;
  Keys recent;
};

GroupKeys& thread_keys() {
  static thread_local GroupKeys keys;
  return keys;
}

std::size_t copy_neighbours(std::span<const RowKey> keys, const RowTable& table, Neighbour* out) {
  if (table.is_counting()) {
    const std::int64_t first = table.size() == 0 ? 0 : table.id(0);
    for (const RowKey key : keys) *out++ = {first + row_of(key), distance_of(key)};
  } else {
    for (const RowKey key : keys) *out++ = {table.id(row_of(key)), distance_of(key)};
  }
  return keys.size();
}

bool comes_first(const Neighbour& a, const Neighbour& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.id < b.id;
}

Neighbour neighbour_of(RowKey key, const RowTable& table) {
  return {table.id(row_of(key)), distance_of(key)};
}

/// One search call: the filters are turned into rows once for all queries.
class IndexSearch {
 public:
  IndexSearch(const Segment& main, const Segment& recent, const SearchOptions& options,
              int num_bits)
      : main_(main),
        recent_(recent),
        k_(options.k),
        radius_(std::min(options.radius, num_bits)),
        main_filter_(main.row_filter(options.filter)),
        recent_filter_(recent.table.size() == 0 ? RowFilter{} : recent.row_filter(options.filter)) {
  }

  /// Answers at most kQueryGroup queries into the calling thread's keys.
  GroupKeys& run(std::span<const RowQuery> queries) const {
    GroupKeys& keys = thread_keys();
    Scratch& scratch = thread_scratch();
    main_.rows->search(queries, main_filter_, scratch, std::span(keys.main).first(queries.size()));
    if (recent_.table.size() > 0) {
      recent_.rows->search(queries, recent_filter_, scratch,
                           std::span(keys.recent).first(queries.size()));
    }
    return keys;
  }

  std::size_t count(const GroupKeys& keys, std::size_t query) const {
    return std::min(k_, keys.main[query].size() + recent_size(keys, query));
  }

  /// Writes count() neighbours.
  void write(const GroupKeys& keys, std::size_t query, Neighbour* out) const {
    if (recent_size(keys, query) == 0) {
      copy_neighbours(keys.main[query], main_.table, out);
    } else {
      merge(keys.main[query], keys.recent[query], out, count(keys, query));
    }
  }

  RowQuery query(const Word* code) const { return {code, k_, radius_}; }

 private:
  std::size_t recent_size(const GroupKeys& keys, std::size_t query) const {
    return recent_.table.size() == 0 ? 0 : keys.recent[query].size();
  }

  void merge(std::span<const RowKey> a, std::span<const RowKey> b, Neighbour* out,
             std::size_t count) const {
    std::size_t i = 0;
    std::size_t j = 0;
    for (; count > 0; --count) {
      const bool from_a =
          j == b.size() || (i < a.size() && comes_first(neighbour_of(a[i], main_.table),
                                                        neighbour_of(b[j], recent_.table)));
      *out++ = from_a ? neighbour_of(a[i++], main_.table) : neighbour_of(b[j++], recent_.table);
    }
  }

  const Segment& main_;
  const Segment& recent_;
  std::size_t k_;
  int radius_;
  RowFilter main_filter_;
  RowFilter recent_filter_;
};

}  // namespace

Neighbours Index::search(CodeView query, const SearchOptions& options) const {
  check_options(options);
  check_query(query, state_->num_bits);
  const std::shared_lock lock(state_->mutex);
  check_labels(options, state_->fields().labels, state_->size());
  const IndexSearch search(state_->main, state_->recent, options, state_->num_bits);
  const RowQuery row_query = search.query(query.data());
  const GroupKeys& keys = search.run({&row_query, 1});
  Neighbours neighbours(search.count(keys, 0));
  search.write(keys, 0, neighbours.data());
  return neighbours;
}

namespace {

/// Answers the groups of queries on several threads; `take(query, search, keys, place)` gets each.
template <class Take>
void search_groups(const IndexSearch& search, const Codes& queries, int threads, const Take& take) {
  const std::size_t groups = (queries.size() + kQueryGroup - 1) / kQueryGroup;
  for_each_in_parallel(groups, [&](std::size_t group) {
    const std::size_t begin = group * kQueryGroup;
    const std::size_t count = std::min(kQueryGroup, queries.size() - begin);
    std::array<RowQuery, kQueryGroup> row_queries;
    for (std::size_t i = 0; i < count; ++i) {
      row_queries[i] = search.query(queries[begin + i].data());
    }
    const GroupKeys& keys = search.run(std::span(row_queries).first(count));
    for (std::size_t i = 0; i < count; ++i) take(begin + i, keys, i);
  }, thread_count(threads));
}

/// Beyond this many places it is better to learn each answer's length first.
constexpr std::size_t kMostPrepared = std::size_t{1} << 26;

}  // namespace

void Index::search(const Codes& queries, const SearchOptions& options, Answers& answers) const {
  check_options(options);
  check_width(queries, state_->num_bits);
  const std::shared_lock lock(state_->mutex);
  check_labels(options, state_->fields().labels, state_->size());
  const IndexSearch search(state_->main, state_->recent, options, state_->num_bits);
  const std::size_t most = std::min(options.k, state_->size());
  if (queries.size() * most <= kMostPrepared && options.k != kEvery) {
    answers.prepare(queries.size(), most);
    search_groups(search, queries, options.threads,
                  [&](std::size_t query, const GroupKeys& keys, std::size_t place) {
                    search.write(keys, place, answers.room(query));
                    answers.set_count(query, search.count(keys, place));
                  });
    return;
  }
  std::vector<Neighbours> lists(queries.size());
  search_groups(search, queries, options.threads,
                [&](std::size_t query, const GroupKeys& keys, std::size_t place) {
                  lists[query].resize(search.count(keys, place));
                  search.write(keys, place, lists[query].data());
                });
  answers.assign(lists);
}

Answers Index::search(const Codes& queries, const SearchOptions& options) const {
  Answers answers;
  search(queries, options, answers);
  return answers;
}

}  // namespace llcodes
