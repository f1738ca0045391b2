#include "llcodes/learn/codebooks/codebook_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "llcodes/core/codebook.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/data/npy.h"

namespace llcodes {
namespace {

Codes from_model(const std::filesystem::path& path, const std::vector<std::string>& class_names) {
  const Codebook codebook = Codebook::load(Container::open(path));
  std::map<std::string, std::size_t> labels;
  for (std::size_t i = 0; i < codebook.num_classes(); ++i) labels[codebook.class_name(i)] = i;
  Codes codes(codebook.num_bits());
  for (const std::string& name : class_names) {
    const auto found = labels.find(name);
    if (found == labels.end()) {
      throw std::invalid_argument("codebook " + path.string() + ": no code of class " +
                                  shown(name) + "; give the model of a run with the same classes");
    }
    codes.push_back(codebook.codes()[found->second]);
  }
  return codes;
}

Codes from_array(const std::filesystem::path& path, std::size_t num_classes) {
  const MappedFile file(path);
  const NpyView array = parse_npy(file.bytes(), path.string());
  if (array.shape.size() != 2 || array.shape[0] != static_cast<std::int64_t>(num_classes) ||
      array.shape[1] < 1 || array.shape[1] > kMaxBits) {
    throw std::invalid_argument("codebook " + path.string() + ": expected an array of " +
                                std::to_string(num_classes) + " classes by 1 to 256 bits");
  }
  std::vector<float> values = to_floats(array);
  if (!std::ranges::all_of(values, [](float v) { return std::isfinite(v); })) {
    throw std::invalid_argument("codebook " + path.string() +
                                ": found a value that is not finite; expected 0 and 1, or numbers "
                                "whose signs are the bits");
  }
  const bool is_bits =
      std::all_of(values.begin(), values.end(), [](float v) { return v == 0 || v == 1; });
  if (is_bits) {
    for (float& value : values) value = value * 2 - 1;
  }
  return binarize(values, static_cast<int>(array.shape[1]));
}

}  // namespace

Codes codes_from_file(const std::filesystem::path& path,
                      const std::vector<std::string>& class_names, int num_bits) {
  Codes codes = path.extension() == ".npy" ? from_array(path, class_names.size())
                                           : from_model(path, class_names);
  if (codes.num_bits() != num_bits) {
    throw std::invalid_argument("codebook " + path.string() + ": codes of " +
                                std::to_string(codes.num_bits()) + " bits; give --bits " +
                                std::to_string(codes.num_bits()));
  }
  return codes;
}

}  // namespace llcodes
