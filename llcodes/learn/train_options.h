// Every option of learning, declared once (no libtorch here: the help needs it too).
//
// The defaults are the default recipe; recipe "features" reads codes from the features alone, and
// recipe "paper" follows the paper and its released code.
// docs/learning.md shows what each departure from the paper is worth.
#pragma once

#include <cstdint>
#include <string>

#include "llcodes/core/options.h"
#include "llcodes/learn/codebook_options.h"
#include "llcodes/learn/objective_options.h"
#include "llcodes/learn/transfer_options.h"

namespace llcodes {

/// As many epochs as the linear phase and those of codes have together, where one run has both.
inline constexpr std::int64_t kWholeRun = -1;

/// One phase of training: its length and step size.
struct PhaseOptions {
  std::int64_t epochs;
  double learning_rate;
};

struct TrainOptions {
  std::string recipe = "default";  ///< default | features | paper | a file: the other defaults
  std::string method = "llc";      ///< llc (both phases) | linear (the upper reference) | a rival
  std::int64_t bits = 20;
  std::int64_t seed = 1;

  // Network.
  std::string backbone = "auto";  ///< auto | cnn | mlp | resnet18 | resnet50 | alexnet | mobilenet
  std::int64_t width = 32;        ///< channels of the stem; doubled at each stage
  std::int64_t depth = 1;         ///< residual blocks a stage
  std::int64_t stages = 2;        ///< each halves the picture
  std::int64_t stem_stride = 2;   ///< 2 halves the picture in the first convolution
  std::int64_t pool = 4;          ///< side of the grid of means that the last layer reads
  std::int64_t features = 2048;   ///< width of the last layer; 0: the means themselves
  std::int64_t hidden = 512;      ///< width of the MLP
  std::int64_t hidden_layers = 2;
  bool stride_on_1x1 = false;     ///< resnet50: as the original, not as torchvision
  std::string autocast = "none";  ///< none | bfloat16: precision of products and convolutions
  bool sync_norm = true;          ///< batch norms of several processes see the whole batch

  // Phases. `linear` is the reference and, in the default recipe, the warm start of phase 1.
  PhaseOptions linear = {20, 0.3};
  PhaseOptions phase1 = {5, 0.1};
  PhaseOptions phase2 = {10, 0.1};
  PhaseOptions rival = {25, 0.05};  ///< of hashnet, greedyhash, csq, orthohash and real
  bool warm_start = true;           ///< phase 1 starts from the linear classifier's backbone
  bool reference = false;           ///< train the linear classifier even if nothing needs it

  // Optimiser, the same in all phases.
  std::int64_t batch_size = 128;
  double momentum = 0.9;
  bool nesterov = true;
  double weight_decay = 5e-4;                ///< of the backbone's weights and the projection
  double codebook_decay = 0;                 ///< of C
  double norm_decay = 0;                     ///< of biases and batch-norm parameters
  double warmup = 0.25;                      ///< share of each schedule with rising learning rate
  double label_smoothing = 0.1;              ///< linear and phase 1
  std::string schedule_by = "step";          ///< step | epoch: when the cosine schedule moves
  std::int64_t schedule_epochs = kWholeRun;  ///< that backbone and classifier follow one cosine for

  // Codes.
  std::string codebook_start = "cca-ridge";  ///< phase 1: as CodebookOptions; random: N(0, 2/k)
  double codebook_rate = 3;       ///< phase 1: learning rate of C, as a multiple of the others'
  double answer = 3;              ///< how much more the classifier's answer counts; 0: nothing
  bool code_norm = true;          ///< batch norm before the sign, folded into P and thresholds
  double score_scale = 0;         ///< phase 1: <c_l, z> * scale; 0: 1 / sqrt(bits)
  std::string bit_loss = "sum";   ///< phase 2, over bits: sum | mean
  double soft_loss = 0;           ///< phase 2: weight of the cross-entropy of the soft scores
  bool clip_codes = true;         ///< C is kept in [-1, 1]
  bool repair_duplicates = true;  ///< after phase 1 a repeated code moves to the nearest free one

  CodebookOptions codebooks;
  ObjectiveOptions objective;
  TransferOptions transfer;

  // Running.
  std::int64_t threads = 0;         ///< 0: all CPUs of the affinity mask
  std::int64_t workers = 1;         ///< loader threads
  std::string device = "cpu";       ///< cpu | cuda | cuda:N
  bool channels_last = true;        ///< pictures with their channels innermost
  std::int64_t rank_timeout = 300;  ///< seconds that other processes may be silent
  double checkpoint_minutes = 2;    ///< also at the end of every epoch
  std::int64_t steps = 0;           ///< stop each phase after that many steps; 0: no limit
};

/// The table of all options; `recipe` is not applied here.
OptionTable options_of(TrainOptions& options);

/// The options of a named recipe: "default", "features" or "paper". Throws std::invalid_argument.
TrainOptions recipe_options(const std::string& recipe);

/// True for hashnet, greedyhash, csq, orthohash and real.
bool is_rival(const std::string& method);

/// Checks that hold between options (not the single ranges). Throws std::invalid_argument.
void check(const TrainOptions& options);

}  // namespace llcodes
