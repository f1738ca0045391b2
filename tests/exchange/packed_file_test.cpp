#include "llcodes/exchange/packed_file.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/exchange/faiss_file.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

std::byte naive_byte(const Codes& codes, std::size_t row, int byte, BitOrder order) {
  unsigned value = 0;
  for (int bit = 0; bit < 8; ++bit) {
    const int place = byte * 8 + bit;
    if (place >= codes.num_bits() || !codes.bit(row, place)) continue;
    value |= 1u << (order == BitOrder::kBig ? 7 - bit : bit);
  }
  return static_cast<std::byte>(value);
}

TEST(PackedRows, EveryBitIsWhereNumpyPutsIt) {
  for (const int num_bits : kOddWidths) {
    for (const BitOrder order : {BitOrder::kBig, BitOrder::kLittle}) {
      const Codes codes = random_codes(num_bits, 9, 1);
      const std::vector<std::byte> bytes = pack_rows(codes, order);
      const int row_bytes = (num_bits + 7) / 8;
      ASSERT_EQ(bytes.size(), static_cast<std::size_t>(9 * row_bytes));
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto width = static_cast<std::size_t>(row_bytes);
        EXPECT_EQ(bytes[i], naive_byte(codes, i / width, static_cast<int>(i % width), order));
      }
    }
  }
}

// numpy.packbits([[1,0,1,1,0,0,0,0, 1,1]], axis=1) and the same with bitorder='little'.
TEST(PackedRows, GoldenBytesOfNumpy) {
  const Codes codes = Codes::from_text({"1011000011"});
  EXPECT_EQ(pack_rows(codes, BitOrder::kBig),
            (std::vector<std::byte>{std::byte{176}, std::byte{192}}));
  EXPECT_EQ(pack_rows(codes, BitOrder::kLittle),
            (std::vector<std::byte>{std::byte{13}, std::byte{3}}));
}

TEST(PackedFile, NumpyAndFaissGiveBackTheCodes) {
  const TemporaryFolder folder;
  for (const int num_bits : kOddWidths) {
    for (const BitOrder order : {BitOrder::kBig, BitOrder::kLittle}) {
      const Codes codes = random_codes(num_bits, 33, 2);
      write_numpy_bits(folder / "x.npy", codes, order);
      write_faiss(folder / "x.faiss", codes, order);
      for (const char* name : {"x.npy", "x.faiss"}) {
        EXPECT_TRUE(is_packed_file(folder / name));
        const PackedFile file = PackedFile::open(folder / name, {num_bits, order});
        EXPECT_EQ(file.codes(), codes);
        EXPECT_TRUE(file.ids().empty());
        Word words[4];
        file.read(7, 1, words);
        EXPECT_TRUE(std::ranges::equal(CodeView(words, codes[7].size()), codes[7]));
      }
    }
  }
}

TEST(PackedFile, FaissKeepsIds) {
  const TemporaryFolder folder;
  const Codes codes = random_codes(20, 3, 3);
  const std::vector<std::int64_t> ids = {7, -2, std::int64_t{1} << 60};
  write_faiss(folder / "x.faiss", codes, BitOrder::kBig, ids);
  const PackedFile file = PackedFile::open(folder / "x.faiss", {.num_bits = 20});
  EXPECT_EQ(file.ids(), ids);
  EXPECT_EQ(file.codes(), codes);
  EXPECT_THROW(write_faiss(folder / "y", codes, BitOrder::kBig, std::span(ids).first(2)),
               std::invalid_argument);
}

// Written by FAISS 1.7.3 (Debian 12): IndexBinaryIDMap2(IndexBinaryFlat(24)), three codes, ids 5,
// 7, 9. The bytes a code in the header of the id map are 0 there.
TEST(PackedFile, GoldenFileOfFaiss) {
  const unsigned char bytes[] = {
      0x49, 0x42, 0x4d, 0x32, 0x18, 0, 0, 0,    0,    0,    0,    0,    3,    0,    0,    0,    0,
      0,    0,    0,    1,    1,    0, 0, 0,    0x49, 0x42, 0x78, 0x46, 0x18, 0,    0,    0,    3,
      0,    0,    0,    3,    0,    0, 0, 0,    0,    0,    0,    1,    1,    0,    0,    0,    9,
      0,    0,    0,    0,    0,    0, 0, 0xb9, 0x4c, 0xf6, 0x7d, 0x9d, 0x6e, 0x5a, 0x0e, 0xe6, 3,
      0,    0,    0,    0,    0,    0, 0, 5,    0,    0,    0,    0,    0,    0,    0,    7,    0,
      0,    0,    0,    0,    0,    0, 9, 0,    0,    0,    0,    0,    0,    0};
  const FaissCodes codes = parse_faiss(std::as_bytes(std::span(bytes)), "golden");
  EXPECT_EQ(codes.row_bytes, 3u);
  EXPECT_EQ(codes.ids, (std::vector<std::int64_t>{5, 7, 9}));
  EXPECT_EQ(codes.rows[0], std::byte{0xb9});
  EXPECT_EQ(codes.rows[8], std::byte{0xe6});
}

