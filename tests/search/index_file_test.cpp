// Saved indexes: what is written comes back; damaged files are refused or at least never harm.
#include <sys/resource.h>

#include <csignal>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "tests/search/oracle.h"

namespace llcodes {
namespace {

using namespace testing;

const std::vector<IndexKind> kKinds = {IndexKind::kFlat, IndexKind::kBucket, IndexKind::kMulti,
                                       IndexKind::kPartition};

/// An index with all that a file can hold: names, labels, odd ids, deletes, recent codes.
Index small_index(IndexKind kind, std::size_t count = 40) {
  const Codes codes = clustered_codes(20, count, 1);
  std::vector<std::int64_t> ids;
  std::vector<std::string> names;
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < count; ++i) {
    ids.push_back(static_cast<std::int64_t>(3 * i));
    names.push_back("n" + std::to_string(i));
    labels.push_back(static_cast<std::int32_t>(i % 3));
  }
  const Entries entries = {.codes = codes, .ids = ids, .names = names, .labels = labels};
  Index index = Index::build(entries, {.kind = kind, .codebook = "a codebook"});
  for (std::size_t i = 0; i < count; ++i) {
    ids[i] = 3 * static_cast<std::int64_t>(i) + 1;
    names[i] += "b";
  }
  index.add(entries);
  const std::vector<std::int64_t> gone = {3, 6, 4, 7};
  index.remove(gone);
  return index;
}

const Codes kQueries = clustered_codes(20, 5, 1);

/// Asks in all ways; the answers are of no interest.
void ask(const Index& index) {
  SearchOptions filtered = {.k = 7, .filter = {.labels = {1}}};
  filtered.filter.allowed = {0, 1, 9, 10, 12, 33};
  for (std::size_t i = 0; i < kQueries.size(); ++i) {
    for (const Neighbour& found : index.search(kQueries[i], {.k = 50})) index.contains(found.id);
    index.search(kQueries[i], {.k = kEvery, .radius = 6});
    if (index.info().has_labels) index.search(kQueries[i], filtered);
  }
  index.codes();
}

TEST(IndexFile, ComesBackWhole) {
  const TemporaryFolder folder;
  for (const IndexKind kind : kKinds) {
    const Index saved = small_index(kind);
    saved.save(folder / "index");
    for (const Verify verify : {Verify::kStructure, Verify::kAll}) {
      Index opened = Index::open(folder / "index", verify);
      const IndexInfo info = opened.info();
      EXPECT_EQ(info.kind, kind);
      EXPECT_EQ(info.codebook, "a codebook");
      EXPECT_TRUE(info.mapped && info.has_names && info.has_labels);
      EXPECT_EQ(opened.ids(), saved.ids());
      EXPECT_EQ(opened.codes(), saved.codes());
      EXPECT_EQ(opened.name(9), "n3");
      for (std::size_t i = 0; i < kQueries.size(); ++i) {
        EXPECT_EQ(opened.search(kQueries[i], {.k = 60}), saved.search(kQueries[i], {.k = 60}));
      }
      const std::vector<std::int64_t> gone = {9};
      opened.remove(gone);  // the mapped arrays are copied where they change
      opened.compact();
      EXPECT_EQ(opened.size() + 1, saved.size());
      opened.save(folder / "index");  // over the file it came from
      EXPECT_EQ(Index::open(folder / "index", Verify::kAll).size(), opened.size());
      saved.save(folder / "index");
    }
  }
}

TEST(IndexFile, LongCodesComeBack) {
  const TemporaryFolder folder;
  for (const int num_bits : {33, 64, 65, 200}) {
    const Codes codes = clustered_codes(num_bits, 1500, 2);
    for (const IndexKind kind : {IndexKind::kFlat, IndexKind::kMulti, IndexKind::kPartition}) {
      const Index saved = Index::build({.codes = codes}, {.kind = kind});
      saved.save(folder / "index");
      const Index opened = Index::open(folder / "index", Verify::kAll);
      EXPECT_EQ(opened.search(codes[7], {.k = 99}), saved.search(codes[7], {.k = 99}));
    }
  }
}

TEST(IndexFile, EveryAlteredByteIsRefusedByVerifyAndHarmless) {
  const TemporaryFolder folder;
  for (const IndexKind kind : kKinds) {
    // Few bits, so that the tables and with them the file stay small.
    const Codes codes = clustered_codes(6, 12, 3);
    Index index =
        Index::build({.codes = codes}, {.kind = kind, .centres = clustered_codes(6, 2, 3)});
    index.add({.codes = codes});
    const std::vector<std::int64_t> gone = {2, 14};
    index.remove(gone);
    index.save(folder / "good");
    const std::string good = read_text(folder / "good");
    for (std::size_t i = 0; i < good.size(); ++i) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ (i % 3 == 0 ? 0xff : 1 << i % 8));
      write_plainly(folder / "bad", bad);
      EXPECT_THROW(Index::open(folder / "bad", Verify::kAll), FormatError) << "byte " << i;
      try {
        const Index opened = Index::open(folder / "bad");
        for (std::size_t q = 0; q < 4; ++q) opened.search(codes[q], {.k = 30});
        opened.search(codes[0], {.k = kEvery, .radius = 3, .filter = {.allowed = {{1, 2, 3, 12}}}});
        opened.codes();
      } catch (const FormatError&) {
      }
    }
  }
}

