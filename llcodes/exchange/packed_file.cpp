#include "llcodes/exchange/packed_file.h"

#include <fstream>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/data/npy.h"
#include "llcodes/data/npy_writer.h"
#include "llcodes/exchange/faiss_file.h"

namespace llcodes {
namespace {

constexpr std::string_view kNumpyMagic = "\x93NUMPY";

bool is_numpy(Bytes bytes) { return as_text(bytes).starts_with(kNumpyMagic); }

PackedRows numpy_rows(Bytes bytes, const std::string& path) {
  const NpyView array = parse_npy(bytes, path);
  if (array.dtype != DType::kU8 || array.shape.size() != 2 || array.shape[1] == 0) {
    throw FormatError(path, "array",
                      std::string(name_of(array.dtype)) + " of " +
                          std::to_string(array.shape.size()) + " dimensions",
                      "packed bits, U8 [n, bytes]; cure: numpy.save(path, "
                      "numpy.packbits(x > 0, axis=1)); features have to be encoded first");
  }
  return {.bytes = array.values, .row_bytes = static_cast<std::size_t>(array.shape[1])};
}

int checked_bits(std::size_t row_bytes, int num_bits, const std::string& path) {
  const std::size_t most = row_bytes * 8;
  if (num_bits == 0 && most > static_cast<std::size_t>(kMaxBits)) {
    throw FormatError(path, "width", std::to_string(most) + " bits",
                      "at most " + std::to_string(kMaxBits));
  }
  if (static_cast<std::size_t>(num_bits) > most) {
    throw std::invalid_argument(path + ": asked for " + std::to_string(num_bits) +
                                " bits, and a row has " + std::to_string(most));
  }
  const int bits = num_bits == 0 ? static_cast<int>(most) : num_bits;
  check_num_bits(bits);
  return bits;
}

}  // namespace

PackedFile PackedFile::open(const std::filesystem::path& path, const PackedFileOptions& options) {
  PackedFile result;
  result.path_ = path.string();
  result.file_ = std::make_shared<MappedFile>(path);
  const Bytes bytes = result.file_->bytes();
  if (is_numpy(bytes)) {
    result.rows_ = numpy_rows(bytes, result.path_);
  } else {
    FaissCodes faiss = parse_faiss(bytes, result.path_);
    result.rows_ = {.bytes = faiss.rows, .row_bytes = faiss.row_bytes};
    result.ids_ = std::move(faiss.ids);
  }
  result.rows_.num_bits = checked_bits(result.rows_.row_bytes, options.num_bits, result.path_);
  result.rows_.order = options.order;
  return result;
}

void PackedFile::read(std::size_t begin, std::size_t count, Word* out) const {
  unpack_rows(rows_, begin, count, path_, out);
}

Codes PackedFile::codes() const {
  std::vector<Word> words(size() * static_cast<std::size_t>(words_for_bits(num_bits())));
  read(0, size(), words.data());
  return Codes(num_bits(), std::move(words));
}

bool is_packed_file(const std::filesystem::path& path) {
  char start[8] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  const Bytes bytes = std::as_bytes(std::span(start));
  return is_numpy(bytes) || is_faiss(bytes);
}

void write_numpy_bits(const std::filesystem::path& path, const Codes& codes, BitOrder order) {
  const std::vector<std::byte> bytes = pack_rows(codes, order);
  const auto row_bytes = static_cast<std::int64_t>((codes.num_bits() + 7) / 8);
  write_npy(path, {DType::kU8, {static_cast<std::int64_t>(codes.size()), row_bytes}, bytes});
}

}  // namespace llcodes
