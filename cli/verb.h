// A verb of the command line: what it is called, its options, and what it does.
//
// Each verb is a class in its own file (train.cpp, ...) that holds its options as members and hands
// out a table bound to them. The program fills the members from --config and the command line
// before it calls run(). An argument given by position is an option with a place: `llcodes train
// photos` is `llcodes train --data photos`, so a configuration file may hold it too.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/network.h"
#include "llcodes/core/options.h"

namespace llcodes::cli {

/// An option that may be given by position; one that takes `many` values stands last.
struct Positional {
  std::string option;       ///< name in the table
  std::string placeholder;  ///< in the help: "DATA"
  bool many = false;
};

/// An option that names a folder to write into, and the files that the verb writes there.
struct WrittenFolder {
  std::string option;
  std::vector<std::string> files = {};  ///< none: the folder is the verb's own
};

struct VerbHelp {
  std::string name;
  std::string purpose;  ///< one line
  std::string details;  ///< a paragraph, or empty
  std::vector<Positional> positionals;
  std::vector<std::string> examples;
  std::vector<std::string> writes = {};  ///< options that name a file to write
  std::vector<WrittenFolder> writes_into = {};
};

/// What a verb may use while it runs.
struct Context {
  Network& network;
  Console& console;
  bool json = false;
  /// Reads configuration file and command line again, over defaults that the verb has changed
  /// meanwhile (a recipe, what suits the data).
  std::function<void()> reread_options;
};

enum ExitCode : int { kSuccess = 0, kFailure = 1, kUsage = 2, kInterrupted = 130 };

class Verb {
 public:
  virtual ~Verb() = default;
  virtual VerbHelp help() const = 0;
  virtual OptionTable options() = 0;
  virtual int run(Context& context) = 0;
};

/// All verbs, in the order of the help. A name may be two words: `index build`.
struct VerbEntry {
  std::string name;
  std::unique_ptr<Verb> (*make)();
};
const std::vector<VerbEntry>& all_verbs();

std::unique_ptr<Verb> make_demo_verb();
std::unique_ptr<Verb> make_data_verb();
std::unique_ptr<Verb> make_train_verb();
std::unique_ptr<Verb> make_launch_verb();
std::unique_ptr<Verb> make_encode_verb();
std::unique_ptr<Verb> make_classify_verb();
std::unique_ptr<Verb> make_eval_verb();
std::unique_ptr<Verb> make_reproduce_verb();
std::unique_ptr<Verb> make_index_build_verb();
std::unique_ptr<Verb> make_index_add_verb();
std::unique_ptr<Verb> make_index_remove_verb();
std::unique_ptr<Verb> make_index_info_verb();
std::unique_ptr<Verb> make_index_verify_verb();
std::unique_ptr<Verb> make_search_verb();
std::unique_ptr<Verb> make_import_verb();
std::unique_ptr<Verb> make_export_verb();
std::unique_ptr<Verb> make_detect_verb();
std::unique_ptr<Verb> make_extend_verb();
std::unique_ptr<Verb> make_taxonomy_verb();
std::unique_ptr<Verb> make_bits_verb();
std::unique_ptr<Verb> make_report_verb();
std::unique_ptr<Verb> make_doctor_verb();
std::unique_ptr<Verb> make_verify_verb();

}  // namespace llcodes::cli
