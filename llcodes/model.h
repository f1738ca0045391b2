// The facade: a trained model is a backbone, a projection with thresholds, and a codebook.
//
//   Model model = Model::load("photos.llc");
//   EncodedSet set = model.encode(dataset);
//   auto decoder = make_decoder(model.codebook(), {.decode = Decode::kSoft});
//
// libtorch stays behind the pointer. Const after construction; concurrent const calls are safe.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/core/progress.h"
#include "llcodes/data/augment.h"
#include "llcodes/data/dataset.h"

namespace llcodes {

struct EncodeOptions {
  int threads = 0;            ///< 0: all CPUs of the affinity mask
  int batch_size = 256;
  bool keep_projections = true;
  bool keep_names = false;
};

class Model {
 public:
  /// Throws FormatError or std::system_error.
  static Model load(const std::filesystem::path& path);
  ~Model();
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;

  const Codebook& codebook() const;   ///< of a linear model: throws std::invalid_argument
  bool is_linear() const;             ///< the reference classifier: logits instead of codes
  InputShape input_shape() const;

  /// z = P F(x) with thresholds folded in, and its signs. Throws std::invalid_argument if the data
  /// set's shape is not the model's.
  EncodedSet encode(const Dataset& dataset, const EncodeOptions& options = {},
                    const Progress& progress = {}) const;

  /// F(x), what the last layer reads: [n, feature_size()] row-major.
  std::vector<float> features(const Dataset& dataset, const EncodeOptions& options = {},
                              const Progress& progress = {}) const;
  std::size_t feature_size() const;

  /// Of a linear model: the class with the largest logit, [n].
  std::vector<std::int32_t> classify_linear(const Dataset& dataset, const EncodeOptions& options = {},
                                            const Progress& progress = {}) const;

 private:
  struct Impl;
  explicit Model(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace llcodes
