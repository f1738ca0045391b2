#include "llcodes/learn/rivals/rival.h"

#include <map>
#include <stdexcept>

namespace llcodes {
namespace {

struct Entry {
  std::shared_ptr<Rival> (*make)(const RivalOptions&);
  RivalTraits traits;
};

const Entry& entry_of(const std::string& method) {
  static const std::map<std::string, Entry> rivals = {
      {"hashnet", {make_hashnet, {}}},
      {"greedyhash", {make_greedy_hash, {}}},
      {"csq", {make_csq, {.centres = true}}},
      {"orthohash", {make_ortho_hash, {.code_norm = true, .centres = true}}},
      {"real", {make_real, {.judged_by_logits = true}}}};
  const auto found = rivals.find(method);
  if (found == rivals.end()) throw std::invalid_argument("no method is called '" + method + "'");
  return found->second;
}

}  // namespace

std::shared_ptr<Rival> make_rival(const RivalOptions& options) {
  return entry_of(options.method).make(options);
}

RivalTraits traits_of(const std::string& method) { return entry_of(method).traits; }

Codes default_centres(const std::string& method, const PoolRequest& request) {
  return method == "csq" ? csq_centres(request) : max_distance_codes(request);
}

}  // namespace llcodes
