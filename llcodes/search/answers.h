// What a search returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace llcodes {

struct Neighbour {
  std::int64_t id = 0;
  std::int32_t distance = 0;

  bool operator==(const Neighbour&) const = default;
};

/// One query's answer: by distance, then by id.
using Neighbours = std::vector<Neighbour>;

/// The answers of a batch of queries, in one block of memory that is reused when the same object is
/// passed again.
class Answers {
 public:
  std::size_t size() const { return counts_.size(); }
  std::span<const Neighbour> operator[](std::size_t query) const& {
    return {places_.data() + begins_[query], counts_[query]};
  }
  std::span<const Neighbour> operator[](std::size_t query) const&& = delete;  ///< would dangle

  /// For the index: room for `most` neighbours of each of `queries` queries.
  void prepare(std::size_t queries, std::size_t most);
  /// The answer of one query, at most as long as prepared; different queries from any thread.
  void set(std::size_t query, std::span<const Neighbour> neighbours);
  /// The prepared room of one query, to be filled in place and closed by `set_count`.
  Neighbour* room(std::size_t query) { return places_.data() + begins_[query]; }
  void set_count(std::size_t query, std::size_t count) { counts_[query] = count; }
  /// The same from whole lists, whose lengths were not known before.
  void assign(const std::vector<Neighbours>& lists);

 private:
  std::vector<Neighbour> places_;
  std::vector<std::size_t> begins_;
  std::vector<std::size_t> counts_;
};

}  // namespace llcodes
