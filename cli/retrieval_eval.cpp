#include "cli/retrieval_eval.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/budgets.h"
#include "cli/code_input.h"
#include "cli/retrieval_report.h"

namespace llcodes::cli {
namespace {

EncodedSet load_database(const std::string& model, const RetrievalEvalOptions& options,
                         const InputOptions& input, Context& context) {
  CodeInputOptions database{.model = model, .input = input};
  database.input.data.labels = options.labels;
  EncodedSet set = load_codes(options.database, database, context);
  if (set.labels.empty() && !set.codes.empty()) {
    throw std::invalid_argument(options.database +
                                ": there are no labels, so nothing can be relevant; encode with "
                                "--labels, or give --retrieval-labels");
  }
  return set;
}

}  // namespace

OptionTable options_of(RetrievalEvalOptions& options) {
  OptionTable table;
  table.group("Retrieval")
      .text("retrieval", options.database, "labelled codes or data to retrieve from")
      .text("retrieval-labels", options.labels, "labels of that data, as for --labels")
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
  const EncodedSet query_set = load_codes(queries, {.model = model, .input = input}, context);
  check_labels(query_set, queries);
  const EncodedSet database = load_database(model, options, input, context);
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
  context.console.print(context.json ? json_of(report).dump(2) + "\n" : text_of(report));
  return kSuccess;
}

}  // namespace llcodes::cli