TEST(PackedFile, RowsWiderThanTheCodeMustBeZeroThere) {
  const TemporaryFolder folder;
  const Codes codes = Codes::from_text({"11110000", "11110001"});
  write_numpy_bits(folder / "x.npy", codes, BitOrder::kLittle);
  const auto open = [&](int num_bits, BitOrder order) {
    return PackedFile::open(folder / "x.npy", {num_bits, order}).codes();
  };
  expect_contains(message_of<FormatError>([&] { open(7, BitOrder::kLittle); }),
                  {"row 1", "first 7", "bit order"});
  EXPECT_THROW(open(9, BitOrder::kLittle), std::invalid_argument);
  // 20 bits kept as 32, as FAISS is fast with them.
  Codes wide(32, 1);
  wide.set_bit(0, 19, true);
  write_faiss(folder / "w.faiss", wide, BitOrder::kLittle);
  const PackedFile narrow = PackedFile::open(folder / "w.faiss", {20, BitOrder::kLittle});
  EXPECT_TRUE(narrow.codes().bit(0, 19));
}

TEST(PackedFile, ForeignArraysAreRefusedWithACure) {
  const TemporaryFolder folder;
  write_plainly(folder / "x.txt", "hello, world");
  EXPECT_FALSE(is_packed_file(folder / "x.txt"));
  expect_contains(message_of<FormatError>([&] { PackedFile::open(folder / "x.txt"); }),
                  {"\"hell\"", "IBxF"});
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0' + header + std::string(8, '\0');
  write_plainly(folder / "x.npy", bytes);
  expect_contains(message_of<FormatError>([&] { PackedFile::open(folder / "x.npy"); }),
                  {"F32", "numpy.packbits"});
}

// Every cut and every changed byte: a clear error or codes of the true size, never a crash.
TEST(PackedFile, HostileBytesOfFaissFiles) {
  const TemporaryFolder folder;
  const std::vector<std::int64_t> ids = {1, 2, 3, 4, 5};
  write_faiss(folder / "x", random_codes(16, 5, 4), BitOrder::kBig, ids);
  const std::string whole = read_text(folder / "x");
  const auto parse = [](const std::string& text) {
    return parse_faiss(std::as_bytes(std::span(text)), "x");
  };
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(parse(whole.substr(0, size)), FormatError) << size;
  }
  EXPECT_THROW(parse(whole + '\0'), FormatError);
  for (std::size_t place = 0; place < whole.size(); ++place) {
    for (int change = 1; change < 256; change += 7) {
      std::string bytes = whole;
      bytes[place] = static_cast<char>(bytes[place] ^ change);
      try {
        EXPECT_EQ(parse(bytes).rows.size(), 10u);
      } catch (const FormatError&) {
      }
    }
  }
}

TEST(PackedFile, AClaimOfManyCodesAllocatesNothing) {
  std::string bytes = "IBxF";
  const auto append = [&](std::uint64_t value, std::size_t size) {
    bytes.append(reinterpret_cast<const char*>(&value), size);
  };
  append(64, 4), append(8, 4), append(1'000'000'000'000'000'000, 8), append(1, 1), append(1, 4);
  append(8'000'000'000'000'000'000, 8);
  EXPECT_THROW(parse_faiss(std::as_bytes(std::span(bytes)), "x"), FormatError);
}

// The real FAISS reads what we write and we read what it writes, where python3-faiss is installed.
TEST(PackedFile, AgreesWithTheRealFaiss) {
  if (std::system("/usr/bin/python3 -c 'import faiss' 2> /dev/null") != 0) {
    GTEST_SKIP() << "python3-faiss is not installed";
  }
  const TemporaryFolder folder;
  const Codes codes = random_codes(20, 50, 5);
  std::vector<std::int64_t> ids;
  for (int i = 0; i < 50; ++i) ids.push_back(1000 - 3 * i);
  write_faiss(folder / "flat", codes, BitOrder::kBig);
  write_faiss(folder / "map", codes, BitOrder::kBig, ids);
  write_numpy_bits(folder / "x.npy", codes, BitOrder::kBig);
  std::ofstream(folder / "check.py") << R"(
import faiss, numpy
x = numpy.load('x.npy')
flat, mapped = faiss.read_index_binary('flat'), faiss.read_index_binary('map')
ids = 1000 - 3 * numpy.arange(50)
assert flat.ntotal == mapped.ntotal == 50
assert all(flat.reconstruct(i).tolist() == x[i].tolist() for i in range(50))
assert all(mapped.reconstruct(int(ids[i])).tolist() == x[i].tolist() for i in range(50))
distances, found = mapped.search(x, 1)
assert distances.max() == 0
faiss.write_index_binary(flat, 'flat.again')
faiss.write_index_binary(mapped, 'map.again')
)";
  const std::string command = "cd " + folder.path().string() + " && /usr/bin/python3 check.py";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const PackedFile flat = PackedFile::open(folder / "flat.again", {.num_bits = 20});
  const PackedFile mapped = PackedFile::open(folder / "map.again", {.num_bits = 20});
  EXPECT_EQ(flat.codes(), codes);
  EXPECT_EQ(mapped.codes(), codes);
  EXPECT_EQ(mapped.ids(), ids);
}

}  // namespace
}  // namespace llcodes
