#include "cli/retrieval_eval.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/budgets.h"
#include "cli/code_input.h"
#include "cli/code_labels.h"
#include "cli/json_text.h"
#include "cli/retrieval_report.h"

namespace llcodes::cli {
namespace {

/// Codes or data with their labels, opened before anything is encoded.
struct LabelledInput {
  const std::string& input;
  CodeInputOptions options;
  std::function<EncodedSet()> codes;

  LabelledInput(const std::string& given, CodeInputOptions its_options, Context& context)
      : input(given), options(std::move(its_options)), codes(open_codes(input, options, context)) {}

  bool is_ready() const { return cli::is_ready(input, options); }

  EncodedSet read(Context& context) const {
    EncodedSet set = codes();
    if (is_ready()) label_codes(set, options.input.data.labels, options.model, context.console);
    return set;
  }
};

CodeInputOptions options_of_database(const std::string& model, const RetrievalEvalOptions& options,
                                     const InputOptions& input) {
  CodeInputOptions database{.model = model, .input = input};
  database.input.data.labels = options.labels;
  return database;
}

void check_database(const EncodedSet& set, const std::string& database) {
  if (!set.labels.empty() || set.codes.empty()) return;
  throw std::invalid_argument(database +
                              ": there are no labels, so nothing can be relevant; encode with "
                              "--labels, or give --retrieval-labels");
}

}  // namespace

OptionTable options_of(RetrievalEvalOptions& options) {
  OptionTable table;
  table.group("Retrieval")
      .text("retrieval", options.database, "labelled codes or data to retrieve from")
      .text("retrieval-labels", options.labels, "its labels, as for --labels")
      .text("at", options.at, "depths of MAP, precision and recall, separated by commas")
      .flag("leave-one-out", options.leave_one_out,
            "the queries are the database: none finds itself");
  return table;
}

int eval_retrieval(const std::string& model, const std::string& queries,
                   const RetrievalEvalOptions& options, const InputOptions& input,
                   Context& context) {
  const RetrievalOptions retrieval{.depths = depths_from_text(options.at),
                                   .leave_one_out = options.leave_one_out,
                                   .threads = static_cast<int>(input.threads)};
  load_codebook(model);  // a bad model is refused before the long work
  // The database first: where it is ready, its mistakes are told before the network starts.
  const LabelledInput items(options.database, options_of_database(model, options, input), context);
  const LabelledInput asked(queries, {.model = model, .input = input}, context);
  if (items.is_ready() && asked.is_ready()) refuse_data_options(queries, input);
  const EncodedSet query_set = asked.read(context);
  check_labels(query_set, queries);
  const EncodedSet database = items.read(context);
  check_database(database, options.database);
  const RetrievalReport report{
      .queries = queries,
      .database = options.database,
      .leave_one_out = options.leave_one_out,
      .table = measure_retrieval({query_set.codes, query_set.labels},
                                 {database.codes, database.labels}, retrieval)};
  if (queries == options.database && !options.leave_one_out) {
    context.console.warn("every query finds itself in " + queries +
                         ": --leave-one-out hides it from itself");
  }
  context.console.print(context.json ? json_text(json_of(report)) : text_of(report));
  return kSuccess;
}

}  // namespace llcodes::cli
