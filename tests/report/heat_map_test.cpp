// The cells of the heat maps against a loop over all pairs of different classes.
#include <gtest/gtest.h>

#include <algorithm>

#include "decode_base64.h"
#include "llcodes/report/class_taxonomy.h"
#include "llcodes/report/sections.h"
#include "tests/core/testing.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

constexpr int kBits = 12;

/// A run of so many classes with random codes and rows.
RunRecord random_run(std::size_t classes) {
  std::vector<std::string> names;
  LinearClassifier linear;
  Random random(3, 0, 0);
  for (std::size_t label = 0; label < classes; ++label) {
    names.push_back(std::to_string(label));
    linear.bias.push_back(0);
    for (int i = 0; i < 5; ++i) linear.weight.push_back(static_cast<float>(random.normal()));
  }
  linear.class_names = names;
  RunRecord run{.folder = {},
                .codebook = Codebook(testing::random_codes(kBits, classes, 1), names)};
  run.linear = linear;
  return run;
}

/// Similarity of two class codes: 1 for the same, -1 for opposite.
double similarity(const Codes& codes, std::int32_t a, std::int32_t b) {
  return 1 - 2.0 / kBits *
                 testing::naive_distance(codes, static_cast<std::size_t>(a), codes,
                                         static_cast<std::size_t>(b));
}

/// Mean over all pairs of different classes of two groups of two neighbours.
double naive_cell(const Codes& codes, const std::vector<std::int32_t>& order, std::size_t a,
                  std::size_t b) {
  double sum = 0;
  int pairs = 0;
  for (std::size_t i = 2 * a; i < 2 * a + 2; ++i) {
    for (std::size_t j = 2 * b; j < 2 * b + 2; ++j) {
      if (i == j) continue;
      sum += similarity(codes, order[i], order[j]);
      ++pairs;
    }
  }
  return sum / pairs;
}

TEST(HeatMap, NoClassIsComparedWithItself) {
  const RunRecord run = random_run(250);  // 125 groups of two
  const Taxonomy taxonomy = *class_taxonomy(run);
  const json codes = heat_map_section(run, taxonomy).at("codes");
  const std::string bytes = test::decode_base64(codes.at("values").get<std::string>());
  const std::vector<std::int32_t> order = leaf_order(taxonomy.tree);
  const double scale = codes.at("scale");
  double within = 0, adjacent = 0;
  for (std::size_t a = 0; a < 125; ++a) {
    for (std::size_t b = 0; b < 125; ++b) {
      const double expected = naive_cell(run.codebook.codes(), order, a, b);
      const int byte = static_cast<unsigned char>(bytes[a * 125 + b]);
      EXPECT_NEAR((byte - 128) / 127.0, std::clamp(expected / scale, -1.0, 1.0), 0.005);
      if (a == b) within += expected / 125;
      if (a + 1 == b) adjacent += expected / 124;
    }
  }
  EXPECT_NEAR(codes.at("alike").at("within"), within, 1e-4);
  EXPECT_NEAR(codes.at("alike").at("adjacent"), adjacent, 1e-4);
  EXPECT_LT(codes.at("alike").at("far"), adjacent);
}

TEST(HeatMap, AGroupOfOneHasNoValueOnTheDiagonal) {
  const RunRecord run = random_run(20);
  const json real = heat_map_section(run, *class_taxonomy(run)).at("real");
  const std::string bytes = test::decode_base64(real.at("values").get<std::string>());
  for (std::size_t cell = 0; cell < 400; ++cell) {
    EXPECT_EQ(bytes[cell] == 0, cell / 20 == cell % 20) << cell;
  }
  EXPECT_TRUE(real.at("alike").at("within").is_null());
}

}  // namespace
}  // namespace llcodes::report
