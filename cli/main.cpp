// llcodes, the program without libtorch: what needs the network is handed to llcodes-learn.
#include "cli/learner_process.h"
#include "cli/network.h"
#include "cli/program.h"

namespace llcodes::cli {
namespace {

class HandedOverNetwork : public Network {
 public:
  explicit HandedOverNetwork(char** arguments) : arguments_(arguments) {}

  void require() override { become_learner(arguments_); }
  std::string version() const override { return ""; }

  TrainResult train(const TrainRequest&, const TrainHooks&) override { become_learner(arguments_); }
  EncodedSet encode(const EncodeRequest&, const Progress&) override { become_learner(arguments_); }
  std::vector<float> features(const EncodeRequest&, const Progress&) override {
    become_learner(arguments_);
  }
  std::vector<std::int32_t> classify_linear(const EncodeRequest&, const Progress&) override {
    become_learner(arguments_);
  }

 private:
  char** arguments_;
};

}  // namespace
}  // namespace llcodes::cli

int main(int argc, char** argv) {
  llcodes::cli::HandedOverNetwork network(argv);
  return llcodes::cli::run_program({argv + 1, argv + argc}, network);
}
