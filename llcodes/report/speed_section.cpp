// How fast the codes are decoded, measured while the report is written: one thread, the best of
// some passes over the test codes, all in one run so that they can be compared.
#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>

#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"
#include "llcodes/search/index.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

constexpr int kPasses = 20;
constexpr std::size_t kTimed = 1000, kSearched = 50;

double best_seconds(const std::function<void()>& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < kPasses; ++pass) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    best = std::min(best, elapsed.count());
  }
  return best;
}

/// Instances spread over a set (neighbours may be alike hard), few enough for one pass between two
/// interruptions.
EncodedSet sample_of(const EncodedSet& set, std::size_t wanted) {
  EncodedSet sample{Codes(set.codes.num_bits()), {}, {}, {}};
  const auto width = static_cast<std::size_t>(set.codes.num_bits());
  const std::size_t count = std::min(wanted, set.codes.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t index = i * set.codes.size() / count;
    sample.codes.push_back(set.codes[index]);
    if (set.projections.empty()) continue;
    const float* z = set.projections.data() + index * width;
    sample.projections.insert(sample.projections.end(), z, z + width);
  }
  return sample;
}

json decoder_time(const std::string& name, const Decoder& decoder, const EncodedSet& set) {
  std::vector<std::int32_t> labels(set.codes.size());
  const double seconds = best_seconds([&] { decoder.labels(set.instances(), labels); });
  return {{"decoder", name},
          {"nanoseconds", rounded(1e9 * seconds / static_cast<double>(labels.size()), 2)}};
}

/// Look-ups in a table are timed on all codes, since fewer would fit in the cache.
json decoder_times(const Codebook& codebook, const EncodedSet& set) {
  const auto time = [&](const char* name, const DecoderOptions& options, const EncodedSet& timed) {
    return decoder_time(name, *make_decoder(codebook, options), timed);
  };
  json rows = {time("ED", {.decode = Decode::kExact}, set),
               time("MHD", {.decode = Decode::kMinimumHamming}, set)};
  if (set.projections.empty()) return rows;
  const EncodedSet sample = sample_of(set, kTimed);
  rows.push_back(time("flips(64)", {.decode = Decode::kFlips, .budget = 64}, sample));
  rows.push_back(time("flips(unlimited)", {.decode = Decode::kFlips}, sample));
  rows.push_back(time("soft", {.decode = Decode::kSoft}, sample));
  return rows;
}

/// The ten nearest of some test codes among the training codes.
json search_time(const EncodedSet& test, const Codes& database) {
  const Codes queries = sample_of(test, kSearched).codes;
  const Index index = Index::build(Entries{.codes = database}, {.kind = IndexKind::kFlat});
  Answers answers;
  const double seconds = best_seconds([&] { index.search(queries, {.k = 10}, answers); });
  return {{"codes", database.size()},
          {"microseconds", rounded(1e6 * seconds / static_cast<double>(queries.size()), 2)}};
}

double training_seconds(const RunRecord& run) {
  double sum = 0;
  for (const EpochMetrics& epoch : run.epochs) sum += epoch.seconds;
  return sum;
}

double training_rate(const RunRecord& run) {
  double instances = 0;
  for (const EpochMetrics& epoch : run.epochs) {
    instances += epoch.instances_per_second * epoch.seconds;
  }
  return instances / std::max(training_seconds(run), 1e-9);
}

}  // namespace

json speed_section(const RunRecord& run) {
  json section;
  if (!run.epochs.empty()) {
    section["training_seconds"] = rounded(training_seconds(run), 1);
    section["training_rate"] = rounded(training_rate(run), 1);
  }
  if (run.seconds) section["total_seconds"] = rounded(*run.seconds, 1);
  if (run.test && !run.test->codes.empty()) {
    section["decoders"] = decoder_times(run.codebook, *run.test);
    if (run.train && !run.train->codes.empty()) {
      section["search"] = search_time(*run.test, run.train->codes);
    }
  }
  return section;
}

}  // namespace llcodes::report
