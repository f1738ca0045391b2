#include "llcodes/core/encoded_set.h"

#include <stdexcept>

#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

EncodedSet sample(int num_bits) {
  EncodedSet set{random_codes(num_bits, 3, 1), {}, {4, 0, kNoClass}, {"a.png", "", "\xff é"}};
  set.projections = to_signs(set.codes);
  set.codebook = "0123456789abcdef";
  set.features = {1, 2, 3, 4, 5, 6};
  set.classifier = "fedcba9876543210";
  return set;
}

TEST(EncodedSet, SurvivesTheFile) {
  const TemporaryFolder folder;
  for (const int num_bits : kOddWidths) {
    const EncodedSet set = sample(num_bits);
    set.save(folder / "f");
    const EncodedSet loaded = EncodedSet::load(folder / "f");
    EXPECT_EQ(loaded.codes, set.codes);
    EXPECT_EQ(loaded.projections, set.projections);
    EXPECT_EQ(loaded.labels, set.labels);
    EXPECT_EQ(loaded.names, set.names);
    EXPECT_EQ(loaded.codebook, set.codebook);
    EXPECT_EQ(loaded.features, set.features);
    EXPECT_EQ(loaded.num_features(), 2u);
    EXPECT_EQ(loaded.classifier, set.classifier);
  }
}

TEST(EncodedSet, DetailsComeWithoutCodes) {
  const TemporaryFolder folder;
  const EncodedSet set = sample(65);
  set.save(folder / "f");
  const EncodedSet details = EncodedSet::load_details(folder / "f");
  EXPECT_EQ(details.codes.num_bits(), 65);
  EXPECT_TRUE(details.codes.empty() && details.projections.empty());
  EXPECT_EQ(details.labels, set.labels);
  EXPECT_EQ(details.names, set.names);
  EXPECT_EQ(details.codebook, set.codebook);
}

TEST(EncodedSet, CodesAloneAndNoneAtAll) {
  const TemporaryFolder folder;
  for (const std::size_t count : {0u, 5u}) {
    const EncodedSet set{random_codes(20, count, 2), {}, {}, {}};
    set.save(folder / "f");
    const EncodedSet loaded = EncodedSet::load(folder / "f");
    EXPECT_EQ(loaded.codes, set.codes);
    EXPECT_TRUE(loaded.projections.empty());
    EXPECT_TRUE(loaded.labels.empty());
    EXPECT_TRUE(loaded.names.empty());
  }
}

TEST(EncodedSet, SizesThatDoNotFitAreRefused) {
  const TemporaryFolder folder;
  EncodedSet set = sample(20);
  set.labels.pop_back();
  expect_contains(message_of<std::invalid_argument>([&] { set.save(folder / "f"); }),
                  {"2 labels", "3"});
  set = sample(20);
  set.features.pop_back();
  expect_contains(message_of<std::invalid_argument>([&] { set.save(folder / "f"); }),
                  {"5 features"});
  EXPECT_EQ(folder.file_count(), 0u);
}

TEST(EncodedSet, EveryChangedByteIsNoticed) {
  const TemporaryFolder folder;
  sample(20).save(folder / "f");
  const std::string bytes = read_text(folder / "f");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 4;
    write_plainly(folder / "f", damaged);
    EXPECT_THROW(EncodedSet::load(folder / "f"), FormatError) << "byte " << i;
  }
}

TEST(EncodedSet, WellFormedFilesWithBadContentAreRefused) {
  const TemporaryFolder folder;
  const auto refusal = [&](int version, std::uint64_t end, float projection, std::int32_t label) {
    const Word code = 1;
    ContainerWriter writer("llcodes.codes", version);
    writer.set("num_bits", "1");
    writer.add("codes", {1, 1}, std::span<const Word>(&code, 1));
    writer.add("projections", {1, 1}, std::span<const float>(&projection, 1));
    writer.add("labels", {1}, std::span<const std::int32_t>(&label, 1));
    writer.add("names.ends", {1}, std::span<const std::uint64_t>(&end, 1));
    writer.add("names.bytes", {1},
               std::span<const std::uint8_t>(reinterpret_cast<const std::uint8_t*>("n"), 1));
    writer.write(folder / "f");
    return message_of<FormatError>([&] { EncodedSet::load(folder / "f"); });
  };
  expect_contains(refusal(2, 1, 0, 0), {"format_version", "2"});
  expect_contains(refusal(1, 2, 0, 0), {"names.ends"});
  expect_contains(refusal(1, 0, 0, 0), {"names.bytes"});
  expect_contains(refusal(1, 1, std::numeric_limits<float>::infinity(), 0), {"projections"});
  expect_contains(refusal(1, 1, 0, -2), {"labels", "-2"});
}

}  // namespace
}  // namespace llcodes
