// llcodes taxonomy: how the classes relate, by their codes.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/inputs.h"
#include "cli/json_text.h"
#include "cli/real_classes.h"
#include "cli/table.h"
#include "cli/taxonomy_report.h"
#include "cli/unused_options.h"
#include "cli/verb.h"
#include "llcodes/core/file.h"
#include "llcodes/taxonomy/dendrogram.h"
#include "llcodes/taxonomy/heat_map.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDendrogram = "dendrogram.svg";
constexpr const char* kHeatMap = "heatmap.svg";
constexpr const char* kJson = "taxonomy.json";
constexpr const char* kNewick = "taxonomy.nwk";

Codebook first_classes(const Codebook& codebook, std::size_t count) {
  if (count == 0 || count >= codebook.num_classes()) return codebook;
  Codes codes(codebook.num_bits());
  for (std::size_t label = 0; label < count; ++label) codes.push_back(codebook.codes()[label]);
  const auto& names = codebook.class_names();
  return Codebook(std::move(codes),
                  {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count)});
}

class TaxonomyVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {
        .name = "taxonomy",
        .purpose = "show how the classes relate: dendrogram, heat maps, agreement",
        .details =
            "Clusters the class codes by Hamming distance. Prints a tree and a table; with "
            "--output also writes dendrogram.svg (the codes as coloured bits), heatmap.svg, "
            "taxonomy.json and taxonomy.nwk (Newick) into that folder. A hierarchy to compare "
            "with is a TSV file (class, group, finer group ...), JSON ({\"group\": [\"class\"]}), "
            "a tree of lines that begin with --, or WordNet's data.noun for classes such as "
            "n01440764.",
        .positionals = {{"model", "MODEL"}},
        .examples = {"llcodes taxonomy kanji.llc --linear run/linear.llc -o figures",
                     "llcodes taxonomy intents.llc --hierarchy domains.json --linkage ward",
                     "llcodes taxonomy kanji.llc --first 50"},
        .writes_into = {{"output", {kDendrogram, kHeatMap, kJson, kNewick}}}};
  }

  OptionTable options() override {
    OptionTable table;
    table.text("model", model_, "model file that `llcodes train` wrote").required();
    table.group("Taxonomy")
        .text("linkage", linkage_, "distance of two clusters", {"average", "complete", "ward"})
        .text("linear", linear_, "linear model of the same run: real-valued class representations")
        .text("hierarchy", hierarchy_, "file of groups to compare with")
        .number("level", level_, "of the hierarchy, 1 is the coarsest; 0: chosen by its size", 0,
                100)
        .flag("allow-missing", allow_missing_, "leave out classes that the hierarchy misses")
        .number("first", first_, "only the first N classes; 0: all", 0, 1'000'000)
        .number("seed", seed_, "of the random codebook", 0, 1'000'000'000);
    table.group("Output")
        .text("output", output_, "folder for the figures; it is created")
        .short_name('o')
        .text("title", title_, "of the dendrogram")
        .number("lines", lines_, "of the tree in the terminal; 0: none", 0, 1'000'000);
    return table;
  }

  int run(Context& context) override {
    check_folder();
    check_options();
    const Codebook codebook =
        first_classes(load_codebook(model_), static_cast<std::size_t>(first_));
    std::optional<RealClasses> real;
    if (!linear_.empty()) real = load_real_classes(linear_, codebook);
    std::optional<Hierarchy> hierarchy;
    if (!hierarchy_.empty()) {
      hierarchy = read_hierarchy({hierarchy_, codebook.class_names(), allow_missing_});
    }
    const Taxonomy taxonomy = discover_taxonomy(codebook, real, hierarchy,
                                                {.linkage = linkage_from_name(linkage_),
                                                 .level = static_cast<std::size_t>(level_),
                                                 .seed = static_cast<std::uint64_t>(seed_)},
                                                context.console.progress());
    context.console.finish_progress();
    if (!output_.empty()) write_files(taxonomy, codebook, real, hierarchy);
    print(taxonomy, codebook, context);
    return kSuccess;
  }

 private:
  void check_folder() const {
    if (output_.empty() || !fs::exists(output_) || fs::is_directory(output_)) return;
    throw std::invalid_argument("--output " + output_ +
                                " is a file: give a folder, which is created if it is not there");
  }

  void check_options() {
    TaxonomyVerb usual;
    const OptionChange change{options(), usual.options()};
    if (hierarchy_.empty()) {
      refuse_unused(change, {"level", "allow-missing"}, "without --hierarchy");
      if (linear_.empty()) refuse_unused(change, {"seed"}, "without --linear or --hierarchy");
    }
    if (output_.empty()) refuse_unused(change, {"title"}, "without --output");
  }

  DendrogramOptions dendrogram_options(const Taxonomy& taxonomy,
                                       const std::optional<Hierarchy>& hierarchy) const {
    DendrogramOptions options{.title = title_,
                              .axis = linkage_ == "ward"
                                          ? "Ward's distance"
                                          : "Hamming distance, " + linkage_ + " linkage"};
    if (!hierarchy) return options;
    options.groups = hierarchy->groups_at(taxonomy.level);
    options.group_names.resize(hierarchy->num_groups(taxonomy.level));
    for (std::size_t label = 0; label < options.groups.size(); ++label) {
      if (options.groups[label] < 0) continue;
      const auto& path = hierarchy->path(label);
      options.group_names[static_cast<std::size_t>(options.groups[label])] =
          path[std::min(taxonomy.level, path.size()) - 1];
    }
    return options;
  }

  void write_files(const Taxonomy& taxonomy, const Codebook& codebook,
                   const std::optional<RealClasses>& real,
                   const std::optional<Hierarchy>& hierarchy) const {
    const fs::path folder = output_;
    const auto vectors = real ? std::optional(real->weights) : std::nullopt;
    fs::create_directories(folder);
    write_atomically(
        folder / kDendrogram,
        draw_dendrogram(taxonomy.tree, codebook, dendrogram_options(taxonomy, hierarchy)));
    const HeatMapOptions titles{
        .codes_title = "codes of " + std::to_string(codebook.num_bits()) + " bits",
        .vectors_title =
            "linear classifier, " + std::to_string(vectors ? vectors->columns : 0) + " numbers"};
    write_atomically(folder / kHeatMap, draw_heat_maps(vectors_of(codebook), vectors,
                                                       leaf_order(taxonomy.tree), titles));
    write_atomically(folder / kJson, json_line(json_of(taxonomy, codebook)));
    write_atomically(folder / kNewick, to_newick(taxonomy.tree, codebook.class_names()));
  }

  void print(const Taxonomy& taxonomy, const Codebook& codebook, Context& context) const {
    if (context.json) return context.console.print(json_text(json_of(taxonomy, codebook)));
    std::string text;
    if (lines_ > 0) {
      text =
          draw_text_tree(taxonomy.tree, codebook, {static_cast<std::size_t>(lines_), true}) + "\n";
    }
    text += text_of(taxonomy, codebook);
    if (!output_.empty()) {
      text += "files: " + output_ + "/dendrogram.svg, heatmap.svg, taxonomy.json, taxonomy.nwk\n";
    }
    context.console.print(text);
  }

  std::string model_, linkage_ = "average", linear_, hierarchy_, output_, title_;
  std::int64_t level_ = 0, first_ = 0, seed_ = 1, lines_ = 120;
  bool allow_missing_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_taxonomy_verb() { return std::make_unique<TaxonomyVerb>(); }

}  // namespace llcodes::cli
