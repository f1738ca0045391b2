#include "llcodes/learn/run_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "llcodes/core/error.h"

namespace llcodes {

RunLock::RunLock(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    throw std::system_error(errno, std::generic_category(), "open " + file.string());
  }
  // A file system without locks refuses with another error; there nobody is kept out.
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(descriptor_);
  throw RunError("run folder " + file.parent_path().string() +
                 ": another process trains there; wait for it to end, or choose another folder");
}

RunLock::~RunLock() { close(descriptor_); }

}  // namespace llcodes
