// A run folder made on the spot: sixty classes of ten bits, with all that a report can show.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/data/source.h"

namespace llcodes::test {

struct SmallRunOptions {
  std::vector<std::string> class_names;  ///< sixty; empty: "aa", "ab", ..., "ch"
  std::filesystem::path folder;
};

/// Writes model.llc, linear.llc, metrics.jsonl, env.json, demo.json and the three codes files:
/// 240 test instances with some wrong bits, 600 training instances, 60 strangers, all with
/// features of the linear classifier.
void write_small_run(const SmallRunOptions& options);

/// The class codes of that run.
Codebook small_codebook(const std::vector<std::string>& class_names = {});

/// Pictures of 8 x 8 grey pixels whose names are those in the codes files.
DataBundle small_pictures();

}  // namespace llcodes::test
