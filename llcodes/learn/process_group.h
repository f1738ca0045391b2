// Processes that train together: one sum of gradients a step over c10d's Gloo, or over NCCL for
// tensors on GPUs where libtorch has it.
//
// Every process calls the same functions in the same order. A process that dies is noticed at once,
// one that hangs after the timeout; both end all others with a RunError. The store that processes
// meet at listens on all interfaces without authentication: for trusted networks only.
#pragma once

#include <torch/torch.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "llcodes/learn/ranks.h"
#include "llcodes/nn/batch_norm.h"

namespace llcodes {

class ProcessGroup : public RankSums {
 public:
  /// Waits until all processes are there. Throws RunError if they are not within the timeout.
  ProcessGroup(const Ranks& ranks, std::chrono::seconds timeout);
  ~ProcessGroup() override;

  const Ranks& ranks() const;

  /// The sum over all processes, the same bits in each.
  void sum(torch::Tensor& tensor) override;
  /// Replaces the tensors by those of rank 0.
  void broadcast(const std::vector<torch::Tensor>& tensors);
  /// Returns when all are here.
  void wait_for_all();
  /// Throws std::invalid_argument on every process if not all gave the same text; the message shows
  /// the first line that differs. `what` is what the text stands for.
  void check_same(const std::string& what, const std::string& text);
  /// Throws RunError if the bits of the tensors differ between processes.
  void check_same_bits(const std::vector<torch::Tensor>& tensors);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace llcodes
