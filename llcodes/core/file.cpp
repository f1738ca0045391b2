#include "llcodes/core/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "llcodes/core/text_file.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_errno(const std::string& operation, const fs::path& path, int error) {
  throw std::system_error(error, std::generic_category(), operation + " " + path.string());
}

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool valid() const { return number_ >= 0; }
  int close() { return valid() ? ::close(std::exchange(number_, -1)) : 0; }

 private:
  int number_;
};

/// The temporary file beside the target; removed unless it became the target.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& folder) : descriptor_(create(folder)) {}
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  void write(std::span<const std::byte> bytes);
  void copy_mode(const fs::path& old_file);
  void sync_and_close();
  void rename_to(const fs::path& target);

 private:
  int create(const fs::path& folder);

  fs::path path_;
  Descriptor descriptor_;
};

// Own names instead of mkstemp: mode 0666 less the umask, as any other program would create it.
int TemporaryFile::create(const fs::path& folder) {
  static std::atomic<unsigned> counter{0};
  for (;;) {
    path_ = folder /
            (".llcodes-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + ".tmp");
    const int number = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (number >= 0) return number;
    const int error = errno;
    if (error != EEXIST) {
      path_.clear();
      throw_errno("create a file in", folder, error);
    }
  }
}

void TemporaryFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_errno("write", path_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void TemporaryFile::copy_mode(const fs::path& old_file) {
  struct stat status;
  if (::stat(old_file.c_str(), &status) != 0) return;
  if (::fchmod(descriptor_.number(), status.st_mode & 07777) != 0)
    throw_errno("chmod", path_, errno);
}

void TemporaryFile::sync_and_close() {
  if (::fsync(descriptor_.number()) != 0) throw_errno("sync", path_, errno);
  if (descriptor_.close() != 0) throw_errno("close", path_, errno);
}

void TemporaryFile::rename_to(const fs::path& target) {
  if (::rename(path_.c_str(), target.c_str()) != 0) throw_errno("rename", path_, errno);
  path_.clear();
}

void sync_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.valid()) throw_errno("open", folder, errno);
  // Some file systems cannot sync a folder and say EINVAL; the rename itself has happened.
  if (::fsync(descriptor.number()) != 0 && errno != EINVAL) throw_errno("sync", folder, errno);
}

/// Follows a symbolic link, so that its target is replaced and not the link; refuses devices.
fs::path resolved_target(const fs::path& path) {
  std::error_code ignored;
  const fs::path target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path) : path;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw std::system_error(EINVAL, std::generic_category(),
                            "write " + path.string() + ": it is no regular file; give a file name");
  }
  return target;
}

void replace_file(const fs::path& target, const std::vector<std::span<const std::byte>>& pieces) {
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  TemporaryFile temporary(folder);
  for (const std::span<const std::byte> piece : pieces) temporary.write(piece);
  temporary.copy_mode(target);
  temporary.sync_and_close();
  temporary.rename_to(target);
  sync_folder(folder);
}

}  // namespace

MappedFile::MappedFile(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw_errno("open", path, errno);
  struct stat status;
  if (::fstat(file.number(), &status) != 0) throw_errno("stat", path, errno);
  if (S_ISDIR(status.st_mode)) throw_errno("read", path, EISDIR);
  if (!S_ISREG(status.st_mode)) throw_errno("map", path, ENODEV);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return;
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (address == MAP_FAILED) throw_errno("map", path, errno);
  bytes_ = {static_cast<const std::byte*>(address), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void write_atomically(const fs::path& path, const std::vector<std::span<const std::byte>>& pieces) {
  const fs::path target = resolved_target(path);
  try {
    replace_file(target, pieces);
  } catch (const std::system_error& error) {
    // The temporary file's name means nothing to the user; the target's does.
    throw std::system_error(error.code(), "cannot write " + path.string() +
                                              " (a file that was there before is unchanged)");
  }
}

void write_atomically(const fs::path& path, std::string_view text) {
  write_atomically(path, {std::as_bytes(std::span(text))});
}

std::string read_text(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw_errno("open", path, errno);
  std::string text;
  // Reads until the end instead of asking for the size: pipes and /proc files have none.
  for (std::size_t used = 0;;) {
    text.resize(std::max<std::size_t>(1 << 16, used * 2));
    const ssize_t count = ::read(file.number(), text.data() + used, text.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_errno("read", path, errno);
    used += static_cast<std::size_t>(count);
    if (count == 0) return text.resize(used), text;
  }
}

std::vector<std::string> read_lines(const fs::path& path) { return lines_of(read_text(path)); }

}  // namespace llcodes
