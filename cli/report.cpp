// llcodes report: one page that shows what a run has learnt.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/run_report.h"
#include "cli/training.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

class ReportVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {
        .name = "report",
        .purpose = "write one HTML page that shows what a run has learnt",
        .details =
            "Reads the folder that train or demo made: model.llc, metrics.jsonl, linear.llc, and "
            "the codes test-codes.llc, train-codes.llc, ood-codes.llc where they are. The page "
            "needs no network and no other file. Pictures come from the data of the run, if it "
            "is still at hand.",
        .positionals = {{"run", "RUN"}},
        .examples = {"llcodes report demo/run-20bit-seed1",
                     "llcodes report runs/photos-20bit-seed1 -o photos.html"},
        .writes = {"output"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("run", run_, "run folder").required();
    table.text("output", output_, "HTML file to write; empty: report.html in the run folder")
        .short_name('o')
        .flag("pictures", pictures_, "show pictures of the data");
    return table;
  }

  int run(Context& context) override {
    refuse_other_files();
    ReportRequest request{.folder = run_, .output = output_, .data = {}, .pictures = pictures_};
    if (output_.empty()) request.output = fs::path(run_) / "report.html";
    if (pictures_) request.data = open_pictures(context);
    const ReportResult result = write_report(request);
    context.console.print(context.json ? json_text(json_of(request, result))
                                       : text_of(request, result));
    return kSuccess;
  }

 private:
  /// Files of the run and its data, which no option names, must not be lost: only what is called a
  /// page is replaced.
  void refuse_other_files() const {
    const std::string extension = fs::path(output_).extension().string();
    if (output_.empty() || extension == ".html" || extension == ".htm") return;
    if (!fs::exists(output_) && !is_container(output_)) return;
    throw std::invalid_argument("--output " + output_ +
                                " is no page and would be lost; name an .html file");
  }

  /// The data of the run, or nothing: a page without pictures is better than none.
  DataBundle open_pictures(Context& context) const {
    if (!is_run_folder(run_)) return {};
    TrainOptions train;
    DataOptions data;
    AugmentOptions augment;
    try {
      read_run_options(run_, train, data, augment);
      DataBundle bundle = open_training_data(data, context.console.progress());
      context.console.finish_progress();
      return bundle;
    } catch (const std::exception& error) {
      context.console.finish_progress();
      context.console.warn(std::string("no pictures: ") + error.what());
      return {};
    }
  }

  std::string run_, output_;
  bool pictures_ = true;
};

}  // namespace

std::unique_ptr<Verb> make_report_verb() { return std::make_unique<ReportVerb>(); }

}  // namespace llcodes::cli
