// The network of llcodes-learn: libtorch in this process.
#include <c10/util/Exception.h>
#include <torch/version.h>

#include "cli/network.h"
#include "cli/program.h"
#include "llcodes/core/cpu.h"
#include "llcodes/core/error.h"

namespace llcodes::cli {
namespace {

/// libtorch's own errors without the list of its functions.
template <typename Work>
auto plainly(const Work& work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    throw RunError(std::string("libtorch: ") + error.what_without_backtrace());
  }
}

class TorchNetwork : public Network {
 public:
  void require() override {}
  std::string version() const override { return "libtorch " TORCH_VERSION; }

  TrainResult train(const TrainRequest& request, const TrainHooks& hooks) override {
    return plainly([&] {
      return llcodes::train(request.options, request.data, request.folder, request.resume, hooks);
    });
  }

  EncodedSet encode(const EncodeRequest& request, const Progress& progress) override {
    return plainly([&] {
      return Model::load(request.model).encode(request.dataset, request.options, progress);
    });
  }

  std::vector<float> features(const EncodeRequest& request, const Progress& progress) override {
    return plainly([&] {
      return Model::load(request.model).features(request.dataset, request.options, progress);
    });
  }

  std::vector<std::int32_t> classify_linear(const EncodeRequest& request,
                                            const Progress& progress) override {
    return plainly([&] {
      return Model::load(request.model).classify_linear(request.dataset, request.options, progress);
    });
  }
};

}  // namespace
}  // namespace llcodes::cli

int main(int argc, char** argv) {
  // llcodes has done this already; it is for those who start this program by itself.
  llcodes::ensure_fast_environment(argv);
  llcodes::cli::TorchNetwork network;
  return llcodes::cli::run_program({argv + 1, argv + argc}, network);
}
