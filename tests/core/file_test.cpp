#include "llcodes/core/file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <system_error>
#include <thread>

#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

TEST(File, WritesPiecesAndReadsThemBack) {
  const TemporaryFolder folder;
  const std::string a = "first\r\n", b = "", c = "second";
  write_atomically(folder / "f", {std::as_bytes(std::span(a)), std::as_bytes(std::span(b)),
                                  std::as_bytes(std::span(c))});
  EXPECT_EQ(read_text(folder / "f"), "first\r\nsecond");
  EXPECT_EQ(read_lines(folder / "f"), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(MappedFile(folder / "f").bytes().size(), 13u);
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(File, LinesAtTheEdges) {
  const TemporaryFolder folder;
  const auto lines_of = [&](const char* text) {
    write_atomically(folder / "f", text);
    return read_lines(folder / "f");
  };
  EXPECT_TRUE(lines_of("").empty());
  EXPECT_EQ(lines_of("a"), std::vector<std::string>{"a"});
  EXPECT_EQ(lines_of("a\n"), std::vector<std::string>{"a"});
  EXPECT_EQ(lines_of("\n\nb\n"), (std::vector<std::string>{"", "", "b"}));
}

TEST(File, LargeTextsArriveWhole) {
  const TemporaryFolder folder;
  const std::string text(1'000'003, 'x');
  write_atomically(folder / "f", text);
  EXPECT_EQ(read_text(folder / "f"), text);
}

TEST(File, EmptyFileMaps) {
  const TemporaryFolder folder;
  write_atomically(folder / "f", "");
  EXPECT_TRUE(MappedFile(folder / "f").bytes().empty());
}

TEST(File, MissingFileAndFolderAreNamed) {
  const TemporaryFolder folder;
  const auto path = folder / "no/such";
  for (const std::string& message :
       {message_of<std::system_error>([&] { MappedFile file(path); }),
        message_of<std::system_error>([&] { read_text(path); }),
        message_of<std::system_error>([&] { write_atomically(path, "x"); })}) {
    expect_contains(message, {path.string(), "No such file or directory"});
  }
  EXPECT_THROW(MappedFile file(folder.path()), std::system_error);
  EXPECT_THROW(read_text(folder.path()), std::system_error);
}

TEST(File, ModeOfTheOldFileAndTheUmaskAreKept) {
  const TemporaryFolder folder;
  const auto mode_of = [](const std::filesystem::path& path) {
    struct stat status;
    stat(path.c_str(), &status);
    return status.st_mode & 0777;
  };
  const mode_t old_mask = umask(027);
  write_atomically(folder / "f", "a");
  umask(old_mask);
  EXPECT_EQ(mode_of(folder / "f"), 0640u);
  chmod((folder / "f").c_str(), 0600);
  write_atomically(folder / "f", "b");
  EXPECT_EQ(mode_of(folder / "f"), 0600u);
}

TEST(File, SymbolicLinkIsWrittenThrough) {
  const TemporaryFolder folder;
  write_atomically(folder / "target", "old");
  std::filesystem::create_symlink("target", folder / "link");
  write_atomically(folder / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_text(folder / "target"), "new");
}

TEST(File, DevicesAndFoldersAreNotReplaced) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_atomically("/dev/null", "x"), std::system_error);
  EXPECT_THROW(write_atomically(folder.path(), "x"), std::system_error);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

/// Lets no file grow beyond `bytes`, as a full disk would; undone at the end.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit = {bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    signal(SIGXFSZ, handler_);
  }

 private:
  rlimit old_;
  sighandler_t handler_;
};

TEST(File, FailedWriteLeavesTheOldFileAndNoLitter) {
  const TemporaryFolder folder;
  write_atomically(folder / "f", "precious");
  std::string message;
  {
    const FileSizeLimit limit(1000);
    message = message_of<std::system_error>(
        [&] { write_atomically(folder / "f", std::string(5000, 'x')); });
  }
  expect_contains(message, {(folder / "f").string(), "unchanged", "File too large"});
  EXPECT_EQ(read_text(folder / "f"), "precious");
  EXPECT_EQ(folder.file_count(), 1u);
}

TEST(File, ReadersSeeOldOrNewButNothingElse) {
  const TemporaryFolder folder;
  write_atomically(folder / "f", std::string(4000, 'a'));
  std::jthread writer([&](std::stop_token stop) {
    for (char letter = 'a'; !stop.stop_requested(); letter = letter == 'z' ? 'a' : letter + 1) {
      write_atomically(folder / "f", std::string(4000, letter));
    }
  });
  for (int i = 0; i < 300; ++i) {
    const std::string text = read_text(folder / "f");
    ASSERT_EQ(text, std::string(4000, text[0]));
  }
}

}  // namespace
}  // namespace llcodes
