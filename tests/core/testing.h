// What the tests of this module share: a temporary folder, random codes, messages of exceptions.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/random.h"

namespace llcodes::testing {

/// A folder of its own for each test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "llcodes-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }
  std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_),
                                                  std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path path_;
};

/// Without the sync of write_atomically, which takes milliseconds: for thousands of damaged files.
inline void write_plainly(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline const std::vector<int> kOddWidths = {1, 7, 20, 24, 25, 63, 64, 65, 128, 255, 256};

inline Codes random_codes(int num_bits, std::size_t count, std::uint64_t seed) {
  Codes codes(num_bits, count);
  Random random(seed, static_cast<std::uint64_t>(num_bits), count);
  for (std::size_t i = 0; i < count; ++i) {
    for (int bit = 0; bit < num_bits; ++bit) codes.set_bit(i, bit, random.next() & 1);
  }
  return codes;
}

/// The distance by looking at each bit.
inline int naive_distance(const Codes& a, std::size_t i, const Codes& b, std::size_t j) {
  int distance = 0;
  for (int bit = 0; bit < a.num_bits(); ++bit) distance += a.bit(i, bit) != b.bit(j, bit);
  return distance;
}

/// The message of the exception of type Error that `action` throws; fails if it throws none.
template <class Error, class Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no exception of the expected type";
  return "";
}

inline void expect_contains(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in: " << text;
  }
}

}  // namespace llcodes::testing
