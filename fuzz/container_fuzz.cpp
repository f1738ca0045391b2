// libFuzzer target of the one file parser: any bytes are either refused with FormatError or give a
// container all of whose tensors can be read.
//
// Random bytes never have the right checksums, so the target also puts the header's checksum right
// before the second try: the checks behind it are fuzzed too.
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"
#include "llcodes/core/container_header.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/core/error.h"

namespace {

using namespace llcodes;

const std::filesystem::path& file_path() {
  static const std::filesystem::path path =
      std::filesystem::path(std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp") /
      ("llcodes-fuzz-" + std::to_string(getpid()));
  return path;
}

void read_everything(const Container& container) {
  std::size_t sum = 0;
  for (const std::string& name : container.tensor_names()) {
    for (const std::byte byte : container.tensor(name).bytes) sum += std::to_integer<int>(byte);
  }
  volatile std::size_t used = sum;
  static_cast<void>(used);
}

template <class Action>
void accept_format_errors(const Action& action) {
  try {
    action();
  } catch (const FormatError&) {
  }
}

void try_bytes(const std::string& bytes) {
  std::ofstream(file_path(), std::ios::binary) << bytes;
  accept_format_errors(
      [] { read_everything(Container::open(file_path(), {}, Verify::kStructure)); });
  accept_format_errors([] { EncodedSet::load(file_path()); });
  accept_format_errors(
      [] { Codebook::load(Container::open(file_path(), {}, Verify::kStructure)); });
}

std::string with_right_header_checksum(std::string bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < kLengthBytes) return bytes;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  if (length > bytes.size() - kLengthBytes) return bytes;
  const std::string header = bytes.substr(kLengthBytes, length);
  const std::size_t position = header_checksum_position(header);
  if (position == header.npos) return bytes;
  return bytes.replace(kLengthBytes + position, kChecksumDigits, header_checksum_of(header));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  try_bytes(bytes);
  try_bytes(with_right_header_checksum(bytes));
  return 0;
}
