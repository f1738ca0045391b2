// Numbers of look-ups as users write them: "64", "unlimited", "1,4,16,unlimited".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace llcodes::cli {

/// Throws std::invalid_argument unless it is "unlimited" or a whole number above 0.
std::size_t budget_from_text(const std::string& text);
std::vector<std::size_t> budgets_from_text(const std::string& text);

/// "1,2" -> {1, 2}. Throws std::invalid_argument unless each is a whole number from 0 on.
std::vector<int> radii_from_text(const std::string& text);

}  // namespace llcodes::cli
