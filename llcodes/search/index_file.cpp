// An index as a file: the arrays of both parts in one container, used where they lie in the map.
#include "llcodes/core/error.h"
#include "llcodes/search/index_state.h"

namespace llcodes {
namespace {

constexpr std::string_view kFormat = "llcodes.index";
constexpr int kVersion = 1;
constexpr const char* kMain = "";
constexpr const char* kRecent = "recent.";

void check_version(const Container& container) {
  if (container.format_version() == kVersion) return;
  throw FormatError(container.path(), "format_version", std::to_string(container.format_version()),
                    std::to_string(kVersion) + "; this program is too old or too new for it");
}

IndexKind kind_in(const Container& container, const std::string& key) {
  try {
    return index_kind_from_name(container.metadata(key));
  } catch (const std::invalid_argument&) {
    throw FormatError(container.path(), "metadata \"" + key + "\"", shown(container.metadata(key)),
                      "a kind of index");
  }
}

/// The number of rows, which the structure's own arrays are then checked against.
std::size_t rows_in(const Container& container, const std::string& key) {
  return static_cast<std::size_t>(
      container.metadata_integer(key, {0, static_cast<std::int64_t>(kMostRows)}));
}

void load_main(const Container& container, Verify verify, IndexState& state) {
  const std::size_t count = rows_in(container, "rows");
  state.main.table = RowTable(container, kMain, count);
  const RowsFile file = {container, state.num_bits, count, verify};
  state.main.rows = load_rows(file, kind_in(container, "kind"));
  state.main.load_marks(container, kMain);
}

void load_recent(const Container& container, Verify verify, IndexState& state) {
  const std::size_t count = rows_in(container, "recent.rows");
  RowCodes codes = load_codes({container, state.num_bits, count, verify}, "recent.codes");
  state.recent.table = RowTable(container, kRecent, count);
  state.recent.rows = std::make_unique<FlatIndex>(std::move(codes));
  state.recent.load_marks(container, kRecent);
  const RowTable::Fields main = state.main.table.fields();
  const RowTable::Fields recent = state.recent.table.fields();
  if (main.names == recent.names && main.labels == recent.labels) return;
  throw FormatError(container.path(), "recent names and labels", "others than in the main part",
                    "the same fields in both");
}

}  // namespace

void Index::save(const std::filesystem::path& path) const {
  const std::shared_lock lock(state_->mutex);
  const IndexState& state = *state_;
  ContainerWriter writer{std::string(kFormat), kVersion};
  writer.set("num_bits", std::to_string(state.num_bits));
  writer.set("kind", std::string(name_of(state.main.rows->kind())));
  writer.set("asked_kind", std::string(name_of(state.options.kind)));
  writer.set("reason", state.reason);
  writer.set("codebook", state.options.codebook);
  writer.set("chosen_at", std::to_string(state.chosen_at));
  writer.set("next_id", std::to_string(state.next_id));
  writer.set("rows", std::to_string(state.main.table.size()));
  writer.set("recent.rows", std::to_string(state.recent.table.size()));
  state.main.save(writer, kMain);
  state.main.rows->save(writer);
  state.recent.save(writer, kRecent);
  static_cast<const FlatIndex&>(*state.recent.rows).stored().save(writer, "recent.codes");
  writer.write(path);
}

Index Index::open(const std::filesystem::path& path, Verify verify) {
  const Container container = Container::open(path, kFormat, verify);
  check_version(container);
  auto state = std::make_unique<IndexState>();
  state->num_bits = static_cast<int>(container.metadata_integer("num_bits", {1, kMaxBits}));
  state->options.num_bits = state->num_bits;
  state->options.kind = kind_in(container, "asked_kind");
  state->options.codebook = container.metadata("codebook");
  state->reason = container.metadata("reason");
  state->chosen_at = rows_in(container, "chosen_at");
  state->next_id =
      container.metadata_integer("next_id", {0, std::numeric_limits<std::int64_t>::max()});
  load_main(container, verify, *state);
  load_recent(container, verify, *state);
  if (verify == Verify::kAll) {
    state->main.table.verify();
    state->recent.table.verify();
  }
  state->file = container;
  return Index(std::move(state));
}

}  // namespace llcodes
