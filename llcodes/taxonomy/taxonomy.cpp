#include "llcodes/taxonomy/taxonomy.h"

#include <map>
#include <set>
#include <stdexcept>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

using Key = std::vector<Word>;

/// One representation of the classes: its distances, and its vectors for the rank correlation.
struct Representation {
  std::string name;
  PairDistances distances;
  ClassVectors vectors;
};

class Measurement {
 public:
  Measurement(const std::optional<RealClasses>& real, const std::optional<Hierarchy>& hierarchy,
              const TaxonomyOptions& options, const Progress& progress)
      : real_(real), hierarchy_(hierarchy), options_(options), progress_(progress) {
    if (!hierarchy) return;
    if (options.level > hierarchy->depth()) {
      throw std::invalid_argument("level: found " + std::to_string(options.level) +
                                  ", expected 1 to " + std::to_string(hierarchy->depth()) +
                                  ", the levels of the hierarchy, or 0 to choose one");
    }
    level_ = options.level > 0 ? options.level : hierarchy->natural_level();
  }

  std::size_t level() const { return level_; }

  TaxonomyRow measure(const Representation& representation, const Tree& tree) const {
    TaxonomyRow row{.name = representation.name,
                    .cophenetic = cophenetic_correlation(tree, representation.distances)};
    if (hierarchy_) row.agreement = measure_agreement(tree, *hierarchy_, level_);
    if (!real_ || real_->weights.num_classes() < 3) return row;
    row.spearman = mean_row_spearman(representation.vectors, real_->weights, progress_);
    if (real_->means) {
      row.spearman_means = mean_row_spearman(representation.vectors, *real_->means, progress_);
    }
    return row;
  }

  Tree tree_of(const Representation& representation) const {
    return cluster(representation.distances, options_.linkage, progress_);
  }

 private:
  const std::optional<RealClasses>& real_;
  const std::optional<Hierarchy>& hierarchy_;
  const TaxonomyOptions& options_;
  const Progress& progress_;
  std::size_t level_ = 0;
};

Representation of_codes(const char* name, const Codebook& codebook) {
  return {name, hamming_distances(codebook.codes()), vectors_of(codebook)};
}

Representation of_vectors(const char* name, const ClassVectors& vectors) {
  return {name, cosine_distances(vectors.values, vectors.columns), vectors};
}

}  // namespace

Taxonomy discover_taxonomy(const Codebook& codebook, const std::optional<RealClasses>& real,
                           const std::optional<Hierarchy>& hierarchy,
                           const TaxonomyOptions& options, const Progress& progress) {
  const Measurement measurement(real, hierarchy, options, progress);
  Taxonomy taxonomy{.level = measurement.level()};
  const Representation codes = of_codes("codes", codebook);
  taxonomy.tree = measurement.tree_of(codes);
  taxonomy.rows.push_back(measurement.measure(codes, taxonomy.tree));
  const auto add = [&](const Representation& other) {
    taxonomy.rows.push_back(measurement.measure(other, measurement.tree_of(other)));
  };
  if (real || hierarchy) {
    add(of_codes("random codes",
                 random_codebook(codebook.num_bits(), codebook.num_classes(), options.seed)));
  }
  if (real) add(of_vectors("linear classifier", real->weights));
  if (real && real->means) add(of_vectors("mean features", *real->means));
  return taxonomy;
}

Codebook random_codebook(int num_bits, std::size_t num_classes, std::uint64_t seed) {
  check_bits_suffice(num_bits, num_classes);
  Codes codes(num_bits);
  std::set<Key> taken;
  for (std::uint64_t draw = 0; codes.size() < num_classes; ++draw) {
    Random random(seed, static_cast<std::uint64_t>(num_bits), draw);
    Codes one(num_bits, 1);
    for (int bit = 0; bit < num_bits; ++bit) one.set_bit(0, bit, random.next() & 1);
    if (taken.insert(Key(one[0].begin(), one[0].end())).second) codes.push_back(one[0]);
  }
  return Codebook(std::move(codes));
}

std::vector<SharedCode> shared_codes(const Codebook& codebook) {
  std::map<Key, std::int32_t> first;
  std::vector<SharedCode> shared;
  for (std::size_t label = 0; label < codebook.num_classes(); ++label) {
    const CodeView code = codebook.codes()[label];
    const auto own = static_cast<std::int32_t>(label);
    const auto [place, is_new] = first.try_emplace(Key(code.begin(), code.end()), own);
    if (!is_new) shared.push_back({own, place->second});
  }
  return shared;
}

}  // namespace llcodes
