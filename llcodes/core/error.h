// The three kinds of error the library throws.
//
//   std::invalid_argument   the caller asked for something that makes no sense
//   FormatError             bytes from outside are not what they claim to be
//   std::system_error       the operating system refused (see core/file.h)
//
// A message says what was done, what was expected, what was found, and the cure.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace llcodes {

/// Bad bytes in a file: names the file, the field, what was found and what was expected.
class FormatError : public std::runtime_error {
 public:
  FormatError(std::string_view path, std::string_view field, std::string_view found,
              std::string_view expected);

  const std::string& path() const { return path_; }
  const std::string& field() const { return field_; }

 private:
  std::string path_;
  std::string field_;
};

/// A run that cannot go on (not the caller's arguments, not a file): for example a loss that is not
/// finite. The message carries the cure.
class RunError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text from outside made fit for a message: in quotes, shortened, control characters escaped.
std::string shown(std::string_view text);

}  // namespace llcodes
