// Files that a verb is about to write: checked before any work, so that nothing is lost.
#pragma once

#include "cli/verb.h"

namespace llcodes::cli {

/// True if the option names a file or folder that the verb writes.
bool is_written(const Option& option, const VerbHelp& help);

/// Looks at the options that `help.writes` names. Throws std::invalid_argument if the folder of a
/// file is not there, or if the file is a folder, another file to write, a file that another option
/// names, or a picture inside a folder that another option names. Files in the folders of
/// `help.writes_into` must be none of these either, but the folder need not be there.
void check_outputs(const OptionTable& table, const VerbHelp& help);

}  // namespace llcodes::cli
