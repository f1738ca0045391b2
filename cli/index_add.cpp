// llcodes index add: more codes into an index file.
#include "cli/index_input.h"
#include "cli/index_report.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

class IndexAddVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {
        .name = "index add",
        .purpose = "add codes to an index",
        .details =
            "All or nothing: an id or name that is taken, another number of bits or another "
            "codebook leaves the file as it was. Without --ids the next free numbers are given.",
        .positionals = {{"index", "INDEX"}, {"source", "CODES|DATA"}},
        .examples = {"llcodes index add photos.index more-codes.llc",
                     "llcodes index add photos.index new-photos/ --model photos.llc"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("index", index_, "index file that `llcodes index build` wrote").required();
    table.append(options_of(input_));
    return table;
  }

  int run(Context& context) override {
    // Checksums are made anew when it is saved: damage has to be found before.
    Index index = Index::open(index_, Verify::kAll);
    const IndexInput input = open_index_input(input_, context);
    if (!input.codebook.empty()) index.check_codebook(input.codebook, input_.source);
    const Codes codes = read_all(*input.codes);
    index.add({codes, input.ids, input.names, input.labels});
    index.save(index_);
    print_change(index_, {.added = codes.size()}, index, context);
    return kSuccess;
  }

 private:
  static Codes read_all(const CodeSource& source) {
    std::vector<Word> words(source.size() *
                            static_cast<std::size_t>(words_for_bits(source.num_bits())));
    source.read(0, source.size(), words.data());
    return Codes(source.num_bits(), std::move(words));
  }

  std::string index_;
  IndexInputOptions input_;
};

}  // namespace

std::unique_ptr<Verb> make_index_add_verb() { return std::make_unique<IndexAddVerb>(); }

}  // namespace llcodes::cli
