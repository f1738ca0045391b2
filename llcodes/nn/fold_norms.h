// Batch norms made part of the convolutions before them, for evaluation only.
#pragma once

#include <torch/torch.h>

namespace llcodes {

/// Wherever a batch norm directly follows a convolution among a module's children, the convolution
/// takes over its scale and shift, and the batch norm passes its input on. The same function up to
/// rounding, at less cost; the module can no longer be trained or saved.
void fold_batch_norms(torch::nn::Module& module);

}  // namespace llcodes
