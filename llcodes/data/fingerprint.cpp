#include "llcodes/data/fingerprint.h"

#include <xxhash.h>

#include <new>

namespace llcodes {

struct Fingerprint::State {
  XXH3_state_t* xxh = XXH3_createState();

  State() {
    if (!xxh) throw std::bad_alloc();
    XXH3_64bits_reset(xxh);
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Fingerprint::Fingerprint() : state_(std::make_unique<State>()) {}
Fingerprint::~Fingerprint() = default;

Fingerprint& Fingerprint::add(std::span<const std::byte> bytes) {
  add(static_cast<std::uint64_t>(bytes.size()));
  XXH3_64bits_update(state_->xxh, bytes.data(), bytes.size());
  return *this;
}

Fingerprint& Fingerprint::add(std::string_view text) {
  return add(std::as_bytes(std::span(text.data(), text.size())));
}

Fingerprint& Fingerprint::add(std::uint64_t number) {
  XXH3_64bits_update(state_->xxh, &number, sizeof number);
  return *this;
}

std::uint64_t Fingerprint::value() const { return XXH3_64bits_digest(state_->xxh); }

}  // namespace llcodes
