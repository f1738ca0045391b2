// Codes of one model given to another: refused wherever they would be compared with class codes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/search/index.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void write_model(const std::filesystem::path& path, const std::vector<std::string>& class_codes,
                 const std::vector<std::string>& names) {
  ContainerWriter writer("llcodes.model", 1);
  Codebook(Codes::from_text(class_codes), names).save(writer);
  writer.write(path);
}

class OtherModel : public testing::Test {
 protected:
  OtherModel() {
    write_codebook_model(folder_ / "model.llc");
    write_codes(folder_ / "codes.llc");
    const std::vector<std::string> names = {"ant", "bee", "cat", "dog"};
    write_model(folder_ / "other.llc", {"00000001", "11110000", "00001111", "11111110"}, names);
    write_model(folder_ / "wide.llc", {"000000001", "111100000", "000011110", "111111100"}, names);
    write_model(folder_ / "larger.llc",
                {"00000000", "11110000", "00001111", "11111111", "00110011"},
                {"ant", "bee", "cat", "dog", "elk"});
    EncodedSet bare = EncodedSet::load(folder_ / "codes.llc");
    bare.codebook.clear();
    bare.save(folder_ / "bare.llc");
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  static std::vector<std::string> uses(const std::string& model, const std::string& codes) {
    const std::string both = model + " " + codes;
    return {"classify " + both,
            "eval " + both,
            "detect " + both,
            "detect " + model + " bare.llc --calibrate " + codes,
            "eval " + model + " bare.llc --ood " + codes,
            "eval " + model + " bare.llc --ood bare.llc --calibrate " + codes,
            "bits " + both,
            "extend " + both + " --probability 1 --min-size 1 --groups groups.tsv"};
  }

  TemporaryFolder folder_;
};

TEST_F(OtherModel, IsRefusedByTheFingerprintOfItsCodebook) {
  for (const std::string& use : uses("other.llc", "codes.llc")) {
    const Outcome outcome = run(use);
    EXPECT_EQ(outcome.exit_code, 2) << use << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "codes.llc was encoded with another codebook")) << use;
    EXPECT_TRUE(contains(outcome.error, "other.llc has")) << use << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "give the model that made it")) << use << outcome.error;
  }
}

TEST_F(OtherModel, OfAnotherNumberOfBitsIsNamedToo) {
  for (const std::string& use : uses("wide.llc", "codes.llc")) {
    const Outcome outcome = run(use);
    EXPECT_EQ(outcome.exit_code, 2) << use << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "has codes of 8 bits, and wide.llc")) << outcome.error;
  }
}

TEST_F(OtherModel, ThatHasOnlyGrownIsTheSame) {
  for (const std::string& use : uses("larger.llc", "codes.llc")) {
    const Outcome outcome = run(use);
    EXPECT_EQ(outcome.exit_code, 0) << use << outcome.error;
    std::filesystem::remove(folder_ / "groups.tsv");
  }
  EXPECT_EQ(run("index build codes.llc --model larger.llc -o x.index").exit_code, 0);
  EXPECT_EQ(run("search x.index codes.llc --model larger.llc").exit_code, 0);
}

TEST_F(OtherModel, CodesThatDoNotSayWhoMadeThemPass) {
  for (const std::string& use : uses("other.llc", "bare.llc")) {
    EXPECT_EQ(run(use).exit_code, 0) << use << run(use).error;
    std::filesystem::remove(folder_ / "groups.tsv");
  }
}

TEST(Fingerprint, IsThatOfTheFirstClasses) {
  const Codes small = Codes::from_text({"0001", "0110"});
  const Codes large = Codes::from_text({"0001", "0110", "1111"});
  EXPECT_TRUE(has_fingerprint(small, codebook_fingerprint(small)));
  EXPECT_TRUE(has_fingerprint(large, codebook_fingerprint(small)));
  EXPECT_FALSE(has_fingerprint(small, codebook_fingerprint(large)));
  EXPECT_FALSE(has_fingerprint(large, codebook_fingerprint(Codes::from_text({"0110"}))));
}

}  // namespace
}  // namespace llcodes::test
