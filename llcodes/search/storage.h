// An array that is either owned or lies in a memory-mapped container.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "llcodes/core/container.h"

namespace llcodes {

template <class T>
class Storage {
 public:
  Storage() = default;
  explicit Storage(std::vector<T> values) : owned_(std::move(values)) {}
  /// The tensor `name`, in place; FormatError unless type and shape fit. The container must live as
  /// long as the storage.
  Storage(const Container& container, const std::string& name, const Shape& shape)
      : mapped_(container.values<T>(name, shape)), is_mapped_(true) {}

  std::span<const T> view() const { return is_mapped_ ? mapped_ : std::span<const T>(owned_); }
  const T* data() const { return is_mapped_ ? mapped_.data() : owned_.data(); }
  const T& operator[](std::size_t i) const { return data()[i]; }
  std::size_t size() const { return is_mapped_ ? mapped_.size() : owned_.size(); }
  std::size_t bytes() const { return size() * sizeof(T); }
  bool empty() const { return size() == 0; }
  bool is_mapped() const { return is_mapped_; }

  /// The values to change; a mapped array is copied first.
  std::vector<T>& edit() {
    if (is_mapped_) owned_.assign(mapped_.begin(), mapped_.end());
    is_mapped_ = false;
    return owned_;
  }

 private:
  std::vector<T> owned_;
  std::span<const T> mapped_;
  bool is_mapped_ = false;
};

}  // namespace llcodes
