// One workload on two sides: this program started again, and a Python script.
//
// Each side prints one line of JSON at the end. Rounds alternate, the best of each side counts.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace llcodes::bench {

struct Measured {
  double instances_per_second = 0;
  double peak_megabytes = 0;
  std::int64_t parameters = 0;  ///< of the network; both sides must have as many
};

inline nlohmann::json to_json(const Measured& m) {
  return {{"instances_per_second", m.instances_per_second},
          {"peak_megabytes", m.peak_megabytes},
          {"parameters", m.parameters}};
}

inline double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Runs a command whose last line of output is a JSON result.
inline Measured run_command(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run: " + command);
  std::string last, line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n')
      line += static_cast<char>(c);
    else
      last = std::exchange(line, "");
  }
  if (pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
  const auto result = nlohmann::json::parse(last);
  return {result.at("instances_per_second"), result.at("peak_megabytes"),
          result.at("parameters")};
}

struct Sides {
  std::string name;
  std::string ours, theirs;  ///< commands
  int rounds = 3;
};

inline nlohmann::json compare(const Sides& sides) {
  const auto better = [](const Measured& a, const Measured& b) {
    return a.instances_per_second > b.instances_per_second ? a : b;
  };
  Measured ours, theirs;
  for (int round = 0; round < sides.rounds; ++round) {
    ours = better(run_command(sides.ours), ours);
    theirs = better(run_command(sides.theirs), theirs);
  }
  if (ours.parameters != theirs.parameters) {
    throw std::runtime_error(sides.name + ": the networks differ, " +
                             std::to_string(ours.parameters) + " parameters here and " +
                             std::to_string(theirs.parameters) + " in Python");
  }
  const double ratio = ours.instances_per_second / theirs.instances_per_second;
  std::printf(
      "%-6s  llcodes %7.1f instances/s %5.0f MB   python3-torch %7.1f instances/s %5.0f MB   "
      "ratio %.2f\n",
      sides.name.c_str(), ours.instances_per_second, ours.peak_megabytes,
      theirs.instances_per_second, theirs.peak_megabytes, ratio);
  std::fflush(stdout);
  return {{"llcodes", to_json(ours)}, {"python", to_json(theirs)}, {"ratio", ratio}};
}

}  // namespace llcodes::bench
