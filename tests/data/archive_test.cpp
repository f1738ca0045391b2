// ZIP and gzip: archives are made here with zlib, and one comes from NumPy.
#include <gtest/gtest.h>
#include <zlib.h>

#include "expect_error.h"
#include "llcodes/data/inflate.h"
#include "llcodes/data/npy.h"
#include "llcodes/data/zip.h"
#include "make_archive.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::expect_robust;
using test::gzip;
using test::make_zip;

Bytes bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::string read_member(const std::string& archive, const std::string& name) {
  const ZipArchive zip(bytes_of(archive), "x.npz");
  const auto bytes = zip.read(name);
  return std::string(as_text(bytes));
}

const std::string kText = "a text that repeats, a text that repeats, a text that repeats";

TEST(Zip, ReadsStoredAndDeflatedMembers) {
  const std::string archive = make_zip({{"plain", kText, false}, {"packed", kText, true}});
  EXPECT_EQ(read_member(archive, "plain"), kText);
  EXPECT_EQ(read_member(archive, "packed"), kText);
  EXPECT_EQ(ZipArchive(bytes_of(archive), "x").names(),
            (std::vector<std::string>{"packed", "plain"}));
}

// numpy 1.24.2 of Debian 12: numpy.savez_compressed(f, labels=numpy.array([3, 1], '<i4'))
constexpr char kNumpyArchive[] =
    "\x50\x4b\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00\x21\x00\x98\x51\x3a\x7d\x4b\x00"
    "\x00\x00\x88\x00\x00\x00\x0a\x00\x14\x00\x6c\x61\x62\x65\x6c\x73\x2e\x6e\x70\x79"
    "\x01\x00\x10\x00\x88\x00\x00\x00\x00\x00\x00\x00\x4b\x00\x00\x00\x00\x00\x00\x00"
    "\x9b\xec\x17\xea\x1b\x10\xc9\xc8\x50\xc6\x50\xad\x9e\x92\x5a\x9c\x5c\xa4\x6e\xa5"
    "\xa0\x6e\x93\x69\xa2\xae\xa3\xa0\x9e\x96\x5f\x54\x52\x94\x98\x17\x9f\x5f\x94\x92"
    "\x0a\x12\x77\x4b\xcc\x29\x4e\x05\x8a\x17\x67\x24\x16\xa4\x02\xf9\x1a\x46\x3a\x9a"
    "\x3a\x0a\xb5\x0a\x14\x00\x2e\x66\x06\x06\x06\x46\x20\x06\x00\x50\x4b\x01\x02\x14"
    "\x03\x14\x00\x00\x00\x08\x00\x00\x00\x21\x00\x98\x51\x3a\x7d\x4b\x00\x00\x00\x88"
    "\x00\x00\x00\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00\x00"
    "\x00\x6c\x61\x62\x65\x6c\x73\x2e\x6e\x70\x79\x50\x4b\x05\x06\x00\x00\x00\x00\x01"
    "\x00\x01\x00\x38\x00\x00\x00\x87\x00\x00\x00\x00\x00";

TEST(Zip, ReadsWhatNumpyWrote) {
  const std::string npy =
      read_member(std::string(kNumpyArchive, sizeof kNumpyArchive - 1), "labels.npy");
  EXPECT_EQ(to_integers(parse_npy(bytes_of(npy), "labels")), (std::vector<std::int64_t>{3, 1}));
}

TEST(Zip, ReadsEmptyMembersAndArchives) {
  EXPECT_EQ(read_member(make_zip({{"none", "", false}, {"nil", "", true}}), "none"), "");
  EXPECT_EQ(read_member(make_zip({{"none", "", false}, {"nil", "", true}}), "nil"), "");
  EXPECT_TRUE(ZipArchive(bytes_of(make_zip({})), "x").names().empty());
}

TEST(Zip, FindsTheDirectoryBeforeAComment) {
  std::string archive = make_zip({{"plain", kText, false}});
  archive[archive.size() - 2] = 5;
  EXPECT_EQ(read_member(archive + "hello", "plain"), kText);
}

TEST(Zip, NoticesWrongBytes) {
  std::string archive = make_zip({{"plain", kText, false}});
  archive[40] = static_cast<char>(archive[40] ^ 1);
  expect_error<FormatError>([&] { read_member(archive, "plain"); }, {"x.npz", "plain", "CRC"});
  expect_error<FormatError>([&] { read_member(archive, "other"); }, {"other", "no such member"});
}

TEST(Zip, RefusesBombsBeforeItAllocates) {
  test::ZipMember bomb{"bomb", kText, true};
  bomb.claimed_size = 0xFFFFFFFE;
  expect_error<FormatError>([&] { read_member(make_zip({bomb}), "bomb"); }, {"1032"});
  bomb.claimed_size = 10;
  expect_error<FormatError>([&] { read_member(make_zip({bomb}), "bomb"); }, {"more than 10 bytes"});
  bomb.claimed_size = 100;
  expect_error<FormatError>([&] { read_member(make_zip({bomb}), "bomb"); }, {"found 61 bytes"});
}

TEST(Zip, RefusesRepeatedNames) {
  EXPECT_THROW(read_member(make_zip({{"a", "1", false}, {"a", "2", false}}), "a"), FormatError);
}

TEST(Zip, SurvivesHostileBytes) {
  for (const bool deflated : {false, true}) {
    const std::string archive = make_zip({{"member", kText, deflated}});
    expect_robust(archive, [](const std::string& bytes) {
      const ZipArchive zip(bytes_of(bytes), "x.npz");
      for (const std::string& name : zip.names()) zip.read(name);
    });
  }
}

TEST(Gzip, ReadsAndChecks) {
  const std::string packed = gzip(kText);
  EXPECT_TRUE(is_gzip(bytes_of(packed)));
  EXPECT_EQ(as_text(gunzip(bytes_of(packed), "x.gz")), kText);
  expect_robust(packed, [](const std::string& bytes) { gunzip(bytes_of(bytes), "x.gz"); });
  EXPECT_THROW(gunzip(bytes_of(packed + packed), "x.gz"), FormatError) << "two members";
}

}  // namespace
}  // namespace llcodes
