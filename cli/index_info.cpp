// llcodes index info, llcodes index verify: what an index file holds, and whether it is whole.
#include <nlohmann/json.hpp>

#include "cli/index_report.h"
#include "cli/json_text.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

/// Both open the file; verify reads every byte of it.
class IndexInfoVerb : public Verb {
 public:
  explicit IndexInfoVerb(Verify verify) : verify_(verify) {}

  VerbHelp help() const override {
    if (verify_ == Verify::kAll) {
      return {.name = "index verify",
              .purpose = "check every byte of an index",
              .details = "Exits with 1 if the file is altered, cut or not an index.",
              .positionals = {{"index", "INDEX"}},
              .examples = {"llcodes index verify photos.index"}};
    }
    return {.name = "index info",
            .purpose = "show what an index holds",
            .details = "Opens the file by memory map and reads its head only.",
            .positionals = {{"index", "INDEX"}},
            .examples = {"llcodes index info photos.index --json"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("index", index_, "index file that `llcodes index build` wrote").required();
    return table;
  }

  int run(Context& context) override {
    const IndexInfo info = Index::open(index_, verify_).info();
    if (context.json) {
      nlohmann::json result = json_of(info);
      result["path"] = index_;
      if (verify_ == Verify::kAll) result["ok"] = true;
      context.console.print(json_text(result));
      return kSuccess;
    }
    const bool verified = verify_ == Verify::kAll;
    context.console.print(index_ + (verified ? ": " + coloured(Colour::kGreen, "ok") : "") + "\n" +
                          text_of(info));
    return kSuccess;
  }

 private:
  Verify verify_;
  std::string index_;
};

}  // namespace

std::unique_ptr<Verb> make_index_info_verb() {
  return std::make_unique<IndexInfoVerb>(Verify::kStructure);
}
std::unique_ptr<Verb> make_index_verify_verb() {
  return std::make_unique<IndexInfoVerb>(Verify::kAll);
}

}  // namespace llcodes::cli
