// Searches, adds and removes at the same time: meant for ThreadSanitizer (`--preset tsan`), and a
// check that every answer is one of a whole state.
#include <atomic>
#include <thread>

#include "tests/search/oracle.h"

namespace llcodes {
namespace {

using namespace testing;

TEST(Threads, SearchesSeeWholeChanges) {
  const Codes codes = clustered_codes(24, 2000, 1);
  Index index = Index::build({.codes = codes}, {.kind = IndexKind::kBucket});
  const Codes pair(24, 2);  // added and removed together, so that none is ever seen alone
  std::atomic<bool> stop = false;
  std::atomic<int> halves = 0;
  {
    std::vector<std::jthread> readers;
    for (int reader = 0; reader < 3; ++reader) {
      readers.emplace_back([&] {
        while (!stop) {
          int seen = 0;
          for (const Neighbour& found : index.search(pair[0], {.k = kEvery, .radius = 0})) {
            seen += found.id >= 2000;
          }
          halves += seen % 2;
          index.search(codes, {.k = 3, .threads = 2});
          index.info();
        }
      });
    }
    for (std::int64_t round = 0; round < 30; ++round) {
      const std::vector<std::int64_t> ids = {2000 + 2 * round, 2001 + 2 * round};
      index.add({.codes = pair, .ids = ids});
      if (round % 10 == 9) index.compact();
      index.remove(ids);
    }
    stop = true;
  }
  EXPECT_EQ(halves, 0);
  EXPECT_EQ(index.size(), 2000u);
}

}  // namespace
}  // namespace llcodes
