#include "llcodes/search/index.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "llcodes/core/answer_reader.h"
#include "llcodes/core/container_header.h"
#include "llcodes/core/error.h"
#include "llcodes/search/index_state.h"

namespace llcodes {
namespace {

constexpr std::array<std::string_view, 5> kKindNames = {"auto", "flat", "bucket", "multi",
                                                        "partition"};

/// The width, then the codes.
std::vector<Word> fingerprinted(const Codes& class_codes) {
  std::vector<Word> content = {static_cast<Word>(class_codes.num_bits())};
  content.insert(content.end(), class_codes.words().begin(), class_codes.words().end());
  return content;
}

}  // namespace

IndexKind index_kind_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    if (kKindNames[i] == name) return static_cast<IndexKind>(i);
  }
  throw std::invalid_argument("index kind: found " + shown(name) +
                              ", expected auto, flat, bucket, multi or partition");
}

std::string_view name_of(IndexKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::string codebook_fingerprint(const Codes& class_codes) {
  return checksum_of(std::as_bytes(std::span<const Word>(fingerprinted(class_codes))));
}

bool has_fingerprint(const Codes& class_codes, const std::string& fingerprint) {
  const std::vector<Word> content = fingerprinted(class_codes);
  const auto width = static_cast<std::size_t>(class_codes.words_per_code());
  for (std::size_t count = class_codes.size(); count > 0; --count) {
    const auto first = std::span(content).first(1 + count * width);
    if (checksum_of(std::as_bytes(first)) == fingerprint) return true;
  }
  return false;
}

bool are_outdated(const std::filesystem::path& model, const Codes& class_codes,
                  const std::string& fingerprint) {
  return fingerprint != codebook_fingerprint(class_codes) && AnswerReader::load(model).has_value();
}

Index::Index(std::unique_ptr<IndexState> state) : state_(std::move(state)) {}
Index::Index(Index&&) noexcept = default;
Index& Index::operator=(Index&&) noexcept = default;
Index::~Index() = default;

std::size_t Index::size() const {
  const std::shared_lock lock(state_->mutex);
  return state_->size();
}

int Index::num_bits() const { return state_->num_bits; }

IndexInfo Index::info() const {
  const std::shared_lock lock(state_->mutex);
  const RowTable::Fields fields = state_->fields();
  return {.kind = state_->main.rows->kind(),
          .reason = state_->reason,
          .num_bits = state_->num_bits,
          .size = state_->size(),
          .pending = state_->recent.live(),
          .removed = state_->main.dead_count + state_->recent.dead_count,
          .bytes = state_->main.bytes() + state_->recent.bytes(),
          .distinct_codes = state_->main.rows->distinct_codes(),
          .codebook = state_->options.codebook,
          .has_names = fields.names,
          .has_labels = fields.labels,
          .mapped = state_->file.has_value()};
}

bool Index::contains(std::int64_t id) const {
  const std::shared_lock lock(state_->mutex);
  return state_->contains(id);
}

std::string Index::name(std::int64_t id) const {
  const std::shared_lock lock(state_->mutex);
  for (const Segment* segment : {&state_->main, &state_->recent}) {
    if (const auto row = segment->live_row(id)) return std::string(segment->table.name(*row));
  }
  throw std::invalid_argument("name of id " + std::to_string(id) + ": the index has no such id");
}

std::int32_t Index::label(std::int64_t id) const {
  const std::shared_lock lock(state_->mutex);
  for (const Segment* segment : {&state_->main, &state_->recent}) {
    if (const auto row = segment->live_row(id)) return segment->table.label(*row);
  }
  throw std::invalid_argument("label of id " + std::to_string(id) + ": the index has no such id");
}

std::int32_t Index::largest_label() const {
  const std::shared_lock lock(state_->mutex);
  std::int32_t largest = -1;
  state_->for_each_live([&](const Segment& segment, std::size_t row) {
    largest = std::max(largest, segment.table.label(row));
  });
  return largest;
}

void IndexState::learn_names() const {
  if (names_known) return;
  for_each_live([this](const Segment& segment, std::size_t row) {
    name_ids.emplace(segment.table.name(row), segment.table.id(row));
  });
  names_known = true;
}

std::vector<std::int64_t> Index::ids_of(std::span<const std::string> names) const {
  const std::shared_lock lock(state_->mutex);
  const std::lock_guard names_lock(state_->names_mutex);
  if (!names.empty() && !state_->fields().names) {
    throw std::invalid_argument("look up the name " + shown(names.front()) +
                                ": the index has no names; use ids");
  }
  state_->learn_names();
  std::vector<std::int64_t> ids;
  for (const std::string& name : names) {
    const auto found = state_->name_ids.find(name);
    if (found == state_->name_ids.end()) {
      throw std::invalid_argument("look up the name " + shown(name) +
                                  ": the index has no such name");
    }
    ids.push_back(found->second);
  }
  return ids;
}

std::vector<std::int64_t> Index::ids() const {
  const std::shared_lock lock(state_->mutex);
  std::vector<std::int64_t> ids;
  ids.reserve(state_->size());
  state_->for_each_live(
      [&](const Segment& segment, std::size_t row) { ids.push_back(segment.table.id(row)); });
  return ids;
}

Codes Index::codes() const {
  const std::shared_lock lock(state_->mutex);
  const RowCodes main_codes = state_->main.rows->codes();
  const RowCodes recent_codes = state_->recent.rows->codes();
  Codes codes(state_->num_bits, state_->size());
  std::size_t next = 0;
  state_->for_each_live([&](const Segment& segment, std::size_t row) {
    (&segment == &state_->main ? main_codes : recent_codes).get(row, codes[next++].data());
  });
  return codes;
}

void Index::check_codebook(const std::string& fingerprint, const std::string& codes) const {
  const std::string& own = state_->options.codebook;
  if (own.empty() || own == fingerprint) return;
  const std::string name = state_->file ? " " + state_->file->path() : "";
  throw std::invalid_argument("the index" + name + " holds codes of another codebook (" + own +
                              ") than " + codes + " (" + fingerprint +
                              "): encode and index the data with the same model");
}

}  // namespace llcodes
