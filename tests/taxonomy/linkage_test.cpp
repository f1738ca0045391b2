#include "llcodes/taxonomy/linkage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "llcodes/core/codebook.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

std::vector<double> heights(const Tree& tree) {
  std::vector<double> values;
  for (const Merge& merge : tree.merges) values.push_back(merge.height);
  return values;
}

/// The clusters of leaves below each merge.
std::set<std::set<int>> clades(const Tree& tree) {
  std::vector<std::set<int>> below;
  for (int leaf = 0; leaf < static_cast<int>(tree.num_leaves); ++leaf) below.push_back({leaf});
  std::set<std::set<int>> all;
  for (const Merge& merge : tree.merges) {
    std::set<int> both = below[static_cast<std::size_t>(merge.left)];
    both.merge(below[static_cast<std::size_t>(merge.right)]);
    EXPECT_EQ(static_cast<std::size_t>(merge.size), both.size());
    all.insert(both);
    below.push_back(both);
  }
  return all;
}

/// Distances of points on a line: 0, 1, 3, 7.
PairDistances points_on_a_line(bool squared) {
  const double x[] = {0, 1, 3, 7};
  PairDistances distances(4);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) {
      const double d = x[b] - x[a];
      distances.set(a, b, static_cast<float>(squared ? d * d : d));
    }
  }
  return distances;
}

TEST(Linkage, WrittenExamples) {
  // By hand; SciPy's linkage gives the same heights.
  EXPECT_EQ(heights(cluster(points_on_a_line(false), Linkage::kAverage)),
            (std::vector<double>{1, 2.5, (7 + 6 + 4) / 3.0F}));
  EXPECT_EQ(heights(cluster(points_on_a_line(false), Linkage::kComplete)),
            (std::vector<double>{1, 3, 7}));
  const std::vector<double> ward = heights(cluster(points_on_a_line(true), Linkage::kWard));
  EXPECT_NEAR(ward[0], 1, 1e-6);
  EXPECT_NEAR(ward[1], std::sqrt(2 * 2.0 / 3) * 2.5, 1e-5);            // {0,1} at 0.5 and 3
  EXPECT_NEAR(ward[2], std::sqrt(2 * 3.0 / 4) * (7 - 4.0 / 3), 1e-5);  // {0,1,3} at 4/3 and 7
}

TEST(Linkage, TiesGoToTheLowestItem) {
  // A square: all sides 1, diagonals 2.
  PairDistances square(4);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) square.set(a, b, (a + b) % 2 == 1 ? 1 : 2);
  }
  const Tree tree = cluster(square, Linkage::kAverage);
  EXPECT_EQ(tree.merges[0].left, 0);
  EXPECT_EQ(tree.merges[0].right, 1);
  EXPECT_EQ(tree.merges[1].left, 2);
  EXPECT_EQ(tree.merges[1].right, 3);
  EXPECT_EQ(heights(tree), (std::vector<double>{1, 1, 1.5}));
}

TEST(Linkage, EqualCodesMergeAtZero) {
  const Tree tree =
      cluster(hamming_distances(Codes::from_text({"01", "11", "01"})), Linkage::kWard);
  EXPECT_EQ(tree.merges[0].left, 0);
  EXPECT_EQ(tree.merges[0].right, 2);
  EXPECT_EQ(tree.merges[0].height, 0);
}

/// Always merges the closest pair, distances of clusters by their definition: O(n^3) and more.
struct Naive {
  std::set<std::set<int>> clades;
  std::vector<double> heights;
};

double definition(const std::vector<std::vector<double>>& points, const std::set<int>& a,
                  const std::set<int>& b, Linkage linkage) {
  const auto distance = [&](int i, int j) {
    double sum = 0;
    for (std::size_t d = 0; d < points[0].size(); ++d) {
      sum += std::pow(
          points[static_cast<std::size_t>(i)][d] - points[static_cast<std::size_t>(j)][d], 2);
    }
    return sum;
  };
  double sum = 0, largest = 0;
  for (const int i : a) {
    for (const int j : b) {
      sum += std::sqrt(distance(i, j));
      largest = std::max(largest, std::sqrt(distance(i, j)));
    }
  }
  const auto na = static_cast<double>(a.size()), nb = static_cast<double>(b.size());
  if (linkage == Linkage::kAverage) return sum / (na * nb);
  if (linkage == Linkage::kComplete) return largest;
  double centres = 0;
  for (std::size_t d = 0; d < points[0].size(); ++d) {
    double ca = 0, cb = 0;
    for (const int i : a) ca += points[static_cast<std::size_t>(i)][d] / na;
    for (const int j : b) cb += points[static_cast<std::size_t>(j)][d] / nb;
    centres += (ca - cb) * (ca - cb);
  }
  return std::sqrt(2 * na * nb / (na + nb) * centres);
}