/// Content changed and all checksums made right again: what a hostile writer can do.
TEST(IndexFile, HostileContentNeverHarms) {
  const TemporaryFolder folder;
  for (const IndexKind kind : kKinds) {
    small_index(kind).save(folder / "good");
    const Container good = Container::open(folder / "good");
    Random random(5, 0, static_cast<std::uint64_t>(kind));
    for (int round = 0; round < 40; ++round) {
      ContainerWriter writer(good.format(), good.format_version());
      for (const auto& [key, value] : good.all_metadata()) {
        const bool reserved = key == "format" || key == "format_version" || key == "checksums" ||
                              key == "header_checksum";
        if (!reserved) writer.set(key, value);
      }
      const std::vector<std::string> names = good.tensor_names();
      const std::string& target = names[random.below(names.size())];
      for (const std::string& name : names) {
        const TensorView& view = good.tensor(name);
        std::vector<std::byte> bytes(view.bytes.begin(), view.bytes.end());
        for (int change = 0; name == target && !bytes.empty() && change < 3; ++change) {
          bytes[random.below(bytes.size())] = static_cast<std::byte>(random.next());
        }
        writer.add(name, view.dtype, view.shape, bytes);
      }
      writer.write(folder / "bad");
      try {
        ask(Index::open(folder / "bad"));
      } catch (const FormatError&) {
      }
      try {
        ask(Index::open(folder / "bad", Verify::kAll));
      } catch (const FormatError&) {
      }
    }
  }
}

TEST(IndexFile, CutFilesAreRefused) {
  const TemporaryFolder folder;
  small_index(IndexKind::kBucket, 8).save(folder / "good");
  const std::string good = read_text(folder / "good");
  for (std::size_t size = 0; size < good.size(); size += size < 3000 ? 1 : 4099) {
    write_plainly(folder / "bad", good.substr(0, size));
    EXPECT_THROW(Index::open(folder / "bad"), FormatError) << size;
  }
}

TEST(IndexFile, HugeClaimsAreRefused) {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& rows, const std::string& kind) {
    ContainerWriter writer("llcodes.index", 1);
    for (const char* key : {"num_bits", "chosen_at", "next_id", "first_id", "recent.first_id"}) {
      writer.set(key, "8");
    }
    writer.set("kind", kind);
    writer.set("asked_kind", kind);
    writer.set("reason", "");
    writer.set("codebook", "");
    writer.set("rows", rows);
    writer.set("recent.rows", "0");
    writer.add("codes", {2}, std::span<const std::uint32_t>(std::vector<std::uint32_t>{1, 2}));
    writer.add("recent.codes", {0}, std::span<const std::uint32_t>());
    writer.write(folder / "bad");
  };
  write("2", "flat");
  EXPECT_EQ(Index::open(folder / "bad", Verify::kAll).size(), 2u);
  for (const std::string rows : {"1000000000000000000", "4000000000", "-1", "3", "x"}) {
    write(rows, "flat");
    EXPECT_THROW(Index::open(folder / "bad"), FormatError) << rows;
  }
  write("2", "auto");
  EXPECT_THROW(Index::open(folder / "bad"), FormatError);
  write("2", "bucket");
  EXPECT_THROW(Index::open(folder / "bad"), FormatError);
}

TEST(IndexFile, FullDiskKeepsTheOldFile) {
  const TemporaryFolder folder;
  small_index(IndexKind::kFlat).save(folder / "index");
  const std::string before = read_text(folder / "index");
  // The limit on the size of files stands for a disk that fills.
  rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, SIG_IGN);
  rlimit tight = old;
  tight.rlim_cur = 4096;
  setrlimit(RLIMIT_FSIZE, &tight);
  EXPECT_THROW(small_index(IndexKind::kFlat, 2000).save(folder / "index"), std::system_error);
  setrlimit(RLIMIT_FSIZE, &old);
  EXPECT_EQ(read_text(folder / "index"), before);
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(IndexFile, BuildsFromACodesFile) {
  const TemporaryFolder folder;
  const Codes codes = clustered_codes(40, 3000, 4);
  ContainerWriter writer("llcodes.codes", 1);
  writer.set("num_bits", "40");
  writer.add("codes", {3000, 1}, codes.words());
  writer.write(folder / "codes");
  const FileSource source(folder / "codes");
  std::size_t reported = 0;
  const Index index = Index::build(EntrySource{.codes = source}, {},
                                   [&](const ProgressReport& report) { reported += report.done; });
  EXPECT_GT(reported, 0u);
  EXPECT_EQ(index.codes(), codes);
}

}  // namespace
}  // namespace llcodes
