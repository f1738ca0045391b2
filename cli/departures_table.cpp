// The table of `reproduce` about our recipe: what each of its departures from the paper is
// worth, by taking them back one at a time.
#include "cli/table_rows.h"

namespace llcodes::cli {
namespace {

const std::vector<Column> kColumns = {
    {"ed", "ED", Format::kPercent},       {"mhd", "MHD", Format::kPercent},
    {"soft", "soft", Format::kPercent},   {"bits_right", "bits right", Format::kScore},
    {"unique", "unique", Format::kCount}, {"min_distance", "min. distance", Format::kCount}};

/// Options that together make one departure; a row has them as recipe paper does.
struct Departure {
  const char* label;
  std::vector<std::string> options;
};

const std::vector<Departure> kDepartures = {
    {"codes of the features alone", {"answer"}},
    {"classifier does not learn on", {"class-loss"}},
    {"no batch norm before the sign", {"code-norm"}},
    {"scores of phase 1 unscaled", {"score-scale"}},
    {"phase 1 at learning rate 0.256", {"phase1-lr"}},
    {"losses of the bits averaged", {"bit-loss"}},
    {"phase 2 at learning rate 0.01", {"phase2-lr"}},
    {"losses averaged, learning rate 0.01", {"bit-loss", "phase2-lr"}},
    {"bit targets 0 and 1", {"bit-smoothing"}},
    {"last weights, not their mean", {"average"}},
    {"256 instances a step", {"batch-size"}},
    {"weight decay 2^-15 on everything", {"weight-decay", "codebook-decay", "norm-decay"}},
    {"momentum 0.875, not Nesterov's", {"momentum", "nesterov"}},
    {"no warm-up, schedule by epoch", {"warmup", "schedule-by"}},
    {"C starts at random", {"codebook-start"}},
    {"C at the common learning rate", {"codebook-rate"}},
    {"C unbounded", {"clip-codes"}},
    {"clashing codes stay", {"repair-duplicates"}}};

}  // namespace

TableSpec departures_table(const SharedSource& source) {
  TableSpec table{
      "departures", "What departs from the paper, and what it is worth", {}, kColumns, {}};
  table.protocol =
      "Each row takes one departure of the recipe back to what recipe paper "
      "does; all go on from the same linear phase and train equally long. Where the classifier "
      "does "
      "not learn on, or each phase has its own schedule, they start from a linear classifier that "
      "has ended its own; the last row starts from random weights and codes and gives phase 1 the "
      "classifier's epochs too.";
  table.rows.push_back(
      row_of(source, "recipe " + source->cells.recipe(),
             [](const Cells& cells, auto seed) { return cells.llc(cells.bits(), seed); }));
  for (const auto& [label, options] : kDepartures) {
    table.rows.push_back(row_of(source, label, [options](const Cells& cells, auto seed) {
      return cells.as_paper(options, seed);
    }));
  }
  if (source->cells.shares_schedule()) {
    table.rows.push_back(
        row_of(source, "a schedule for each phase",
               [](const Cells& cells, auto seed) { return cells.own_schedules(seed); }));
  }
  table.rows.push_back(
      row_of(source, "no linear classifier first",
             [](const Cells& cells, auto seed) { return cells.from_nothing(seed); }));
  return table;
}

}  // namespace llcodes::cli
