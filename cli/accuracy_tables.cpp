// The tables of `reproduce` that are about accuracy, with the paper's figures on ImageNet-1K
// (ResNet50; tables 1 and 2, section 4.4).
#include "cli/table_rows.h"

namespace llcodes::cli {
namespace {

const std::vector<Column> kColumns = {{"linear", "linear", Format::kPercent},
                                      {"ed", "ED", Format::kPercent},
                                      {"mhd", "MHD", Format::kPercent},
                                      {"soft", "soft", Format::kPercent},
                                      {"bits_right", "bits right", Format::kScore},
                                      {"unique", "unique", Format::kCount},
                                      {"min_distance", "min. distance", Format::kCount},
                                      {"seconds", "training", Format::kSeconds}};

const Values kPaperLinear = {{"linear", 0.77}};
const Values kPaperLlc = {{"unique", 1000}, {"ed", 0.6882}, {"mhd", 0.7457}, {"bits_right", 19.2}};

Row linear_row(const SharedSource& source) {
  return row_of(
      source, "linear classifier", [](const Cells& cells, auto seed) { return cells.linear(seed); },
      kPaperLinear);
}

Row llc_row(const SharedSource& source, const std::string& label = "LLC") {
  return row_of(
      source, label, [](const Cells& cells, auto seed) { return cells.llc(cells.bits(), seed); },
      kPaperLlc);
}

/// Codes of the features alone with a ready-made codebook.
Row fixed_row(const SharedSource& source, const std::string& label, const std::string& codebook,
              const Values& paper, const std::string& assignment = "random") {
  return row_of(
      source, label,
      [codebook, assignment](const Cells& cells, auto seed) {
        return cells.fixed(codebook, assignment, seed);
      },
      paper);
}

/// The paper's baseline: classes of one code stay as they are.
Row clashing_row(const SharedSource& source, const std::string& label, const std::string& codebook,
                 const Values& paper) {
  return row_of(
      source, label,
      [codebook](const Cells& cells, auto seed) { return cells.clashing(codebook, seed); }, paper);
}

/// CCA and SVD have fewer components than there are classes, and a bit is one of them.
bool has_components(const SharedSource& source) {
  return source->cells.num_classes() > source->cells.bits();
}

std::vector<std::int64_t> sufficient(const SharedSource& source,
                                     const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> result;
  for (const std::int64_t length : lengths) {
    if (source->cells.suffices(length)) result.push_back(length);
  }
  return result;
}

}  // namespace

TableSpec classification_table(const SharedSource& source) {
  TableSpec table{
      "classification", "Classification by codebook (the paper's table 1)", {}, kColumns, {}};
  table.protocol =
      "The second linear classifier trains as long as the codes do, their start "
      "from the first one included. Codebooks are compared by codes that read the features alone, "
      "as the paper's do (recipe features); codes that read the classifier's answer too are the "
      "row of the recipe. Codebooks start from the first linear "
      "classifier, and all rows train for the same number of epochs: a fixed codebook gives phase "
      "2 the "
      "epochs of phase 1. The training time is without the linear classifier's. Recipe paper "
      "starts from random weights and has all epochs together; it has no warm-up, and where a "
      "small network dies of that, the last row has one over a tenth of each phase. Classes of one "
      "code get codes of their own, but for recipe paper and where a row says otherwise.";
  table.rows = {
      linear_row(source),
      row_of(
          source, "linear classifier, all epochs",
          [](const Cells& cells, auto seed) { return cells.longer_linear(seed); }, kPaperLinear),
      fixed_row(source, "random", "random", {{"unique", 1000}, {"ed", 0.6407}, {"mhd", 0.6691}}),
      clashing_row(source, "CCA, clashes stay", "cca",
                   {{"unique", 813}, {"ed", 0.5517}, {"mhd", 0.5703}}),
      fixed_row(source, "CCA", "cca", {}),
      clashing_row(source, "SVD, clashes stay", "svd-plain",
                   {{"unique", 969}, {"ed", 0.6512}, {"mhd", 0.6918}}),
      fixed_row(source, "SVD", "svd-plain", {}),
      fixed_row(source, "SVD, rotated", "svd", {}),
      fixed_row(source, "max-distance", "max-distance", {}),
      fixed_row(source, "algebraic", "algebraic", {}),
      fixed_row(source, "algebraic, semantic", "algebraic", {}, "semantic"),
      row_of(
          source, "LLC", [](const Cells& cells, auto seed) { return cells.llc_of_features(seed); },
          kPaperLlc)};
  if (source->cells.recipe_has_own_rows()) {
    table.rows.push_back(llc_row(source, "LLC, recipe " + source->cells.recipe()));
  }
  for (const double warmup : {0.0, 0.1}) {
    table.rows.push_back(row_of(
        source, warmup > 0 ? "LLC, recipe paper, warm-up" : "LLC, recipe paper",
        [warmup](const Cells& cells, auto seed) { return cells.paper(warmup, seed); }, kPaperLlc));
  }
  if (!has_components(source)) {
    std::erase_if(table.rows, [](const Row& row) {
      return row.label == "SVD" || row.label.starts_with("CCA") ||
             row.label.ends_with("clashes stay");
    });
    table.protocol += " CCA and SVD are left out: they have fewer components than a code has bits.";
  }
  return table;
}

TableSpec bits_table(const SharedSource& source) {
  TableSpec table{"bits",
                  "Accuracy over the number of bits (table 2)",
                  "All lengths go on from the same linear phase.",
                  kColumns,
                  {}};
  const std::map<std::int64_t, Values> paper = {
      {15, {{"unique", 990}, {"ed", 0.6720}, {"mhd", 0.7103}}},
      {20, kPaperLlc},
      {25, {{"unique", 1000}, {"ed", 0.6793}, {"mhd", 0.7479}}},
      {30, {{"unique", 1000}, {"ed", 0.6751}, {"mhd", 0.7513}, {"bits_right", 28.5}}}};
  for (const std::int64_t length : sufficient(source, {10, 15, 20, 25, 30})) {
    table.rows.push_back(row_of(
        source, std::to_string(length) + " bits",
        [length](const Cells& cells, auto seed) { return cells.llc(length, seed); },
        paper.contains(length) ? paper.at(length) : Values{}));
  }
  return table;
}

TableSpec separability_table(const SharedSource& source) {
  TableSpec table{"separability",
                  "Linear against Hamming separability (section 4.4)",
                  "The codebook is LLC's in all rows.",
                  kColumns,
                  {}};
  table.rows = {
      linear_row(source), llc_row(source),
      row_of(source, "linear probe on LLC's frozen backbone",
             [](const Cells& cells, auto seed) { return cells.probe(seed); }, {{"linear", 0.7551}}),
      row_of(source, "projection on the frozen linear backbone",
             [](const Cells& cells, auto seed) { return cells.projection(0, seed); },
             {{"ed", 0.21}}),
      row_of(source, "the same, last 3 layers learning",
             [](const Cells& cells, auto seed) { return cells.projection(3, seed); },
             {{"ed", 0.68}})};
  return table;
}

TableSpec backbone_table(const SharedSource& source) {
  TableSpec table{
      "backbone",
      "Strong and weak backbones (section 4.4)",
      "One codebook, LLC's of the whole network, learnt by codes of the features alone "
      "on networks of a fraction of its width; \"linear\" is each network's own linear "
      "classifier, which the codes start from. The paper's are ResNet50 and MobileNetV1.",
      kColumns,
      {}};
  const auto add = [&](const std::string& label, std::int64_t divisor, const Values& paper) {
    const auto measure = [source, divisor](std::int64_t seed) {
      Values values = source->experiments.measure(source->cells.narrow(divisor, seed));
      const Cell linear = source->cells.narrow_linear(divisor, seed);
      values["linear"] = source->experiments.measure(linear).at("linear");
      return values;
    };
    table.rows.push_back({label, measure, paper});
  };
  add("whole network", 1, {{"ed", 0.6882}});
  if (!source->cells.has_width()) {
    table.protocol += " Narrower rows need --backbone cnn or mlp.";
    return table;
  }
  const auto add_fraction = [&](const std::string& label, std::int64_t divisor,
                                const Values& paper) {
    if (source->cells.can_divide_width(divisor)) add(label, divisor, paper);
  };
  add_fraction("half of the width", 2, {});
  add_fraction("a quarter of the width", 4, {});
  add_fraction("an eighth of the width", 8, {{"ed", 0.5323}});
  if (table.rows.size() < 4) table.protocol += " Layers would be too narrow for further rows.";
  return table;
}

TableSpec codebook_speed_table(const SharedSource& source) {
  TableSpec table{
      "codebook-speed",
      "Faster codebook learning (section 4.4)",
      "`codebook` is the time of phase 1, or of everything that the small "
      "network needs on a quarter of the data. Phase 2 has the recipe's epochs in all rows.",
      kColumns,
      {}};
  table.columns.push_back({"codebook_seconds", "codebook", Format::kSeconds});
  table.rows = {llc_row(source)};
  for (const std::string start : {"random", "svd", "cca", "cca-ridge"}) {
    if (start == "cca" && !has_components(source)) {
      table.protocol +=
          " A start by CCA is left out: it has fewer components than a code has bits.";
      continue;
    }
    table.rows.push_back(
        row_of(source, start + " start, a quarter of phase 1",
               [start](const Cells& cells, auto seed) { return cells.short_phase1(start, seed); }));
  }
  const auto cheap = [source](std::int64_t seed) {
    const Values learning = source->experiments.measure(source->cells.cheap_codebook(seed));
    Values values = source->experiments.measure(source->cells.with_cheap_codebook(seed));
    values["codebook_seconds"] = learning.at("seconds");
    values["seconds"] += learning.at("seconds");
    return values;
  };
  table.rows.push_back(
      {"small network, quarter of the data", cheap, {{"ed", 0.6662}, {"mhd", 0.7255}}});
  return table;
}

TableSpec nested_table(const SharedSource& source) {
  TableSpec table{"nested",
                  "Independent and nested codebooks (section 4.4)",
                  "Nested rows are prefixes of one training.",
                  kColumns,
                  {}};
  const std::vector<std::int64_t> lengths = sufficient(source, {10, 16, 20, 25, 30});
  for (const std::int64_t length : lengths) {
    const std::string label = std::to_string(length) + " bits";
    table.rows.push_back(row_of(source, label, [length](const Cells& cells, auto seed) {
      return cells.llc(length, seed);
    }));
    table.rows.push_back(
        row_of(source, label + ", nested", [length, lengths](const Cells& cells, auto seed) {
          return cells.nested(length, lengths, seed);
        }));
  }
  return table;
}

}  // namespace llcodes::cli
