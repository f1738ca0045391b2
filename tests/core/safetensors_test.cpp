#include "llcodes/core/safetensors.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"

namespace llcodes {
namespace {

std::string file_with(const std::string& header, const std::string& data) {
  std::uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + header + data;
}

class Safetensors : public testing::Test {
 protected:
  Safetensors()
      : path_(std::filesystem::temp_directory_path() /
              ("llcodes-safetensors-" + std::to_string(getpid()))) {}
  ~Safetensors() override { std::filesystem::remove(path_); }

  SafetensorsFile open(const std::string& bytes) const {
    write_atomically(path_, bytes);
    return SafetensorsFile(path_);
  }

  std::filesystem::path path_;
};

// As the Python package writes it: no checksum, no alignment, a short tensor before a wide one.
const std::string kPlain = file_with(
    R"({"__metadata__":{"format":"pt"},"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
    R"("b":{"dtype":"F32","shape":[1,2],"data_offsets":[3,11]}})",
    std::string("\1\2\3\0\0\200\77\0\0\0\100", 11));

TEST_F(Safetensors, ReadsFilesOfOtherPrograms) {
  const SafetensorsFile file = open(kPlain);
  EXPECT_EQ(file.metadata().at("format"), "pt");
  ASSERT_EQ(file.tensors().size(), 2u);
  const TensorView& b = file.tensors().at("b");
  EXPECT_EQ(b.shape, (Shape{1, 2}));
  float values[2];
  std::memcpy(values, b.bytes.data(), sizeof values);
  EXPECT_EQ(values[0], 1.0f);
  EXPECT_EQ(values[1], 2.0f);
}

TEST_F(Safetensors, RefusesCutAndHostileFiles) {
  for (std::size_t length = 0; length < kPlain.size(); ++length) {
    EXPECT_THROW(open(kPlain.substr(0, length)), FormatError) << length;
  }
  for (const char* header :
       {R"({"a":{"dtype":"F32","shape":[9000000000000000000,4],"data_offsets":[0,4]}})",
        R"({"a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}})",
        R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})"}) {
    EXPECT_THROW(open(file_with(header, "1234")), FormatError) << header;
  }
}

TEST_F(Safetensors, ChecksumsOfOurOwnFilesStillCount) {
  ContainerWriter writer("llcodes.test", 1);
  writer.add<float>("a", {2}, std::vector<float>{1, 2});
  writer.write(path_);
  EXPECT_EQ(SafetensorsFile(path_).tensors().size(), 1u);
  std::string bytes = read_text(path_);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  EXPECT_THROW(open(bytes), FormatError);
}

}  // namespace
}  // namespace llcodes
