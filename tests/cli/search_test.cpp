// Index files and searches through the real program: build, add, remove, search, rerank, mistakes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/core/file.h"
#include "llcodes/data/npy_writer.h"
#include "llcodes/search/index.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// One printed neighbour.
struct Line {
  std::string query, id, distance, name, category, value;
  bool operator==(const Line&) const = default;
};

std::vector<Line> lines_of(const std::string& text) {
  std::vector<Line> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    Line parsed;
    words >> parsed.query >> parsed.id >> parsed.distance >> parsed.name >> parsed.category >>
        parsed.value;
    lines.push_back(parsed);
  }
  return lines;
}

class SearchFiles : public testing::Test {
 protected:
  SearchFiles() {
    write_codebook_model(folder_ / "model.llc");
    write_codes(folder_ / "codes.llc");
    built_ = run("index build codes.llc -o x.index");
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }
  std::vector<Line> search(const std::string& options) const {
    const Outcome outcome = run("search x.index codes.llc " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return lines_of(outcome.out);
  }
  std::vector<std::string> ids(const std::string& options, const std::string& query) const {
    std::vector<std::string> found;
    for (const Line& line : search(options)) {
      if (line.query == query) found.push_back(line.id);
    }
    return found;
  }
  std::string content(const std::string& name) const { return read_text(folder_ / name); }

  /// Exits so, says all of this, and leaves the index as it was.
  void expect_refused(const std::string& arguments, int exit_code,
                      const std::vector<std::string>& parts) const {
    const std::string before = content("x.index");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << arguments << outcome.error;
    for (const std::string& part : parts) {
      EXPECT_TRUE(contains(outcome.error, part)) << arguments << ": " << outcome.error;
    }
    EXPECT_EQ(content("x.index"), before) << arguments;
  }

  TemporaryFolder folder_;
  Outcome built_;
};

using Ids = std::vector<std::string>;

TEST_F(SearchFiles, BuildTellsWhatTheIndexHolds) {
  ASSERT_EQ(built_.exit_code, 0) << built_.error;
  EXPECT_TRUE(contains(built_.out, "6 codes of 8 bits indexed")) << built_.out;
  const json info = json::parse(run("index info x.index --json").out);
  EXPECT_EQ(info.at("codes"), 6);
  EXPECT_EQ(info.at("bits"), 8);
  EXPECT_TRUE(info.at("names").get<bool>() && info.at("classes").get<bool>());
  EXPECT_EQ(info.at("codebook").get<std::string>().size(), 16u);
  EXPECT_TRUE(contains(run("index verify x.index").out, "ok"));
  run("index build codes.llc -o flat.index --kind flat");
  EXPECT_FALSE(json::parse(run("index info flat.index --json").out).contains("distinct_codes"));
  run("index build codes.llc -o bucket.index --kind bucket");
  EXPECT_EQ(json::parse(run("index info bucket.index --json").out).at("distinct_codes"), 6);
  EXPECT_EQ(run("verify x.index").exit_code, 0) << "it is a container like every file of ours";
}

TEST_F(SearchFiles, AnswersAreExactInOrderOfDistanceAndId) {
  const EncodedSet set = EncodedSet::load(folder_ / "codes.llc");
  std::vector<Line> expected;
  for (std::size_t query = 0; query < 6; ++query) {
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t row = 0; row < 6; ++row) {
      order.emplace_back(hamming_distance(set.codes[query], set.codes[row]), row);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [distance, row] : order) {
      expected.push_back({set.names[query], std::to_string(row), std::to_string(distance),
                          set.names[row], std::to_string(set.labels[row]), ""});
    }
  }
  EXPECT_EQ(search("--k all"), expected);
  EXPECT_EQ(search("--k 1000"), expected) << "more than there are gives all";
  for (const char* kind : {"flat", "bucket", "multi", "partition", "auto"}) {
    ASSERT_EQ(run(std::string("index build codes.llc -o x.index --kind ") + kind).exit_code, 0);
    EXPECT_EQ(search("--k 6"), expected) << kind;
  }
}

