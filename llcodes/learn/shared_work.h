// What processes that train together do together: one message a step, validation in pieces.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "llcodes/data/dataset.h"
#include "llcodes/learn/network.h"
#include "llcodes/learn/process_group.h"

namespace llcodes {

struct SharedStep {
  double loss = 0;    ///< its mean over all processes
  bool stop = false;  ///< one of them was asked to stop
};

/// Gradients become their mean over all processes, in one message with the loss and the wish to
/// stop.
SharedStep share_step(ProcessGroup& group, const std::vector<OptimizedTensor>& tensors,
                      const SharedStep& mine);

/// Batch norms that each saw their own part of the batches hold different statistics: the mean
/// counts.
void average_statistics(Network& network, ProcessGroup& group);

/// Throws RunError if the processes do not hold the same bits.
void check_same_network(const Network& network, ProcessGroup& group);

/// What one process works on, and where that begins.
struct OwnPart {
  std::shared_ptr<const Dataset> dataset;
  std::size_t begin = 0;
};
OwnPart own_part(const ProcessGroup& group, std::shared_ptr<const Dataset> dataset);

/// Rows of all instances, [n, columns] in each process, where each process works on a part of them.
std::vector<float> share_rows(
    ProcessGroup& group, std::shared_ptr<const Dataset> dataset, std::int64_t columns,
    const std::function<std::vector<float>(std::shared_ptr<const Dataset>)>& rows_of);

}  // namespace llcodes
