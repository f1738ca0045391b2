#include "llcodes/eval/paper_figures.h"

#include <map>

namespace llcodes {

std::optional<double> paper_accuracy(std::string_view decoder) {
  // As printed in table 1 and section 4.1.
  static const std::map<std::string_view, double> figures = {
      {"linear", 0.77}, {"ED", 0.6882}, {"MHD", 0.7457}};
  const auto found = figures.find(decoder);
  if (found == figures.end()) return std::nullopt;
  return found->second;
}

}  // namespace llcodes