TEST_F(SearchFiles, ManyQueriesAreAnsweredInPiecesWithAndWithoutProgress) {
  EncodedSet many{Codes(8, 2500), {}, {}, {}, {}};
  many.save(folder_ / "many.llc");
  const Outcome quiet = run("search x.index many.llc --k 1 --quiet");
  EXPECT_EQ(quiet.exit_code, 0) << quiet.error;
  EXPECT_EQ(lines_of(quiet.out).size(), 2500u);
  EXPECT_EQ(lines_of(quiet.out).back().query, "2499");
  const Outcome loud = run("search x.index many.llc --k 1");
  EXPECT_EQ(loud.out, quiet.out);
  EXPECT_TRUE(contains(loud.error, "100 %")) << loud.error;
}

TEST_F(SearchFiles, RadiusAndFilters) {
  EXPECT_EQ(ids("--radius 1", "e"), (Ids{"4", "0"}));
  EXPECT_EQ(ids("--radius 1 --k 1", "e"), (Ids{"4"}));
  EXPECT_EQ(ids("--model model.llc --class bee --class dog", "a"), (Ids{"5", "1", "3"}));
  EXPECT_EQ(ids("--class 1", "a"), (Ids{"5", "1"}));
  EXPECT_EQ(ids("--from-id 2 --to-id 4", "a"), (Ids{"4", "2", "3"}));
  run_shell("printf 'f\\nc\\n' > only.txt; printf '5\\n2\\n99\\n' > ids.txt", folder_.path());
  EXPECT_EQ(ids("--only only.txt", "a"), (Ids{"5", "2"}));
  EXPECT_EQ(ids("--only ids.txt", "a"), (Ids{"5", "2"}));
  expect_refused("search x.index codes.llc --class unicorn", 2, {"unicorn", "--model"});
  expect_refused("search x.index codes.llc --class 99", 2, {"--class 99", "4 classes"});
  expect_refused("search x.index codes.llc --class 4 --model model.llc", 2, {"4 classes"});
}

TEST_F(SearchFiles, JsonIsAnObjectAQuery) {
  std::istringstream lines(run("search x.index codes.llc --k 2 --model model.llc --json").out);
  std::vector<json> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(json::parse(line));
  ASSERT_EQ(answers.size(), 6u);
  EXPECT_EQ(answers[4].at("query"), "e");
  const json& second = answers[4].at("neighbours").at(1);
  EXPECT_EQ(second,
            (json{{"id", 0}, {"distance", 1}, {"name", "a"}, {"label", 0}, {"class", "ant"}}));
}

TEST_F(SearchFiles, NamesOfInstancesAreAnyBytes) {
  run_shell("printf 'caf\\351\\nh\\ni\\nj\\nk\\nl\\n' > names.txt; head -n 1 names.txt > one.txt",
            folder_.path());
  ASSERT_EQ(run("index build codes.llc --ids names.txt -o y.index").exit_code, 0);
  const Outcome removed = run("index remove y.index --ids one.txt");
  EXPECT_EQ(removed.exit_code, 0) << removed.error;
  EXPECT_EQ(json::parse(run("index info y.index --json").out).at("codes"), 5);
}

