#include "llcodes/extend/new_classes.h"

#include <cmath>

#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/extend/grouping.h"
#include "tests/core/testing.h"
#include "tests/extend/answering_model.h"

namespace llcodes {
namespace {

using namespace testing;

const Codebook kBook(Codes::from_text({"00000000", "11110000"}), {"ant", "bee"});

struct Examples {
  std::vector<float> z;
  Codes codes;
  Instances instances() const { return {codes, z}; }
};

Examples examples(std::vector<float> z) {
  Codes codes = binarize(z, 8);
  return {std::move(z), std::move(codes)};
}

/// Two examples around 00001111, one around 11110001: near bee.
Examples strangers() {
  return examples({-1, -2, -1, -2, 3,  1,  2,  1,  //
                   -3, -2, -3, 2,  1,  3,  2,  3,  //
                   4,  4,  4,  4,  -4, -4, -4, 1});
}

TEST(NewClasses, CodeIsTheSignsOfTheMeanWhereFree) {
  const Examples given = strangers();
  const ExtendedCodebook extended =
      extend_codebook(kBook, given.instances(), {{"cat", {0, 1}}}, {.min_distance = 2});
  EXPECT_EQ(extended.codebook.class_names(), (std::vector<std::string>{"ant", "bee", "cat"}));
  // The fourth bit is -2 and +2: a mean of zero counts as +1.
  EXPECT_EQ(to_text(extended.codebook.codes()[2], 8), "00011111");
  EXPECT_EQ(extended.added[0].moved_bits, 0);
  EXPECT_EQ(extended.added[0].distance, 5);
  double squares = 0;
  for (const float value : extended.codebook.added_vectors()) squares += value * value;
  EXPECT_NEAR(squares, 8, 1e-5) << "as long as a code";
}

TEST(NewClasses, ACodeTooNearMovesByItsLeastSureBits) {
  const Examples given = strangers();
  const ExtendedCodebook extended =
      extend_codebook(kBook, given.instances(), {{"dog", {2}}}, {.min_distance = 2});
  EXPECT_EQ(extended.added[0].moved_bits, 1);
  EXPECT_EQ(extended.added[0].distance, 2);
  EXPECT_EQ(extended.codebook.codes().bit(2, 7), true)
      << "the surest way keeps bit 7 and flips one";
}

TEST(NewClasses, SoftDecodingFindsThemAndHardDecodingToo) {
  const Examples given = strangers();
  const Codebook codebook =
      extend_codebook(kBook, given.instances(), {{"cat", {0, 1}}, {"dog", {2}}}).codebook;
  for (const Decode decode : {Decode::kSoft, Decode::kFlips}) {
    std::vector<Decision> decisions(3);
    make_decoder(codebook, {.decode = decode, .probabilities = true})
        ->decode(given.instances(), decisions);
    EXPECT_EQ(decisions[0].label, 2);
    EXPECT_EQ(decisions[1].label, 2);
    EXPECT_EQ(decisions[2].label, 3);
    EXPECT_GT(decisions[0].probability, 0.5);
  }
  std::vector<Decision> exact(3);
  make_decoder(codebook, {.decode = Decode::kMinimumHamming})->decode(given.instances(), exact);
  EXPECT_EQ(exact[0].label, 2);
  EXPECT_EQ(best_classes(codebook, given.instances(), 2, 1)[0].label, 3);
}

TEST(NewClasses, BadGroupsAreRefused) {
  const Examples given = strangers();
  const auto refuse = [&](std::vector<ExampleGroup> groups, int distance = 2) {
    return message_of<std::invalid_argument>(
        [&] { extend_codebook(kBook, given.instances(), groups, {distance}); });
  };
  expect_contains(refuse({}), {"no new class"});
  expect_contains(refuse({{"cat", {}}}), {"'cat'", "no example"});
  expect_contains(refuse({{"bee", {0}}}), {"'bee'", "already"});
  expect_contains(refuse({{"cat", {0}}, {"cat", {1}}}), {"'cat'", "already"});
  expect_contains(refuse({{"cat", {0}}}, 7), {"no free code", "distance 7", "--min-distance"});
  const Examples nothing = examples(std::vector<float>(8));
  expect_contains(message_of<std::invalid_argument>([&] {
                    extend_codebook(kBook, nothing.instances(), {{"cat", {0}}});
                  }),
                  {"cancel out"});
  expect_contains(message_of<std::invalid_argument>([&] {
                    extend_codebook(kBook, {given.codes}, {{"cat", {0}}});
                  }),
                  {"no projections"});
}

TEST(NewClasses, NoCodeIsNearerThanOne) {
  const Codebook full(Codes::from_text({"00", "01", "10", "11"}), {"ant", "bee", "cat", "dog"});
  const std::vector<float> z = {1, 2};
  const Codes codes = binarize(z, 2);
  const auto extend = [&] {
    extend_codebook(full, {codes, z}, {{"elk", {0}}}, {.min_distance = 1});
  };
  const std::string message = message_of<std::invalid_argument>(extend);
  expect_contains(message, {"'elk'", "no free code", "train another model with more bits"});
  EXPECT_EQ(message.find("lower"), std::string::npos) << message;
}

TEST(NewClasses, TheModelKeepsEverythingElse) {
  TemporaryFolder folder;
  const std::vector<float> weights = {1, 2, 3};
  ContainerWriter writer("llcodes.model", 1);
  writer.set("backbone", "{}");
  writer.add<float>("projection.weight", {3}, weights);
  kBook.save(writer);
  writer.write(folder / "model.llc");
  const Examples given = strangers();
  const ExtendedCodebook first = extend_codebook(kBook, given.instances(), {{"cat", {0}}});
  write_extended_model(folder / "model.llc", first.codebook, std::nullopt, folder / "larger.llc");
  const ExtendedCodebook second =
      extend_codebook(first.codebook, given.instances(), {{"dog", {2}}});
  write_extended_model(folder / "larger.llc", second.codebook, std::nullopt, folder / "larger.llc");
  const Container larger = Container::open(folder / "larger.llc", "llcodes.model");
  EXPECT_EQ(larger.metadata("backbone"), "{}");
  const auto kept = larger.values<float>("projection.weight", {3});
  EXPECT_TRUE(std::ranges::equal(kept, weights));
  const Codebook loaded = Codebook::load(larger);
  EXPECT_EQ(loaded.num_classes(), 4u);
  EXPECT_EQ(loaded.num_added(), 2u);
  EXPECT_EQ(loaded.codes(), second.codebook.codes());
  EXPECT_TRUE(std::ranges::equal(loaded.added_vectors(), second.codebook.added_vectors()));
}

TEST(NewClasses, ARowOfTheClassifierSpellsTheNewCode) {
  TemporaryFolder folder;
  write_answering_model(folder / "model.llc", kBook, {1, 1});
  std::optional<AnswerReader> reader = AnswerReader::load(folder / "model.llc");
  ASSERT_TRUE(reader);
  // Two examples around (-4, -4), where no class is, then an ant and a bee.
  const std::vector<float> features = {-4, -5, -4, -3, 4, 0, 0, 4};
  std::vector<float> z = reader->projections(features);
  const Codes before = binarize(z, 8);
  EXPECT_EQ(to_text(before[2], 8), "00000000");
  EXPECT_EQ(to_text(before[3], 8), "11110000");
  const ExtendedCodebook extended =
      extend_answers(kBook, *reader, {before, z}, features, {{"cat", {0, 1}}});
  EXPECT_EQ(extended.codebook.num_added(), 0u) << "its code is as good as any other";
  write_extended_model(folder / "model.llc", extended.codebook, reader, folder / "larger.llc");
  reader = AnswerReader::load(folder / "larger.llc");
  ASSERT_EQ(reader->num_classes(), 3u);
  z = reader->projections(features);
  const Codes after = binarize(z, 8);
  EXPECT_EQ(to_text(after[0], 8), to_text(extended.codebook.codes()[2], 8));
  EXPECT_EQ(to_text(after[1], 8), to_text(extended.codebook.codes()[2], 8));
  EXPECT_EQ(to_text(after[2], 8), "00000000");
  EXPECT_EQ(to_text(after[3], 8), "11110000");
}

/// v = (-5, -5) from the mean (1, 1): W f + b = 0.9 * 8 at the examples' mean, 0 at the mean of
/// all.
TEST(NewClasses, ANewRowIsNearlyAsSureAsTheOthers) {
  TemporaryFolder folder;
  write_answering_model(folder / "model.llc", kBook, {1, 1});
  std::optional<AnswerReader> reader = AnswerReader::load(folder / "model.llc");
  reader->add_class(std::vector<float>{-4, -4}, kBook.codes()[0]);
  ContainerWriter writer("llcodes.test", 1);
  reader->save_classifier(writer);
  writer.write(folder / "row.llc");
  const Container row = Container::open(folder / "row.llc");
  const auto weight = row.values<float>("classifier.weight", {3, 2});
  EXPECT_NEAR(weight[4], -0.72, 1e-6);
  EXPECT_NEAR(weight[5], -0.72, 1e-6);
  EXPECT_NEAR(row.values<float>("classifier.bias", {3})[2], 1.44, 1e-6);
  const auto directions = row.values<float>("classifier.directions", {3, 2});
  EXPECT_NEAR(directions[4], -std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(directions[5], -std::sqrt(0.5), 1e-6);
  EXPECT_THROW(reader->add_class(std::vector<float>{1, 1}, kBook.codes()[0]),
               std::invalid_argument);
}

TEST(NewClasses, AModelThatNeverLearntWhatSpeaksForAClassIsRefused) {
  TemporaryFolder folder;
  ContainerWriter writer("llcodes.model", 1);
  writer.add<float>("answer.weight", {8}, std::vector<float>(8, 3));
  writer.add<float>("classifier.directions", {2, 2}, std::vector<float>{1, 0, 0, 1});
  kBook.save(writer);
  writer.write(folder / "old.llc");
  try {
    AnswerReader::load(folder / "old.llc");
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("answer.evidence"), std::string::npos) << message;
    EXPECT_NE(message.find("train the model again"), std::string::npos) << message;
  }
}

TEST(NewClasses, RowsThatDoNotFitTheModelAreRefused) {
  TemporaryFolder folder;
  write_answering_model(folder / "model.llc", kBook, {1, 1});
  const std::optional<AnswerReader> reader = AnswerReader::load(folder / "model.llc");
  const std::vector<float> odd(3);
  expect_contains(message_of<std::invalid_argument>([&] { reader->projections(odd); }), {"2 wide"});
}

TEST(Grouping, DirectionsCountNotLengths) {
  // Three along x of different lengths, two along y, one alone.
  const std::vector<float> z = {1, 0, 5, 0.1F, 0, 2, 9, -0.1F, 0.1F, 1, -1, -1};
  EXPECT_EQ(group_projections(z, 2, {.max_distance = 0.1, .min_size = 2}),
            (std::vector<std::int32_t>{0, 0, 1, 0, 1, -1}));
  EXPECT_EQ(group_projections(z, 2, {.max_distance = 0.1, .min_size = 3}),
            (std::vector<std::int32_t>{0, 0, -1, 0, -1, -1}));
  EXPECT_EQ(group_projections(z, 2, {.max_distance = 2, .min_size = 1}),
            (std::vector<std::int32_t>(6, 0)));
}

TEST(Grouping, NoneAndOne) {
  EXPECT_TRUE(group_projections({}, 2, {}).empty());
  EXPECT_EQ(group_projections({1, 1}, 2, {.min_size = 1}), (std::vector<std::int32_t>{0}));
  EXPECT_EQ(group_projections({1, 1}, 2, {.min_size = 2}), (std::vector<std::int32_t>{-1}));
}

}  // namespace
}  // namespace llcodes
