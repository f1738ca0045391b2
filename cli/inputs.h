// What classify, eval and encode are given: codes that are ready, or data to push through a model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/verb.h"
#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/data/source.h"

namespace llcodes::cli {

/// How to read and encode data that is not yet codes.
struct InputOptions {
  DataOptions data;
  std::int64_t threads = 0;
  std::int64_t batch_size = 256;
};
OptionTable options_of(InputOptions& options);

EncodeOptions encode_options(const InputOptions& options);

/// True if `path` is a file of ours (by name or by its first bytes), so that it needs no network.
bool is_container(const std::string& path);

/// What verbs that take several inputs, and have no use for labels, ask before the first: the
/// network if one of them is data. Throws std::invalid_argument if none is and an option says how
/// to read it.
void require_for(const std::vector<std::string>& inputs, const InputOptions& options,
                 Network& network);

/// The codebook inside a model file, read without the network. Throws std::invalid_argument if the
/// model is a linear classifier.
Codebook load_codebook(const std::filesystem::path& model);

/// Throws std::invalid_argument if codes that carry this fingerprint ("" for none) were made with
/// another codebook than that of the model; those of a model that was extended later pass, unless
/// its codes read the classifier's answer, which the new classes change.
void check_maker(const std::string& input, const std::string& fingerprint,
                 const std::filesystem::path& model, const Codebook& codebook);

/// Reads codes to be compared with the model's class codes. Throws std::invalid_argument if
/// another model made them, as check_maker() says, or if their number of bits differs.
EncodedSet load_codes_of(const std::string& input, const std::filesystem::path& model,
                         const Codebook& codebook);

/// Opens data to be pushed through the model, notes skipped files, and brings pictures to the size
/// the model was trained with. Throws std::invalid_argument if there is no instance.
OpenedData open_input(const std::string& input, const std::filesystem::path& model,
                      const InputOptions& options, Context& context);

/// Reads codes of the model, or encodes data by it (which needs the network). Labels are in the
/// order of the codebook's classes.
EncodedSet load_or_encode(const std::string& input, const std::filesystem::path& model,
                          const InputOptions& options, Context& context);

/// Throws std::invalid_argument unless every instance is of a class; `input` is for the message.
void check_labels(const EncodedSet& set, const std::string& input);

/// Encodes opened data, with labels in the order of the codebook's classes.
EncodedSet encode_opened(const OpenedData& opened, const std::filesystem::path& model,
                         const EncodeOptions& options, Context& context);

/// Runs the request's linear model over the data that `set` was encoded from and keeps its
/// features.
void add_features(EncodedSet& set, const EncodeRequest& request, Context& context);

}  // namespace llcodes::cli
