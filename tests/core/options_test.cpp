#include "llcodes/core/options.h"

#include <stdexcept>

#include "llcodes/core/toml.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

struct Sample {
  bool fast = false;
  std::int64_t bits = 20;
  double rate = 0.1;
  std::string method = "llc";
  std::string note;
  std::vector<std::string> fonts;
};

OptionTable options_of(Sample& sample) {
  OptionTable table;
  table.group("Codes")
      .number("bits", sample.bits, "bits a code", 1, 256)
      .short_name('b')
      .group("Learning")
      .flag("fast", sample.fast, "less exact")
      .number("learning-rate", sample.rate, "step size", 0.0, 10.0)
      .text("method", sample.method, "what to learn", {"llc", "linear"})
      .text("note", sample.note, "anything")
      .list("fonts", sample.fonts, "typefaces")
      .required();
  return table;
}

TEST(Options, TheTableKeepsWhatWasDeclared) {
  Sample sample;
  const OptionTable table = options_of(sample);
  ASSERT_EQ(table.all().size(), 6u);
  EXPECT_EQ(table.find("bits")->short_name, 'b');
  EXPECT_EQ(table.find("bits")->default_text, "20");
  EXPECT_EQ(table.find("bits")->group, "Codes");
  EXPECT_EQ(table.find("learning-rate")->default_text, "0.1");
  EXPECT_EQ(table.find("method")->group, "Learning");
  EXPECT_TRUE(table.find("fonts")->required);
  EXPECT_EQ(table.find("font"), nullptr);
}

TEST(Options, SetParsesEachKind) {
  Sample sample;
  const OptionTable table = options_of(sample);
  set_option(*table.find("bits"), "32");
  set_option(*table.find("fast"), "true");
  set_option(*table.find("learning-rate"), "5e-4");
  set_option(*table.find("method"), "linear");
  set_option(*table.find("fonts"), "Noto Sans");
  set_option(*table.find("fonts"), "[brackets] are no list");
  EXPECT_EQ(sample.bits, 32);
  EXPECT_TRUE(sample.fast);
  EXPECT_EQ(sample.rate, 5e-4);
  EXPECT_EQ(sample.method, "linear");
  EXPECT_EQ(sample.fonts, (std::vector<std::string>{"Noto Sans", "[brackets] are no list"}));
}

TEST(Options, SettingTheOwnTextChangesNothing) {
  Sample sample{true, 77, 1.0 / 3, "linear", "a \"b\" \\", {"x, y", "", "\"]"}};
  const OptionTable table = options_of(sample);
  for (const Option& option : table.all()) {
    const std::string before = text_of(option);
    set_option(option, before);
    EXPECT_EQ(text_of(option), before) << option.name;
  }
  EXPECT_EQ(sample.rate, 1.0 / 3);
  EXPECT_EQ(sample.fonts, (std::vector<std::string>{"x, y", "", "\"]"}));
}

struct BadValue {
  const char* option;
  const char* text;
  const char* expected;
};

TEST(Options, BadValuesNameOptionValueAndWhatIsAllowed) {
  Sample sample;
  const OptionTable table = options_of(sample);
  for (const BadValue& bad :
       std::vector<BadValue>{{"bits", "0", "1 to 256"},
                             {"bits", "257", "1 to 256"},
                             {"bits", "", "whole number"},
                             {"bits", "20.5", "whole number"},
                             {"bits", "20 ", "whole number"},
                             {"bits", "99999999999999999999", "whole number"},
                             {"learning-rate", "nan", "0 to 10"},
                             {"learning-rate", "inf", "0 to 10"},
                             {"learning-rate", "fast", "0 to 10"},
                             {"fast", "yes", "true or false"},
                             {"method", "linaer", "one of llc linear; linear?"}}) {
    const std::string message =
        message_of<std::invalid_argument>([&] { set_option(*table.find(bad.option), bad.text); });
    expect_contains(message, {std::string("--") + bad.option, bad.text, bad.expected});
  }
}

