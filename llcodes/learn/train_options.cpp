#include "llcodes/learn/train_options.h"

#include <cmath>
#include <stdexcept>

#include "llcodes/core/code.h"
#include "llcodes/nn/architectures.h"

namespace llcodes {
namespace {

std::vector<std::string> backbone_names() {
  std::vector<std::string> names = {"auto", "cnn", "mlp"};
  for (const Architecture& one : architectures()) names.emplace_back(one.name);
  return names;
}

}  // namespace

OptionTable options_of(TrainOptions& o) {
  OptionTable table;
  table.group("Learning")
      .text("recipe", o.recipe,
            "defaults of all options below: default, features, paper, or a recipe file")
      .text("method", o.method,
            "llc: class and instance codes; linear: the plain classifier; or a rival",
            {"llc", "linear", "hashnet", "greedyhash", "csq", "orthohash", "real"})
      .number("bits", o.bits, "bits of a code", 1, kMaxBits)
      .short_name('b')
      .number("seed", o.seed, "of weights, order and augmentation", 0, 1'000'000'000);
  table.group("Network")
      .text("backbone", o.backbone, "auto: cnn for pictures, mlp for features", backbone_names())
      .number("width", o.width, "cnn: channels of the stem, doubled at each stage", 4, 1024)
      .number("depth", o.depth, "cnn: residual blocks a stage", 1, 16)
      .number("stages", o.stages, "cnn: stages, each halves the picture", 1, 6)
      .number("stem-stride", o.stem_stride, "cnn: stride of the first convolution", 1, 4)
      .number("pool", o.pool, "cnn: side of the grid of means that the last layer reads", 1, 16)
      .number("features", o.features, "cnn: width of the last layer; 0: the means", 0, 65536)
      .number("hidden", o.hidden, "mlp: width of the hidden layers", 4, 65536)
      .number("hidden-layers", o.hidden_layers, "mlp: number of hidden layers", 0, 16)
      .flag("stride-on-1x1", o.stride_on_1x1, "resnet50: halve pictures in the 1x1 convolution")
      .text("autocast", o.autocast, "precision of matrix products and convolutions",
            {"none", "bfloat16"})
      .flag("sync-norm", o.sync_norm, "batch norms of several processes see the whole batch");
  table.group("Phases")
      .number("linear-epochs", o.linear.epochs, "of the linear classifier", 0, 10000)
      .number("linear-lr", o.linear.learning_rate,
              "its largest learning rate; with one schedule that of backbone and classifier in all "
              "phases",
              0, 1e9)
      .number("phase1-epochs", o.phase1.epochs, "of codebook learning (eq. 2)", 0, 10000)
      .number("phase1-lr", o.phase1.learning_rate,
              "its largest learning rate; with one schedule of the projection and the codebook", 0,
              1e9)
      .number("phase2-epochs", o.phase2.epochs, "of instance-code learning (eq. 3)", 0, 10000)
      .number("phase2-lr", o.phase2.learning_rate,
              "its largest learning rate; with one schedule of the projection", 0, 1e9)
      .number("rival-epochs", o.rival.epochs, "of a rival method", 1, 10000)
      .number("rival-lr", o.rival.learning_rate, "its largest learning rate", 0, 1e9)
      .flag("warm-start", o.warm_start, "codes start from the linear classifier's backbone")
      .flag("reference", o.reference, "train the linear classifier even if nothing needs it");
  table.group("Optimiser")
      .number("batch-size", o.batch_size, "instances a step", 2, 65536)
      .number("momentum", o.momentum, "of SGD", 0, 0.9999)
      .flag("nesterov", o.nesterov, "Nesterov's momentum")
      .number("weight-decay", o.weight_decay, "of weight matrices and kernels", 0, 1)
      .number("codebook-decay", o.codebook_decay, "of the latent codebook C", 0, 1)
      .number("norm-decay", o.norm_decay, "of biases and batch-norm parameters", 0, 1)
      .number("warmup", o.warmup, "share of each schedule with rising learning rate", 0, 0.99)
      .text("schedule-by", o.schedule_by, "when the cosine schedule moves", {"step", "epoch"})
      .number(
          "schedule-epochs", o.schedule_epochs,
          "llc: backbone and classifier follow one schedule over so many epochs, through all "
          "phases; 0: each phase has its own; -1: all epochs, if the linear phase is one of them",
          -1, 30000)
      .number("label-smoothing", o.label_smoothing, "linear and phase 1", 0, 0.999);
  table.group("Codes")
      .text("codebook-start", o.codebook_start,
            "phase 1 starts from: any codebook as below, or random values (also where svd and "
            "cca-ridge find no linear classifier to start from)")
      .number("codebook-rate", o.codebook_rate,
              "phase 1: learning rate of the latent codebook C, as a multiple of the others'", 0,
              1e6)
      .number(
          "answer", o.answer,
          "codes are read from the features and from the linear classifier's answer, which counts "
          "for so many deviations of the features at the start; 0: features alone, as rivals",
          0, 100)
      .flag("code-norm", o.code_norm, "batch norm before the sign, folded into the thresholds")
      .number("score-scale", o.score_scale, "phase 1: factor of <c, z>; 0: 1 / sqrt(bits)", 0, 1000)
      .text("bit-loss", o.bit_loss, "phase 2: losses of the bits are added or averaged",
            {"sum", "mean"})
      .number("soft-loss", o.soft_loss, "phase 2: weight of the class posterior's loss", 0, 1000)
      .flag("clip-codes", o.clip_codes, "keep the latent codebook within [-1, 1]")
      .flag("repair-duplicates", o.repair_duplicates, "give every class a code of its own");
  table.append(options_of(o.codebooks));
  table.append(options_of(o.objective));
  table.append(options_of(o.transfer));
  table.group("Running")
      .number("threads", o.threads, "0: all CPUs this process may use", 0, 1024)
      .number("workers", o.workers, "threads that prepare batches", 1, 256)
      .text("device", o.device, "cpu, cuda or cuda:N, where libtorch has it")
      .flag("channels-last", o.channels_last, "pictures with their channels innermost")
      .number("rank-timeout", o.rank_timeout, "seconds that another process may be silent", 1,
              1'000'000)
      .number("checkpoint-minutes", o.checkpoint_minutes,
              "between checkpoints within an epoch; one more ends each epoch", 0, 1e6)
      .number("steps", o.steps, "stop each phase after that many steps; 0: no limit", 0,
              1'000'000'000);
  return table;
}

namespace {

/// The paper and its released code to the letter (FIELD notes in docs/learning.md): no batch norm,
/// no scale, no clipping, weight decay on everything, mean loss over bits, learning rate by epoch.
TrainOptions paper_options() {
  TrainOptions o;
  o.recipe = "paper";
  o.warm_start = false;
  o.linear = {100, 0.256};
  o.phase1 = {100, 0.256};
  o.phase2 = {25, 0.01};
  o.batch_size = 256;
  o.momentum = 0.875;
  o.nesterov = false;
  o.weight_decay = std::ldexp(1.0, -15);
  o.codebook_decay = o.weight_decay;
  o.norm_decay = o.weight_decay;
  o.warmup = 0;
  o.schedule_by = "epoch";
  o.schedule_epochs = 0;
  o.label_smoothing = 0.1;
  o.codebook_start = "random";
  o.codebook_rate = 1;
  o.answer = 0;
  o.code_norm = false;
  o.score_scale = 1;
  o.bit_loss = "mean";
  o.soft_loss = 0;
  o.clip_codes = false;
  o.repair_duplicates = false;
  o.objective.average = 0;
  o.objective.class_loss = 0;
  o.objective.bit_smoothing = 0;
  o.transfer.backbone_rate = 1;
  return o;
}

/// The default recipe for codes that read the features alone, as the paper's do: without the
/// classifier's answer the whole network has to learn the bits, so all of it goes faster and
/// longer.
TrainOptions features_options() {
  TrainOptions o;
  o.recipe = "features";
  o.linear = {10, 0.3};
  o.phase1 = {5, 0.1};
  o.phase2 = {20, 0.4};
  o.schedule_epochs = 0;
  o.codebook_rate = 30;
  o.answer = 0;
  o.objective.class_loss = 0;
  o.transfer.backbone_rate = 1;
  return o;
}

}  // namespace

TrainOptions recipe_options(const std::string& recipe) {
  if (recipe == "default") return {};
  if (recipe == "features") return features_options();
  if (recipe == "paper") return paper_options();
  throw std::invalid_argument("recipe '" + recipe +
                              "': the recipes are default, features and paper");
}

bool is_rival(const std::string& method) { return method != "llc" && method != "linear"; }

void check(const TrainOptions& o) {
  check(o.transfer);
  check_codebook_name(o.codebooks.codebook, "codebook");
  check_codebook_name(o.codebook_start, "codebook-start");
  prefixes_of(o.codebooks, static_cast<int>(o.bits));
  if (is_rival(o.method) && !o.codebooks.nested.empty()) {
    throw std::invalid_argument("--nested works with --method llc, not with " + o.method);
  }
  const bool takes_codebook = o.method == "llc" || o.method == "csq" || o.method == "orthohash";
  if (!takes_codebook && o.codebooks.codebook != "learnt") {
    throw std::invalid_argument("--codebook has no effect on --method " + o.method);
  }
  if (o.method == "linear" && o.linear.epochs == 0) {
    throw std::invalid_argument("--method linear with --linear-epochs 0 leaves nothing to do");
  }
  if (o.method == "llc" && o.phase1.epochs + o.phase2.epochs == 0) {
    throw std::invalid_argument(
        "--phase1-epochs 0 and --phase2-epochs 0 leave nothing to do; give one of them epochs");
  }
  if (o.method == "llc" && o.codebooks.codebook != "learnt" && o.phase2.epochs == 0) {
    throw std::invalid_argument("a fixed --codebook with --phase2-epochs 0 leaves nothing to do");
  }
  if (o.nesterov && o.momentum == 0) {
    throw std::invalid_argument("--nesterov needs --momentum above 0; add --no-nesterov");
  }
}

}  // namespace llcodes
