#include "llcodes/report/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

namespace llcodes::report {
namespace {

using nlohmann::json;

/// What stands in the page's data element.
std::string data_of(const std::string& page) {
  const std::string mark = "<script type=\"application/json\" id=\"bundle\">";
  const std::size_t begin = page.find(mark) + mark.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(Page, CarriesTheBundleUnchanged) {
  const json bundle = {
      {"names", {"a<b", "</script><script>alert(1)</script>", "<!--", "\"\\", "亜"}}};
  EXPECT_EQ(json::parse(data_of(page_of(bundle))), bundle);
}

TEST(Page, NamesCanCloseNoTag) {
  const std::string page = page_of({{"name", "</script><script>alert(1)</script><!-- script -->"}});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<!-- "), std::string::npos) << "a mark was left, or filled from the data";
}

TEST(Page, BytesThatAreNoTextDoNotBreakIt) {
  EXPECT_EQ(json::parse(data_of(page_of({{"name", "a\xff"}}))).at("name"), "a\xef\xbf\xbd");
}

TEST(Page, NeedsNoOtherFile) {
  const std::string page = page_of(json::object());
  EXPECT_FALSE(std::regex_search(page, std::regex("(src|href)=\"[^#\"]")));
  EXPECT_FALSE(std::regex_search(page, std::regex("@import|fetch\\(|XMLHttpRequest|url\\(http")));
  EXPECT_EQ(page.find("import {"), std::string::npos);
  EXPECT_EQ(page.find("export "), std::string::npos);
}

}  // namespace
}  // namespace llcodes::report
