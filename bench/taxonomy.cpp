// Clustering of class codes against SciPy's linkage on the same codes, in one run.
//
//   bench_taxonomy [--python /usr/bin/python3]
//
// Random codes of 20 bits, the three linkages, one thread; distances included on both sides. The
// fastest of three rounds counts. Heights of both are compared, so that speed is not bought by
// another answer.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "llcodes/core/random.h"
#include "llcodes/taxonomy/linkage.h"

namespace {

using namespace llcodes;
namespace fs = std::filesystem;

constexpr int kBits = 20, kRounds = 3;

Codes random_codes(std::size_t count) {
  Codes codes(kBits, count);
  Random random(1, kBits, count);
  for (std::size_t i = 0; i < count; ++i) {
    for (int bit = 0; bit < kBits; ++bit) codes.set_bit(i, bit, random.next() & 1);
  }
  return codes;
}

struct Measured {
  double seconds = 1e300;
  double sum_of_heights = 0;
};

Measured measure_ours(const Codes& codes, Linkage linkage) {
  Measured measured;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const Tree tree = cluster(hamming_distances(codes), linkage);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    measured.seconds = std::min(measured.seconds, elapsed.count());
    measured.sum_of_heights = 0;
    for (const Merge& merge : tree.merges) measured.sum_of_heights += merge.height;
  }
  return measured;
}

/// Runs bench/taxonomy.py on the codes as text; seconds stay at infinity if SciPy is not there.
Measured measure_scipy(const std::string& python, const fs::path& codes, Linkage linkage) {
  const std::string command = python + " " LLCODES_SOURCE "/bench/taxonomy.py " + codes.string() +
                              " " + std::string(name_of(linkage));
  Measured measured;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr ||
      std::fscanf(pipe, "%lf %lf", &measured.seconds, &measured.sum_of_heights) != 2) {
    measured.seconds = INFINITY;
  }
  if (pipe != nullptr) pclose(pipe);
  return measured;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string python = argc > 2 ? argv[2] : "/usr/bin/python3";
  const fs::path file = fs::temp_directory_path() / "llcodes-bench-codes.txt";
  for (const std::size_t count : {1000, 4000, 10000}) {
    const Codes codes = random_codes(count);
    std::ofstream out(file);
    for (std::size_t i = 0; i < count; ++i) out << to_text(codes[i], kBits) << "\n";
    out.close();
    for (const Linkage linkage : {Linkage::kAverage, Linkage::kComplete, Linkage::kWard}) {
      const Measured ours = measure_ours(codes, linkage);
      const Measured theirs = measure_scipy(python, file, linkage);
      std::printf("%zu classes, %s: ours %.3f s, SciPy %.3f s, ratio %.2f; heights %.6g, %.6g\n",
                  count, std::string(name_of(linkage)).c_str(), ours.seconds, theirs.seconds,
                  theirs.seconds / ours.seconds, ours.sum_of_heights, theirs.sum_of_heights);
      std::fflush(stdout);
    }
  }
  fs::remove(file);
}
