// llcodes index remove: entries out of an index file.
#include <stdexcept>

#include "cli/id_list.h"
#include "cli/index_report.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

class IndexRemoveVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "index remove",
            .purpose = "remove entries from an index",
            .details =
                "All or nothing: an unknown id or name, or one given twice, leaves the file as it "
                "was. Whole numbers are ids; other words are names.",
            .positionals = {{"index", "INDEX"}, {"entry", "ENTRY", true}},
            .examples = {"llcodes index remove photos.index 17 42",
                         "llcodes index remove photos.index holiday/beach.jpg",
                         "llcodes index remove photos.index --ids old.txt"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("index", index_, "index file that `llcodes index build` wrote").required();
    table.list("entry", entries_, "ids or names");
    table.text("ids", ids_, "file of ids or names: .npy or lines");
    table.flag("by-name", by_name_, "numbers are names too");
    return table;
  }

  int run(Context& context) override {
    if (entries_.empty() == ids_.empty()) {
      throw std::invalid_argument("what to remove: give entries, or --ids FILE");
    }
    // Checksums are made anew when it is saved: damage has to be found before.
    Index index = Index::open(index_, Verify::kAll);
    const std::vector<std::int64_t> ids = ids_.empty() ? ids_from_words(entries_, by_name_, index)
                                                       : ids_from_file(ids_, by_name_, index);
    index.remove(ids);
    index.save(index_);
    print_change(index_, {.removed = ids.size()}, index, context);
    return kSuccess;
  }

 private:
  std::string index_, ids_;
  std::vector<std::string> entries_;
  bool by_name_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_index_remove_verb() { return std::make_unique<IndexRemoveVerb>(); }

}  // namespace llcodes::cli