TEST_F(SearchFiles, AddsAndRemovesAreAllOrNothing) {
  run_shell(
      "printf 'g\\nh\\ni\\nj\\nk\\nl\\n' > names.txt; seq 100 105 > ids.txt; "
      "printf 'm\\nm\\no\\np\\nq\\nr\\n' > twice.txt; seq 0 5 > taken.txt",
      folder_.path());
  expect_refused("index add x.index codes.llc", 2, {"\"a\"", "taken"});
  expect_refused("index add x.index codes.llc --ids twice.txt", 2, {"\"m\"", "twice"});
  expect_refused("index add x.index codes.llc --ids taken.txt --no-names", 2, {"names"});
  expect_refused("index remove x.index 3 77", 2, {"77"});
  expect_refused("index remove x.index 3 3", 2, {"3", "twice"});
  expect_refused("index remove x.index a nobody", 2, {"nobody"});
  expect_refused("index remove x.index", 2, {"--ids"});
  const Outcome added = run("index add x.index codes.llc --ids names.txt");
  EXPECT_EQ(added.exit_code, 0) << added.error;
  EXPECT_TRUE(contains(added.out, "6 added: x.index now holds 12 codes")) << added.out;
  EXPECT_EQ(ids("--k 2", "a"), (Ids{"0", "6"}));
  EXPECT_EQ(run("index remove x.index a g").exit_code, 0);
  EXPECT_EQ(run("index remove x.index 11 --json").exit_code, 0);
  EXPECT_EQ(json::parse(run("index info x.index --json").out).at("codes"), 9);
  EXPECT_EQ(ids("--k 1", "a"), (Ids{"4"}));
  EXPECT_EQ(run("index verify x.index").exit_code, 0);
}

TEST_F(SearchFiles, IdsOfTheUserAreKept) {
  run_shell("seq 1000 -10 950 > ids.txt", folder_.path());
  ASSERT_EQ(run("index build codes.llc -o x.index --ids ids.txt").exit_code, 0);
  EXPECT_EQ(ids("--k 2", "a"), (Ids{"1000", "960"}));
  run_shell("seq 5 > few.txt; printf '1\\n2\\n3\\n1\\n5\\n6\\n' > twice.txt", folder_.path());
  expect_refused("index build codes.llc -o x.index --ids few.txt", 2, {"5 ids", "expected 6"});
  expect_refused("index build codes.llc -o x.index --ids twice.txt", 2, {"1", "twice"});
}

TEST_F(SearchFiles, WrongArgumentsAreRefused) {
  expect_refused("search x.index codes.llc --k 0", 2, {"--k", "from 1 on"});
  expect_refused("search x.index codes.llc --k -3", 2, {"--k"});
  expect_refused("search x.index codes.llc --radius 300", 2, {"0 to 256"});
  expect_refused("search x.index cat.jpg", 2, {"there is no file 'cat.jpg'"});
  run_shell("echo text > cat.jpg", folder_.path());
  expect_refused("search x.index cat.jpg", 2, {"cat.jpg", "--model"});
  expect_refused("search none.index codes.llc", 2, {"none.index"});
  expect_refused("search codes.llc codes.llc", 1, {"llcodes.index"});
  expect_refused("index build model.llc -o y.index", 1, {"llcodes.codes"});
  expect_refused("index build codes.llc -o nowhere/y.index", 2, {"no folder"});
  expect_refused("index build codes.llc -o y.index --kind tree", 2, {"bucket"});
}

TEST_F(SearchFiles, CodesOfAnotherWidthOrCodebookAreRefused) {
  EncodedSet wide{Codes::from_text({"000000000"}), {}, {}, {}, {}};
  wide.save(folder_ / "wide.llc");
  expect_refused("search x.index wide.llc", 2, {"9 bits", "8"});
  expect_refused("index add x.index wide.llc", 2, {"9 bits", "8"});
  const Codes other_classes = Codes::from_text({"00000001", "11110000", "00001111", "11111110"});
  ContainerWriter writer("llcodes.model", 1);
  Codebook(other_classes).save(writer);
  writer.write(folder_ / "other.llc");
  EncodedSet other{Codes::from_text({"00000000"}), {}, {}, {}, codebook_fingerprint(other_classes)};
  other.save(folder_ / "other-codes.llc");
  expect_refused("search x.index other-codes.llc", 2,
                 {"another codebook", "x.index", "other-codes.llc"});
  expect_refused("index add x.index other-codes.llc", 2,
                 {"another codebook", "x.index", "other-codes.llc"});
  expect_refused("search x.index codes.llc --model other.llc", 2, {"another codebook"});
  expect_refused("eval other.llc codes.llc --retrieval codes.llc", 2, {"another codebook"});
}

