#include "llcodes/search/index.h"

#include "tests/search/oracle.h"

namespace llcodes {
namespace {

using namespace testing;

const std::vector<IndexKind> kKinds = {IndexKind::kFlat, IndexKind::kBucket, IndexKind::kMulti,
                                       IndexKind::kPartition};

const Codes kSmall = Codes::from_text({"0101", "1111", "0101", "0000"});

std::vector<std::int64_t> ids_in(const Neighbours& neighbours) {
  std::vector<std::int64_t> ids;
  for (const Neighbour& neighbour : neighbours) ids.push_back(neighbour.id);
  return ids;
}

TEST(Index, TiesComeByIdWhateverTheOrderOfAdding) {
  const std::vector<std::int64_t> ids = {9, 3, 5, 1};
  for (const IndexKind kind : kKinds) {
    Index index = Index::build({.codes = kSmall, .ids = ids}, {.kind = kind});
    EXPECT_EQ(ids_in(index.search(kSmall[0])), (std::vector<std::int64_t>{5, 9, 1, 3}));
    const std::vector<std::int64_t> more = {7, 2, -4, 6};
    index.add({.codes = kSmall, .ids = more});
    EXPECT_EQ(ids_in(index.search(kSmall[0], {.k = 4})), (std::vector<std::int64_t>{-4, 5, 7, 9}));
  }
}

TEST(Index, MoreThanThereAreGivesAll) {
  for (const IndexKind kind : kKinds) {
    const Index index = Index::build({.codes = kSmall}, {.kind = kind});
    EXPECT_EQ(index.search(kSmall[0], {.k = 1'000'000'000'000}).size(), 4u);
    EXPECT_EQ(index.search(kSmall[0], {.k = kEvery, .radius = 0}).size(), 2u);
  }
}

TEST(Index, EmptyIndexAnswersNothing) {
  for (const IndexKind kind : kKinds) {
    Index index(IndexOptions{.num_bits = 4, .kind = kind});
    EXPECT_EQ(index.size(), 0u);
    EXPECT_TRUE(index.search(kSmall[0]).empty());
    const Answers answers = index.search(kSmall);
    EXPECT_TRUE(answers[3].empty());
    index.add({.codes = kSmall});
    EXPECT_EQ(index.search(kSmall[0]).size(), 4u);
    index.compact();
    EXPECT_EQ(index.info().kind, kind);
    EXPECT_EQ(index.search(kSmall[0]).size(), 4u);
  }
}

TEST(Index, BadQuestionsAreRefused) {
  const Index index = Index::build({.codes = kSmall});
  expect_contains(message_of<std::invalid_argument>([&] { index.search(kSmall[0], {.k = 0}); }),
                  {"k = 0", "at least 1"});
  expect_contains(message_of<std::invalid_argument>([&] { index.search(Codes(5, 1)); }),
                  {"5 bits", "expected 4"});
  expect_contains(
      message_of<std::invalid_argument>([&] { index.search(Codes(5, std::vector<Word>{31})[0]); }),
      {"bit beyond", "4 bits"});
  expect_contains(message_of<std::invalid_argument>([&] { index.search(Codes(65, 1)[0]); }),
                  {"2 words"});
  expect_contains(message_of<std::invalid_argument>(
                      [&] { index.search(kSmall[0], {.filter = {.labels = {1}}}); }),
                  {"label"});
  expect_contains(message_of<std::invalid_argument>([&] {
                    index.search(kSmall[0], {.filter = {.range = {.first = 2, .last = 1}}});
                  }),
                  {"range", "empty"});
  expect_contains(message_of<std::invalid_argument>([&] { index.search(kSmall, {.threads = -1}); }),
                  {"threads"});
}

TEST(Index, BadEntriesAreRefusedAndChangeNothing) {
  const std::vector<std::int32_t> labels = {0, 1, 2, 3};
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  Index index = Index::build({.codes = kSmall, .names = names, .labels = labels});
  const auto refused = [&](const Entries& entries, const std::vector<std::string>& parts) {
    expect_contains(message_of<std::invalid_argument>([&] { index.add(entries); }), parts);
    EXPECT_EQ(index.size(), 4u);
  };
  const std::vector<std::string> others = {"e", "f", "g", "h"};
  const std::vector<std::string> twice = {"e", "f", "g", "e"};
  const std::vector<std::int64_t> taken = {8, 7, 2, 9};
  const std::vector<std::int64_t> repeated = {8, 7, 7, 9};
  refused({.codes = Codes(5, 4), .names = others, .labels = labels}, {"5 bits", "expected 4"});
  refused({.codes = kSmall, .ids = taken, .names = others, .labels = labels}, {"id 2", "taken"});
  refused({.codes = kSmall, .ids = repeated, .names = others, .labels = labels}, {"id 7", "twice"});
  refused({.codes = kSmall, .names = names, .labels = labels}, {"\"a\"", "taken"});
  refused({.codes = kSmall, .names = twice, .labels = labels}, {"\"e\"", "twice"});
  refused({.codes = kSmall, .names = others}, {"0 labels", "expected 4"});
  refused({.codes = kSmall, .labels = labels}, {"0 names", "expected 4"});
  const std::vector<std::int64_t> unknown = {1, 77};
  expect_contains(message_of<std::invalid_argument>([&] { index.remove(unknown); }), {"id 77"});
  const std::vector<std::int64_t> same = {1, 1};
  expect_contains(message_of<std::invalid_argument>([&] { index.remove(same); }),
                  {"id 1", "twice"});
  EXPECT_EQ(index.size(), 4u);
  expect_contains(
      message_of<std::invalid_argument>([&] { Index::build({.codes = kSmall, .ids = repeated}); }),
      {"id 7", "twice"});
  expect_contains(message_of<std::invalid_argument>(
                      [&] { Index::build({.codes = Codes(33, 1)}, {.kind = IndexKind::kBucket}); }),
                  {"32 bits", "found 33", "partition"});
}

TEST(Index, NamesAndLabelsFollowTheirCodes) {
  const std::vector<std::string> names = {"cat", "dog", "emu", "fox"};
  const std::vector<std::int32_t> labels = {5, 6, 7, 8};
  Index index = Index::build({.codes = kSmall, .names = names, .labels = labels});
  EXPECT_EQ(index.name(2), "emu");
  EXPECT_EQ(index.label(3), 8);
  EXPECT_EQ(index.ids_of(std::span(names).subspan(1, 2)), (std::vector<std::int64_t>{1, 2}));
  index.remove(index.ids_of(std::span(names).first(1)));
  expect_contains(
      message_of<std::invalid_argument>([&] { index.ids_of(std::span(names).first(1)); }),
      {"\"cat\""});
  const std::vector<std::string> again = {"cat"};
  const std::vector<std::int32_t> label = {9};
  index.add({.codes = Codes(4, 1), .names = again, .labels = label});
  EXPECT_EQ(index.ids_of(again), std::vector<std::int64_t>{4});
  index.compact();
  EXPECT_EQ(index.name(4), "cat");
  EXPECT_EQ(index.label(4), 9);
  EXPECT_EQ(index.ids(), (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(to_text(index.codes()[0], 4), "1111");
}

TEST(Index, ManyAddsOneByOneEqualOneBuild) {
  const Codes codes = clustered_codes(24, 9000, 3);
  Index grown(IndexOptions{.num_bits = 24});
  for (std::size_t i = 0; i < codes.size(); ++i) {
    Codes one(24);
    one.push_back(codes[i]);
    grown.add({.codes = one});
  }
  const Index built = Index::build({.codes = codes});
  EXPECT_LT(grown.info().pending, 9000u) << "the recent part was never merged";
  EXPECT_EQ(grown.codes(), codes);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(grown.search(codes[i * 400], {.k = 300}), built.search(codes[i * 400], {.k = 300}));
  }
}

TEST(Index, ThreadsGiveTheSameAnswers) {
  const Codes codes = clustered_codes(40, 3000, 5);
  for (const IndexKind kind : {IndexKind::kFlat, IndexKind::kMulti, IndexKind::kPartition}) {
    const Index one = Index::build({.codes = codes}, {.kind = kind, .threads = 1});
    const Index three = Index::build({.codes = codes}, {.kind = kind, .threads = 3});
    const Answers expected = one.search(codes, {.k = 5, .threads = 1});
    const Answers found = three.search(codes, {.k = 5, .threads = 3});
    for (std::size_t i = 0; i < codes.size(); ++i) {
      ASSERT_TRUE(std::equal(found[i].begin(), found[i].end(), expected[i].begin())) << i;
    }
  }
}

TEST(Index, AutoSaysWhy) {
  const Codes codes = clustered_codes(64, 5000, 6);
  const IndexInfo info = Index::build({.codes = codes}).info();
  expect_contains(info.reason, {"flat", "partition", "multi", "us a query", "5000 of 5000 codes"});
}

TEST(Index, AnotherCodebookIsRefused) {
  const std::string fingerprint = codebook_fingerprint(kSmall);
  const Index index = Index::build({.codes = kSmall}, {.codebook = fingerprint});
  index.check_codebook(fingerprint);
  const std::string other = codebook_fingerprint(Codes(4, 4));
  expect_contains(message_of<std::invalid_argument>([&] { index.check_codebook(other); }),
                  {fingerprint, other, "same model"});
}

}  // namespace
}  // namespace llcodes
