// A thousand random cases in which the real FAISS finds what our indexes find.
#include <cstdlib>
#include <fstream>

#include "llcodes/core/random.h"
#include "llcodes/exchange/packed_rows.h"
#include "llcodes/search/index.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

constexpr std::uint64_t kCases = 1000;
constexpr std::size_t kQueries = 3;
constexpr IndexKind kKinds[] = {IndexKind::kFlat, IndexKind::kPartition, IndexKind::kMulti,
                                IndexKind::kBucket};

/// Every case: four sizes, codes, queries, then our distances and ids.
constexpr const char* kCheck = R"(
import faiss, numpy
data = open('cases', 'rb')
def read(dtype, *shape):
    return numpy.fromfile(data, dtype, int(numpy.prod(shape))).reshape(shape)
for case in range(1000):
    row_bytes, count, queries, k = read(numpy.int64, 4)
    index = faiss.IndexBinaryFlat(int(row_bytes) * 8)
    index.add(read(numpy.uint8, count, row_bytes))
    distances, ids = index.search(read(numpy.uint8, queries, row_bytes), int(k))
    ours, our_ids = read(numpy.int64, queries, k), read(numpy.int64, queries, k)
    assert (ours == distances).all(), case
    for q in range(queries):  # FAISS orders equals as it likes: the farthest may be others
        nearer = ours[q] < ours[q, -1]
        assert set(our_ids[q, nearer]) == set(ids[q, distances[q] < ours[q, -1]]), case
assert not data.read(1)
)";

template <class T>
void append(std::ostream& out, const std::vector<T>& values) {
  out.write(reinterpret_cast<const char*>(values.data()),
            static_cast<std::streamsize>(values.size() * sizeof(T)));
}

void write_case(std::uint64_t number, std::ostream& out) {
  Random random(17, 0, number);
  const IndexKind kind = kKinds[number % std::size(kKinds)];
  const std::uint64_t widest = kind == IndexKind::kBucket ? 32 : kMaxBits;
  const int num_bits = 1 + static_cast<int>(random.below(widest));
  const std::size_t count = 1 + random.below(random.below(8) == 0 ? 3000 : 300);
  const std::size_t k = 1 + random.below(std::min<std::size_t>(count, 40));
  const Codes codes = random_codes(num_bits, count, number);
  const Codes queries = random_codes(num_bits, kQueries, number + kCases);
  const Index index = Index::build({.codes = codes}, {.kind = kind, .threads = 1});
  std::vector<std::int64_t> distances, ids;
  for (std::size_t i = 0; i < kQueries; ++i) {
    for (const Neighbour& neighbour : index.search(queries[i], {.k = k})) {
      distances.push_back(neighbour.distance);
      ids.push_back(neighbour.id);
    }
  }
  append<std::int64_t>(out, {(num_bits + 7) / 8, static_cast<std::int64_t>(count),
                             static_cast<std::int64_t>(kQueries), static_cast<std::int64_t>(k)});
  append(out, pack_rows(codes, BitOrder::kLittle));
  append(out, pack_rows(queries, BitOrder::kLittle));
  append(out, distances);
  append(out, ids);
}

TEST(FaissCases, AThousandGiveTheSameAnswers) {
  if (std::system("/usr/bin/python3 -c 'import faiss' 2> /dev/null") != 0) {
    GTEST_SKIP() << "python3-faiss is not installed";
  }
  const TemporaryFolder folder;
  std::ofstream cases(folder / "cases", std::ios::binary);
  for (std::uint64_t number = 0; number < kCases; ++number) write_case(number, cases);
  cases.close();
  std::ofstream(folder / "check.py") << kCheck;
  const std::string command = "cd " + folder.path().string() + " && /usr/bin/python3 check.py";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace llcodes
