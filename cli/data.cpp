// llcodes data: which sets this machine has, what is in them, and how they look.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/contact_sheet.h"
#include "cli/data_description.h"
#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/verb.h"
#include "llcodes/core/printable.h"
#include "llcodes/data/source.h"

namespace llcodes::cli {
namespace {

class DataVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "data",
            .purpose = "list, render and look at data sets",
            .details =
                "list: sets that packages of this machine give. kanji: render kanji-1000 "
                "into the cache. info DATA: sizes, shape, classes, split. show DATA: a sheet "
                "of random classes (rows) and instances (columns) as a PNG file.",
            .positionals = {{"action", "ACTION"}, {"data", "DATA"}},
            .examples = {"llcodes data list", "llcodes data kanji",
                         "llcodes data show kanji:test -o sheet.png",
                         "llcodes data info features.npy --labels labels.txt"},
            .writes = {"output"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("action", action_, "what to do", {"list", "kanji", "info", "show"}).required();
    table.append(options_of(data_));
    table.group("Sheet")
        .text("output", output_, "PNG file to write")
        .short_name('o')
        .number("rows", rows_, "classes to show", 1, 1000)
        .number("columns", columns_, "instances to show of each", 1, 1000)
        .number("seed", seed_, "of the choice", 0, 1'000'000'000);
    return table;
  }

  int run(Context& context) override {
    if (action_ == "list") return list(context);
    if (action_ == "show") return show(context);
    if (action_ == "kanji") data_.data = "kanji";
    return info(context);
  }

 private:
  static int list(Context& context) {
    const std::vector<KnownSet> sets = known_sets();
    context.console.print(context.json ? json_text(json_of(sets)) : text_of(sets));
    return kSuccess;
  }

  int info(Context& context) {
    require_data();
    const DataBundle bundle = open_training_data(data_, context.console.progress());
    context.console.print(context.json ? json_text(json_of(bundle)) : text_of(bundle));
    if (action_ == "kanji" && !context.json) {
      const std::string cache = data_.cache.empty() ? default_cache_folder() : data_.cache;
      context.console.print(text_of_faces() + "cache: " + cache + "\n");
    }
    return kSuccess;
  }

  int show(Context& context) {
    require_data();
    const OpenedData opened =
        open_data(data_.data, data_.labels, data_, context.console.progress());
    const Sheet sheet = draw_contact_sheet(
        *opened.dataset,
        {static_cast<int>(rows_), static_cast<int>(columns_), static_cast<std::uint64_t>(seed_)});
    write_png(sheet, output_);
    report_sheet(sheet, opened.class_names, context);
    return kSuccess;
  }

  void report_sheet(const Sheet& sheet, const std::vector<std::string>& class_names,
                    Context& context) const {
    std::vector<std::string> rows;
    for (const std::int32_t label : sheet.labels) {
      const auto place = static_cast<std::size_t>(label);
      rows.push_back(label >= 0 && place < class_names.size() ? class_names[place]
                                                              : std::to_string(label));
    }
    if (context.json) {
      const nlohmann::json result = {{"output", output_}, {"rows", rows}};
      return context.console.print(json_text(result));
    }
    std::string names;
    for (const std::string& row : rows) names += " " + on_one_line(row);
    context.console.print(output_ + ": classes, from the top:" + names + "\n");
  }

  void require_data() const {
    if (data_.data.empty()) {
      throw std::invalid_argument("argument DATA is missing: llcodes data " + action_ + " DATA");
    }
  }

  std::string action_, output_ = "sheet.png";
  DataOptions data_;
  std::int64_t rows_ = 16, columns_ = 16, seed_ = 1;
};

}  // namespace

std::unique_ptr<Verb> make_data_verb() { return std::make_unique<DataVerb>(); }

}  // namespace llcodes::cli
