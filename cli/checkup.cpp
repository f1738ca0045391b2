#include "cli/checkup.h"

#include <sys/sysinfo.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "cli/data_description.h"
#include "cli/learner_process.h"
#include "cli/table.h"
#include "llcodes/core/cpu.h"
#include "llcodes/data/kanji.h"
#include "llcodes/data/source.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kEnoughDisk = 2e9;
constexpr double kEnoughMemory = 2e9;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// What a program prints, without the line end; empty if it cannot be run.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string output;
  char buffer[256];
  while (pipe && std::fgets(buffer, sizeof(buffer), pipe.get()) != nullptr) output += buffer;
  output.erase(output.find_last_not_of('\n') + 1);
  return output;
}

Finding examine_version() {
  return {.subject = "version",
          .found = "llcodes " LLCODES_VERSION ", built by GCC " __VERSION__,
          .ok = true,
          .cure = ""};
}

Finding examine_learner() {
  const fs::path learner = find_learner();
  const std::string cure = "./run build (or configure with -DLLCODES_LEARN=ON)";
  if (learner.empty()) return {"learning part", "there is no llcodes-learn", false, cure};
  const std::string version = output_of("'" + learner.string() + "' --version 2>&1");
  return {"learning part", version + " (" + learner.string() + ")",
          version.starts_with("llcodes " LLCODES_VERSION), cure};
}

Finding examine_cpu() {
  const std::string description = cpu_description();
  return {"CPU", description, description.find("avx2") != std::string::npos,
          "a CPU with AVX2 is several times faster; nothing else depends on it"};
}

Finding examine_threads() {
  const std::string wanted = environment("OMP_NUM_THREADS");
  const std::string cpus = std::to_string(usable_cpus());
  return {"threads", wanted.empty() ? cpus : wanted + " (OMP_NUM_THREADS), of " + cpus + " CPUs",
          wanted.empty() || wanted == cpus, "unset OMP_NUM_THREADS to use all CPUs"};
}

Finding examine_blas() {
  const std::string wanted = environment("OPENBLAS_CORETYPE"), best = blas_core_type();
  return {"OpenBLAS kernels", wanted.empty() ? best + " (chosen by llcodes)" : wanted,
          wanted.empty() || wanted == best, "unset OPENBLAS_CORETYPE: " + best + " suits this CPU"};
}

Finding examine_memory() {
  struct sysinfo info {};
  sysinfo(&info);
  const double bytes = static_cast<double>(info.totalram) * info.mem_unit;
  return {"memory", bytes_text(bytes), bytes >= kEnoughMemory,
          "training needs about 2 GB: lower --batch-size and --width"};
}

Finding examine_disk(const std::string& subject, const fs::path& folder) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error) return {subject, folder.string() + ": " + error.message(), false, "create the folder"};
  const bool writable = access(folder.c_str(), W_OK) == 0;
  const auto free = static_cast<double>(space.available);
  return {subject,
          folder.string() + ", " + bytes_text(free) + " free" + (writable ? "" : ", not writable"),
          writable && free >= kEnoughDisk,
          writable ? "free some space: a run needs up to 2 GB" : "work in a folder of your own"};
}

/// The nearest folder that is there: the cache itself may not have been made yet.
fs::path existing_parent(fs::path folder) {
  while (!fs::exists(folder) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

Finding examine_cache() try {
  return examine_disk("cache folder", existing_parent(default_cache_folder()));
} catch (const std::invalid_argument& error) {
  return {"cache folder", error.what(), false, "set HOME"};
}

Finding examine_fonts() {
  const std::vector<std::string> missing = missing_font_packages();
  const std::string faces = std::to_string(kanji_faces().size()) + " typefaces of kanji-1000";
  if (missing.empty()) return {"fonts", "all " + faces, true, ""};
  return {"fonts", std::to_string(missing.size()) + " packages are missing of the " + faces, false,
          install_command(missing)};
}

}  // namespace

std::vector<Finding> examine_machine() {
  return {examine_version(),
          examine_learner(),
          examine_cpu(),
          examine_threads(),
          examine_blas(),
          examine_memory(),
          examine_disk("this folder", fs::current_path()),
          examine_cache(),
          examine_fonts()};
}

}  // namespace llcodes::cli
