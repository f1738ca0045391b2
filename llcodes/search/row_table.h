// What belongs to each row besides its code: its id, and optionally a name and a label.
//
// Ids ascend with the rows, so looking up an id is a binary search, and ids that are plain numbers
// one after another are not stored at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "llcodes/core/container.h"
#include "llcodes/search/storage.h"

namespace llcodes {

/// One row's content besides the code.
struct RowContent {
  std::int64_t id = 0;
  std::string_view name = {};
  std::int32_t label = -1;
};

class RowTable {
 public:
  struct Fields {
    bool names = false;
    bool labels = false;
  };

  RowTable() = default;
  explicit RowTable(Fields fields) : fields_(fields) {}
  /// What `save` wrote under `prefix`; checks sizes. Throws FormatError.
  RowTable(const Container& container, const std::string& prefix, std::size_t size);

  std::size_t size() const { return size_; }
  Fields fields() const { return fields_; }
  std::int64_t id(std::size_t row) const {
    return ids_.empty() ? first_ + static_cast<std::int64_t>(row) : ids_[row];
  }
  /// Ids are first, first + 1, ...; then `id` is an addition.
  bool is_counting() const { return ids_.empty(); }
  /// The first row whose id is not below; size() if there is none.
  std::size_t lower_bound(std::int64_t id) const;
  std::optional<std::uint32_t> row_of(std::int64_t id) const;
  /// Throws FormatError if the file it lies in is damaged there.
  std::string_view name(std::size_t row) const;
  std::int32_t label(std::size_t row) const { return fields_.labels ? labels_[row] : -1; }
  const std::int32_t* labels() const { return fields_.labels ? labels_.data() : nullptr; }

  /// A row after all others; its id must be the highest.
  void append(const RowContent& content);
  /// `count` rows without name and label whose ids are first, first + 1, ...
  static RowTable counting(std::size_t count, std::int64_t first);

  void save(ContainerWriter& writer, const std::string& prefix) const;
  /// Checks that ids ascend and names lie one after another. Throws FormatError.
  void verify() const;
  std::size_t bytes() const;

 private:
  void store_ids();

  Fields fields_;
  std::size_t size_ = 0;
  std::int64_t first_ = 0;
  Storage<std::int64_t> ids_;  ///< empty: counting
  Storage<std::uint8_t> name_bytes_;
  Storage<std::uint64_t> name_ends_;
  Storage<std::int32_t> labels_;
  std::string path_;  ///< of the file it lies in, for messages
};

}  // namespace llcodes
