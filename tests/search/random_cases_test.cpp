// Random cases: every index equals the flat one, and the flat one equals the naive loop.
#include <cstdlib>

#include "tests/search/oracle.h"

namespace llcodes {
namespace {

using namespace testing;

/// One case: a way to fill, change and ask an index, all of it drawn from one number.
class RandomCase {
 public:
  explicit RandomCase(std::uint64_t number)
      : random_(11, 0, number),
        num_bits_(width()),
        count_(random_.below(8) == 0 ? random_.below(5000) : random_.below(300)),
        codes_(random_.below(2) ? clustered_codes(num_bits_, count_, number)
                                : random_codes(num_bits_, count_, number)),
        naive_(num_bits_) {}

  void run() {
    draw_entries();
    build();
    check("after building");
    change();
    check("after changes");
    for (Index& index : indexes_) index.compact();
    check("after merging");
  }

 private:
  int width() {
    const std::uint64_t kind = random_.below(4);
    if (kind == 0) return 1 + static_cast<int>(random_.below(kMaxBits));
    return 1 + static_cast<int>(random_.below(kind == 1 ? 32 : 72));
  }

  void draw_entries() {
    const std::uint64_t step = 1 + random_.below(3);
    std::int64_t id = static_cast<std::int64_t>(random_.below(100)) - 50;
    for (std::size_t i = 0; i < count_; ++i) {
      ids_.push_back(id);
      id += static_cast<std::int64_t>(1 + random_.below(step));
      labels_.push_back(static_cast<std::int32_t>(random_.below(5)) - 1);
    }
    if (random_.below(2)) {
      for (std::size_t i = count_; i > 1; --i) std::swap(ids_[i - 1], ids_[random_.below(i)]);
    }
  }

  Codes slice(std::size_t begin, std::size_t end) const {
    Codes part(num_bits_);
    for (std::size_t i = begin; i < end; ++i) part.push_back(codes_[i]);
    return part;
  }

  void build() {
    built_ = random_.below(4) == 0 ? 0 : count_ - random_.below(count_ / 4 + 1);
    std::vector<IndexKind> kinds = {IndexKind::kFlat, IndexKind::kMulti, IndexKind::kPartition};
    if (num_bits_ <= 32) kinds.push_back(IndexKind::kBucket);
    if (random_.below(16) == 0) kinds.push_back(IndexKind::kAuto);
    const Codes first = slice(0, built_);
    for (const IndexKind kind : kinds) {
      IndexOptions options = {.num_bits = num_bits_, .kind = kind, .threads = 1};
      if (kind == IndexKind::kPartition && random_.below(2)) {
        options.centres = random_codes(num_bits_, 1 + random_.below(9), count_);
      }
      indexes_.push_back(Index::build({.codes = first,
                                       .ids = std::span(ids_).first(built_),
                                       .labels = std::span(labels_).first(built_)},
                                      options));
    }
    for (std::size_t i = 0; i < built_; ++i) naive_.add(codes_[i], ids_[i], labels_[i]);
  }

  void change() {
    std::size_t next = built_;
    for (int round = 0; round < 3; ++round) {
      add(next, next + random_.below(count_ - next + 1));
      remove_some();
      if (!removed_.empty() && random_.below(2)) add_again();
    }
    add(next, count_);
  }

  void add(std::size_t& next, std::size_t end) {
    const Codes part = slice(next, end);
    const Entries entries = {.codes = part,
                             .ids = std::span(ids_).subspan(next, end - next),
                             .labels = std::span(labels_).subspan(next, end - next)};
    for (Index& index : indexes_) index.add(entries);
    for (; next < end; ++next) naive_.add(codes_[next], ids_[next], labels_[next]);
  }

  void remove_some() {
    std::vector<std::int64_t> gone;
    for (const std::int64_t id : naive_.ids()) {
      if (random_.below(6) == 0) gone.push_back(id);
    }
    for (Index& index : indexes_) index.remove(gone);
    for (const std::int64_t id : gone) naive_.remove(id);
    removed_.insert(removed_.end(), gone.begin(), gone.end());
  }

  /// A removed id comes back with another code.
  void add_again() {
    const std::vector<std::int64_t> id = {removed_.back()};
    removed_.pop_back();
    const std::vector<std::int32_t> label = {0};
    const Codes code = random_codes(num_bits_, 1, static_cast<std::uint64_t>(id[0]));
    for (Index& index : indexes_) index.add({.codes = code, .ids = id, .labels = label});
    naive_.add(code[0], id[0], label[0]);
  }

  SearchOptions draw_options() {
    SearchOptions options = {.k = 1 + random_.below(random_.below(2) ? 10 : count_ + 5)};
    if (random_.below(8) == 0) options.k = kEvery;
    if (random_.below(3) == 0) {
      options.radius = static_cast<int>(random_.below(static_cast<std::uint64_t>(num_bits_) + 1));
    }
    if (random_.below(4) == 0) options.filter.labels = {1, 0};
    if (random_.below(4) == 0) {
      options.filter.range.first = static_cast<std::int64_t>(random_.below(200)) - 60;
      options.filter.range.last =
          options.filter.range.first + static_cast<std::int64_t>(random_.below(300));
    }
    if (random_.below(4) == 0) {
      options.filter.allowed.emplace();
      for (std::uint64_t i = random_.below(50); i > 0; --i) {
        options.filter.allowed->push_back(static_cast<std::int64_t>(random_.below(400)) - 60);
      }
    }
    return options;
  }

  void check(const char* when) {
    const Codes queries = random_.below(2) || count_ == 0 ? random_codes(num_bits_, 3, count_)
                                                          : slice(count_ - 1, count_);
    const SearchOptions options = draw_options();
    for (std::size_t i = 0; i < indexes_.size(); ++i) {
      const std::string where =
          std::string(when) + ", " + std::string(name_of(indexes_[i].info().kind)) + ", " +
          std::to_string(num_bits_) + " bits, " + std::to_string(count_) +
          " codes, k = " + std::to_string(options.k) + ", radius " + std::to_string(options.radius);
      ASSERT_EQ(indexes_[i].size(), naive_.ids().size()) << where;
      const Answers answers = indexes_[i].search(queries, options);
      for (std::size_t q = 0; q < queries.size(); ++q) {
        const Neighbours expected = naive_.search(queries, q, options);
        ASSERT_EQ(indexes_[i].search(queries[q], options), expected) << where;
        ASSERT_EQ(Neighbours(answers[q].begin(), answers[q].end()), expected) << where;
      }
    }
  }

  Random random_;
  int num_bits_;
  std::size_t count_;
  Codes codes_;
  NaiveIndex naive_;
  std::vector<std::int64_t> ids_;
  std::vector<std::int32_t> labels_;
  std::vector<std::int64_t> removed_;
  std::vector<Index> indexes_;
  std::size_t built_ = 0;
};

void run_cases(std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t number = begin; number < end; ++number) {
    SCOPED_TRACE("case " + std::to_string(number));
    RandomCase(number).run();
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(RandomCases, EveryIndexEqualsTheNaiveLoop) { run_cases(0, 300); }

/// The whole: minutes, so ctest runs it under the label slow.
TEST(RandomCasesSlow, HundredThousandCases) {
  if (!std::getenv("LLCODES_SLOW_TESTS")) GTEST_SKIP() << "LLCODES_SLOW_TESTS=1 runs it";
  run_cases(300, 100'000);
}

}  // namespace
}  // namespace llcodes
