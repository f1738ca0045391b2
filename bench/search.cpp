// Question: how much faster than FAISS is exact search in tiny codes?
//
// One process, the same codes and queries. With one thread the CPU time of the process counts, so
// that other work on the machine disturbs little; with two threads the time on the clock. FAISS's
// IndexBinaryFlat runs in both of its top-k modes and the better one counts; distances are compared
// with ours in every case. Learnt-like codes stand around 1000 class codes; the index does not know
// these codes, it finds its own centres.
//
//   bench_search [--json FILE] [--quick] [--full] [--billion]
//
// --quick takes N = 10^5; --full adds N = 10^7, the approximate FAISS indexes at 10^6 and 10^8
// codes of 20 bits; --billion runs 10^9 codes of 20 bits alone (5 GB of memory and of disk in the
// current folder).
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/search_faiss.h"
#include "bench/search_problem.h"
#include "llcodes/core/cpu.h"
#include "llcodes/search/index.h"
#include "llcodes/search/scan.h"

namespace llcodes::bench {
namespace {

constexpr std::size_t kBatch = 1000;
constexpr std::size_t kRivalBatch = 100;  ///< of FAISS, whose time a query does not depend on it

struct Case {
  std::string name;
  int num_bits;
  double flip;
  IndexKind kind = IndexKind::kAuto;
};

const std::vector<Case> kCases = {
    {"20 bits learnt-like", 20, .04}, {"32 bits learnt-like", 32, .05},
    {"64 bits learnt-like", 64, .08}, {"20 bits uniform", 20, 0},
    {"64 bits uniform", 64, 0},       {"64 bits uniform, flat", 64, 0, IndexKind::kFlat}};

class Report {
 public:
  Report() {
    root_ = {{"cpu", cpu_description()},
             {"kernel", scan_kernel().name},
             {"rows", nlohmann::ordered_json::array()}};
    std::printf("%s; kernel %s; FAISS 1.7.3\n", cpu_description().c_str(), scan_kernel().name);
  }
  void add(const nlohmann::ordered_json& row) { root_["rows"].push_back(row); }
  void write(const std::string& path) const {
    std::ofstream file(path);
    file << root_.dump(2) << "\n";
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
  }

 private:
  nlohmann::ordered_json root_;
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpu_now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Seconds of the fastest of some rounds, by CPU time for one thread.
template <class Work>
double fastest(const Work& work, int rounds, int threads) {
  const auto clock = threads == 1 ? cpu_now : now;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const double begin = clock();
    work();
    best = std::min(best, clock() - begin);
  }
  return best;
}

/// Everything that one set of codes needs.
struct Problem {
  Problem(const Case& which, std::size_t count)
      : name(which.name),
        source({which.num_bits, count, which.flip, 1}),
        queries(all_of(MadeCodes({which.num_bits, kBatch, which.flip, 2}))),
        codes(all_of(source)),
        rival_codes(codes),
        rival_queries(queries),
        heap(faiss_flat(rival_codes, true)),
        counter(faiss_flat(rival_codes, false)) {}

