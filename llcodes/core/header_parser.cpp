#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "llcodes/core/container_header.h"
#include "llcodes/core/error.h"

namespace llcodes {
namespace {

using nlohmann::json;

/// Follows the parser's events through the only shape a header may have.
class HeaderHandler : public json::json_sax_t {
 public:
  Header header;

  explicit HeaderHandler(const std::string& path) : path_(path) {}

  bool start_object(std::size_t) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool key(std::string& name) override;
  bool string(std::string& value) override;
  bool number_unsigned(std::uint64_t value) override;
  bool number_integer(std::int64_t value) override { refuse(std::to_string(value)); }
  bool number_float(double, const std::string& text) override { refuse(text); }
  bool null() override { refuse("null"); }
  bool boolean(bool) override { refuse("a boolean"); }
  bool binary(json::binary_t&) override { refuse("binary data"); }
  bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
    refuse("bad JSON at byte " + std::to_string(position));
  }

 private:
  enum class Place { kOutside, kTop, kMetadata, kTensor, kNumbers };

  [[noreturn]] void refuse(const std::string& found) const;
  std::string expected_here() const;
  void finish_tensor();

  const std::string& path_;
  Place place_ = Place::kOutside;
  std::string entry_;  ///< key at the top: "__metadata__" or a tensor's name
  std::string field_;  ///< key inside the entry
  std::set<std::string> top_keys_;
  std::set<std::string> tensor_fields_;
  std::vector<std::uint64_t> numbers_;
  HeaderTensor tensor_;
};

void HeaderHandler::refuse(const std::string& found) const {
  std::string where = "header";
  if (place_ != Place::kOutside && !entry_.empty()) where += " entry " + shown(entry_);
  throw FormatError(path_, where, found, expected_here());
}

std::string HeaderHandler::expected_here() const {
  switch (place_) {
    case Place::kOutside:
      return "one JSON object";
    case Place::kTop:
      return "\"__metadata__\" and tensors, each an object and named once";
    case Place::kMetadata:
      return "strings, each key once";
    case Place::kTensor:
      return "dtype (a known type), shape and data_offsets, each once";
    case Place::kNumbers:
      break;
  }
  return field_ + " of whole numbers, not negative, below 2^63, and not too many";
}

bool HeaderHandler::start_object(std::size_t) {
  switch (place_) {
    case Place::kOutside:
      place_ = Place::kTop;
      break;
    case Place::kTop:
      place_ = entry_ == "__metadata__" ? Place::kMetadata : Place::kTensor;
      tensor_ = {};
      tensor_fields_.clear();
      break;
    default:
      refuse("an object");
  }
  return true;
}

bool HeaderHandler::end_object() {
  if (place_ == Place::kTensor) finish_tensor();
  place_ = place_ == Place::kTop ? Place::kOutside : Place::kTop;
  return true;
}

void HeaderHandler::finish_tensor() {
  if (tensor_fields_.size() != 3) refuse(std::to_string(tensor_fields_.size()) + " fields");
  header.tensors.emplace(entry_, std::move(tensor_));
}

bool HeaderHandler::key(std::string& name) {
  bool is_new = false;
  switch (place_) {
    case Place::kTop:
      is_new = top_keys_.insert(name).second;
      entry_ = name;
      break;
    case Place::kMetadata:
      is_new = !header.metadata.contains(name);
      break;
    default:
      is_new = (name == "dtype" || name == "shape" || name == "data_offsets") &&
               tensor_fields_.insert(name).second;
  }
  if (!is_new) refuse("the key " + shown(name));
  field_ = name;
  return true;
}

bool HeaderHandler::string(std::string& value) {
  if (place_ == Place::kMetadata) {
    header.metadata[field_] = value;
  } else if (place_ == Place::kTensor && field_ == "dtype") {
    const std::optional<DType> dtype = dtype_from_name(value);
    if (!dtype) refuse("the dtype " + shown(value));
    tensor_.dtype = *dtype;
  } else {
    refuse("the text " + shown(value));
  }
  return true;
}

bool HeaderHandler::start_array(std::size_t) {
  if (place_ != Place::kTensor || field_ == "dtype") refuse("a list");
  place_ = Place::kNumbers;
  numbers_.clear();
  return true;
}

bool HeaderHandler::number_unsigned(std::uint64_t value) {
  constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
  const std::size_t most = field_ == "shape" ? kMostDimensions : 2;
  if (place_ != Place::kNumbers || value > kLargest || numbers_.size() == most) {
    refuse("the number " + std::to_string(value));
  }
  numbers_.push_back(value);
  return true;
}

bool HeaderHandler::end_array() {
  if (field_ == "shape") {
    tensor_.shape.assign(numbers_.begin(), numbers_.end());
  } else {
    if (numbers_.size() != 2) refuse(std::to_string(numbers_.size()) + " offsets");
    tensor_.begin = numbers_[0];
    tensor_.end = numbers_[1];
  }
  place_ = Place::kTensor;
  return true;
}

}  // namespace

Header parse_header(std::string_view text, const std::string& path) {
  // nlohmann takes a zero byte for the end of the text.
  if (const std::size_t zero = text.find('\0'); zero != text.npos) {
    throw FormatError(path, "header", "a zero byte at byte " + std::to_string(zero), "JSON text");
  }
  HeaderHandler handler(path);
  json::sax_parse(text, &handler);
  return std::move(handler.header);
}

}  // namespace llcodes