TEST_F(SearchFiles, DamagedIndexFilesAreRefused) {
  const std::string whole = content("x.index");
  std::ofstream(folder_ / "cut.index", std::ios::binary) << whole.substr(0, whole.size() - 5);
  std::string altered = whole;
  altered.back() = static_cast<char>(altered.back() ^ 1);
  std::ofstream(folder_ / "altered.index", std::ios::binary) << altered;
  for (const char* verb : {"index info", "index verify"}) {
    expect_refused(std::string(verb) + " cut.index", 1, {"cut.index"});
  }
  expect_refused("search cut.index codes.llc", 1, {"cut.index"});
  expect_refused("index verify altered.index", 1, {"altered.index"});
  // Saved again it would get checksums that fit its damage.
  run_shell("printf 'g\\nh\\ni\\nj\\nk\\nl\\n' > names.txt", folder_.path());
  expect_refused("index add altered.index codes.llc --ids names.txt", 1, {"altered.index"});
  expect_refused("index remove altered.index a", 1, {"altered.index"});
  EXPECT_EQ(content("altered.index"), altered);
}

// A disk that fills is a limit on the size of files here: the write fails half way.
TEST_F(SearchFiles, AFullDiskLeavesTheOldIndex) {
  EncodedSet many{Codes(64, 3000), {}, {}, {}, {}};
  many.save(folder_ / "many.llc");
  const std::string before = content("x.index");
  const Outcome outcome =
      run_shell("trap '' XFSZ; ulimit -f 8; llcodes index build many.llc -o x.index --kind flat",
                folder_.path());
  EXPECT_EQ(outcome.exit_code, 1) << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "x.index") || contains(outcome.error, "write"))
      << outcome.error;
  EXPECT_EQ(content("x.index"), before);
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    EXPECT_FALSE(entry.path().string().ends_with(".tmp")) << entry.path();
  }
}

// The two wrong bits of f are unsure, so its projection is near b; by Hamming distance a and b tie.
TEST_F(SearchFiles, RerankByProjection) {
  EXPECT_EQ(ids("--k 3", "f"), (Ids{"5", "0", "1"}));
  EXPECT_EQ(ids("--k 3 --rerank asymmetric", "f"), (Ids{"5", "1", "0"}));
  EncodedSet bare = EncodedSet::load(folder_ / "codes.llc");
  bare.projections.clear();
  bare.save(folder_ / "bare.llc");
  expect_refused("search x.index bare.llc --rerank asymmetric", 2, {"bare.llc", "projections"});
}

TEST_F(SearchFiles, RerankByStoredFeatures) {
  // Row i is at angle i / 10 on a circle, in an order unlike that of the codes.
  std::vector<float> features;
  for (const float angle : {0.0F, 0.9F, 0.5F, 0.6F, 0.8F, 0.1F}) {
    features.insert(features.end(), {std::cos(angle), std::sin(angle)});
  }
  write_npy(folder_ / "x.npy", {DType::kF32, {6, 2}, std::as_bytes(std::span<float>(features))});
  const std::string rerank = "--rerank features --features x.npy --query-features x.npy ";
  EXPECT_EQ(ids(rerank + "--k 3", "a"), (Ids{"0", "5", "2"}));
  EXPECT_EQ(ids(rerank + "--k 6 --metric euclidean", "a"), (Ids{"0", "5", "2", "3", "4", "1"}));
  EXPECT_EQ(ids(rerank + "--k 2 --shortlist 2", "a"), (Ids{"0", "4"}))
      << "only what the codes found";
  features.resize(10);
  write_npy(folder_ / "few.npy", {DType::kF32, {5, 2}, std::as_bytes(std::span<float>(features))});
  expect_refused("search x.index codes.llc --rerank features", 2, {"--features"});
  expect_refused("search x.index codes.llc --features x.npy", 2, {"--rerank features"});
  expect_refused("search x.index codes.llc --shortlist 5", 2, {"--shortlist has no effect"});
  expect_refused("search x.index codes.llc --rerank asymmetric --metric dot", 2,
                 {"--metric has no effect without --rerank features"});
  expect_refused(
      "search x.index codes.llc --rerank features --features few.npy "
      "--query-features x.npy",
      2, {"5 rows", "0 to 5"});
  expect_refused(
      "search x.index codes.llc --rerank features --features x.npy "
      "--query-features few.npy",
      2, {"[5, 2]", "[6, 2]"});
}

