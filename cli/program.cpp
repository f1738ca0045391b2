#include "cli/program.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "cli/command_line.h"
#include "cli/help.h"
#include "cli/outputs.h"
#include "cli/verb.h"
#include "llcodes/core/file.h"

namespace llcodes::cli {
namespace {

/// Options that every verb has.
struct CommonOptions {
  std::string config;
  bool json = false;
  bool quiet = false;
  bool help = false;
};

OptionTable options_of(CommonOptions& options) {
  OptionTable table;
  table.group("General")
      .text("config", options.config, "TOML file of options; those of the command line come after")
      .flag("json", options.json, "print the result as JSON")
      .flag("quiet", options.quiet, "no progress and no notes")
      .short_name('q')
      .flag("help", options.help, "show this help")
      .short_name('h');
  return table;
}

/// Verbs of two words (`index build`) are a family under their first.
bool is_family(const std::string& word) {
  const auto& verbs = all_verbs();
  return std::any_of(verbs.begin(), verbs.end(),
                     [&](const VerbEntry& entry) { return entry.name.starts_with(word + " "); });
}

/// The verb that the words begin with: of a family, two words, or one if no second one is there.
std::string verb_of(const std::vector<std::string>& words) {
  const bool has_second = words.size() > 1 && !words[1].starts_with("-");
  return is_family(words[0]) && has_second ? words[0] + " " + words[1] : words[0];
}

std::vector<std::string> words_after(const std::string& verb,
                                     const std::vector<std::string>& words) {
  const auto taken = 1 + std::count(verb.begin(), verb.end(), ' ');
  return {words.begin() + taken, words.end()};
}

std::unique_ptr<Verb> make_verb(const std::string& name) {
  std::vector<std::string> known;
  for (const VerbEntry& entry : all_verbs()) {
    if (entry.name == name) return entry.make();
    known.push_back(entry.name);
  }
  const std::string nearest = nearest_name(name, known);
  throw UsageError("unknown verb '" + name + "'" +
                   (nearest.empty() ? "" : "; did you mean '" + nearest + "'?") +
                   " ('llcodes --help' lists them)");
}

bool names_missing_file(const std::system_error& error, const std::string& path) {
  std::error_code ignored;
  return std::string_view(error.what()).find(path) != std::string_view::npos &&
         !std::filesystem::exists(path, ignored);
}

/// One use of a verb, from words to exit code.
class Invocation {
 public:
  explicit Invocation(const std::string& verb)
      : verb_(make_verb(verb)), help_(verb_->help()), table_(verb_->options()) {
    table_.append(options_of(common_));
  }

  std::string help() const { return verb_help(help_, table_); }

  int run(const std::vector<std::string>& words, Network& network) {
    try {
      assignments_ = parse_words(table_, help_.positionals, words);
      common_.config = last_value(assignments_, "config");
      read_options();
      check_required(table_, help_.positionals);
      Console console;
      console.set_quiet(common_.quiet);
      Context context{network, console, common_.json, [this] { read_options(); }};
      return verb_->run(context);
    } catch (const std::system_error& error) {
      refuse_missing_file(error);
      throw;
    }
  }

 private:
  void read_options() {
    if (const std::string path = common_.config; !path.empty()) {
      read_toml(table_, read_text(path), path);
    }
    cli::apply(assignments_, help_.positionals);
    check_outputs(table_, help_);
  }

  /// "open x: No such file" does not say who named x: finds the option that did, by the longest of
  /// the texts that the message has. What cannot be written is a failure and not the user's
  /// mistake.
  void refuse_missing_file(const std::system_error& error) const {
    if (error.code() != std::errc::no_such_file_or_directory) return;
    const Option* guilty = nullptr;
    std::string missing;
    for (const Option& option : table_.all()) {
      for (const std::string& path : texts_of(option)) {
        if (path.size() <= missing.size() || !option.choices.empty()) continue;
        if (!names_missing_file(error, path)) continue;
        guilty = &option;
        missing = path;
      }
    }
    if (guilty == nullptr || is_written(*guilty, help_)) return;
    throw UsageError(shown_name(*guilty, help_.positionals) + ": there is no file '" + missing +
                     "'; expected: " + guilty->help);
  }

  std::unique_ptr<Verb> verb_;
  VerbHelp help_;
  CommonOptions common_;
  OptionTable table_;
  std::vector<Assignment> assignments_;
};

std::string version_text(const Network& network) {
  const std::string network_version = network.version();
  return "llcodes " LLCODES_VERSION + (network_version.empty() ? "" : " with " + network_version) +
         "\n";
}

int run_verb(const std::string& verb, const std::vector<std::string>& words, Network& network) {
  Invocation invocation(verb);
  if (!asks_for_help(words)) return invocation.run(words, network);
  std::cout << invocation.help();
  return kSuccess;
}

std::string help_on(const std::vector<std::string>& words) {
  if (words.empty()) return program_help();
  const std::string verb = verb_of(words);
  return is_family(verb) ? family_help(verb) : Invocation(verb).help();
}

int run_help(const std::vector<std::string>& words) {
  std::cout << help_on({words.begin() + 1, words.end()});
  return kSuccess;
}

/// A family without its second word.
int run_family(const std::string& family, const std::vector<std::string>& words) {
  if (!asks_for_help(words)) {
    std::cerr << family_help(family);
    return kUsage;
  }
  std::cout << family_help(family);
  return kSuccess;
}

int dispatch(const std::vector<std::string>& words, Network& network) {
  const std::string& first = words.front();
  if (first == "help" || first == "--help" || first == "-h") return run_help(words);
  if (first == "--version") {
    std::cout << version_text(network);
    return kSuccess;
  }
  const std::string verb = verb_of(words);
  const std::vector<std::string> rest = words_after(verb, words);
  return is_family(verb) ? run_family(verb, rest) : run_verb(verb, rest, network);
}

/// The words that stand before the message: "llcodes train", or "llcodes" if there is no such verb.
std::string who(const std::string& verb) {
  const auto& verbs = all_verbs();
  const bool known = std::any_of(verbs.begin(), verbs.end(),
                                 [&](const VerbEntry& entry) { return entry.name == verb; });
  return known ? "llcodes " + verb : "llcodes";
}

int fail(const std::string& verb, const std::string& message, ExitCode code) {
  std::cout.flush();
  std::cerr << who(verb) << ": " << message << std::endl;
  return code;
}

/// A result that nobody got is no success.
int check_written(const std::string& verb, int code) {
  if (std::cout.flush()) return code;
  return fail(verb,
              "the result could not be written to the standard output: is the disk full, or the "
              "reader gone?",
              kFailure);
}

}  // namespace

int run_program(const std::vector<std::string>& words, Network& network) {
  if (words.empty()) {
    std::cerr << program_help();
    return kUsage;
  }
  try {
    return check_written(verb_of(words), dispatch(words, network));
  } catch (const std::invalid_argument& error) {
    return fail(verb_of(words), error.what(), kUsage);
  } catch (const std::exception& error) {
    return fail(verb_of(words), error.what(), kFailure);
  }
}

}  // namespace llcodes::cli
