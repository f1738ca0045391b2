#include "llcodes/core/safetensors.h"

#include "llcodes/core/container_layout.h"
#include "llcodes/core/file.h"

namespace llcodes {

struct SafetensorsFile::State {
  std::string path;
  MappedFile file;
  Header header;
  std::map<std::string, TensorView> tensors;
};

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path)
    : state_(new State{path.string(), MappedFile(path), {}, {}}) {
  const std::span<const std::byte> bytes = state_->file.bytes();
  const std::string_view text = header_text(bytes, state_->path);
  state_->header = parse_header(text, state_->path);
  state_->tensors =
      lay_out(state_->header, bytes.subspan(kLengthBytes + text.size()), state_->path);
  if (state_->header.metadata.contains("header_checksum")) Container::open(path);
}

SafetensorsFile::~SafetensorsFile() = default;
SafetensorsFile::SafetensorsFile(SafetensorsFile&&) noexcept = default;

const std::string& SafetensorsFile::path() const { return state_->path; }

const std::map<std::string, std::string>& SafetensorsFile::metadata() const {
  return state_->header.metadata;
}

const std::map<std::string, TensorView>& SafetensorsFile::tensors() const {
  return state_->tensors;
}

}  // namespace llcodes
