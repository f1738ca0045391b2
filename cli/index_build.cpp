// llcodes index build: codes, packed bits or data to an index file.
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/index_input.h"
#include "cli/index_report.h"
#include "cli/json_text.h"
#include "cli/table.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

class IndexBuildVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "index build",
            .purpose = "build an index for exact Hamming search",
            .details =
                "Codes are read piece by piece, so they need not fit in memory twice. An id is a "
                "number; by default the codes are numbered from 0, and keep the names and classes "
                "of a codes file. The index remembers the codebook of the model and refuses "
                "queries of another one.",
            .positionals = {{"source", "CODES|DATA"}},
            .examples = {"llcodes index build codes.llc -o photos.index",
                         "llcodes index build photos/ --model photos.llc -o photos.index",
                         "llcodes index build bits.npy --bits 20 --ids ids.npy -o mine.index"},
            .writes = {"output"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("output", output_, "index file to write").short_name('o').required();
    table.text("kind", kind_, "of index; auto measures and says why",
               {"auto", "flat", "bucket", "multi", "partition"});
    table.append(options_of(input_));
    return table;
  }

  int run(Context& context) override {
    const IndexInput input = open_index_input(input_, context);
    const auto start = std::chrono::steady_clock::now();
    const Index index =
        Index::build(input.entries(), index_options(input), context.console.progress());
    context.console.finish_progress();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    index.save(output_);
    report(index.info(), elapsed.count(), context);
    return kSuccess;
  }

 private:
  IndexOptions index_options(const IndexInput& input) const {
    IndexOptions options{.num_bits = input.codes->num_bits(),
                         .kind = index_kind_from_name(kind_),
                         .codebook = input.codebook,
                         .threads = static_cast<int>(input_.codes.input.threads)};
    if (!input_.codes.model.empty()) options.centres = load_codebook(input_.codes.model).codes();
    return options;
  }

  void report(const IndexInfo& info, double seconds, Context& context) const {
    if (context.json) {
      nlohmann::json result = json_of(info);
      result["output"] = output_;
      result["seconds"] = seconds;
      return context.console.print(json_text(result));
    }
    context.console.print(codes_text(info.size, info.num_bits) + " indexed in " +
                          duration_text(seconds) + ": " + output_ + "\n" + text_of(info));
  }

  std::string output_, kind_ = "auto";
  IndexInputOptions input_;
};

}  // namespace

std::unique_ptr<Verb> make_index_build_verb() { return std::make_unique<IndexBuildVerb>(); }

}  // namespace llcodes::cli
