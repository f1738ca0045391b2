// A model of two features whose classes lie at (4, 0) and (0, 4); codes of 8 bits read its
// classifier.
#pragma once

#include <filesystem>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"

namespace llcodes {

inline void write_answering_model(const std::filesystem::path& path, const Codebook& codebook,
                                  const std::vector<float>& feature_mean) {
  ContainerWriter writer("llcodes.model", 1);
  writer.add<float>("projection.weight", {8, 2}, std::vector<float>(16, 0.01F));
  writer.add<float>("projection.bias", {8}, std::vector<float>(8));
  writer.add<float>("answer.weight", {8}, std::vector<float>(8, 3));
  writer.add<float>("answer.feature_mean", {2}, feature_mean);
  writer.add<float>("answer.evidence", {3}, std::vector<float>{0.5, 0.5, 0});
  writer.add<float>("answer.usual_logit", {1}, std::vector<float>{8});
  writer.add<float>("classifier.weight", {2, 2}, std::vector<float>{2, 0, 0, 2});
  writer.add<float>("classifier.bias", {2}, std::vector<float>{0, 0});
  writer.add<float>("classifier.directions", {2, 2}, std::vector<float>{1, 0, 0, 1});
  codebook.save(writer);
  writer.write(path);
}

}  // namespace llcodes
