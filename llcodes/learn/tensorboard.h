// TensorBoard event files: scalars only, written by hand (Debian has no TensorBoard).
//
// A file is a list of records {length, crc of length, event, crc of event}, an event a small
// protocol-buffer message {1: wall time, 2: step, 3: file version | 5: {1: {1: tag, 2: value}}}.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace llcodes {

class EventFile {
 public:
  EventFile();
  void add_scalar(std::string_view tag, std::int64_t step, double value);
  const std::string& bytes() const { return bytes_; }

 private:
  void append(const std::string& event);
  std::string bytes_;
};

/// CRC-32C (Castagnoli) as TensorFlow's records use it, before masking.
std::uint32_t crc32c(std::string_view bytes);

}  // namespace llcodes
