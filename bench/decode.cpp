// Question: how much cheaper is decoding a code than a linear classifier on 2048 features?
//
// Both in one run on one machine: the linear classifier is OpenBLAS's sgemm on batches of 256 with
// all CPUs (scores only, no argmax); every decoder runs on one. "with projection" adds the
// 2048 -> k matrix product that makes the code.
//
//   bench_decode [--json FILE] [--quick]
#include <cblas.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>

#include "bench/decode_problem.h"
#include "bench/timing.h"
#include "llcodes/core/cpu.h"
#include "llcodes/core/hamming.h"
#include "llcodes/core/nearest_table.h"

namespace llcodes::bench {
namespace {

constexpr std::size_t kInstances = std::size_t{1} << 18;

struct Row {
  int num_bits;
  std::size_t num_classes;
  std::string what;
  double nanoseconds;  ///< an instance
  double ratio;        ///< linear classifier / this
};

class Report {
 public:
  explicit Report(bool quick) : quick_(quick) { print_heading(); }

  bool quick() const { return quick_; }
  void add(const Row& row);
  void write_json(const std::string& path) const;

 private:
  static void print_heading();

  bool quick_;
  std::vector<Row> rows_;
};

void Report::print_heading() {
  std::printf("%s; OpenBLAS %s, %d threads; Hamming kernel %s\n", cpu_description().c_str(),
              openblas_get_corename(), openblas_get_num_threads(), hamming_kernel().name);
  std::printf("%4s %9s  %-34s %14s %14s %12s\n", "bits", "classes", "what", "ns an instance",
              "instances/s", "x linear");
}

void Report::add(const Row& row) {
  rows_.push_back(row);
  std::printf("%4d %9zu  %-34s %14.2f %14.0f %12.1f\n", row.num_bits, row.num_classes,
              row.what.c_str(), row.nanoseconds, 1e9 / row.nanoseconds, row.ratio);
  std::fflush(stdout);
}

void Report::write_json(const std::string& path) const {
  nlohmann::ordered_json root = {{"cpu", cpu_description()},
                                 {"blas_core", openblas_get_corename()},
                                 {"blas_threads", openblas_get_num_threads()},
                                 {"hamming_kernel", hamming_kernel().name},
                                 {"rows", nlohmann::ordered_json::array()}};
  for (const Row& row : rows_) {
    root["rows"].push_back({{"bits", row.num_bits},
                            {"classes", row.num_classes},
                            {"what", row.what},
                            {"nanoseconds", row.nanoseconds},
                            {"instances_per_second", 1e9 / row.nanoseconds},
                            {"ratio_to_linear", row.ratio}});
  }
  std::ofstream file(path);
  file << root.dump(2) << "\n";
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

/// One number of classes: its problem and what the linear classifier costs there.
struct Setting {
  const DecodeProblem& problem;
  double linear_nanoseconds;
};

void add_row(const Setting& setting, const std::string& what, double nanoseconds, Report& report) {
  report.add({setting.problem.codebook.num_bits(), setting.problem.codebook.num_classes(), what,
              nanoseconds, setting.linear_nanoseconds / nanoseconds});
}

/// The weights beyond 10^5 classes (8 GB for 10^6) do not fit: measured on 10^5 rows and scaled.
double linear_nanoseconds(std::size_t num_classes, bool quick) {
  const std::size_t rows = std::min<std::size_t>(num_classes, quick ? 10'000 : 100'000);
  LinearLayer layer(rows);
  const double seconds = fastest_seconds([&] { layer.apply(); });
  return seconds * 1e9 / kBatch * static_cast<double>(num_classes) / static_cast<double>(rows);
}

/// The first `count` of the instances.
struct Slice {
  Slice(const Instances& instances, std::size_t count)
      : codes(instances.codes.num_bits()),
        projections(instances.projections.empty()
                        ? instances.projections
                        : instances.projections.first(
                              count * static_cast<std::size_t>(instances.codes.num_bits()))) {
    for (std::size_t i = 0; i < count; ++i) codes.push_back(instances.codes[i]);
  }
  Codes codes;
  std::span<const float> projections;
};

/// Rounds of a millisecond or so: short enough that some run without interruption.
double label_nanoseconds(const Decoder& decoder, const Instances& instances) {
  std::size_t count = 64;
  for (;; count *= 4) {
    const Slice slice(instances, count);
    std::vector<std::int32_t> labels(count);
    const auto work = [&] { decoder.labels({slice.codes, slice.projections}, labels); };
    const double seconds = fastest_seconds(work, {.min_rounds = 3, .min_seconds = 0});
    if (seconds < 3e-4 && count * 4 <= instances.codes.size()) continue;
    return fastest_seconds(work) * 1e9 / static_cast<double>(count);
  }
}

void measure_decoder(const Setting& setting, const std::string& what, const DecoderOptions& options,
                     Report& report) {
  const auto decoder = make_decoder(setting.problem.codebook, options);
  add_row(setting, what, label_nanoseconds(*decoder, setting.problem.instances()), report);
}

/// Features -> projection -> signs -> labels, a batch at a time.
void measure_whole_path(const Setting& setting, const Decoder& decoder, Report& report) {
  const int num_bits = setting.problem.codebook.num_bits();
  LinearLayer projection(static_cast<std::size_t>(num_bits));
  std::vector<std::int32_t> labels(kBatch);
  const double alone = fastest_seconds([&] { projection.apply(); });
  const double seconds = fastest_seconds([&] {
    const Codes codes = binarize(projection.apply(), num_bits);
    decoder.labels({codes}, labels);
  });
  add_row(setting, "projection 2048 -> k alone", alone * 1e9 / kBatch, report);
  add_row(setting, "MHD with projection", seconds * 1e9 / kBatch, report);
}

void measure_nearest(const Setting& setting, Report& report) {
  const auto decoder = make_decoder(setting.problem.codebook, {.decode = Decode::kMinimumHamming});
  const bool table = NearestTable::fits(setting.problem.codebook.codes());
  const std::string name = table ? "MHD (table)" : "MHD (scan)";
  add_row(setting, name + ", learnt-like codes",
          label_nanoseconds(*decoder, {setting.problem.codes}), report);
  add_row(setting, name + ", uniform codes",
          label_nanoseconds(*decoder, {setting.problem.random_codes}), report);
  measure_whole_path(setting, *decoder, report);
}

void measure_setting(int num_bits, std::size_t num_classes, Report& report) {
  const DecodeProblem problem = make_problem(num_bits, num_classes, kInstances);
  const Setting setting = {problem, linear_nanoseconds(num_classes, report.quick())};
  const bool scaled = num_classes > (report.quick() ? 10'000u : 100'000u);
  add_row(setting, scaled ? "linear fp32, scaled from a slice" : "linear fp32",
          setting.linear_nanoseconds, report);
  measure_nearest(setting, report);
  measure_decoder(setting, "ED", {.decode = Decode::kExact}, report);
  measure_decoder(setting, "flips(16)", {.decode = Decode::kFlips, .budget = 16}, report);
  measure_decoder(setting, "flips(1024)", {.decode = Decode::kFlips, .budget = 1024}, report);
  measure_decoder(setting, "flips(unlimited) = soft", {.decode = Decode::kFlips}, report);
  measure_decoder(setting, "soft (scan)", {.decode = Decode::kSoft}, report);
}

void measure_table_build(int num_bits, std::size_t num_classes) {
  const DecodeProblem problem = make_problem(num_bits, num_classes, 1);
  const double seconds = fastest_seconds([&] { NearestTable table(problem.codebook.codes()); },
                                         {.min_rounds = 3, .min_seconds = 0});
  std::printf("table of %d bits, %zu classes: built in %.1f ms\n", num_bits, num_classes,
              seconds * 1e3);
}

void run(bool quick, const std::string& json_path) {
  Report report(quick);
  measure_table_build(20, 1000);
  measure_table_build(24, 100'000);
  for (const std::size_t num_classes : {1'000u, 10'000u, 100'000u}) {
    measure_setting(20, num_classes, report);
  }
  for (const int num_bits : {32, 64}) {
    for (const std::size_t num_classes : {10'000u, 100'000u, 1'000'000u}) {
      measure_setting(num_bits, num_classes, report);
    }
  }
  if (!json_path.empty()) report.write_json(json_path);
}

}  // namespace
}  // namespace llcodes::bench

int main(int argc, char** argv) {
  llcodes::ensure_fast_environment(argv);
  openblas_set_num_threads(static_cast<int>(std::thread::hardware_concurrency()));
  std::string json_path;
  bool quick = false;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      quick = true;
    } else if (argument == "--json" && i + 1 < argc) {
      json_path = argv[++i];
    } else {
      std::cerr << "usage: bench_decode [--json FILE] [--quick]\n";
      return 2;
    }
  }
  try {
    llcodes::bench::run(quick, json_path);
  } catch (const std::exception& error) {
    std::cerr << "bench_decode: " << error.what() << "\n";
    return 1;
  }
}
