// The program: finds the verb, reads its options, runs it, and turns errors into exit codes.
#pragma once

#include <string>
#include <vector>

#include "cli/network.h"

namespace llcodes::cli {

/// `words` are the arguments after the program's name. Returns the exit code.
int run_program(const std::vector<std::string>& words, Network& network);

}  // namespace llcodes::cli
