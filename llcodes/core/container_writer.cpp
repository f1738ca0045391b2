#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "llcodes/core/container.h"
#include "llcodes/core/container_header.h"
#include "llcodes/core/file.h"
#include "llcodes/core/json_text.h"

namespace llcodes {
namespace {

const std::set<std::string> kReservedKeys = {"format", "format_version", "checksums",
                                             "header_checksum"};

void pad_for_data(std::string& header) {
  const std::size_t used = (kLengthBytes + header.size()) % kDataAlignment;
  if (used != 0) header.append(kDataAlignment - used, ' ');
  if (header.size() <= kLongestHeader) return;
  throw std::invalid_argument("container: the header takes " + std::to_string(header.size()) +
                              " bytes, expected at most " + std::to_string(kLongestHeader) +
                              "; store long lists as tensors");
}

}  // namespace

ContainerWriter::ContainerWriter(std::string format, int format_version) {
  metadata_["format"] = std::move(format);
  metadata_["format_version"] = std::to_string(format_version);
}

void ContainerWriter::set(std::string key, std::string value) {
  if (kReservedKeys.contains(key)) {
    throw std::invalid_argument("container: the metadata key \"" + key + "\" is reserved");
  }
  to_json(std::vector{key, value});  // throws unless both are UTF-8
  metadata_[std::move(key)] = std::move(value);
}

void ContainerWriter::add(std::string name, DType dtype, Shape shape,
                          std::span<const std::byte> bytes) {
  Tensor& tensor = add_tensor(std::move(name), dtype, std::move(shape), bytes);
  tensor.copy.assign(bytes.begin(), bytes.end());
  tensor.bytes = tensor.copy;
}

ContainerWriter::Tensor& ContainerWriter::add_tensor(std::string name, DType dtype, Shape shape,
                                                     std::span<const std::byte> bytes) {
  if (name.empty() || name == "__metadata__" || tensors_.contains(name)) {
    throw std::invalid_argument("container: the tensor name \"" + name +
                                "\" is empty, reserved or taken");
  }
  to_json(std::vector{name});  // throws unless it is UTF-8
  if (const std::uint64_t expected = byte_count(dtype, shape); expected != bytes.size()) {
    throw std::invalid_argument("container: tensor \"" + name + "\" has " +
                                std::to_string(bytes.size()) + " bytes, expected " +
                                std::to_string(expected) + " for shape " + text_of(shape));
  }
  return tensors_[std::move(name)] = {dtype, std::move(shape), bytes, {}};
}

// Wide elements first: then every tensor starts at a multiple of its element's size although
// safetensors allows no gap between tensors.
std::vector<ContainerWriter::Entry> ContainerWriter::in_file_order() const {
  std::vector<Entry> entries;
  for (const auto& [name, tensor] : tensors_) entries.push_back({&name, &tensor});
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return size_of(a.tensor->dtype) > size_of(b.tensor->dtype);
  });
  return entries;
}

std::string ContainerWriter::header() const {
  nlohmann::ordered_json tensors;
  std::map<std::string, std::string> checksums;
  std::uint64_t offset = 0;
  for (const auto& [name, tensor] : in_file_order()) {
    const std::uint64_t end = offset + tensor->bytes.size();
    tensors[*name] = {{"dtype", name_of(tensor->dtype)},
                      {"shape", tensor->shape},
                      {"data_offsets", {offset, end}}};
    checksums[*name] = checksum_of(tensor->bytes);
    offset = end;
  }
  std::map<std::string, std::string> metadata = metadata_;
  metadata["checksums"] = to_json(checksums);
  metadata["header_checksum"] = std::string(kChecksumDigits, '0');
  nlohmann::ordered_json root;
  root["__metadata__"] = metadata;
  root.update(tensors);
  std::string header = root.dump();
  pad_for_data(header);
  return header.replace(header_checksum_position(header), kChecksumDigits,
                        header_checksum_of(header));
}

void ContainerWriter::write(const std::filesystem::path& path) const {
  const std::string text = header();
  const std::uint64_t length = text.size();
  std::vector<std::span<const std::byte>> pieces = {std::as_bytes(std::span(&length, 1)),
                                                    std::as_bytes(std::span(text))};
  for (const Entry& entry : in_file_order()) pieces.push_back(entry.tensor->bytes);
  write_atomically(path, pieces);
}

}  // namespace llcodes
