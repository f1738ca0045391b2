#include "llcodes/report/page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "llcodes/report/page_files.h"

namespace llcodes::report {
namespace {

std::string_view file(std::string_view name) {
  for (const PageFile& page_file : page_files()) {
    if (page_file.name == name) return page_file.content;
  }
  throw std::logic_error("report: no page file " + std::string(name));
}

/// What stands in `line` after `prefix` and before `end`; nothing if it does not begin so.
std::string_view between(std::string_view line, std::string_view prefix, std::string_view end) {
  if (!line.starts_with(prefix)) return {};
  line.remove_prefix(prefix.size());
  return line.substr(0, line.find_first_of(end));
}

/// One module as a function's scope: imports are taken from `modules`, exports are returned to it.
/// Each import stands on one line, and exports are named functions and constants.
std::string wrapped(const PageFile& module) {
  std::string body, exports;
  std::string_view rest = module.content;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string line(rest.substr(0, end));
    rest.remove_prefix(end);
    if (const auto names = between(line, "import {", "}"); !names.empty()) {
      const std::size_t from = line.find("\"./") + 3;
      line = "const {" + std::string(names) + "} = modules[\"" +
             line.substr(from, line.rfind('"') - from) + "\"];\n";
    }
    for (const std::string_view kind : {"export function ", "export const "}) {
      const auto name = between(line, kind, " (");
      if (name.empty()) continue;
      exports += std::string(name) + ", ";
      line.erase(0, std::string_view("export ").size());
    }
    body += line;
  }
  return "modules[\"" + std::string(module.name) + "\"] = (() => {\n" + body + "return { " +
         exports + "};\n})();\n";
}

std::string script() {
  std::string joined = "'use strict';\nconst modules = {};\n";
  for (const PageFile& page_file : page_files()) {
    if (page_file.name.ends_with(".js")) joined += wrapped(page_file);
  }
  return joined;
}

/// "<" stands only inside strings of JSON, where "\u003c" means the same and closes no tag.
std::string harmless(const nlohmann::json& bundle) {
  std::string text;
  for (const char c : bundle.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

/// Puts `content` in place of the one line "<!-- name -->".
void fill(std::string& page, const std::string& name, std::string_view content) {
  const std::string mark = "<!-- " + name + " -->";
  const std::size_t place = page.find(mark);
  if (place == std::string::npos) throw std::logic_error("report: no place for " + name);
  page.replace(place, mark.size(), content);
}

}  // namespace

std::string page_of(const nlohmann::json& bundle) {
  std::string page(file("index.html"));
  fill(page, "style", file("style.css"));
  fill(page, "script", script());
  fill(page, "bundle", harmless(bundle));
  return page;
}

}  // namespace llcodes::report
