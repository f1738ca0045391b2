#include "llcodes/search/bucket_index.h"

#include <algorithm>

#include "llcodes/core/error.h"
#include "llcodes/search/offsets.h"
#include "llcodes/search/weights.h"

namespace llcodes {
namespace {

constexpr std::size_t kMostMasks = 1 << 16;

}  // namespace

BucketIndex::BucketIndex(int num_bits, int prefix_bits)
    : num_bits_(num_bits), prefix_bits_(prefix_bits) {
  list_masks();
}

void BucketIndex::list_masks() {
  mask_begins_ = {0};
  for (int weight = 0; weight <= num_bits_; ++weight) {
    if (masks_.size() + binomial(num_bits_, weight) > kMostMasks) return;
    const std::uint64_t end = std::uint64_t{1} << num_bits_;
    std::uint64_t mask = (std::uint64_t{1} << weight) - 1;
    for (; mask < end; mask = next_of_same_weight(mask)) {
      masks_.push_back(static_cast<std::uint32_t>(mask));
      if (mask == 0) break;
    }
    mask_begins_.push_back(masks_.size());
  }
}

RowCodes BucketIndex::codes() const {
  RowCodes codes(num_bits_, rows_.size());
  const RowCodes::Writer writer = codes.writer();
  for (std::size_t bucket = 0; bucket < values_.size(); ++bucket) {
    const Word code = values_[bucket];
    for (const std::uint32_t row : rows_of(bucket)) {
      if (row < rows_.size()) writer.put(row, 1, &code);
    }
  }
  return codes;
}

std::size_t BucketIndex::bytes() const {
  return prefixes_.bytes() + values_.bytes() + offsets_.bytes() + rows_.bytes();
}

void BucketIndex::save(ContainerWriter& writer) const {
  const auto add = [&](const char* name, const Storage<std::uint32_t>& values) {
    writer.add_view(name, {static_cast<std::int64_t>(values.size())}, values.view());
  };
  writer.set("bucket.prefix_bits", std::to_string(prefix_bits_));
  add("bucket.prefixes", prefixes_);
  add("bucket.values", values_);
  add("bucket.offsets", offsets_);
  add("bucket.rows", rows_);
}

std::unique_ptr<BucketIndex> BucketIndex::load(const RowsFile& file) {
  const Container& container = file.container;
  const std::string& path = container.path();
  if (file.num_bits > kNarrowBits) {
    throw FormatError(path, "metadata \"num_bits\"", std::to_string(file.num_bits),
                      "at most 32 in a bucket index");
  }
  const auto prefix_bits = static_cast<int>(
      container.metadata_integer("bucket.prefix_bits", {0, std::min(file.num_bits, 28)}));
  std::unique_ptr<BucketIndex> index(new BucketIndex(file.num_bits, prefix_bits));
  const std::int64_t prefixes = (std::int64_t{1} << prefix_bits) + 1;
  index->prefixes_ = Storage<std::uint32_t>(container, "bucket.prefixes", {prefixes});
  index->values_ = Storage<std::uint32_t>(container, "bucket.values", {-1});
  const auto distinct = static_cast<std::int64_t>(index->values_.size());
  index->offsets_ = Storage<std::uint32_t>(container, "bucket.offsets", {distinct + 1});
  index->rows_ =
      Storage<std::uint32_t>(container, "bucket.rows", {static_cast<std::int64_t>(file.rows)});
  check_offsets({path, "bucket.prefixes", index->prefixes_.view()}, index->values_.size());
  check_offsets({path, "bucket.offsets", index->offsets_.view()}, file.rows);
  if (file.verify == Verify::kAll) {
    check_each_row_once({path, "bucket.rows", index->rows_.view()});
    index->verify(path);
  }
  return index;
}

/// Each distinct code stands once, where its prefix says.
void BucketIndex::verify(const std::string& path) const {
  const int low_bits = num_bits_ - prefix_bits_;
  for (std::size_t prefix = 0; prefix + 1 < prefixes_.size(); ++prefix) {
    for (std::size_t i = prefixes_[prefix]; i < prefixes_[prefix + 1]; ++i) {
      const bool ascends = i == 0 || values_[i - 1] < values_[i];
      if (ascends && std::uint64_t{values_[i]} >> low_bits == prefix) continue;
      throw FormatError(path, "tensor \"bucket.values\"", std::to_string(values_[i]),
                        "ascending codes, each under its own prefix");
    }
  }
}

}  // namespace llcodes
