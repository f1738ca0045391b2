// llcodes launch: several processes of one verb on this machine, which train together.
#include <algorithm>
#include <stdexcept>

#include "cli/process_set.h"
#include "cli/verb.h"
#include "llcodes/core/cpu.h"

namespace llcodes::cli {
namespace {

class LaunchVerb : public Verb {
 public:
  VerbHelp help() const override {
    return {.name = "launch",
            .purpose = "run train as several processes of this machine",
            .details =
                "Starts N processes that share every batch. Ctrl-C stops all of them and saves the "
                "state; if one dies the others end too. On several machines start `llcodes train` "
                "by mpirun, srun or torchrun's variables instead. Processes meet at an open port: "
                "use trusted networks only.",
            .positionals = {{"command", "COMMAND", true}},
            .examples = {"llcodes launch -n 2 -- train photos/ --bits 20 --run runs/photos",
                         "llcodes launch -n 2 -- train --resume runs/photos"}};
  }

  OptionTable options() override {
    OptionTable table;
    table.list("command", command_, "the verb and its arguments, after --").required();
    table.number("processes", processes_, "how many", 1, 1024).short_name('n');
    table.number("port", port_, "where they meet; 0: a free one", 0, 65535);
    table.number("grace", grace_, "seconds that the others get to end when one has failed", 0, 3600);
    return table;
  }

  int run(Context& context) override {
    if (command_.front() != "train") {
      throw std::invalid_argument("launch runs train, not '" + command_.front() +
                                  "'; write llcodes launch -n 2 -- train ...");
    }
    ProcessSet processes({.command = command_,
                          .count = static_cast<int>(processes_),
                          .port = static_cast<int>(port_),
                          .threads = std::max(usable_cpus() / static_cast<int>(processes_), 1),
                          .grace_seconds = static_cast<int>(grace_)});
    return processes.run([&](const std::string& line) { context.console.warn(line); });
  }

 private:
  std::vector<std::string> command_;
  std::int64_t processes_ = 2, port_ = 0, grace_ = 10;
};

}  // namespace

std::unique_ptr<Verb> make_launch_verb() { return std::make_unique<LaunchVerb>(); }

}  // namespace llcodes::cli
