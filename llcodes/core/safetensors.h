// Safetensors files of other programs: plain, without our checksums, with data at any byte.
//
// For weights that come in from outside. A file that carries our checksums is compared with them
// all the same.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "llcodes/core/container.h"

namespace llcodes {

class SafetensorsFile {
 public:
  /// Validates structure and sizes before anything is allocated. Throws FormatError or
  /// std::system_error.
  explicit SafetensorsFile(const std::filesystem::path& path);
  ~SafetensorsFile();
  SafetensorsFile(SafetensorsFile&&) noexcept;

  const std::string& path() const;
  const std::map<std::string, std::string>& metadata() const;
  /// By name; valid as long as the file object lives. The bytes may be unaligned: copy them out.
  const std::map<std::string, TensorView>& tensors() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace llcodes
