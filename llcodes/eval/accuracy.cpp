#include "llcodes/eval/accuracy.h"

#include <algorithm>
#include <stdexcept>

#include "llcodes/core/soft_scores.h"

namespace llcodes {
namespace {

void check_labels(const Codebook& codebook, const Instances& instances,
                  std::span<const std::int32_t> labels) {
  if (labels.size() != instances.codes.size()) {
    throw std::invalid_argument("accuracy: found " + std::to_string(labels.size()) +
                                " labels, expected one for each of the " +
                                std::to_string(instances.codes.size()) + " instances");
  }
  const auto count = static_cast<std::int64_t>(codebook.num_classes());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= 0 && labels[i] < count) continue;
    throw std::invalid_argument("accuracy: found label " + std::to_string(labels[i]) +
                                " of instance " + std::to_string(i) + ", expected 0 to " +
                                std::to_string(count - 1));
  }
}

CodeView class_code(const Codebook& codebook, std::int32_t label) {
  return codebook.codes()[static_cast<std::size_t>(label)];
}

/// Whether class `label` has the very value for which the decision was taken.
bool is_tied(const Codebook& codebook, const Instances& instances, std::size_t index,
             const Decision& decision, std::int32_t label) {
  if (!decision.by_score) {
    const CodeView code = class_code(codebook, label);
    return hamming_distance(instances.codes[index], code) == decision.distance;
  }
  const auto num_bits = static_cast<std::size_t>(codebook.num_bits());
  const float* const z = instances.projections.data() + index * num_bits;
  return soft_score(codebook, static_cast<std::size_t>(label), z) == decision.score;
}

/// 1 for the true class, 1/size for a tie that holds it, else 0.
double credit(const Codebook& codebook, const Instances& instances, std::size_t index,
              const Decision& decision, std::int32_t true_label) {
  if (decision.label == kNoClass) return 0;
  if (decision.ties <= 1) return decision.label == true_label ? 1 : 0;
  const bool tied = is_tied(codebook, instances, index, decision, true_label);
  return tied ? 1.0 / decision.ties : 0;
}

/// Sums over instances become means; no instance gives 0.
double mean(double sum, std::size_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

double mean_bits_right(const Codebook& codebook, const Instances& instances,
                       std::span<const std::int32_t> labels) {
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    sum +=
        codebook.num_bits() - hamming_distance(instances.codes[i], class_code(codebook, labels[i]));
  }
  return mean(sum, labels.size());
}

/// One line of the table to measure.
struct RowPlan {
  std::string name;
  DecoderOptions options;
};

std::string budget_name(std::size_t budget) {
  return budget == kUnlimited ? "flips(unlimited)" : "flips(" + std::to_string(budget) + ")";
}

std::vector<RowPlan> plan_rows(const AccuracyOptions& options, bool soft) {
  std::vector<RowPlan> rows = {{"ED", {.decode = Decode::kExact}}};
  for (const int radius : options.radii) {
    rows.push_back(
        {"ball(" + std::to_string(radius) + ")", {.decode = Decode::kBall, .radius = radius}});
  }
  rows.push_back({"MHD", {.decode = Decode::kMinimumHamming}});
  if (!soft) return rows;
  for (const std::size_t budget : options.budgets) {
    rows.push_back({budget_name(budget), {.decode = Decode::kFlips, .budget = budget}});
  }
  rows.push_back({"soft", {.decode = Decode::kSoft}});
  return rows;
}

AccuracyRow measure_row(const Codebook& codebook, const Instances& instances,
                        std::span<const std::int32_t> labels, const RowPlan& plan) {
  std::vector<Decision> decisions(labels.size());
  make_decoder(codebook, plan.options)->decode(instances, decisions);
  double answered = 0, probes = 0;
  for (const Decision& decision : decisions) {
    answered += decision.label != kNoClass;
    probes += decision.probes;
  }
  return {.decoder = plan.name,
          .accuracy = accuracy_of(codebook, instances, decisions, labels),
          .answered = mean(answered, labels.size()),
          .mean_probes = mean(probes, labels.size())};
}

}  // namespace

std::vector<int> usual_radii(int num_bits) {
  std::vector<int> radii;
  for (int radius = 1; radius <= std::min(2, num_bits); ++radius) radii.push_back(radius);
  return radii;
}

double accuracy_of(const Codebook& codebook, const Instances& instances,
                   std::span<const Decision> decisions, std::span<const std::int32_t> labels) {
  check_labels(codebook, instances, labels);
  if (decisions.size() != labels.size()) {
    throw std::invalid_argument("accuracy: found " + std::to_string(decisions.size()) +
                                " decisions, expected " + std::to_string(labels.size()));
  }
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    sum += credit(codebook, instances, i, decisions[i], labels[i]);
  }
  return mean(sum, labels.size());
}

double soft_accuracy(const Codebook& codebook, const Instances& instances,
                     std::span<const std::int32_t> labels) {
  std::vector<Decision> decisions(instances.codes.size());
  make_decoder(codebook, {.decode = Decode::kSoft})->decode(instances, decisions);
  return accuracy_of(codebook, instances, decisions, labels);
}

AccuracyTable measure_accuracy(const Codebook& codebook, const Instances& instances,
                               std::span<const std::int32_t> labels,
                               const AccuracyOptions& options) {
  check_labels(codebook, instances, labels);
  AccuracyTable table{.instances = labels.size(),
                      .codebook = codebook.statistics(),
                      .bits_right = mean_bits_right(codebook, instances, labels),
                      .rows = {}};
  for (const RowPlan& plan : plan_rows(options, !instances.projections.empty())) {
    table.rows.push_back(measure_row(codebook, instances, labels, plan));
  }
  return table;
}

AccuracyTable measure_accuracy(const Codebook& codebook, const Instances& instances,
                               std::span<const std::int32_t> labels) {
  return measure_accuracy(codebook, instances, labels, {.radii = usual_radii(codebook.num_bits())});
}

}  // namespace llcodes
