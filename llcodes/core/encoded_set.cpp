#include "llcodes/core/encoded_set.h"

#include <cmath>
#include <stdexcept>

#include "llcodes/core/container.h"
#include "llcodes/core/error.h"

namespace llcodes {
namespace {

constexpr std::string_view kFormat = "llcodes.codes";
constexpr int kVersion = 1;

void check_sizes(const EncodedSet& set) {
  const std::size_t count = set.codes.size();
  const auto check = [](const char* what, std::size_t found, std::size_t expected) {
    if (found == 0 || found == expected) return;
    throw std::invalid_argument(std::string("encoded set: found ") + std::to_string(found) + " " +
                                what + ", expected none or " + std::to_string(expected));
  };
  check("projections", set.projections.size(),
        count * static_cast<std::size_t>(set.codes.num_bits()));
  check("labels", set.labels.size(), count);
  check("names", set.names.size(), count);
  check("features", set.features.size(), count * set.num_features());
}

// Names are file names, which need not be UTF-8: bytes, and where each name ends.
void add_names(ContainerWriter& writer, const std::vector<std::string>& names) {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint64_t> ends;
  for (const std::string& name : names) {
    bytes.insert(bytes.end(), name.begin(), name.end());
    ends.push_back(bytes.size());
  }
  writer.add("names.bytes", {static_cast<std::int64_t>(bytes.size())},
             std::span<const std::uint8_t>(bytes));
  writer.add("names.ends", {static_cast<std::int64_t>(ends.size())},
             std::span<const std::uint64_t>(ends));
}

std::vector<std::string> read_names(const Container& container, std::int64_t count) {
  const auto bytes = container.values<std::uint8_t>("names.bytes", {-1});
  const auto ends = container.values<std::uint64_t>("names.ends", {count});
  std::vector<std::string> names;
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    if (end < begin || end > bytes.size()) {
      throw FormatError(container.path(), "tensor \"names.ends\"", std::to_string(end),
                        std::to_string(begin) + " to " + std::to_string(bytes.size()));
    }
    names.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                       bytes.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  if (begin != bytes.size()) {
    throw FormatError(container.path(), "tensor \"names.bytes\"", std::to_string(bytes.size()),
                      std::to_string(begin) + " bytes");
  }
  return names;
}

int num_bits_of(const Container& container) {
  return static_cast<int>(container.metadata_integer("num_bits", {1, kMaxBits}));
}

Codes read_codes(const Container& container) {
  const int num_bits = num_bits_of(container);
  const auto words = container.values<Word>("codes", {-1, words_for_bits(num_bits)});
  try {
    return Codes(num_bits, std::vector<Word>(words.begin(), words.end()));
  } catch (const std::invalid_argument& error) {
    throw FormatError(container.path(), "tensor \"codes\"", error.what(), "packed codes");
  }
}

template <class T>
std::vector<T> read_optional(const Container& container, const std::string& name,
                             const Shape& shape) {
  if (!container.has_tensor(name)) return {};
  const std::span<const T> values = container.values<T>(name, shape);
  return {values.begin(), values.end()};
}

void check_finite(std::span<const float> values, const char* tensor, const std::string& path) {
  for (const float value : values) {
    if (std::isfinite(value)) continue;
    throw FormatError(path, std::string("tensor \"") + tensor + "\"", std::to_string(value),
                      "finite numbers");
  }
}

void check_values(const EncodedSet& set, const std::string& path) {
  check_finite(set.projections, "projections", path);
  check_finite(set.features, "features", path);
  for (const std::int32_t label : set.labels) {
    if (label >= kNoClass) continue;
    throw FormatError(path, "tensor \"labels\"", std::to_string(label),
                      "labels of 0 or more, or -1 for no class");
  }
}

/// Everything but codes and projections.
void read_details(const Container& container, std::int64_t count, EncodedSet& set) {
  set.labels = read_optional<std::int32_t>(container, "labels", {count});
  if (container.has_tensor("names.ends")) set.names = read_names(container, count);
  if (container.has_metadata("codebook")) set.codebook = container.metadata("codebook");
  if (container.has_metadata("classifier")) set.classifier = container.metadata("classifier");
}

Container open_codes(const std::filesystem::path& path) {
  Container container = Container::open(path, kFormat);
  if (container.format_version() != kVersion) {
    throw FormatError(container.path(), "format_version",
                      std::to_string(container.format_version()),
                      std::to_string(kVersion) + "; this program is too old or too new for it");
  }
  return container;
}

}  // namespace

void EncodedSet::save(const std::filesystem::path& path) const {
  check_sizes(*this);
  ContainerWriter writer{std::string(kFormat), kVersion};
  const auto count = static_cast<std::int64_t>(codes.size());
  writer.set("num_bits", std::to_string(codes.num_bits()));
  if (!codebook.empty()) writer.set("codebook", codebook);
  if (!features.empty() && !classifier.empty()) writer.set("classifier", classifier);
  writer.add("codes", {count, codes.words_per_code()}, codes.words());
  if (!projections.empty()) {
    writer.add("projections", {count, codes.num_bits()}, std::span<const float>(projections));
  }
  if (!labels.empty()) writer.add("labels", {count}, std::span<const std::int32_t>(labels));
  if (!names.empty()) add_names(writer, names);
  if (!features.empty()) {
    writer.add("features", {count, static_cast<std::int64_t>(num_features())},
               std::span<const float>(features));
  }
  writer.write(path);
}

EncodedSet EncodedSet::load(const std::filesystem::path& path) {
  const Container container = open_codes(path);
  EncodedSet set{read_codes(container)};
  const auto count = static_cast<std::int64_t>(set.codes.size());
  set.projections = read_optional<float>(container, "projections", {count, set.codes.num_bits()});
  set.features = read_optional<float>(container, "features", {count, -1});
  read_details(container, count, set);
  check_values(set, container.path());
  return set;
}

EncodedSet EncodedSet::load_details(const std::filesystem::path& path) {
  const Container container = open_codes(path);
  EncodedSet set{Codes(num_bits_of(container))};
  const Shape& shape = container.tensor("codes").shape;
  read_details(container, shape.empty() ? 0 : shape.front(), set);
  check_values(set, container.path());
  return set;
}

}  // namespace llcodes
