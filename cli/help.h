// The help of the program and of each verb, made from the option tables.
#pragma once

#include <string>

#include "cli/verb.h"

namespace llcodes::cli {

/// What `llcodes --help` prints.
std::string program_help();

/// What `llcodes index --help` prints: the verbs that begin with this word.
std::string family_help(const std::string& family);

/// What `llcodes VERB --help` prints: purpose, usage, options with defaults and ranges, examples.
std::string verb_help(const VerbHelp& help, const OptionTable& table);

}  // namespace llcodes::cli
