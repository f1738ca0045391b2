// What is written where: no output destroys an input, no result is lost without a word, and a file
// that is missing is told by the name of its argument.
#include <gtest/gtest.h>

#include "llcodes/core/file.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Outputs : public testing::Test {
 protected:
  Outputs() {
    write_codebook_model(folder_ / "model.llc");
    write_codes(folder_ / "codes.llc");
    write_blobs(folder_ / "x.npy", folder_ / "y.txt");
    run("index build codes.llc -o x.index");
    run("export codes.llc -o bits.npy");
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  /// Exits with 2, says all of this, and leaves `file` as it was.
  void expect_kept(const std::string& file, const std::string& arguments,
                   const std::vector<std::string>& parts) const {
    const std::string before = read_text(folder_ / file);
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << ": " << outcome.error;
    for (const std::string& part : parts) {
      EXPECT_TRUE(contains(outcome.error, part)) << arguments << ": " << outcome.error;
    }
    EXPECT_EQ(read_text(folder_ / file), before) << arguments;
  }

  TemporaryFolder folder_;
};

TEST_F(Outputs, AnInputIsNeverOverwritten) {
  expect_kept("model.llc", "encode model.llc x.npy -o model.llc", {"'--output'", "argument MODEL"});
  expect_kept("x.npy", "encode model.llc x.npy -o ./x.npy", {"argument DATA", "another name"});
  expect_kept("y.txt", "encode model.llc x.npy --labels y.txt -o y.txt", {"'--labels'"});
  expect_kept("codes.llc", "index build codes.llc -o codes.llc", {"argument CODES|DATA"});
  expect_kept("codes.llc", "export codes.llc -o codes.llc --format numpy", {"CODES|INDEX|MODEL"});
  expect_kept("bits.npy", "import bits.npy -o bits.npy", {"argument FILE"});
  expect_kept("model.llc", "extend model.llc codes.llc --groups model.llc", {"'--groups'"});
  expect_kept("codes.llc", "bits model.llc codes.llc --bit 0 --data x.npy -o codes.llc", {"CODES"});
}

TEST_F(Outputs, NotEvenByAnotherName) {
  run_shell("ln codes.llc hard.llc; ln -s codes.llc soft.llc", folder_.path());
  expect_kept("codes.llc", "index build codes.llc -o hard.llc", {"hard.llc"});
  expect_kept("codes.llc", "index build codes.llc -o soft.llc", {"soft.llc"});
  expect_kept("codes.llc", "index build codes.llc -o \"$PWD/codes.llc\"", {"codes.llc"});
  run_shell("echo 'output = \"codes.llc\"' > c.toml", folder_.path());
  expect_kept("codes.llc", "index build codes.llc --config c.toml", {"codes.llc"});
}

TEST_F(Outputs, TwoOutputsAreTwoFiles) {
  const Outcome outcome = run("export x.index -o z.npy --ids-output ./z.npy");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "'--ids-output' ./z.npy is the same file")) << outcome.error;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "z.npy"));
}

TEST_F(Outputs, PicturesOfAFolderAreInputsToo) {
  run_shell("mkdir -p pics/red && printf x > pics/red/0.png", folder_.path());
  expect_kept("pics/red/0.png", "data show pics -o pics/red/0.png", {"pics", "outside of it"});
  expect_kept("pics/red/0.png", "data show pics/red/.. -o pics/red/0.png", {"outside of it"});
}

TEST_F(Outputs, FilesInAFolderOfOutputsAreOutputsToo) {
  run_shell(
      "mkdir figures && echo '{\"small\": [\"ant\", \"bee\", \"cat\", \"dog\"]}' > "
      "figures/taxonomy.json && cp model.llc figures/heatmap.svg",
      folder_.path());
  expect_kept("figures/taxonomy.json",
              "taxonomy model.llc --hierarchy figures/taxonomy.json -o figures",
              {"figures/taxonomy.json", "'--hierarchy'", "another name"});
  expect_kept("figures/heatmap.svg", "taxonomy figures/heatmap.svg -o figures/", {"MODEL"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "figures/dendrogram.svg"));
  EXPECT_EQ(run("taxonomy model.llc -o figures").exit_code, 0) << "files of before are replaced";
}

TEST_F(Outputs, WhatTheSystemRefusesToWriteIsAFailure) {
  for (const char* arguments :
       {"index build codes.llc -o /proc/x.index", "export codes.llc -o /proc/x.npy",
        "taxonomy model.llc -o /proc/x", "taxonomy model.llc -o /proc/x --title /proc",
        "extend model.llc codes.llc --rule exact --min-size 1 --groups "
        "/proc/groups.tsv"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 1) << arguments << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "cannot ") && contains(outcome.error, "/proc/"))
        << outcome.error;
    EXPECT_FALSE(contains(outcome.error, "there is no file")) << outcome.error;
  }
}

TEST_F(Outputs, FilesOfOursMayBeReplaced) {
  EXPECT_EQ(run("index build codes.llc -o x.index").exit_code, 0);
  EXPECT_EQ(run("export codes.llc -o bits.npy").exit_code, 0);
  const Outcome folder = run("export codes.llc -o . --format numpy");
  EXPECT_EQ(folder.exit_code, 2);
  EXPECT_TRUE(contains(folder.error, "is a folder")) << folder.error;
}

TEST_F(Outputs, AResultThatCannotBeWrittenIsAFailure) {
  for (const char* arguments : {"classify model.llc codes.llc", "--version", "--help",
                                "index info x.index --json", "train --help"}) {
    const Outcome outcome =
        run_shell("llcodes " + std::string(arguments) + " > /dev/full", folder_.path());
    EXPECT_EQ(outcome.exit_code, 1) << arguments;
    EXPECT_TRUE(contains(outcome.error, "standard output")) << arguments << outcome.error;
  }
}

TEST_F(Outputs, AMissingFileIsToldByItsArgument) {
  struct Case {
    std::string arguments, name;
  };
  const std::vector<Case> cases = {
      {"classify nosuch codes.llc", "argument MODEL"},
      {"classify model.llc nosuch.llc", "argument INPUT"},
      {"detect model.llc codes.llc --calibrate nosuch", "option '--calibrate'"},
      {"index build codes.llc -o y.index --ids nosuch", "option '--ids'"},
      {"index build nosuch.npy -o y.index", "nosuch.npy"},
      {"index info nosuch", "argument INDEX"},
      {"import bits.npy --labels nosuch -o c.llc", "option '--labels'"},
      {"import nosuch.npy -o c.llc", "argument FILE"},
      {"taxonomy model.llc --hierarchy nosuch", "option '--hierarchy'"},
      {"taxonomy model.llc --config nosuch", "option '--config'"},
      {"train x.npy --recipe nosuch.toml", "option '--recipe'"},
  };
  for (const auto& [arguments, name] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << outcome.error;
    EXPECT_TRUE(contains(outcome.error, name)) << arguments << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "there is no file 'nosuch")) << arguments << outcome.error;
  }
}

}  // namespace
}  // namespace llcodes::test
