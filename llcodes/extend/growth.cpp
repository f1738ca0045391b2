#include "llcodes/extend/growth.h"

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "llcodes/core/encoded_set.h"
#include "llcodes/core/random.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/extend/new_classes.h"

namespace llcodes {
namespace {

using Members = std::vector<std::size_t>;

/// The instances of every class that has enough of them.
std::vector<Members> large_classes(std::span<const std::int32_t> classes,
                                   const GrowthOptions& options) {
  std::map<std::int32_t, Members> by_class;
  for (std::size_t i = 0; i < classes.size(); ++i) by_class[classes[i]].push_back(i);
  std::vector<Members> large;
  for (auto& [number, members] : by_class) {
    if (members.size() > options.examples) large.push_back(std::move(members));
  }
  if (large.size() >= options.classes) return large;
  throw std::invalid_argument("found " + std::to_string(large.size()) +
                              " unseen classes of more than " + std::to_string(options.examples) +
                              " instances, expected " + std::to_string(options.classes));
}

/// One choice of classes and examples.
struct Draw {
  std::vector<ExampleGroup> examples;
  std::vector<Members> others;  ///< of the same classes, in the same order
};

Draw draw_classes(const std::vector<Members>& classes, const GrowthOptions& options,
                  std::size_t number) {
  Draw draw;
  const auto order = permutation(classes.size(), options.seed, number);
  for (std::size_t i = 0; i < options.classes; ++i) {
    const Members& members = classes[order[i]];
    const auto shuffled = permutation(members.size(), options.seed + i + 1, number);
    ExampleGroup group{"new " + std::to_string(i + 1), {}};
    Members rest;
    for (std::size_t j = 0; j < members.size(); ++j) {
      (j < options.examples ? group.instances : rest).push_back(members[shuffled[j]]);
    }
    draw.examples.push_back(std::move(group));
    draw.others.push_back(std::move(rest));
  }
  return draw;
}

/// The share of the shown classes' other instances that soft decoding puts on their class.
double share_found(const Codebook& codebook, std::size_t old_classes, const Instances& strangers,
                   const Draw& draw) {
  std::vector<std::int32_t> labels(strangers.codes.size());
  make_decoder(codebook, {.decode = Decode::kSoft})->labels(strangers, labels);
  std::size_t right = 0, total = 0;
  for (std::size_t i = 0; i < draw.others.size(); ++i) {
    for (const std::size_t instance : draw.others[i]) {
      right += labels[instance] == static_cast<std::int32_t>(old_classes + i);
      ++total;
    }
  }
  return static_cast<double>(right) / static_cast<double>(total);
}

/// A model that has learnt the classes of one draw.
class Grown {
 public:
  Grown(const GrowingModel& model, const ClassedInstances& strangers, const Draw& draw)
      : codebook_(model.codebook) {
    if (model.reader) {
      reader_ = *model.reader;
      codebook_ = extend_answers(model.codebook, *reader_, strangers.instances, strangers.features,
                                 draw.examples)
                      .codebook;
    } else {
      codebook_ = extend_codebook(model.codebook, strangers.instances, draw.examples).codebook;
    }
  }

  const Codebook& codebook() const { return codebook_; }

  /// The instances as the grown model encodes them.
  EncodedSet encode(const ClassedInstances& given) const {
    EncodedSet set{given.instances.codes,
                   {given.instances.projections.begin(), given.instances.projections.end()}};
    if (!reader_) return set;
    set.projections = reader_->projections(given.features);
    set.codes = binarize(set.projections, codebook_.num_bits());
    return set;
  }

 private:
  Codebook codebook_;
  std::optional<AnswerReader> reader_;
};

}  // namespace

void check_unseen(std::span<const std::int32_t> classes, const GrowthOptions& options) {
  large_classes(classes, options);
}

Growth measure_growth(const GrowingModel& model, const ClassedInstances& known,
                      const ClassedInstances& strangers, const GrowthOptions& options) {
  const std::vector<Members> classes = large_classes(strangers.classes, options);
  Growth growth;
  growth.old_before = soft_accuracy(model.codebook, known.instances, known.classes);
  const double weight = 1 / static_cast<double>(options.draws);
  for (std::size_t number = 0; number < options.draws; ++number) {
    const Draw draw = draw_classes(classes, options, number);
    const Grown grown(model, strangers, draw);
    growth.added += weight * share_found(grown.codebook(), model.codebook.num_classes(),
                                         grown.encode(strangers).instances(), draw);
    growth.old_after +=
        weight * soft_accuracy(grown.codebook(), grown.encode(known).instances(), known.classes);
  }
  return growth;
}

}  // namespace llcodes
