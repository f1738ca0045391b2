// Hamming search: exact answers over packed codes, from one to a billion of them.
//
// An `Index` holds codes of one width, each under a 64-bit id, optionally with a name (a text) and
// a label (a class). Answers are exact and come in (distance, id) order, whatever the kind of
// index:
//
//   flat        SIMD scan of all codes; the oracle of the others
//   bucket      codes of up to 32 bits: distinct codes once, their ids in one array; a query visits
//               the Hamming ball around it, or all distinct codes, whichever is cheaper
//   multi       multi-index hashing: tables of parts of the code, for long codes without clusters
//   partition   codes grouped around centres, groups pruned by the triangle inequality: for learnt
//               codes, which cluster around the class codes
//   auto        builds what may fit, measures, keeps the fastest, and says why (`info().reason`)
//
// Adds go to a small second part and deletes set a mark; both are merged into the main part when
// they grow to a share of it, so their cost is amortised and a search never waits for a rebuild.
//
// Threads: concurrent const calls are safe; `add`, `remove`, `compact` may run at the same time as
// searches from other threads, which see the index before or after the whole call (a shared mutex
// inside). docs/search.md tells how it works.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/container.h"
#include "llcodes/core/progress.h"
#include "llcodes/search/answers.h"
#include "llcodes/search/code_source.h"

namespace llcodes {

enum class IndexKind { kAuto, kFlat, kBucket, kMulti, kPartition };

IndexKind index_kind_from_name(
    std::string_view name);  ///< "auto", "flat", "bucket", "multi", "partition"
std::string_view name_of(IndexKind kind);

/// As `k`: no limit by number, so that only the radius limits the answer.
inline constexpr std::size_t kEvery = std::numeric_limits<std::size_t>::max();

/// Ids from first to last, both included.
struct IdRange {
  std::int64_t first = std::numeric_limits<std::int64_t>::min();
  std::int64_t last = std::numeric_limits<std::int64_t>::max();

  bool operator==(const IdRange&) const = default;
};

/// What an answer may hold; all that is set must be met.
struct Filter {
  std::optional<std::vector<std::int64_t>> allowed;  ///< only these ids; unknown ones are skipped
  IdRange range;
  std::vector<std::int32_t> labels;  ///< only these classes; empty: any. Needs an index with labels
};

struct SearchOptions {
  std::size_t k = 10;     ///< at least 1; more than there are gives all; kEvery: no limit
  int radius = kMaxBits;  ///< only codes within this distance; kMaxBits: no limit
  Filter filter;
  int threads = 1;  ///< for a batch of queries; 0: all usable CPUs
};

/// Codes to add and what belongs to each of them; the spans have one place a code or none at all.
struct Entries {
  const Codes& codes;
  std::span<const std::int64_t> ids = {};     ///< empty: the next free numbers, from 0
  std::span<const std::string> names = {};    ///< all entries of an index have names, or none has
  std::span<const std::int32_t> labels = {};  ///< the same; -1 for no class
};

/// The same for building from a stream, whose codes need not fit in memory.
struct EntrySource {
  const CodeSource& codes;
  std::span<const std::int64_t> ids = {};
  std::span<const std::string> names = {};
  std::span<const std::int32_t> labels = {};
};

struct IndexOptions {
  int num_bits = 0;  ///< required when there are no codes to take it from
  IndexKind kind = IndexKind::kAuto;
  std::string codebook;          ///< fingerprint of the codebook that made the codes, or ""
  std::optional<Codes> centres;  ///< of `partition`, usually the class codes; else found
  int threads = 0;               ///< for building; 0: all usable CPUs
};

struct IndexInfo {
  IndexKind kind = IndexKind::kFlat;  ///< of the main part
  std::string reason;                 ///< why this kind, with the figures measured
  int num_bits = 0;
  std::size_t size = 0;            ///< live codes
  std::size_t pending = 0;         ///< codes added since the last merge
  std::size_t removed = 0;         ///< marks of deleted codes that still take room
  std::size_t bytes = 0;           ///< of the arrays, in memory or mapped
  std::size_t distinct_codes = 0;  ///< known to `bucket` only, else 0
  std::string codebook;
  bool has_names = false;
  bool has_labels = false;
  bool mapped = false;  ///< the main part lies in a memory-mapped file
};

struct IndexState;

class Index {
 public:
  /// An empty index; `options.num_bits` is required.
  explicit Index(const IndexOptions& options);