  std::string name;
  MadeCodes source;
  Codes queries;
  Codes codes;
  FaissCodes rival_codes;
  FaissCodes rival_queries;
  std::unique_ptr<FaissIndex> heap;
  std::unique_ptr<FaissIndex> counter;
};

/// How one measurement asks: `count` queries at once, or one after another if `batch` is false.
struct Setting {
  std::size_t k;
  bool batch;
  int threads;
};

double rival_seconds(const FaissIndex& index, const Problem& problem, const Setting& setting,
                     FaissAnswer& answer) {
  const std::size_t queries = setting.batch ? kRivalBatch : 1;
  const auto work = [&] {
    index.search(problem.rival_queries, 0, queries, setting.k, setting.threads, answer);
  };
  return fastest(work, setting.batch ? 2 : 5, setting.threads) / static_cast<double>(queries);
}

/// Mean seconds of a query over all queries, in the fastest of some rounds.
double our_seconds(const Index& index, const Problem& problem, const Setting& setting,
                   Answers& answers) {
  const SearchOptions options = {.k = setting.k, .threads = setting.threads};
  const std::size_t count = index.info().kind == IndexKind::kFlat && !setting.batch ? 50 : kBatch;
  const auto work = [&] {
    if (setting.batch) return index.search(problem.queries, options, answers);
    for (std::size_t i = 0; i < count; ++i) index.search(problem.queries[i], options);
  };
  work();  // warms up
  return fastest(work, 5, setting.threads) / static_cast<double>(count);
}

/// Throws unless our distances are FAISS's, for all queries.
void compare(const Problem& problem, const Index& index, std::size_t k) {
  constexpr std::size_t kCompared = 50;
  FaissAnswer theirs;
  problem.counter->search(problem.rival_queries, 0, kCompared, k, 2, theirs);
  for (std::size_t i = 0; i < kCompared; ++i) {
    const Neighbours ours = index.search(problem.queries[i], {.k = k});
    for (std::size_t j = 0; j < ours.size(); ++j) {
      if (ours[j].distance == theirs.distances[i * k + j]) continue;
      throw std::runtime_error(problem.name + ": distances differ from those of FAISS");
    }
  }
}

void measure(const Problem& problem, const Index& index, const Setting& setting, Report& report) {
  FaissAnswer theirs;
  Answers ours;
  const double heap = rival_seconds(*problem.heap, problem, setting, theirs);
  const double counter = rival_seconds(*problem.counter, problem, setting, theirs);
  const double rival = std::min(heap, counter);
  const double own = our_seconds(index, problem, setting, ours);
  std::printf("%-22s %9zu %5zu %-6s %d  %10.1f us %-7s %10.3f us %9.0fx\n", problem.name.c_str(),
              problem.codes.size(), setting.k, setting.batch ? "batch" : "single", setting.threads,
              rival * 1e6, heap < counter ? "heap" : "counter", own * 1e6, rival / own);
  std::fflush(stdout);
  report.add({{"codes", problem.name},
              {"n", problem.codes.size()},
              {"k", setting.k},
              {"batch", setting.batch},
              {"threads", setting.threads},
              {"faiss_heap_us", heap * 1e6},
              {"faiss_counter_us", counter * 1e6},
              {"llcodes_us", own * 1e6},
              {"ratio", rival / own}});
}

void measure_case(const Case& which, std::size_t count, Report& report) {
  const Problem problem(which, count);
  const double begin = now();
  const Index index = Index::build({.codes = problem.codes}, {.kind = which.kind});
  std::printf("%s, N = %zu: %s, %s; built in %.1f s, %.1f bytes a code\n", which.name.c_str(),
              count, std::string(name_of(index.info().kind)).c_str(), index.info().reason.c_str(),
              now() - begin, static_cast<double>(index.info().bytes) / static_cast<double>(count));
  for (const std::size_t k : {1u, 10u, 100u, 1000u}) {
    compare(problem, index, k);
    measure(problem, index, {k, false, 1}, report);
  }
  for (const std::size_t k : {10u, 1000u}) {
    for (const int threads : {1, 2}) measure(problem, index, {k, true, threads}, report);
  }
}

/// Share of the true neighbours' places that an approximate answer fills as well (ties count).
double recall(const FaissAnswer& answer, const Answers& truth, std::size_t k) {
  std::size_t good = 0;
  for (std::size_t i = 0; i < kRivalBatch; ++i) {
    const std::int32_t farthest = truth[i].back().distance;
    for (std::size_t j = 0; j < k; ++j) {
      good += answer.ids[i * k + j] >= 0 && answer.distances[i * k + j] <= farthest;
    }
  }
  return static_cast<double>(good) / static_cast<double>(kRivalBatch * k);
}

void measure_approximate(const Case& which, std::size_t count, Report& report) {
  constexpr std::size_t kNeighbours = 10;
  const Problem problem(which, count);
  const Index index = Index::build({.codes = problem.codes});
  Answers truth;
  const double own = our_seconds(index, problem, {kNeighbours, true, 1}, truth);
  std::printf("%s, N = %zu, k = 10, batch, 1 thread: ours %s %.3f us, exact\n", which.name.c_str(),
              count, std::string(name_of(index.info().kind)).c_str(), own * 1e6);
  for (const FaissApproximate& rival : faiss_approximate(problem.rival_codes)) {
    FaissAnswer answer;
    for (const FaissSetting& setting : rival.settings) {
      setting.apply();
      const double seconds = rival_seconds(*rival.index, problem, {kNeighbours, true, 1}, answer);
      const double found = recall(answer, truth, kNeighbours);
      const bool last = &setting == &rival.settings.back();
      if (found < 0.99 && !last && seconds < 2e-3) continue;
      std::printf("  %-22s %-20s recall %.4f %10.1f us %9.0fx\n", rival.name.c_str(),
                  setting.name.c_str(), found, seconds * 1e6, seconds / own);
      report.add({{"codes", which.name},
                  {"n", count},
                  {"k", kNeighbours},
                  {"rival", rival.name},
                  {"setting", setting.name},
                  {"recall", found},
                  {"faiss_us", seconds * 1e6},
                  {"llcodes_us", own * 1e6},
                  {"ratio", seconds / own}});
      break;
    }
  }
}

double median_microseconds(const Index& index, const Codes& queries, std::size_t k) {
  std::vector<double> times;
  for (int round = 0; round < 2; ++round) {  // the first one reads the pages from disk
    times.clear();
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const double begin = now();
      index.search(queries[i], {.k = k});
      times.push_back((now() - begin) * 1e6);
    }
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

double resident_gigabytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

/// Many codes of 20 bits: built from a stream, saved, opened by memory map, searched.
void measure_large(std::size_t count, Report& report) {
  const MadeCodes source({20, count, .04, 1});
  const Codes queries = all_of(MadeCodes({20, kBatch, .04, 2}));
  const std::filesystem::path path = "bench_search.index";
  double begin = now();
  double build_seconds = 0;
  {
    const Index index = Index::build(EntrySource{.codes = source}, {.kind = IndexKind::kBucket});
    build_seconds = now() - begin;
    begin = now();
    index.save(path);
  }
  const double save_seconds = now() - begin;
  begin = now();
  const Index index = Index::open(path);
  const double open_seconds = now() - begin;
  const double median = median_microseconds(index, queries, 1000);
  std::printf(
      "20 bits learnt-like, N = %zu: built in %.0f s, saved in %.0f s, opened in %.1f ms, "
      "k = 1000 median %.2f us, at most %.2f GB resident\n",
      count, build_seconds, save_seconds, open_seconds * 1e3, median, resident_gigabytes());
  std::fflush(stdout);
  report.add({{"codes", "20 bits learnt-like, mapped"},
              {"n", count},
              {"k", 1000},
              {"build_s", build_seconds},
              {"save_s", save_seconds},
              {"open_ms", open_seconds * 1e3},
              {"median_us", median},
              {"resident_gb", resident_gigabytes()}});
  std::filesystem::remove(path);
}

struct Arguments {
  std::string json_path;
  std::size_t count = 1'000'000;
  bool full = false;
  bool billion = false;
};

void run(const Arguments& arguments) {
  Report report;
  if (arguments.billion) {
    measure_large(1'000'000, report);
    measure_large(1'000'000'000, report);
  } else {
    std::printf("%-22s %9s %5s %-6s %s  %21s %13s %10s\n", "codes", "N", "k", "mode", "t",
                "FAISS flat, a query", "llcodes", "ratio");
    for (const Case& which : kCases) measure_case(which, arguments.count, report);
    for (const std::size_t i : {2, 4}) {
      measure_approximate(kCases[i], arguments.full ? 1'000'000 : 100'000, report);
    }
    measure_large(1'000'000, report);
    measure_large(arguments.full ? 100'000'000 : 10'000'000, report);
  }
  if (arguments.full) {
    for (const Case& which : kCases) measure_case(which, 10 * arguments.count, report);
  }
  if (!arguments.json_path.empty()) report.write(arguments.json_path);
}

}  // namespace
}  // namespace llcodes::bench

int main(int argc, char** argv) {
  llcodes::bench::Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--full") {
      arguments.full = true;
    } else if (argument == "--billion") {
      arguments.billion = true;
    } else if (argument == "--quick") {
      arguments.count = 100'000;
    } else if (argument == "--json" && i + 1 < argc) {
      arguments.json_path = argv[++i];
    } else {
      std::cerr << "usage: bench_search [--json FILE] [--quick] [--full] [--billion]\n";
      return 2;
    }
  }
  try {
    llcodes::bench::run(arguments);
  } catch (const std::exception& error) {
    std::cerr << "bench_search: " << error.what() << "\n";
    return 1;
  }
}
