#include "llcodes/core/toml.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

void append_utf8(std::string& text, std::uint32_t point) {
  const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
  const auto tail = [&](int shift) { byte(0x80 | (point >> shift & 0x3f)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xc0 | point >> 6), tail(0);
  } else if (point < 0x10000) {
    byte(0xe0 | point >> 12), tail(6), tail(0);
  } else {
    byte(0xf0 | point >> 18), tail(12), tail(6), tail(0);
  }
}

bool is_unicode_scalar(std::uint32_t point) {
  return point < 0x110000 && (point < 0xd800 || point >= 0xe000);
}

/// Reads strings from the front of a text; every `take_...` says whether it succeeded.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlank), rest_.size()));
  }
  bool take(char expected);
  std::optional<std::string> take_string();

 private:
  std::optional<std::string> take_basic();
  std::optional<std::string> take_literal();
  bool take_escape(std::string& text);
  bool take_code_point(std::size_t digits, std::string& text);

  std::string_view rest_;
};

bool Reader::take(char expected) {
  if (rest_.empty() || rest_.front() != expected) return false;
  rest_.remove_prefix(1);
  return true;
}

std::optional<std::string> Reader::take_string() {
  if (take('"')) return take_basic();
  if (take('\'')) return take_literal();
  return {};
}

std::optional<std::string> Reader::take_literal() {
  const std::size_t end = rest_.find('\'');
  if (end == std::string_view::npos) return {};
  std::string text(rest_.substr(0, end));
  rest_.remove_prefix(end + 1);
  return text;
}

std::optional<std::string> Reader::take_basic() {
  std::string text;
  while (!rest_.empty()) {
    const char next = rest_.front();
    rest_.remove_prefix(1);
    if (next == '"') return text;
    if (next != '\\') {
      text += next;
    } else if (!take_escape(text)) {
      return {};
    }
  }
  return {};
}

bool Reader::take_escape(std::string& text) {
  constexpr std::string_view kLetters = "btnfr\"\\";
  constexpr std::string_view kMeaning = "\b\t\n\f\r\"\\";
  if (take('u')) return take_code_point(4, text);
  if (take('U')) return take_code_point(8, text);
  const std::size_t which = rest_.empty() ? kLetters.npos : kLetters.find(rest_.front());
  if (which == kLetters.npos) return false;
  rest_.remove_prefix(1);
  text += kMeaning[which];
  return true;
}

bool Reader::take_code_point(std::size_t digits, std::string& text) {
  const std::string_view hex = rest_.substr(0, digits);
  std::uint32_t point = 0;
  const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), point, 16);
  const bool complete = hex.size() == digits && end == hex.data() + digits;
  if (!complete || error != std::errc{} || !is_unicode_scalar(point)) return false;
  rest_.remove_prefix(digits);
  append_utf8(text, point);
  return true;
}

std::string take_key(Reader& reader, std::string_view line) {
  if (const auto key = Reader(line).take_string()) {
    reader.take_string();
    return *key;
  }
  const std::size_t end = std::min(line.find_first_of("= \t"), line.size());
  for (const char letter : line.substr(0, end)) reader.take(letter);
  return std::string(line.substr(0, end));
}

/// Cuts a comment, but not a # inside a string.
std::string_view without_comment(std::string_view value) {
  char quote = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (quote == '"' && value[i] == '\\') {
      ++i;
    } else if (quote != 0) {
      if (value[i] == quote) quote = 0;
    } else if (value[i] == '#') {
      return trimmed(value.substr(0, i));
    } else if (value[i] == '"' || value[i] == '\'') {
      quote = value[i];
    }
  }
  return trimmed(value);
}

}  // namespace

std::string toml_string(std::string_view text) {
  std::string result = "\"";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte == 0x7f) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04X", static_cast<unsigned>(byte));
      result += escaped;
    } else {
      if (character == '"' || character == '\\') result += '\\';
      result += character;
    }
  }
  return result + "\"";
}

std::string toml_list(const std::vector<std::string>& items) {
  std::string result = "[";
  for (const std::string& item : items)
    result += (result.size() > 1 ? ", " : "") + toml_string(item);
  return result + "]";
}

std::optional<std::string> parse_toml_string(std::string_view text) {
  Reader reader(text);
  auto result = reader.take_string();
  return reader.at_end() ? result : std::nullopt;
}

std::optional<std::vector<std::string>> parse_toml_list(std::string_view text) {
  Reader reader(text);
  if (!reader.take('[')) return {};
  std::vector<std::string> items;
  for (;;) {
    reader.skip_blanks();
    if (reader.take(']')) break;
    const auto item = reader.take_string();
    if (!item) return {};
    items.push_back(*item);
    reader.skip_blanks();
    if (!reader.take(',') && !reader.rest().starts_with(']')) return {};
  }
  return reader.at_end() ? std::optional(items) : std::nullopt;
}

std::optional<TomlLine> parse_toml_line(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.front() == '#') return {};
  Reader reader(line);
  const std::string key = take_key(reader, line);
  reader.skip_blanks();
  if (key.empty() || !reader.take('=')) {
    throw std::invalid_argument("found " + shown(line) + ", expected name = value");
  }
  const std::string_view value = without_comment(reader.rest());
  if (value.empty()) throw std::invalid_argument("option " + key + ": the value is missing");
  return TomlLine{key, std::string(value)};
}

}  // namespace llcodes
