#include "llcodes/data/npy_header.h"

#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

constexpr std::size_t kMaxRank = 16;

/// A cursor over the literal.
class Literal {
 public:
  Literal(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  bool next_is(char wanted) {
    skip_spaces();
    return at_ < text_.size() && text_[at_] == wanted;
  }
  bool accept(char wanted) {
    if (!next_is(wanted)) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) fail(std::string("'") + wanted + "'");
  }
  void expect_end() {
    skip_spaces();
    if (at_ != text_.size()) fail("the end of the header");
  }

  std::string quoted_text() {
    const char quote = next_is('"') ? '"' : '\'';
    expect(quote);
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) fail("a closing quote");
    const std::string_view inside = text_.substr(at_, end - at_);
    at_ = end + 1;
    return std::string(inside);
  }

  bool truth() {
    if (accept_word("True")) return true;
    if (accept_word("False")) return false;
    fail("True or False");
  }

  /// (), (3,), (3, 4)
  Shape tuple() {
    Shape shape;
    expect('(');
    while (!accept(')')) {
      if (shape.size() == kMaxRank) fail("at most 16 dimensions");
      shape.push_back(number());
      if (!next_is(')')) expect(',');
    }
    return shape;
  }

  [[noreturn]] void fail(const std::string& expected) const {
    throw FormatError(path_, "npy header", shown(text_.substr(std::min(at_, text_.size()))),
                      expected);
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  bool accept_word(std::string_view word) {
    skip_spaces();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  std::int64_t number() {
    constexpr std::int64_t kLargest = std::int64_t{1} << 48;
    skip_spaces();
    const std::size_t first = at_;
    std::int64_t value = 0;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); ++at_) {
      value = value * 10 + (text_[at_] - '0');
      if (value > kLargest) fail("a dimension below 2^48");
    }
    if (at_ == first) fail("a dimension");
    return value;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
};

std::optional<DType> find_dtype(std::string_view code) {
  static constexpr std::array<std::pair<std::string_view, DType>, 12> kCodes = {
      {{"b1", DType::kBool},
       {"u1", DType::kU8},
       {"i1", DType::kI8},
       {"u2", DType::kU16},
       {"i2", DType::kI16},
       {"f2", DType::kF16},
       {"u4", DType::kU32},
       {"i4", DType::kI32},
       {"f4", DType::kF32},
       {"u8", DType::kU64},
       {"i8", DType::kI64},
       {"f8", DType::kF64}}};
  for (const auto& [name, dtype] : kCodes) {
    if (name == code) return dtype;
  }
  return std::nullopt;
}

/// descr is the byte order ('<' or '|') and the kind with its size, for example "<f4".
DType parse_descr(const std::string& descr, const std::string& path) {
  const auto refuse = [&](const std::string& expected) {
    throw FormatError(path, "descr", shown(descr), expected);
  };
  if (descr.find('O') != std::string::npos) {
    refuse(
        "numbers, not Python objects, which would have to be unpickled; "
        "cure: numpy.save(path, numpy.asarray(x, dtype='float32'))");
  }
  if (!descr.empty() && descr[0] == '>') {
    refuse("little-endian values; cure: numpy.save(path, x.astype(x.dtype.newbyteorder('<')))");
  }
  const bool has_order = !descr.empty() && (descr[0] == '<' || descr[0] == '|');
  const auto dtype = has_order ? find_dtype(std::string_view(descr).substr(1)) : std::nullopt;
  if (!dtype) refuse("bool, an integer of 8 to 64 bits, or a float of 16 to 64 bits");
  return *dtype;
}

std::string parse_descr_text(Literal& literal) {
  if (literal.next_is('[')) literal.fail("a plain type, not a structured one (save one field)");
  return literal.quoted_text();
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, const std::string& path) {
  Literal literal(text, path);
  std::optional<std::string> descr;
  std::optional<bool> fortran;
  std::optional<Shape> shape;
  literal.expect('{');
  while (!literal.accept('}')) {
    const std::string key = literal.quoted_text();
    literal.expect(':');
    if (key == "descr" && !descr) {
      descr = parse_descr_text(literal);
    } else if (key == "fortran_order" && !fortran) {
      fortran = literal.truth();
    } else if (key == "shape" && !shape) {
      shape = literal.tuple();
    } else {
      literal.fail("each of the keys descr, fortran_order and shape once");
    }
    if (!literal.next_is('}')) literal.expect(',');
  }
  literal.expect_end();
  if (!descr || !fortran || !shape) literal.fail("the keys descr, fortran_order and shape");
  if (*fortran && shape->size() > 1) {
    throw FormatError(path, "fortran_order", "True",
                      "C order; cure: numpy.save(path, numpy.ascontiguousarray(x))");
  }
  return {parse_descr(*descr, path), *shape};
}

}  // namespace llcodes
