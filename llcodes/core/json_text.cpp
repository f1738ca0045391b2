#include "llcodes/core/json_text.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

using nlohmann::json;

/// Accepts one list or one map of strings.
class FlatHandler : public json::json_sax_t {
 public:
  std::vector<std::string> items;
  std::map<std::string, std::string> entries;

  explicit FlatHandler(bool expect_map) : expect_map_(expect_map) {}

  bool string(std::string& value) override {
    if (!inside_) refuse("a text outside");
    if (expect_map_) {
      entries[key_] = value;
    } else {
      items.push_back(value);
    }
    return true;
  }
  bool key(std::string& name) override {
    if (entries.contains(name)) refuse("the key " + shown(name) + " twice");
    key_ = name;
    return true;
  }
  bool start_object(std::size_t) override { return enter(expect_map_, "a map"); }
  bool start_array(std::size_t) override { return enter(!expect_map_, "a list"); }
  bool end_object() override { return true; }
  bool end_array() override { return true; }
  bool null() override { refuse("null"); }
  bool boolean(bool) override { refuse("a boolean"); }
  bool number_integer(std::int64_t) override { refuse("a number"); }
  bool number_unsigned(std::uint64_t) override { refuse("a number"); }
  bool number_float(double, const std::string&) override { refuse("a number"); }
  bool binary(json::binary_t&) override { refuse("binary data"); }
  bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
    refuse("bad JSON at byte " + std::to_string(position));
  }

 private:
  [[noreturn]] void refuse(const std::string& found) const {
    throw std::invalid_argument("found " + found + ", expected a JSON " +
                                (expect_map_ ? "map" : "list") + " of strings");
  }
  bool enter(bool expected, const std::string& found) {
    if (!expected || inside_) refuse(found);
    return inside_ = true;
  }

  bool expect_map_;
  bool inside_ = false;
  std::string key_;
};

std::string checked_dump(const json& value) {
  try {
    return value.dump();
  } catch (const json::exception&) {
    throw std::invalid_argument("a text that is not valid UTF-8 cannot be stored as JSON: " +
                                value.dump(-1, ' ', false, json::error_handler_t::replace));
  }
}

}  // namespace

std::string to_json(const std::vector<std::string>& items) { return checked_dump(json(items)); }

std::string to_json(const std::map<std::string, std::string>& entries) {
  return checked_dump(entries.empty() ? json::object() : json(entries));
}

std::vector<std::string> list_from_json(std::string_view text) {
  FlatHandler handler(/*expect_map=*/false);
  json::sax_parse(text, &handler);
  return std::move(handler.items);
}

std::map<std::string, std::string> map_from_json(std::string_view text) {
  FlatHandler handler(/*expect_map=*/true);
  json::sax_parse(text, &handler);
  return std::move(handler.entries);
}

}  // namespace llcodes
