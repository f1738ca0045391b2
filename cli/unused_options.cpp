#include "cli/unused_options.h"

#include <stdexcept>

namespace llcodes::cli {

void refuse_unused(const OptionChange& options, const std::vector<std::string>& names,
                   const std::string& where) {
  for (const std::string& name : names) {
    const Option &given = *options.given.find(name), &usual = *options.usual.find(name);
    if (text_of(given) == text_of(usual)) continue;
    throw std::invalid_argument(
        "--" + name + " has no effect " + where + ": " +
        (where.starts_with("with ") ? "leave one of them out" : "add it, or leave this out"));
  }
}

}  // namespace llcodes::cli
