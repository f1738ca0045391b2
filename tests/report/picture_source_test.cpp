#include "llcodes/report/picture_source.h"

#include <gtest/gtest.h>

namespace llcodes::report {
namespace {

/// One grey pixel a name.
class NamedPictures : public Dataset {
 public:
  explicit NamedPictures(std::vector<std::string> names) : names_(std::move(names)) {}
  std::size_t size() const override { return names_.size(); }
  InputShape shape() const override {
    return {.is_picture = true, .channels = 1, .height = 1, .width = 1};
  }
  std::int32_t label(std::size_t) const override { return kUnlabelled; }
  void get(std::size_t index, Example& example) const override {
    example.pixels = {static_cast<std::uint8_t>(index)};
  }
  std::string name(std::size_t index) const override { return names_.at(index); }

 private:
  std::vector<std::string> names_;
};

constexpr int kNone = -1;

/// What a source of these pictures, in the working folder /home/me, finds for a name.
class Finder {
 public:
  explicit Finder(std::vector<std::string> names)
      : source_(std::make_shared<NamedPictures>(std::move(names)), "/home/me") {}

  int operator()(const std::string& name) const {
    const std::size_t* found = source_.find(name);
    return found == nullptr ? kNone : static_cast<int>(*found);
  }

 private:
  PictureSource source_;
};

TEST(PictureSource, FindsAPathHoweverItIsSpelt) {
  const Finder find({"/home/me/photos/test/cat/1.jpg", "/home/me/photos/test/dog/1.jpg"});
  EXPECT_EQ(find("/home/me/photos/test/cat/1.jpg"), 0);
  EXPECT_EQ(find("photos/test/dog/1.jpg"), 1);
  EXPECT_EQ(find("./photos/test/dog/1.jpg"), 1);
  EXPECT_EQ(find("photos/../photos//test/dog/1.jpg"), 1);
  EXPECT_EQ(find("../me/photos/test/cat/1.jpg"), 0);
  const Finder relative({"photos/cat/1.jpg", "photos/dog/1.jpg"});
  EXPECT_EQ(relative("/home/me/photos/dog/1.jpg"), 1);
  EXPECT_EQ(relative("./photos/dog/1.jpg"), 1);
}

TEST(PictureSource, FindsAPathFromAnotherWorkingFolder) {
  const Finder find({"/data/photos/test/cat/1.jpg", "/data/photos/test/dog/1.jpg"});
  EXPECT_EQ(find("photos/test/dog/1.jpg"), 1);
  EXPECT_EQ(find("../photos/test/cat/1.jpg"), 0);
  EXPECT_EQ(find("dog/1.jpg"), 1);
  const Finder relative({"photos/cat/1.jpg", "../photos/dog/1.jpg"});
  EXPECT_EQ(relative("/data/photos/cat/1.jpg"), 0);
  EXPECT_EQ(relative("/data/photos/dog/1.jpg"), 1);
}

TEST(PictureSource, TakesNoPictureForAnother) {
  const Finder find({"/data/a/cat/1.jpg", "/data/b/cat/1.jpg", "/data/b/dog/2.jpg"});
  EXPECT_EQ(find("cat/1.jpg"), kNone) << "two end so";
  EXPECT_EQ(find("a/cat/1.jpg"), 0);
  EXPECT_EQ(find("2.jpg"), kNone) << "any folder may have such a file";
  EXPECT_EQ(find("og/2.jpg"), kNone) << "part of a folder's name";
  EXPECT_EQ(find("/dog/2.jpg"), kNone) << "a whole path, of another file";
  EXPECT_EQ(find("/other/b/dog/2.jpg"), kNone);
  EXPECT_EQ(find("c/dog/2.jpg"), kNone);
  EXPECT_EQ(find("/"), kNone);
  EXPECT_EQ(find(""), kNone);
}

TEST(PictureSource, TheSamePathWinsOverAnEnd) {
  const Finder find({"/home/me/photos/cat/1.jpg", "/data/photos/cat/1.jpg"});
  EXPECT_EQ(find("photos/cat/1.jpg"), 0);
}

TEST(PictureSource, FindsRowsOfAFile) {
  const Finder find({"/home/me/x.npy row 0", "/home/me/x.npy row 1", "/home/me/x.npy row 11"});
  EXPECT_EQ(find("x.npy row 1"), 1);
  EXPECT_EQ(find("../me/x.npy row 11"), 2);
}

}  // namespace
}  // namespace llcodes::report
