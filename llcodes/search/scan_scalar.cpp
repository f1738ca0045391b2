// The reference kernel: plain loops, any CPU.
#include "llcodes/search/scan_kernels.h"
#include "llcodes/search/scan_rest.h"

namespace llcodes {
namespace {

std::size_t within(const Word* query, ScanArray codes, int limit, RowKey* keys) {
  return within_rest(query, codes, 0, limit, keys);
}

int distances(const Word* query, ScanArray codes, std::uint16_t* out) {
  return distances_of_rest(query, codes, 0, kMaxBits + 1, out);
}

}  // namespace

const ScanKernel kScalarScan = {"scalar", within, distances};

}  // namespace llcodes
