// A 64-bit fingerprint (XXH3) of data as it is put together piece by piece. It tells whether a
// resumed run sees the data it was started with; it is no protection against intent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace llcodes {

class Fingerprint {
 public:
  Fingerprint();
  ~Fingerprint();

  /// Lengths are part of the fingerprint: ("ab", "c") differs from ("a", "bc").
  Fingerprint& add(std::span<const std::byte> bytes);
  Fingerprint& add(std::string_view text);
  Fingerprint& add(std::uint64_t number);
  template <class T>
  Fingerprint& add_values(std::span<const T> values) {
    return add(std::as_bytes(values));
  }

  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace llcodes
