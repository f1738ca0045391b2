#include "cli/index_input.h"

#include <stdexcept>

#include "cli/code_labels.h"
#include "llcodes/data/labels.h"

namespace llcodes::cli {
namespace {

/// Codes that a model has just made.
class EncodedSource : public CodeSource {
 public:
  explicit EncodedSource(Codes codes) : codes_(std::move(codes)), source_(codes_) {}
  int num_bits() const override { return source_.num_bits(); }
  std::size_t size() const override { return source_.size(); }
  void read(std::size_t begin, std::size_t count, Word* out) const override {
    source_.read(begin, count, out);
  }

 private:
  Codes codes_;
  MemorySource source_;
};

/// "test.npy row 7": features have no names of their own, and their ids say the same.
bool are_rows_of_a_file(const std::vector<std::string>& names) {
  for (std::size_t row = 0; row < names.size(); ++row) {
    if (!names[row].ends_with(" row " + std::to_string(row))) return false;
  }
  return true;
}

IndexInput from_details(std::shared_ptr<const CodeSource> codes, EncodedSet details) {
  if (are_rows_of_a_file(details.names)) details.names.clear();
  return {.codes = std::move(codes),
          .names = std::move(details.names),
          .labels = std::move(details.labels),
          .codebook = std::move(details.codebook)};
}

IndexInput open_source(const IndexInputOptions& options, Context& context) {
  switch (kind_of(options.source, options.codes)) {
    case CodeInputKind::kCodes:
      return from_details(std::make_shared<FileSource>(options.source, Verify::kStructure),
                          EncodedSet::load_details(options.source));
    case CodeInputKind::kPacked: {
      auto file = std::make_shared<PackedFile>(open_packed(options.source, options.codes));
      return {.codes = file, .ids = file->ids()};
    }
    default: {
      EncodedSet set = load_codes(options.source, options.codes, context);
      auto source = std::make_shared<EncodedSource>(std::move(set.codes));
      set.codes = Codes(source->num_bits());
      return from_details(source, std::move(set));
    }
  }
}

/// Whole numbers are ids, other lines are names.
void take_ids(const std::string& path, IndexInput& input) {
  RawLabels ids = read_ids(path);
  if (ids.size() != input.codes->size()) {
    throw std::invalid_argument(path + " holds " + std::to_string(ids.size()) + " ids, expected " +
                                std::to_string(input.codes->size()) + ", one a code");
  }
  if (ids.names.empty()) {
    input.ids = std::move(ids.numbers);
  } else {
    input.names = std::move(ids.names);
  }
}

}  // namespace

OptionTable options_of(IndexInputOptions& options) {
  OptionTable table;
  table
      .text("source", options.source,
            "codes file, packed bits (.npy uint8, FAISS binary index), or data with --model")
      .required();
  table.text("ids", options.ids, "file of ids, one a code: .npy or lines; other text gives names");
  table.flag("names", options.names, "keep the names that come with the codes");
  table.append(options_of(options.codes));
  return table;
}

IndexInput open_index_input(const IndexInputOptions& options, Context& context) {
  const bool ready = is_ready(options.source, options.codes);
  if (ready) refuse_data_options(options.source, options.codes.input);
  IndexInput input = open_source(options, context);
  input.codebook = codebook_of(options.source, input.codebook, options.codes);
  if (!options.names) input.names.clear();
  if (!options.ids.empty()) take_ids(options.ids, input);
  // Data was labelled while it was encoded; codes that are ready are labelled here.
  const std::string& labels = options.codes.input.data.labels;
  if (ready && !labels.empty()) {
    input.labels =
        read_code_labels({labels, input.codes->size(), options.codes.model}, context.console);
  }
  return input;
}

}  // namespace llcodes::cli