TEST_F(SearchFiles, BitsOfNumpyAndFaissComeAndGo) {
  for (const std::string order : {"big", "little"}) {
    const std::string bits = " --bit-order " + order;
    ASSERT_EQ(run("export codes.llc -o bits.npy" + bits).exit_code, 0);
    ASSERT_EQ(run("import bits.npy --model model.llc -o again.llc" + bits).exit_code, 0);
    EXPECT_EQ(EncodedSet::load(folder_ / "again.llc").codes,
              EncodedSet::load(folder_ / "codes.llc").codes);
  }
  const std::string answers = run("search x.index codes.llc").out;
  run_shell("seq 50 -1 45 > ids.txt", folder_.path());
  ASSERT_EQ(run("index build codes.llc -o y.index --ids ids.txt").exit_code, 0);
  ASSERT_EQ(run("export y.index -o y.faiss").exit_code, 0);
  ASSERT_EQ(run("export y.index -o y.npy --ids-output y-ids.npy").exit_code, 0);
  ASSERT_EQ(run("index build y.faiss -o from-faiss.index").exit_code, 0);
  ASSERT_EQ(run("index build y.npy --ids y-ids.npy -o from-numpy.index").exit_code, 0);
  const std::string from_faiss = run("search from-faiss.index codes.llc").out;
  EXPECT_EQ(from_faiss, run("search from-numpy.index codes.llc").out);
  EXPECT_EQ(lines_of(from_faiss).at(0).id, "50");
  EXPECT_EQ(lines_of(run("search x.index y.npy --k 1").out).size(), 6u) << "packed bits as queries";
  expect_refused("import codes.llc -o z.llc", 1, {"codes.llc", "IBxF"});
  expect_refused("import bits.npy --bits 9 -o z.llc", 2, {"9 bits"});
  expect_refused("export codes.llc -o z.txt", 2, {"--format"});
  expect_refused("export codes.llc -o z.safetensors", 2, {"holds codes", "numpy"});
}

TEST_F(SearchFiles, EvalMeasuresRetrieval) {
  const std::string command = "eval model.llc codes.llc --retrieval codes.llc ";
  const Outcome outcome = run(command + "--at 1,1000 --leave-one-out --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report.at("num_queries"), 6);
  EXPECT_EQ(report.at("queries_without_relevant"), 2) << "c and d are alone in their class";
  EXPECT_EQ(report.at("by_radius").size(), 9u);
  // e is next to a and a to e; b's class mate f is the first by two bits, f's tie with a (e is one
  // bit further): expected precision at 1 is (1 + 1 + 1 + 1/2) / 6.
  EXPECT_NEAR(report.at("rows").at(0).at("precision").get<double>(), 3.5 / 6, 1e-9);
  EXPECT_NEAR(report.at("rows").at(1).at("recall").get<double>(), 4.0 / 6, 1e-9);
  const Outcome text = run(command);
  EXPECT_TRUE(contains(text.out, "exact expectation")) << text.out;
  EXPECT_TRUE(contains(text.error, "--leave-one-out")) << "a query that finds itself is told";
  expect_refused(command + "--at 0", 2, {"whole numbers from 1 on"});
  expect_refused(command + "--linear x.llc", 2, {"--linear"});
}

}  // namespace
}  // namespace llcodes::test
