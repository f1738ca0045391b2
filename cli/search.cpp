// llcodes search: the nearest codes of an index to pictures, features or codes.
#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "cli/code_input.h"
#include "cli/code_labels.h"
#include "cli/search_filter.h"
#include "cli/search_report.h"
#include "cli/search_rerank.h"
#include "cli/verb.h"

namespace llcodes::cli {
namespace {

/// Queries that are searched and printed at once.
constexpr std::size_t kBatch = 1024;

Codes slice(const Codes& codes, std::size_t begin, std::size_t count) {
  const auto width = static_cast<std::size_t>(codes.words_per_code());
  const auto words = codes.words().subspan(begin * width, count * width);
  return Codes(codes.num_bits(), std::vector<Word>(words.begin(), words.end()));
}

std::string name_of_query(const EncodedSet& queries, std::size_t query) {
  return queries.names.empty() ? std::to_string(query) : queries.names[query];
}

class SearchVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "search",
            .purpose = "find the nearest codes of an index",
            .details =
                "Prints a line a neighbour, separated by tabs: query, id, Hamming distance, name "
                "(- for none), class (- for none), and with --rerank the value it is ordered by. "
                "The order is (distance, id), always exact. With --json an object a query.",
            .positionals = {{"index", "INDEX"}, {"query", "QUERY", true}},
            .examples = {"llcodes search photos.index cat.jpg --model photos.llc",
                         "llcodes search photos.index codes.llc --radius 2 --class cat "
                         "--model photos.llc",
                         "llcodes search docs.index queries.npy --model docs.llc --rerank features "
                         "--features docs.npy --shortlist 500"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("index", index_, "index file that `llcodes index build` wrote").required();
    table.list("query", queries_, "codes files, packed bits, or data and pictures with --model")
        .required();
    table.text("k", k_, "neighbours of each query, or all; empty: 10, with --radius all");
    table.number("radius", radius_, "only codes within this Hamming distance", 0, kMaxBits);
    table.append(options_of(filter_));
    table.append(options_of(rerank_));
    table.append(options_of(codes_));
    return table;
  }

  int run(Context& context) override {
    const std::size_t k = neighbours();
    const Index index = Index::open(index_);
    if (std::ranges::all_of(queries_, [&](const auto& input) { return is_ready(input, codes_); })) {
      refuse_data_options(queries_.front(), codes_.input);
      refuse_labels(queries_.front(), codes_.input);
    } else {
      context.network.require();
    }
    const std::vector<std::string> class_names = codes_.model.empty()
                                                     ? std::vector<std::string>{}
                                                     : load_codebook(codes_.model).class_names();
    SearchOptions options{.radius = static_cast<int>(radius_),
                          .filter = filter_of(filter_, class_names, index),
                          .threads = static_cast<int>(codes_.input.threads)};
    Reranker reranker(rerank_, index);
    options.k = reranker.first_stage(k);
    const AnswerWriter writer(index, class_names, context.json);
    for (const std::string& input : queries_) {
      const EncodedSet queries = load_queries(input, index, context);
      reranker.set_queries(queries, input);
      search(index, queries, {options, k, reranker, writer}, context);
    }
    return kSuccess;
  }

 private:
  struct Plan {
    const SearchOptions& options;
    std::size_t k;
    const Reranker& reranker;
    const AnswerWriter& writer;
  };

  /// The number that --k asks for.
  std::size_t neighbours() const {
    if (k_ == "all" || (k_.empty() && radius_ < kMaxBits)) return kEvery;
    if (k_.empty()) return SearchOptions{}.k;
    std::size_t number = 0;
    const char* end = k_.data() + k_.size();
    const auto [stopped, error] = std::from_chars(k_.data(), end, number);
    if (error == std::errc{} && stopped == end && number > 0) return number;
    throw std::invalid_argument("--k: found '" + k_ +
                                "', expected a whole number from 1 on, or all");
  }

  EncodedSet load_queries(const std::string& input, const Index& index, Context& context) const {
    EncodedSet queries = load_codes(input, codes_, context);
    if (queries.codes.num_bits() != index.num_bits()) {
      throw std::invalid_argument(input + " has codes of " +
                                  std::to_string(queries.codes.num_bits()) + " bits, and " +
                                  index_ + " has codes of " + std::to_string(index.num_bits()) +
                                  ": encode the queries with the model of the index");
    }
    if (!queries.codebook.empty()) {
      index.check_codebook(queries.codebook, input);
    } else if (!index.info().codebook.empty()) {
      context.console.warn(input + " does not say which model made it; give --model to be sure");
    }
    return queries;
  }

  static void search(const Index& index, const EncodedSet& queries, const Plan& plan,
                     Context& context) {
    const Progress progress = context.console.progress();
    const std::size_t count = queries.codes.size();
    Answers answers;
    for (std::size_t begin = 0; begin < count; begin += kBatch) {
      const std::size_t size = std::min(kBatch, count - begin);
      index.search(slice(queries.codes, begin, size), plan.options, answers);
      std::string text;
      for (std::size_t i = 0; i < size; ++i) {
        text += plan.writer.text(name_of_query(queries, begin + i),
                                 plan.reranker.answer(begin + i, answers[i], plan.k));
      }
      if (progress && count > kBatch) progress({"search", begin + size, count, "queries", ""});
      context.console.print(text);
    }
    context.console.finish_progress();
  }

  std::string index_, k_;
  std::vector<std::string> queries_;
  std::int64_t radius_ = kMaxBits;
  FilterOptions filter_;
  RerankOptions rerank_;
  CodeInputOptions codes_;
};

}  // namespace

std::unique_ptr<Verb> make_search_verb() { return std::make_unique<SearchVerb>(); }

}  // namespace llcodes::cli
