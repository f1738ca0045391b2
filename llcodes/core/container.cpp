#include "llcodes/core/container.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "llcodes/core/container_header.h"
#include "llcodes/core/container_layout.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/json_text.h"

namespace llcodes {

struct Container::State {
  std::string path;
  std::unique_ptr<MappedFile> file;
  Header header;
  int format_version = 0;
  std::map<std::string, std::string> checksums;
  std::map<std::string, TensorView> tensors;
};

namespace {

void check_alignment(const Header& header, std::string_view text, const std::string& path) {
  if ((kLengthBytes + text.size()) % kDataAlignment != 0) {
    throw FormatError(path, "header length", std::to_string(text.size()),
                      "data that starts at a multiple of " + std::to_string(kDataAlignment));
  }
  for (const auto& [name, tensor] : header.tensors) {
    if (tensor.begin % size_of(tensor.dtype) == 0) continue;
    throw FormatError(path, "tensor " + shown(name), "offset " + std::to_string(tensor.begin),
                      "a start at a multiple of its element's size");
  }
}

const std::string& required(const Header& header, const std::string& key, const std::string& path) {
  const auto found = header.metadata.find(key);
  if (found == header.metadata.end()) {
    throw FormatError(path, "metadata \"" + key + "\"", "nothing", "a text");
  }
  return found->second;
}

std::int64_t parse_integer(const std::string& text, const std::string& key, const std::string& path,
                           IntegerRange range) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool parsed = error == std::errc{} && end == text.data() + text.size();
  if (parsed && value >= range.minimum && value <= range.maximum) return value;
  throw FormatError(path, "metadata \"" + key + "\"", shown(text),
                    "a whole number from " + std::to_string(range.minimum) + " to " +
                        std::to_string(range.maximum));
}

void check_header_checksum(const Header& header, std::string_view text, const std::string& path) {
  const std::string& found = required(header, "header_checksum", path);
  const std::size_t position = header_checksum_position(text);
  const bool plain = position != text.npos && text.substr(position, found.size()) == found;
  const std::string expected = header_checksum_of(text);
  if (plain && found == expected) return;
  throw FormatError(path, "header checksum", shown(found), expected + "; the file is damaged");
}

void check_format(const Header& header, std::string_view expected, const std::string& path) {
  const std::string& found = required(header, "format", path);
  if (expected.empty() || found == expected) return;
  throw FormatError(path, "format", shown(found), shown(expected));
}

/// Data that is not encoded yet, given in place of its codes.
void refuse_array(std::span<const std::byte> bytes, std::string_view expected,
                  const std::string& path) {
  constexpr std::string_view kNumpy = "\x93NUMPY";
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(kNumpy)) return;
  throw FormatError(path, "format", "a NumPy array",
                    (expected.empty() ? "a file of llcodes" : shown(expected)) +
                        "; encode the array first with `llcodes encode`");
}

std::map<std::string, std::string> parse_checksums(const Header& header, const std::string& path) {
  std::map<std::string, std::string> checksums;
  try {
    checksums = map_from_json(required(header, "checksums", path));
  } catch (const std::invalid_argument& error) {
    throw FormatError(path, "metadata \"checksums\"", error.what(), "a map of tensor names");
  }
  const auto same_name = [](const auto& a, const auto& b) { return a.first == b.first; };
  if (std::equal(checksums.begin(), checksums.end(), header.tensors.begin(), header.tensors.end(),
                 same_name)) {
    return checksums;
  }
  throw FormatError(path, "metadata \"checksums\"", std::to_string(checksums.size()) + " names",
                    "the names of the " + std::to_string(header.tensors.size()) + " tensors");
}

bool matches(const Shape& shape, const Shape& expected) {
  return std::equal(shape.begin(), shape.end(), expected.begin(), expected.end(),
                    [](std::int64_t size, std::int64_t want) { return want < 0 || size == want; });
}

}  // namespace

Container Container::open(const std::filesystem::path& path, std::string_view format,
                          Verify verify) {
  auto state = std::make_shared<State>();
  state->path = path.string();
  state->file = std::make_unique<MappedFile>(path);
  const std::span<const std::byte> bytes = state->file->bytes();
  refuse_array(bytes, format, state->path);
  const std::string_view text = header_text(bytes, state->path);
  state->header = parse_header(text, state->path);
  check_header_checksum(state->header, text, state->path);
  check_format(state->header, format, state->path);
  state->format_version =
      static_cast<int>(parse_integer(required(state->header, "format_version", state->path),
                                     "format_version", state->path, {1, 1'000'000}));
  state->checksums = parse_checksums(state->header, state->path);
  const std::span<const std::byte> data = bytes.subspan(kLengthBytes + text.size());
  check_alignment(state->header, text, state->path);
  state->tensors = lay_out(state->header, data, state->path);
  Container container(std::move(state));
  if (verify == Verify::kAll) container.verify_tensors();
  return container;
}

const std::string& Container::path() const { return state_->path; }
const std::string& Container::format() const { return metadata("format"); }
int Container::format_version() const { return state_->format_version; }

bool Container::has_metadata(const std::string& key) const {
  return state_->header.metadata.contains(key);
}

const std::string& Container::metadata(const std::string& key) const {
  return required(state_->header, key, state_->path);
}

std::int64_t Container::metadata_integer(const std::string& key, IntegerRange range) const {
  return parse_integer(metadata(key), key, state_->path, range);
}

const std::map<std::string, std::string>& Container::all_metadata() const {
  return state_->header.metadata;
}

bool Container::has_tensor(const std::string& name) const { return state_->tensors.contains(name); }

const TensorView& Container::tensor(const std::string& name) const {
  const auto found = state_->tensors.find(name);
  if (found != state_->tensors.end()) return found->second;
  throw FormatError(state_->path, "tensor " + shown(name), "nothing",
                    "a tensor; the file has " + std::to_string(state_->tensors.size()) + " others");
}

std::vector<std::string> Container::tensor_names() const {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : state_->tensors) names.push_back(name);
  return names;
}

const TensorView& Container::checked_tensor(const std::string& name, DType dtype,
                                            const Shape& expected_shape) const {
  const TensorView& view = tensor(name);
  if (view.dtype == dtype && matches(view.shape, expected_shape)) return view;
  throw FormatError(
      state_->path, "tensor " + shown(name),
      std::string(name_of(view.dtype)) + " " + text_of(view.shape),
      std::string(name_of(dtype)) + " " + text_of(expected_shape) + " (-1: any size)");
}

void Container::verify_tensors() const {
  for (const auto& [name, tensor] : state_->tensors) {
    const std::string found = checksum_of(tensor.bytes);
    const std::string& expected = state_->checksums.at(name);
    if (found == expected) continue;
    throw FormatError(state_->path, "checksum of tensor " + shown(name), found,
                      shown(expected) + "; the file is damaged");
  }
}

}  // namespace llcodes
