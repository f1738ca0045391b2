#include "llcodes/core/text_file.h"

#include <system_error>

#include "llcodes/core/error.h"
#include "llcodes/core/printable.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;
using Lines = std::vector<std::string>;

TEST(TextFile, LinesHaveNoEnds) {
  EXPECT_EQ(lines_of("a\r\n\nb"), (Lines{"a", "", "b"}));
  EXPECT_TRUE(lines_of("").empty());
}

TEST(TextFile, AByteOrderMarkIsNoText) {
  const TemporaryFolder folder;
  write_plainly(folder / "f",
                "\xEF\xBB\xBF"
                "caf\xC3\xA9\n");
  EXPECT_EQ(read_utf8(folder / "f"), "caf\xC3\xA9\n");
  EXPECT_EQ(without_mark("\xEF\xBB"), "\xEF\xBB");
  EXPECT_THROW(read_utf8(folder / "none"), std::system_error);
}

TEST(TextFile, OtherEncodingsAreNamedByTheirLine) {
  const TemporaryFolder folder;
  write_plainly(folder / "f", "cat\r\ncaf\xE9\r\ndog\n");
  expect_contains(message_of<FormatError>([&] { read_utf8(folder / "f"); }),
                  {"f: line 2", "\"caf\\xE9\"", "UTF-8", "iconv"});
  expect_contains(message_of<FormatError>([&] { check_utf8("\xC3", "f", 7); }), {"line 7"});
}

TEST(TextFile, Utf8IsToldFromOtherBytes) {
  for (const char* text : {"", "a", "\xC3\xA9", "\xE6\xBC\xA2", "\xF0\x9F\x98\x80"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  // Cut off, a byte of the middle, an overlong form, a surrogate, beyond U+10FFFF.
  for (const char* text : {"\xC3", "\xA9", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80"}) {
    EXPECT_FALSE(is_utf8(text)) << printable_name(text);
  }
}

}  // namespace
}  // namespace llcodes
