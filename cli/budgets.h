// Lists of numbers as users write them: look-ups "1,4,16,unlimited", radii "1,2", depths "100,1000".
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

/// "100,1000" -> {100, 1000}. Throws std::invalid_argument unless each is a whole number from 1 on.
std::vector<std::size_t> depths_from_text(const std::string& text);

}  // namespace llcodes::cli
