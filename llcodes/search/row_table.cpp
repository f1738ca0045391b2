#include "llcodes/search/row_table.h"

#include <algorithm>
#include <limits>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

/// first + size must not overflow.
IntegerRange first_ids(std::size_t size) {
  constexpr auto kHighest = std::numeric_limits<std::int64_t>::max();
  return {std::numeric_limits<std::int64_t>::min(), kHighest - static_cast<std::int64_t>(size)};
}

}  // namespace

RowTable::RowTable(const Container& container, const std::string& prefix, std::size_t size)
    : size_(size), path_(container.path()) {
  const auto count = static_cast<std::int64_t>(size);
  if (container.has_tensor(prefix + "ids")) {
    ids_ = Storage<std::int64_t>(container, prefix + "ids", {count});
  } else {
    first_ = container.metadata_integer(prefix + "first_id", first_ids(size));
  }
  fields_.names = container.has_tensor(prefix + "names.ends");
  fields_.labels = container.has_tensor(prefix + "labels");
  if (fields_.names) {
    name_bytes_ = Storage<std::uint8_t>(container, prefix + "names.bytes", {-1});
    name_ends_ = Storage<std::uint64_t>(container, prefix + "names.ends", {count});
  }
  if (fields_.labels) labels_ = Storage<std::int32_t>(container, prefix + "labels", {count});
}

RowTable RowTable::counting(std::size_t count, std::int64_t first) {
  RowTable table;
  table.size_ = count;
  table.first_ = first;
  return table;
}

std::size_t RowTable::lower_bound(std::int64_t id) const {
  if (ids_.empty()) {
    if (id <= first_) return 0;
    const auto above = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(first_);
    return std::min<std::uint64_t>(above, size_);
  }
  const std::span<const std::int64_t> ids = ids_.view();
  return static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
}

std::optional<std::uint32_t> RowTable::row_of(std::int64_t wanted) const {
  const std::size_t row = lower_bound(wanted);
  if (row >= size_ || id(row) != wanted) return {};
  return static_cast<std::uint32_t>(row);
}

std::string_view RowTable::name(std::size_t row) const {
  if (!fields_.names) return {};
  const std::uint64_t begin = row == 0 ? 0 : name_ends_[row - 1];
  const std::uint64_t end = name_ends_[row];
  if (begin > end || end > name_bytes_.size()) {
    throw FormatError(path_, "tensor \"names.ends\"", std::to_string(end),
                      std::to_string(begin) + " to " + std::to_string(name_bytes_.size()) +
                          "; the file is damaged");
  }
  return {reinterpret_cast<const char*>(name_bytes_.data()) + begin, end - begin};
}

void RowTable::store_ids() {
  std::vector<std::int64_t> ids(size_);
  for (std::size_t row = 0; row < size_; ++row) ids[row] = first_ + static_cast<std::int64_t>(row);
  ids_ = Storage<std::int64_t>(std::move(ids));
}

void RowTable::append(const RowContent& content) {
  if (size_ == 0) {
    first_ = content.id;
    ids_ = {};
  }
  const bool counts_on = ids_.empty() && content.id == first_ + static_cast<std::int64_t>(size_);
  if (!counts_on) {
    if (ids_.empty()) store_ids();
    ids_.edit().push_back(content.id);
  }
  if (fields_.names) {
    std::vector<std::uint8_t>& bytes = name_bytes_.edit();
    bytes.insert(bytes.end(), content.name.begin(), content.name.end());
    name_ends_.edit().push_back(bytes.size());
  }
  if (fields_.labels) labels_.edit().push_back(content.label);
  ++size_;
}

void RowTable::save(ContainerWriter& writer, const std::string& prefix) const {
  const auto count = static_cast<std::int64_t>(size_);
  if (ids_.empty()) {
    writer.set(prefix + "first_id", std::to_string(first_));
  } else {
    writer.add_view(prefix + "ids", {count}, ids_.view());
  }
  if (fields_.names) {
    writer.add_view(prefix + "names.bytes", {static_cast<std::int64_t>(name_bytes_.size())},
                    name_bytes_.view());
    writer.add_view(prefix + "names.ends", {count}, name_ends_.view());
  }
  if (fields_.labels) writer.add_view(prefix + "labels", {count}, labels_.view());
}

void RowTable::verify() const {
  for (std::size_t row = 1; row < ids_.size(); ++row) {
    if (ids_[row - 1] < ids_[row]) continue;
    throw FormatError(path_, "tensor \"ids\"", std::to_string(ids_[row]),
                      "more than " + std::to_string(ids_[row - 1]) + ": ids ascend");
  }
  if (!fields_.names) return;
  for (std::size_t row = 0; row < size_; ++row) name(row);
  if (const std::uint64_t end = size_ == 0 ? 0 : name_ends_[size_ - 1]; end != name_bytes_.size()) {
    throw FormatError(path_, "tensor \"names.bytes\"", std::to_string(name_bytes_.size()),
                      std::to_string(end) + " bytes");
  }
}

std::size_t RowTable::bytes() const {
  return ids_.bytes() + name_bytes_.bytes() + name_ends_.bytes() + labels_.bytes();
}

}  // namespace llcodes
