// The state of a run, saved whole and taken up again bit for bit.
#include <nlohmann/json.hpp>

#include "llcodes/learn/trainer.h"

namespace llcodes {
namespace {

using nlohmann::json;

constexpr char kCheckpoint[] = "last.ckpt";

TensorMap tensors_behind(const std::string& prefix, const TensorMap& all) {
  TensorMap tensors;
  for (const auto& [name, tensor] : all) {
    if (name.starts_with(prefix)) tensors[name.substr(prefix.size())] = tensor;
  }
  return tensors;
}

TensorMap average_of(const Checkpoint& checkpoint, const std::string& run) {
  TensorMap tensors = tensors_behind("average.", checkpoint.tensors);
  if (!tensors.empty()) return tensors;
  throw std::invalid_argument("resume " + run +
                              ": the run was begun without --average, so there is no mean of its "
                              "weights to go on with; start a new run");
}

}  // namespace

void Trainer::save_checkpoint() {
  last_checkpoint_ = std::chrono::steady_clock::now();
  if (!writes()) return;
  Checkpoint checkpoint;
  checkpoint.state = json{{"phase", position_.phase},       {"epoch", position_.epoch},
                          {"batch", position_.batch},       {"step", position_.step},
                          {"loss_sum", position_.loss_sum}, {"seconds", position_.seconds},
                          {"best", position_.best},         {"finished", position_.finished},
                          {"data", data_.fingerprint},      {"history", to_json(history_)}}
                         .dump();
  checkpoint.tensors = state_of(*network_, "network.");
  for (const auto& [name, tensor] : best_) checkpoint.tensors["best." + name] = tensor;
  for (std::size_t i = 0; i < optimizer_->tensors().size(); ++i) {
    checkpoint.tensors["velocity." + optimizer_->tensors()[i].name] = optimizer_->velocities()[i];
  }
  if (average_.is_on()) {
    for (const auto& [name, tensor] : average_.tensors()) {
      checkpoint.tensors["average." + name] = tensor;
    }
  }
  checkpoint.save(folder_ / kCheckpoint);
}

void Trainer::resume() {
  const std::string path = (folder_ / kCheckpoint).string();
  const Checkpoint checkpoint = Checkpoint::load(path);
  const json state = json::parse(checkpoint.state);
  if (state.at("data") != data_.fingerprint) {
    throw std::invalid_argument("resume " + folder_.string() +
                                ": the data is not what the run was started with (fingerprints "
                                "differ); give the same data or start a new run");
  }
  position_.phase = state.at("phase");
  make_optimizer();
  position_.epoch = state.at("epoch");
  position_.batch = state.at("batch");
  position_.step = state.at("step");
  position_.loss_sum = state.at("loss_sum");
  position_.seconds = state.at("seconds");
  position_.best = state.at("best");
  position_.finished = state.at("finished");
  history_ = history_from_json(state.at("history"));
  restore(*network_, checkpoint.tensors, "network.", path);
  best_ = tensors_behind("best.", checkpoint.tensors);
  if (average_.is_on()) average_.set_tensors(average_of(checkpoint, folder_.string()));
  for (std::size_t i = 0; i < optimizer_->tensors().size(); ++i) {
    const auto found = checkpoint.tensors.find("velocity." + optimizer_->tensors()[i].name);
    if (found != checkpoint.tensors.end()) optimizer_->velocities()[i].copy_(found->second);
  }
  if (position_.finished) mend_models();
}

}  // namespace llcodes
