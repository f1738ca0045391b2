#include "llcodes/learn/process_group.h"

#include <algorithm>
#include <sstream>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#ifdef USE_C10D_NCCL  // set by a libtorch that has it
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif

#include "llcodes/core/error.h"
#include "llcodes/data/fingerprint.h"

namespace llcodes {

struct ProcessGroup::State {
  Ranks ranks;
  std::chrono::seconds timeout;
  c10::intrusive_ptr<c10d::Store> store;
  c10::intrusive_ptr<c10d::ProcessGroup> group;
  c10::intrusive_ptr<c10d::ProcessGroup> gpu_group;  ///< null: GPU tensors travel through memory

  /// Runs one collective operation; what goes wrong in it is the loss of another process.
  template <class Action>
  void together(const Action& action) const {
    try {
      action();
    } catch (const std::exception& error) {
      throw RunError("rank " + std::to_string(ranks.rank) + " of " + std::to_string(ranks.size) +
                     " lost another process: it ended, or was silent for " +
                     std::to_string(timeout.count()) +
                     " seconds (--rank-timeout); start all again with --resume (" +
                     first_line(error.what()) + ")");
    }
  }

  static std::string first_line(const std::string& text) {
    return text.substr(0, std::min(text.find('\n'), std::size_t{200}));
  }
};

namespace {

c10::intrusive_ptr<c10d::Store> meet(const Ranks& ranks, std::chrono::seconds timeout) {
  c10d::TCPStoreOptions options;
  options.port = static_cast<std::uint16_t>(ranks.port);
  // torchrun's agent may host the store already.
  const char* hosted = std::getenv("TORCHELASTIC_USE_AGENT_STORE");
  options.isServer = ranks.is_first() && !(hosted && std::string(hosted) == "True");
  options.numWorkers = static_cast<std::size_t>(ranks.size);
  options.timeout = timeout;
  try {
    auto store = c10::make_intrusive<c10d::TCPStore>(ranks.host, options);
    return c10::make_intrusive<c10d::PrefixStore>("llcodes", store);
  } catch (const std::exception& error) {
    throw RunError("rank " + std::to_string(ranks.rank) + " of " + std::to_string(ranks.size) +
                   " did not meet the others at " + ranks.host + ":" + std::to_string(ranks.port) +
                   " within " + std::to_string(timeout.count()) +
                   " seconds; are all processes started, and is the port free and open? (" +
                   std::string(error.what()).substr(0, 160) + ")");
  }
}

c10::intrusive_ptr<c10d::ProcessGroup> make_group(const Ranks& ranks, std::chrono::seconds timeout,
                                                  const c10::intrusive_ptr<c10d::Store>& store) {
  auto options = c10d::ProcessGroupGloo::Options::create(timeout);
  options->devices.push_back(c10d::ProcessGroupGloo::createDefaultDevice());
  return c10::make_intrusive<c10d::ProcessGroupGloo>(store, ranks.rank, ranks.size, options);
}

/// NCCL connects when the first GPU tensor comes, so it costs nothing where there is none.
c10::intrusive_ptr<c10d::ProcessGroup> make_gpu_group(
    [[maybe_unused]] const Ranks& ranks, [[maybe_unused]] std::chrono::seconds timeout,
    [[maybe_unused]] const c10::intrusive_ptr<c10d::Store>& store) {
#ifdef USE_C10D_NCCL
  if (!torch::cuda::is_available()) return {};
  setenv("NCCL_BLOCKING_WAIT", "1", 0);  // a lost process becomes an exception, as with Gloo
  auto options = c10d::ProcessGroupNCCL::Options::create();
  options->timeout = timeout;
  auto own_keys = c10::make_intrusive<c10d::PrefixStore>("nccl", store);
  return c10::make_intrusive<c10d::ProcessGroupNCCL>(own_keys, ranks.rank, ranks.size, options);
#else
  return {};
#endif
}

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

/// The first line in which two texts differ: "expected / found".
std::string first_difference(const std::string& mine, const std::string& theirs) {
  std::istringstream a(mine), b(theirs);
  std::string left, right;
  while (true) {
    const bool has_left = static_cast<bool>(std::getline(a, left));
    const bool has_right = static_cast<bool>(std::getline(b, right));
    if (!has_left && !has_right) return "";
    if (left != right || has_left != has_right) return shown(left) + ", rank 0 has " + shown(right);
  }
}

}  // namespace

ProcessGroup::ProcessGroup(const Ranks& ranks, std::chrono::seconds timeout)
    : state_(new State{ranks, timeout, meet(ranks, timeout), {}, {}}) {
  state_->together([&] {
    state_->group = make_group(ranks, timeout, state_->store);
    state_->gpu_group = make_gpu_group(ranks, timeout, state_->store);
  });
}

ProcessGroup::~ProcessGroup() = default;

const Ranks& ProcessGroup::ranks() const { return state_->ranks; }

void ProcessGroup::sum(torch::Tensor& tensor) {
  if (state_->gpu_group && tensor.is_cuda() && tensor.is_contiguous()) {
    std::vector<torch::Tensor> in_place = {tensor};
    state_->together([&] { state_->gpu_group->allreduce(in_place)->wait(); });
    return;
  }
  std::vector<torch::Tensor> tensors = {tensor.cpu().contiguous()};  // no copy where it is already
  state_->together([&] { state_->group->allreduce(tensors)->wait(); });
  if (!tensors[0].is_same(tensor)) tensor.copy_(tensors[0]);
}

void ProcessGroup::broadcast(const std::vector<torch::Tensor>& tensors) {
  torch::NoGradGuard no_gradient;
  for (const torch::Tensor& tensor : tensors) {
    std::vector<torch::Tensor> rows = {tensor.detach().cpu().contiguous()};
    state_->together([&] { state_->group->broadcast(rows)->wait(); });
    tensor.detach().copy_(rows[0]);
  }
}

void ProcessGroup::wait_for_all() {
  torch::Tensor one = torch::ones({1});
  sum(one);
}

void ProcessGroup::check_same(const std::string& what, const std::string& text) {
  std::string first = text;
  state_->together([&] {
    if (state_->ranks.is_first()) state_->store->set(what, bytes_of(text));
    const auto bytes = state_->store->get(what);
    first.assign(bytes.begin(), bytes.end());
  });
  torch::Tensor different = torch::zeros({state_->ranks.size});
  if (first != text) different[state_->ranks.rank] = 1;
  sum(different);
  const auto count = different.sum().item<double>();
  if (count == 0) return;
  const auto rank = different.argmax().item<std::int64_t>();
  std::string message = "the processes do not agree: rank " + std::to_string(rank) +
                        " was started with other " + what + " than rank 0";
  if (first != text) message += " (here " + first_difference(text, first) + ")";
  throw std::invalid_argument(message + "; start all of them alike");
}

void ProcessGroup::check_same_bits(const std::vector<torch::Tensor>& tensors) {
  Fingerprint fingerprint;
  for (const torch::Tensor& tensor : tensors) {
    const torch::Tensor rows = tensor.detach().cpu().contiguous();
    fingerprint.add({static_cast<const std::byte*>(rows.data_ptr()), rows.nbytes()});
  }
  // Two halves of 32 bits are exact in double precision.
  const std::uint64_t value = fingerprint.value();
  torch::Tensor mine = torch::tensor({static_cast<double>(value >> 32),
                                      static_cast<double>(value & 0xFFFFFFFFu)},
                                     torch::kFloat64);
  torch::Tensor first = mine.clone();
  broadcast({first});
  torch::Tensor difference = (mine - first).abs();
  sum(difference);
  if (difference.sum().item<double>() == 0) return;
  throw RunError("the processes hold different parameters; this should not be possible: please "
                 "report it, and go on with --resume");
}

}  // namespace llcodes