Naive naive_cluster(const std::vector<std::vector<double>>& points, Linkage linkage) {
  std::vector<std::set<int>> alive;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) alive.push_back({i});
  Naive result;
  while (alive.size() > 1) {
    std::size_t best_a = 0, best_b = 1;
    double best = 1e300;
    for (std::size_t a = 0; a < alive.size(); ++a) {
      for (std::size_t b = a + 1; b < alive.size(); ++b) {
        const double value = definition(points, alive[a], alive[b], linkage);
        if (value < best) best = value, best_a = a, best_b = b;
      }
    }
    alive[best_a].merge(alive[best_b]);
    alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(best_b));
    result.clades.insert(alive[best_a]);
    result.heights.push_back(best);
  }
  return result;
}

TEST(Linkage, ChainEqualsTheClosestPairRule) {
  for (const Linkage linkage : {Linkage::kAverage, Linkage::kComplete, Linkage::kWard}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Random random(seed, 0, 0);
      std::vector<std::vector<double>> points(25, std::vector<double>(3));
      for (auto& point : points) {
        for (double& value : point) value = random.normal();
      }
      PairDistances distances(25);
      for (std::size_t a = 0; a < 25; ++a) {
        for (std::size_t b = a + 1; b < 25; ++b) {
          double squares = 0;
          for (std::size_t d = 0; d < 3; ++d) squares += std::pow(points[a][d] - points[b][d], 2);
          distances.set(
              a, b, static_cast<float>(linkage == Linkage::kWard ? squares : std::sqrt(squares)));
        }
      }
      const Tree tree = cluster(distances, linkage);
      const Naive naive = naive_cluster(points, linkage);
      EXPECT_EQ(clades(tree), naive.clades) << name_of(linkage);
      for (std::size_t i = 0; i < 24; ++i)
        EXPECT_NEAR(tree.merges[i].height, naive.heights[i], 1e-4);
    }
  }
}

TEST(Linkage, SameInputSameTreeAndHeightsAscend) {
  const Codes codes = random_codes(12, 300, 4);  // few bits: ties everywhere
  for (const Linkage linkage : {Linkage::kAverage, Linkage::kComplete, Linkage::kWard}) {
    const Tree first = cluster(hamming_distances(codes), linkage);
    const Tree second = cluster(hamming_distances(codes), linkage);
    EXPECT_EQ(to_newick(first, Codebook(codes).class_names()),
              to_newick(second, Codebook(codes).class_names()));
    EXPECT_TRUE(std::ranges::is_sorted(heights(first)));
    EXPECT_EQ(clades(first).size(), 299u);
    EXPECT_EQ(linkage_from_name(name_of(linkage)), linkage);
  }
}

TEST(Linkage, DistancesEqualTheNaiveOnes) {
  const Codes codes = random_codes(70, 40, 1);
  const PairDistances distances = hamming_distances(codes);
  for (std::size_t a = 0; a < 40; ++a) {
    for (std::size_t b = a + 1; b < 40; ++b) {
      EXPECT_EQ(distances(b, a), static_cast<float>(naive_distance(codes, a, codes, b)));
    }
  }
  const PairDistances cosines = cosine_distances({1, 0, 0, 2, -3, 0, 0, 0}, 2);
  EXPECT_FLOAT_EQ(cosines(0, 1), 1);
  EXPECT_FLOAT_EQ(cosines(0, 2), 2);
  EXPECT_FLOAT_EQ(cosines(0, 3), 1);
}

TEST(Linkage, TooFewAndTooManyAreRefused) {
  expect_contains(
      message_of<std::invalid_argument>([] { cluster(PairDistances(1), Linkage::kAverage); }),
      {"two classes or more", "found 1"});
  expect_contains(message_of<std::invalid_argument>([] { PairDistances(50'001); }),
                  {"50001", "50000"});
  expect_contains(message_of<std::invalid_argument>([] { linkage_from_name("single"); }),
                  {"single"});
}

}  // namespace
}  // namespace llcodes
