#include "llcodes/search/answers.h"

#include <algorithm>

namespace llcodes {

void Answers::prepare(std::size_t queries, std::size_t most) {
  if (places_.size() < queries * most) places_.resize(queries * most);
  begins_.resize(queries);
  for (std::size_t i = 0; i < queries; ++i) begins_[i] = i * most;
  counts_.assign(queries, 0);
}

void Answers::set(std::size_t query, std::span<const Neighbour> neighbours) {
  std::copy(neighbours.begin(), neighbours.end(), room(query));
  counts_[query] = neighbours.size();
}

void Answers::assign(const std::vector<Neighbours>& lists) {
  begins_.resize(lists.size());
  counts_.resize(lists.size());
  places_.clear();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    begins_[i] = places_.size();
    counts_[i] = lists[i].size();
    places_.insert(places_.end(), lists[i].begin(), lists[i].end());
  }
}

}  // namespace llcodes
