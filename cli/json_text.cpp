#include "cli/json_text.h"

#include <nlohmann/json.hpp>

namespace llcodes::cli {
namespace {

constexpr int kOnOneLine = -1;

std::string dump(const nlohmann::json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string json_text(const nlohmann::json& value) { return dump(value, 2); }

std::string json_line(const nlohmann::json& value) { return dump(value, kOnOneLine); }

}  // namespace llcodes::cli
