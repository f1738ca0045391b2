// Which search structure: the one asked for, or the one that proves fastest on the codes
// themselves.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/random.h"
#include "llcodes/search/bucket_index.h"
#include "llcodes/search/index_state.h"
#include "llcodes/search/multi_index.h"
#include "llcodes/search/partition_index.h"
#include "llcodes/search/read_codes.h"

namespace llcodes {
namespace {

constexpr std::size_t kFewCodes = 2048;  ///< a scan of them takes a microsecond
constexpr std::size_t kTrialCodes = std::size_t{1} << 20;
constexpr std::size_t kTrialQueries = 32;
constexpr std::size_t kTrialPieces = 16;

std::unique_ptr<RowIndex> build_kind(IndexKind kind, const CodeSource& source,
                                     const IndexOptions& options, const Progress& progress) {
  if (kind == IndexKind::kBucket) return BucketIndex::build(source, options.threads, progress);
  RowCodes codes = read_codes(source, {options.threads, progress});
  switch (kind) {
    case IndexKind::kMulti:
      return MultiIndex::build(std::move(codes), options.threads, progress);
    case IndexKind::kPartition:
      return PartitionIndex::build(codes, {options.centres, options.threads, progress});
    default:
      return std::make_unique<FlatIndex>(std::move(codes));
  }
}

/// Kinds worth trying at a width.
std::vector<IndexKind> kinds_for(int num_bits) {
  if (num_bits <= 16) return {IndexKind::kFlat, IndexKind::kBucket};
  if (num_bits <= kNarrowBits) {
    return {IndexKind::kFlat, IndexKind::kBucket, IndexKind::kPartition};
  }
  return {IndexKind::kFlat, IndexKind::kPartition, IndexKind::kMulti};
}

/// Some pieces of the source, spread over all of it.
RowCodes trial_codes(const CodeSource& source) {
  const std::size_t piece = kTrialCodes / kTrialPieces;
  RowCodes codes(source.num_bits(), kTrialCodes);
  std::vector<Word> words(piece * static_cast<std::size_t>(words_for_bits(source.num_bits())));
  for (std::size_t i = 0; i < kTrialPieces; ++i) {
    source.read((source.size() - piece) / (kTrialPieces - 1) * i, piece, words.data());
    codes.writer().put(i * piece, piece, words.data());
  }
  return codes;
}

/// CPU time of this thread, so that other work on the machine does not sway the choice.
double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// Microseconds a query, the geometric mean of k = 10 and k = 1000, over codes of the set itself.
double microseconds(const RowIndex& rows, const RowCodes& codes) {
  std::vector<RowKey> answer;
  std::vector<Word> code(static_cast<std::size_t>(codes.words_per_code()));
  const RowFilter filter = {.end = static_cast<std::uint32_t>(codes.size())};
  double product = 1;
  for (const std::size_t k : {std::size_t{10}, std::size_t{1000}}) {
    Random random(2, codes.size(), k);
    double seconds = 0;
    for (std::size_t i = 0; i < kTrialQueries; ++i) {
      codes.get(random.below(codes.size()), code.data());
      const RowQuery query = {code.data(), k, codes.num_bits()};
      const double begin = thread_seconds();
      rows.search({&query, 1}, filter, thread_scratch(), {&answer, 1});
      seconds += thread_seconds() - begin;
    }
    product *= seconds * 1e6 / static_cast<double>(kTrialQueries);
  }
  return std::sqrt(product);
}

struct Trial {
  IndexKind kind;
  double microseconds;
};

std::string reason_of(std::vector<Trial> trials, std::size_t measured, std::size_t all) {
  std::sort(trials.begin(), trials.end(),
            [](const Trial& a, const Trial& b) { return a.microseconds < b.microseconds; });
  std::string text = "fastest of";
  for (const Trial& trial : trials) {
    char figure[64];
    std::snprintf(figure, sizeof figure, " %s %.3g us a query,",
                  std::string(name_of(trial.kind)).c_str(), trial.microseconds);
    text += figure;
  }
  return text + " measured on " + std::to_string(measured) + " of " + std::to_string(all) +
         " codes (k = 10 and 1000, geometric mean)";
}

/// Tries every kind on the codes (or on a part, if there are many) and keeps the fastest.
BuiltRows choose(const CodeSource& source, const IndexOptions& options, const Progress& progress) {
  const bool all = source.size() <= kTrialCodes;
  const RowCodes codes =
      all ? read_codes(source, {options.threads, progress}) : trial_codes(source);
  const RowCodesSource trial_source(codes);
  std::vector<Trial> trials;
  std::unique_ptr<RowIndex> best;
  Trial fastest = {IndexKind::kFlat, 0};
  for (const IndexKind kind : kinds_for(source.num_bits())) {
    std::unique_ptr<RowIndex> rows = build_kind(kind, trial_source, options, progress);
    const Trial trial = {kind, microseconds(*rows, codes)};
    trials.push_back(trial);
    if (best && trial.microseconds >= fastest.microseconds) continue;
    fastest = trial;
    best = std::move(rows);
  }
  std::string reason = reason_of(trials, codes.size(), source.size());
  if (!all) best = nullptr;  // before the large one is built
  if (!all) best = build_kind(fastest.kind, source, options, progress);
  return {std::move(best), std::move(reason)};
}

}  // namespace

BuiltRows build_rows(const CodeSource& source, const IndexOptions& options,
                     const Progress& progress) {
  if (options.kind != IndexKind::kAuto) {
    return {build_kind(options.kind, source, options, progress), "asked for"};
  }
  if (source.size() >= kFewCodes) return choose(source, options, progress);
  return {build_kind(IndexKind::kFlat, source, options, progress),
          "fewer than " + std::to_string(kFewCodes) + " codes: a scan takes a microsecond"};
}

std::unique_ptr<RowIndex> load_rows(const RowsFile& file, IndexKind kind) {
  switch (kind) {
    case IndexKind::kFlat:
      return FlatIndex::load(file);
    case IndexKind::kBucket:
      return BucketIndex::load(file);
    case IndexKind::kMulti:
      return MultiIndex::load(file);
    case IndexKind::kPartition:
      return PartitionIndex::load(file);
    default:
      throw FormatError(file.container.path(), "metadata \"kind\"", shown(name_of(kind)),
                        "flat, bucket, multi or partition");
  }
}

}  // namespace llcodes
