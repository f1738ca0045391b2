#include "bench/search_faiss.h"

#include <faiss/IndexBinaryFlat.h>
#include <faiss/IndexBinaryHNSW.h>
#include <faiss/IndexBinaryHash.h>
#include <omp.h>

#include <algorithm>
#include <bit>

namespace llcodes::bench {
namespace {

class Wrapped : public FaissIndex {
 public:
  explicit Wrapped(std::unique_ptr<faiss::IndexBinary> index) : index_(std::move(index)) {}

  void search(const FaissCodes& queries, std::size_t first, std::size_t count, std::size_t k,
              int threads, FaissAnswer& answer) const override {
    answer.distances.resize(count * k);
    answer.ids.resize(count * k);
    omp_set_num_threads(threads);
    const std::size_t width = static_cast<std::size_t>(queries.bits) / 8;
    index_->search(static_cast<std::int64_t>(count), queries.bytes.data() + first * width,
                   static_cast<std::int64_t>(k), answer.distances.data(), answer.ids.data());
  }

 private:
  std::unique_ptr<faiss::IndexBinary> index_;
};

void add_codes(faiss::IndexBinary& index, const FaissCodes& codes) {
  omp_set_num_threads(omp_get_num_procs());
  index.add(static_cast<std::int64_t>(codes.count), codes.bytes.data());
}

FaissApproximate hash(const FaissCodes& codes) {
  const int key_bits = std::min(codes.bits, static_cast<int>(std::bit_width(codes.count)) - 4);
  auto index = std::make_unique<faiss::IndexBinaryHash>(codes.bits, key_bits);
  add_codes(*index, codes);
  faiss::IndexBinaryHash* const raw = index.get();
  FaissApproximate result{"IndexBinaryHash", std::make_unique<Wrapped>(std::move(index)), {}};
  for (int flips = 0; flips <= 8; ++flips) {
    result.settings.push_back({"b=" + std::to_string(key_bits) + " nflip=" + std::to_string(flips),
                               [raw, flips] { raw->nflip = flips; }});
  }
  return result;
}

FaissApproximate multi_hash(const FaissCodes& codes) {
  const int key_bits = 16;
  auto index =
      std::make_unique<faiss::IndexBinaryMultiHash>(codes.bits, codes.bits / key_bits, key_bits);
  add_codes(*index, codes);
  faiss::IndexBinaryMultiHash* const raw = index.get();
  FaissApproximate result{"IndexBinaryMultiHash", std::make_unique<Wrapped>(std::move(index)), {}};
  for (int flips = 0; flips <= 5; ++flips) {
    result.settings.push_back(
        {"b=16 nflip=" + std::to_string(flips), [raw, flips] { raw->nflip = flips; }});
  }
  return result;
}

FaissApproximate graph(const FaissCodes& codes) {
  auto index = std::make_unique<faiss::IndexBinaryHNSW>(codes.bits, 16);
  add_codes(*index, codes);
  faiss::IndexBinaryHNSW* const raw = index.get();
  FaissApproximate result{"IndexBinaryHNSW", std::make_unique<Wrapped>(std::move(index)), {}};
  for (int width = 16; width <= 4096; width *= 2) {
    result.settings.push_back(
        {"M=16 efSearch=" + std::to_string(width), [raw, width] { raw->hnsw.efSearch = width; }});
  }
  return result;
}

}  // namespace

FaissCodes::FaissCodes(const Codes& codes)
    : bits(codes.num_bits() <= 32 ? 32 : 64), count(codes.size()) {
  const std::size_t width = static_cast<std::size_t>(bits) / 8;
  bytes.resize(count * width);
  for (std::size_t i = 0; i < count; ++i) {
    const auto* const code = reinterpret_cast<const std::uint8_t*>(codes[i].data());
    std::copy_n(code, width, bytes.data() + i * width);
  }
}

std::unique_ptr<FaissIndex> faiss_flat(const FaissCodes& codes, bool use_heap) {
  auto index = std::make_unique<faiss::IndexBinaryFlat>(codes.bits);
  index->use_heap = use_heap;
  add_codes(*index, codes);
  return std::make_unique<Wrapped>(std::move(index));
}

std::vector<FaissApproximate> faiss_approximate(const FaissCodes& codes) {
  std::vector<FaissApproximate> result;
  result.push_back(hash(codes));
  result.push_back(multi_hash(codes));
  result.push_back(graph(codes));
  return result;
}

}  // namespace llcodes::bench
