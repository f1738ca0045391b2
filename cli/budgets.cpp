#include "cli/budgets.h"

#include <charconv>
#include <sstream>
#include <stdexcept>

#include "llcodes/core/code.h"
#include "llcodes/core/decoder.h"

namespace llcodes::cli {
namespace {

/// The number in `text`, or `otherwise` if it is none.
std::size_t number_or(const std::string& text, std::size_t otherwise) {
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stopped == end ? number : otherwise;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

}  // namespace

std::size_t budget_from_text(const std::string& text) {
  if (text == "unlimited") return kUnlimited;
  const std::size_t budget = number_or(text, 0);
  if (budget == 0) {
    throw std::invalid_argument("budget: found '" + text +
                                "', expected a whole number from 1 on, or unlimited");
  }
  return budget;
}

std::vector<std::size_t> budgets_from_text(const std::string& text) {
  std::vector<std::size_t> budgets;
  for (const std::string& part : split_at_commas(text)) budgets.push_back(budget_from_text(part));
  return budgets;
}

std::vector<int> radii_from_text(const std::string& text) {
  std::vector<int> radii;
  for (const std::string& part : split_at_commas(text)) {
    const std::size_t radius = number_or(part, kUnlimited);
    if (radius > kMaxBits) {
      throw std::invalid_argument("radii: found '" + part + "', expected whole numbers from 0 to " +
                                  std::to_string(kMaxBits) + " separated by commas");
    }
    radii.push_back(static_cast<int>(radius));
  }
  return radii;
}

std::vector<std::size_t> depths_from_text(const std::string& text) {
  std::vector<std::size_t> depths;
  for (const std::string& part : split_at_commas(text)) {
    depths.push_back(number_or(part, 0));
    if (depths.back() == 0) {
      throw std::invalid_argument("at: found '" + part +
                                  "', expected whole numbers from 1 on, separated by commas");
    }
  }
  return depths;
}

}  // namespace llcodes::cli
