// Building a bucket index: count the codes of each prefix, then put the rows in their places.
//
// Every thread owns a range of prefixes and reads all codes in order, so that rows ascend in each
// bucket, nothing is locked, and the codes are never held.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "llcodes/core/parallel.h"
#include "llcodes/search/bucket_index.h"
#include "llcodes/search/read_codes.h"

namespace llcodes {
namespace {

constexpr int kDirectBits = 24;  ///< a table of all codes takes at most 64 MB
constexpr std::size_t kChunk = 1 << 14;

/// All bits if the table is small or not much larger than the rows, else about one code a prefix.
int prefix_bits_for(int num_bits, std::size_t count) {
  const int enough = std::max(16, static_cast<int>(std::bit_width(count)) + 1);
  return std::min({num_bits, enough, kDirectBits});
}

}  // namespace

class BucketBuilder {
 public:
  BucketBuilder(const CodeSource& source, int threads, const Progress& progress)
      : source_(source),
        threads_(static_cast<std::size_t>(thread_count(threads))),
        progress_(progress),
        index_(
            new BucketIndex(source.num_bits(), prefix_bits_for(source.num_bits(), source.size()))),
        low_bits_(index_->num_bits_ - index_->prefix_bits_),
        places_((std::size_t{1} << index_->prefix_bits_) + 1) {}

  std::unique_ptr<BucketIndex> build() {
    count_codes();
    if (low_bits_ == 0) {
      fill_rows();
      list_direct_values();
    } else {
      fill_pairs();
      list_sorted_values();
    }
    return std::move(index_);
  }

 private:
  /// Calls take(code, row) for every code whose prefix the thread owns, by ascending row.
  template <class Take>
  void for_each_code(const char* task, const Take& take) {
    const std::size_t prefixes = places_.size() - 1;
    for_each_in_parallel(threads_, [&](std::size_t thread) {
      const std::size_t begin = prefixes * thread / threads_;
      const std::size_t end = prefixes * (thread + 1) / threads_;
      read_in_order(thread == 0 ? task : nullptr, [&](std::uint32_t code, std::uint32_t row) {
        if (const std::size_t prefix = prefix_of(code); prefix >= begin && prefix < end) {
          take(prefix, code, row);
        }
      });
    }, static_cast<int>(threads_));
  }

  /// Reports progress unless `task` is null.
  template <class Take>
  void read_in_order(const char* task, const Take& take) {
    std::vector<Word> words(kChunk);
    for (std::size_t begin = 0; begin < source_.size(); begin += kChunk) {
      const std::size_t count = std::min(kChunk, source_.size() - begin);
      source_.read(begin, count, words.data());
      check_unused_bits(words.data(), {begin, count}, source_.num_bits());
      for (std::size_t i = 0; i < count; ++i) {
        take(static_cast<std::uint32_t>(words[i]), static_cast<std::uint32_t>(begin + i));
      }
      if (task && progress_ && begin / kChunk % 64 == 0) {
        progress_({task, begin + count, source_.size(), "codes", ""});
      }
    }
  }

  std::size_t prefix_of(std::uint32_t code) const { return std::uint64_t{code} >> low_bits_; }

  /// places_[p] becomes where the rows of prefix p begin.
  void count_codes() {
    for_each_code("count codes",
                  [&](std::size_t prefix, std::uint32_t, std::uint32_t) { ++places_[prefix + 1]; });
    for (std::size_t i = 1; i < places_.size(); ++i) places_[i] += places_[i - 1];
  }

  void fill_rows() {
    std::vector<std::uint32_t> next(places_.begin(), places_.end() - 1);
    std::vector<std::uint32_t>& rows = index_->rows_.edit();
    rows.resize(source_.size());
    for_each_code("place codes", [&](std::size_t prefix, std::uint32_t, std::uint32_t row) {
      rows[next[prefix]++] = row;
    });
  }

  void list_direct_values() {
    std::vector<std::uint32_t>& values = index_->values_.edit();
    std::vector<std::uint32_t>& offsets = index_->offsets_.edit();
    std::vector<std::uint32_t>& prefixes = index_->prefixes_.edit();
    prefixes.reserve(places_.size());
    for (std::size_t code = 0; code + 1 < places_.size(); ++code) {
      prefixes.push_back(static_cast<std::uint32_t>(values.size()));
      if (places_[code] == places_[code + 1]) continue;
      values.push_back(static_cast<std::uint32_t>(code));
      offsets.push_back(places_[code]);
    }
    prefixes.push_back(static_cast<std::uint32_t>(values.size()));
    offsets.push_back(static_cast<std::uint32_t>(source_.size()));
  }

  /// Code and row as one number, grouped by prefix, then sorted in each group.
  void fill_pairs() {
    std::vector<std::uint32_t> next(places_.begin(), places_.end() - 1);
    pairs_.resize(source_.size());
    for_each_code("place codes", [&](std::size_t prefix, std::uint32_t code, std::uint32_t row) {
      pairs_[next[prefix]++] = std::uint64_t{code} << 32 | row;
    });
    constexpr std::size_t kGroups = 256;
    const std::size_t prefixes = places_.size() - 1;
    for_each_in_parallel(kGroups, [&](std::size_t group) {
      for (std::size_t i = prefixes * group / kGroups; i < prefixes * (group + 1) / kGroups; ++i) {
        std::sort(pairs_.begin() + places_[i], pairs_.begin() + places_[i + 1]);
      }
    }, static_cast<int>(threads_));
  }

  void list_sorted_values() {
    std::vector<std::uint32_t>& values = index_->values_.edit();
    std::vector<std::uint32_t>& offsets = index_->offsets_.edit();
    std::vector<std::uint32_t>& prefixes = index_->prefixes_.edit();
    std::vector<std::uint32_t>& rows = index_->rows_.edit();
    rows.reserve(pairs_.size());
    for (const std::uint64_t pair : pairs_) {
      const auto code = static_cast<std::uint32_t>(pair >> 32);
      if (values.empty() || values.back() != code) {
        while (prefixes.size() <= prefix_of(code)) {
          prefixes.push_back(static_cast<std::uint32_t>(values.size()));
        }
        values.push_back(code);
        offsets.push_back(static_cast<std::uint32_t>(rows.size()));
      }
      rows.push_back(static_cast<std::uint32_t>(pair));
    }
    prefixes.resize(places_.size(), static_cast<std::uint32_t>(values.size()));
    offsets.push_back(static_cast<std::uint32_t>(rows.size()));
  }

  const CodeSource& source_;
  std::size_t threads_;
  const Progress& progress_;
  std::unique_ptr<BucketIndex> index_;
  int low_bits_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint64_t> pairs_;
};

std::unique_ptr<BucketIndex> BucketIndex::build(const CodeSource& source, int threads,
                                                const Progress& progress) {
  if (source.num_bits() > kNarrowBits) {
    throw std::invalid_argument("a bucket index takes codes of at most 32 bits, found " +
                                std::to_string(source.num_bits()) +
                                "; use partition, multi or auto");
  }
  return BucketBuilder(source, threads, progress).build();
}

}  // namespace llcodes
