#include "llcodes/exchange/faiss_file.h"

#include <cstring>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"

namespace llcodes {
namespace {

constexpr std::string_view kFlat = "IBxF", kIdMap = "IBMp", kIdMap2 = "IBM2";
constexpr std::uint32_t kMetricL2 = 1;  // what FAISS writes for every binary index

struct Header {
  std::size_t row_bytes = 0;
  std::size_t count = 0;
};

void expect(bool holds, const std::string& path, std::string_view field, std::uint64_t found,
            const std::string& expected) {
  if (!holds) throw FormatError(path, field, std::to_string(found), expected);
}

Header read_header(ByteReader& reader, const std::string& path) {
  const std::uint64_t bits = reader.take_little(4, "number of bits");
  const std::uint64_t row_bytes = reader.take_little(4, "bytes a code");
  const std::uint64_t count = reader.take_little(8, "number of codes");
  reader.take(1 + 4, "trained, metric");  // neither matters to plain codes
  expect(bits > 0 && bits % 8 == 0 && bits < (1u << 31), path, "number of bits", bits,
         "a multiple of 8");
  // FAISS leaves this 0 in the header of an id map.
  expect(row_bytes == bits / 8 || row_bytes == 0, path, "bytes a code", row_bytes,
         std::to_string(bits / 8));
  expect(count < std::uint64_t{1} << 63, path, "number of codes", count, "no negative number");
  return {bits / 8, count};
}

/// The bytes of an array of `count` elements, whose number stands before it.
Bytes read_array(ByteReader& reader, std::size_t count, std::size_t element_size,
                 const std::string& path, std::string_view field) {
  const std::uint64_t found = reader.take_little(8, field);
  expect(found == count, path, field, found, std::to_string(count) + " elements");
  return reader.take(checked_product(count, element_size, path, field), field);
}

Bytes read_flat(ByteReader& reader, const Header& header, const std::string& path) {
  const std::size_t size = checked_product(header.count, header.row_bytes, path, "codes");
  return read_array(reader, size, 1, path, "codes");
}

Header read_inner_header(ByteReader& reader, const Header& outer, const std::string& path) {
  const std::string kind = reader.take_text(4, "index inside the id map");
  if (kind != kFlat) {
    throw FormatError(path, "index inside the id map", shown(kind), "IBxF (IndexBinaryFlat)");
  }
  const Header inner = read_header(reader, path);
  expect(inner.row_bytes == outer.row_bytes, path, "bytes a code of the index inside",
         inner.row_bytes, std::to_string(outer.row_bytes));
  expect(inner.count == outer.count, path, "number of codes of the index inside", inner.count,
         std::to_string(outer.count));
  return inner;
}

std::vector<std::int64_t> read_ids(ByteReader& reader, std::size_t count, const std::string& path) {
  const Bytes bytes = read_array(reader, count, sizeof(std::int64_t), path, "ids");
  std::vector<std::int64_t> ids(count);
  if (count > 0) std::memcpy(ids.data(), bytes.data(), bytes.size());
  return ids;
}

/// Collects the bytes that stand before the long arrays.
class HeaderWriter {
 public:
  void text(std::string_view text) { bytes_ += text; }
  template <class T>
  void number(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void header(const Codes& codes, std::size_t row_bytes) {
    number(static_cast<std::uint32_t>(row_bytes * 8));
    number(static_cast<std::uint32_t>(row_bytes));
    number(static_cast<std::uint64_t>(codes.size()));
    number(std::uint8_t{1});  // trained
    number(kMetricL2);
  }
  Bytes bytes() const { return std::as_bytes(std::span(bytes_)); }

 private:
  std::string bytes_;
};

}  // namespace

bool is_faiss(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  return text.starts_with(kFlat) || text.starts_with(kIdMap) || text.starts_with(kIdMap2);
}

FaissCodes parse_faiss(Bytes bytes, const std::string& path) {
  ByteReader reader(bytes, path);
  const std::string kind = reader.take_text(4, "kind");
  const bool has_ids = kind == kIdMap || kind == kIdMap2;
  if (kind != kFlat && !has_ids) {
    throw FormatError(path, "kind", shown(kind),
                      "a binary index of FAISS with plain codes: IBxF, IBMp or IBM2");
  }
  Header header = read_header(reader, path);
  if (has_ids) header = read_inner_header(reader, header, path);
  FaissCodes codes{.rows = read_flat(reader, header, path), .row_bytes = header.row_bytes};
  if (has_ids) codes.ids = read_ids(reader, header.count, path);
  expect(reader.remaining() == 0, path, "end", reader.remaining(), "no further bytes");
  return codes;
}

void write_faiss(const std::filesystem::path& path, const Codes& codes, BitOrder order,
                 std::span<const std::int64_t> ids) {
  if (!ids.empty() && ids.size() != codes.size()) {
    throw std::invalid_argument("FAISS file: found " + std::to_string(ids.size()) +
                                " ids, expected none or " + std::to_string(codes.size()));
  }
  const std::vector<std::byte> rows = pack_rows(codes, order);
  const std::size_t row_bytes = static_cast<std::size_t>(codes.num_bits() + 7) / 8;
  HeaderWriter head, tail;
  if (!ids.empty()) {
    head.text(kIdMap2);
    head.header(codes, row_bytes);
    tail.number(static_cast<std::uint64_t>(ids.size()));
  }
  head.text(kFlat);
  head.header(codes, row_bytes);
  head.number(static_cast<std::uint64_t>(rows.size()));
  write_atomically(path, {head.bytes(), rows, tail.bytes(), std::as_bytes(ids)});
}

}  // namespace llcodes