TEST(Options, AppendTakesAnotherTable) {
  Sample a, b;
  OptionTable table = options_of(a);
  table.append(options_of(b)).append(table);
  EXPECT_EQ(table.all().size(), 24u);
}

TEST(Toml, RoundTripKeepsEveryValue) {
  Sample sample{true,
                24,
                1e-7,
                "linear",
                "quote \" backslash \\ tab \t line\nend # no comment é",
                {"a", "b,c", "\"", "'", "[", "#"}};
  const std::string toml = to_toml(options_of(sample));
  Sample read;
  read.fonts = {"is replaced"};
  read_toml(options_of(read), toml, "args.toml");
  EXPECT_EQ(read.fast, sample.fast);
  EXPECT_EQ(read.bits, sample.bits);
  EXPECT_EQ(read.rate, sample.rate);
  EXPECT_EQ(read.method, sample.method);
  EXPECT_EQ(read.note, sample.note);
  EXPECT_EQ(read.fonts, sample.fonts);
}

TEST(Toml, CommentsBlankLinesAndBothKindsOfStrings) {
  Sample sample;
  read_toml(options_of(sample),
            "# a comment\r\n\r\n  bits=12 # twelve\r\n\"note\" = 'C:\\x # y' # z\n"
            "fonts = [ 'a' , \"b # c\", ]\nmethod = \"lin\\u0065ar\"",
            "p");
  EXPECT_EQ(sample.bits, 12);
  EXPECT_EQ(sample.note, "C:\\x # y");
  EXPECT_EQ(sample.fonts, (std::vector<std::string>{"a", "b # c"}));
  EXPECT_EQ(sample.method, "linear");
}

struct BadToml {
  const char* toml;
  const char* expected;
};

TEST(Toml, ErrorsNamePathAndLine) {
  for (const BadToml& bad : std::vector<BadToml>{{"\nbits = 12\nbist = 3", "did you mean bits?"},
                                                 {"\n\nbits 12", "name = value"},
                                                 {"\n\n= 12", "name = value"},
                                                 {"\n\n[section]", "name = value"},
                                                 {"\n\nbits =", "missing"},
                                                 {"\n\nbits = # 3", "missing"},
                                                 {"\n\nbits = \"12\"", "whole number"},
                                                 {"\nbits = 1\nbits = 2", "twice"},
                                                 {"\n\nmethod = llc", "quotes"},
                                                 {"\n\nmethod = \"llc\" x", "quotes"},
                                                 {"\n\nnote = \"open", "quotes"},
                                                 {"\n\nnote = \"\\q\"", "quotes"},
                                                 {"\n\nnote = \"\\ud800\"", "quotes"},
                                                 {"\n\nfonts = [\"a\" \"b\"]", "list"},
                                                 {"\n\nfonts = [\"a\"", "list"},
                                                 {"\n\nfonts = \"a\"", "list"}}) {
    Sample sample;
    const std::string message = message_of<std::invalid_argument>(
        [&] { read_toml(options_of(sample), bad.toml, "dir/args.toml"); });
    expect_contains(message, {"dir/args.toml:3: ", bad.expected});
  }
}

TEST(NearestName, IsCloseOrNothing) {
  const std::vector<std::string> known = {"bits", "phase2-epochs", "learning-rate"};
  EXPECT_EQ(nearest_name("bist", known), "bits");
  EXPECT_EQ(nearest_name("phase2_epoch", known), "phase2-epochs");
  EXPECT_EQ(nearest_name("lerning-rat", known), "learning-rate");
  EXPECT_EQ(nearest_name("colour", known), "");
  EXPECT_EQ(nearest_name("", {}), "");
  EXPECT_EQ(nearest_name("x", {"b"}), "");  // one letter for another is no likeness
}

}  // namespace
}  // namespace llcodes