  /// Builds from entries; reads the codes of a stream once or twice and keeps no second copy.
  /// Throws std::invalid_argument if sizes or widths differ or an id or name stands twice.
  static Index build(const EntrySource& entries, const IndexOptions& options = {},
                     const Progress& progress = {});
  static Index build(const Entries& entries, const IndexOptions& options = {},
                     const Progress& progress = {});

  /// Opens a saved index by memory map, in milliseconds: kStructure checks what makes damaged
  /// content safe to search, kAll also every checksum. Throws FormatError or std::system_error.
  static Index open(const std::filesystem::path& path, Verify verify = Verify::kStructure);

  Index(Index&&) noexcept;
  Index& operator=(Index&&) noexcept;
  ~Index();

  /// The nearest codes of one query in (distance, id) order.
  /// Throws std::invalid_argument if k is 0, the width differs or a label filter meets no labels.
  Neighbours search(CodeView query, const SearchOptions& options = {}) const;
  /// The same for many queries at once, which reads memory less often and uses threads. The second
  /// form reuses the memory of `answers`.
  Answers search(const Codes& queries, const SearchOptions& options = {}) const;
  void search(const Codes& queries, const SearchOptions& options, Answers& answers) const;

  /// All or nothing: on std::invalid_argument (another width, an id or name that is taken or stands
  /// twice, names or labels missing) the index is as before.
  void add(const Entries& entries);
  /// All or nothing; throws std::invalid_argument if an id is unknown or stands twice.
  void remove(std::span<const std::int64_t> ids);
  /// Merges added and removed codes into the main part now.
  void compact(const Progress& progress = {});

  std::size_t size() const;
  int num_bits() const;
  IndexInfo info() const;

  bool contains(std::int64_t id) const;
  std::string name(std::int64_t id) const;    ///< "" if there are no names
  std::int32_t label(std::int64_t id) const;  ///< -1 if there are no labels
  std::int32_t largest_label() const;         ///< of all live ids; -1 if there are no labels
  /// The id of each name; throws std::invalid_argument naming the first unknown one.
  std::vector<std::int64_t> ids_of(std::span<const std::string> names) const;
  /// All live ids in ascending order.
  std::vector<std::int64_t> ids() const;
  /// The codes of all live ids, in the order of `ids()`.
  Codes codes() const;

  /// Throws std::invalid_argument if `codes`, whose name is for the message, were made by another
  /// codebook. An index without a fingerprint passes.
  void check_codebook(const std::string& fingerprint,
                      const std::string& codes = "what is compared with it") const;

  /// Writes a container of format "llcodes.index" atomically, without a second copy in memory.
  void save(const std::filesystem::path& path) const;

 private:
  explicit Index(std::unique_ptr<IndexState> state);

  std::unique_ptr<IndexState> state_;
};

/// Names a codebook: 16 hexadecimal digits over the width and all class codes.
std::string codebook_fingerprint(const Codes& class_codes);
/// True if the fingerprint is that of the whole codebook, or of its first classes: added classes
/// come last, so that codes which an earlier model made are still codes of the larger one.
bool has_fingerprint(const Codes& class_codes, const std::string& fingerprint);
/// True if codes of this fingerprint were made before the model got new classes and read its
/// classifier's answer, which has changed: such codes are no longer what the model spells.
bool are_outdated(const std::filesystem::path& model, const Codes& class_codes,
                  const std::string& fingerprint);

}  // namespace llcodes
