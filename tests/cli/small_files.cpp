#include "small_files.h"

#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/search/index.h"

namespace llcodes::test {
namespace {

const std::vector<std::string> kClassCodes = {"00000000", "11110000", "00001111", "11111111"};

std::vector<float> centres(const BlobOptions& options) {
  std::mt19937 generator(42);
  std::normal_distribution<float> normal(0, 3);
  const int classes = options.first_class + options.classes;
  std::vector<float> values(static_cast<std::size_t>(classes * options.dimension));
  for (float& value : values) value = normal(generator);
  return values;
}

void write_npy(const std::filesystem::path& path, const std::vector<float>& values, int columns) {
  const std::size_t rows = values.size() / static_cast<std::size_t>(columns);
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(columns) + "), }";
  header.resize(117, ' ');  // 10 bytes before it and a line end after it make 128
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  const char length[2] = {static_cast<char>(header.size()), 0};
  file.write(length, 2);
  file << header;
  file.write(reinterpret_cast<const char*>(values.data()),
             static_cast<std::streamsize>(values.size() * sizeof(float)));
}

}  // namespace

void write_codebook_model(const std::filesystem::path& path) {
  ContainerWriter writer("llcodes.model", 1);
  Codebook(Codes::from_text(kClassCodes), {"ant", "bee", "cat", "dog"}).save(writer);
  writer.write(path);
}

void write_codes(const std::filesystem::path& path) {
  std::vector<std::string> lines = kClassCodes;
  lines.push_back("10000000");  // one bit from ant
  lines.push_back("00110000");  // two bits from bee and from ant
  EncodedSet set{Codes::from_text(lines), {}, {0, 1, 2, 3, 0, 1}, {"a", "b", "c", "d", "e", "f"}};
  set.projections = to_signs(set.codes);
  // The wrong bits are the unsure ones, so soft decoding finds the class.
  set.projections[4 * 8] = 0.1F;
  set.projections[5 * 8] = set.projections[5 * 8 + 1] = -0.1F;
  set.codebook = codebook_fingerprint(Codes::from_text(kClassCodes));
  set.save(path);
}

void write_blobs(const std::filesystem::path& features, const std::filesystem::path& labels,
                 const BlobOptions& options) {
  const std::vector<float> means = centres(options);
  std::mt19937 generator(options.seed);
  std::normal_distribution<float> normal(0, 1);
  std::vector<float> values;
  std::ofstream lines(labels);
  for (int instance = 0; instance < options.instances * options.classes; ++instance) {
    const int label = options.first_class + instance % options.classes;
    lines << "class-" << label << "\n";
    for (int column = 0; column < options.dimension; ++column) {
      values.push_back(means[static_cast<std::size_t>(label * options.dimension + column)] +
                       normal(generator));
    }
  }
  write_npy(features, values, options.dimension);
}

}  // namespace llcodes::test
