// Photographs through the real programs: folder, weights, recipe, single files, bad input.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "../data/make_picture.h"
#include "llcodes/core/file.h"
#include "program.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Pictures : public testing::Test {
 protected:
  /// `count` pictures of each of four classes, told apart by colour.
  void write_classes(const std::string& where, int count, int width = 40, int height = 30) const {
    const std::uint8_t colours[4][3] = {{220, 30, 30}, {30, 220, 30}, {30, 30, 220}, {200, 200, 30}};
    for (int c = 0; c < 4; ++c) {
      for (int i = 0; i < count; ++i) {
        Canvas canvas{width, height, {}};
        std::uint32_t state = static_cast<std::uint32_t>(c * 1000 + i);
        for (int p = 0; p < width * height * 3; ++p) {
          state = state * 1664525 + 1013904223;
          canvas.pixels.push_back(
              static_cast<std::uint8_t>((colours[c][p % 3] * 3 + (state >> 24)) / 4));
        }
        const std::string name = where + "/class" + std::to_string(c) + "/" + std::to_string(i);
        write(i % 2 ? name + ".jpg" : name + ".png", i % 2 ? jpeg(canvas) : png(canvas));
      }
    }
  }

  void write(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  TemporaryFolder folder_;
};

constexpr const char* kQuick =
    "--bits 4 --batch-size 16 --linear-epochs 2 --phase1-epochs 2 --phase2-epochs 2 ";

TEST_F(Pictures, AFolderBecomesCodes) {
  write_classes("photos", 12);
  write("photos/class0/broken.jpg", "no picture at all");
  const Outcome trained = run("train photos " + std::string(kQuick) +
                              "--picture-size 16 --max-bad-share 0.1 -o photos.llc --run run");
  ASSERT_EQ(trained.exit_code, 0) << trained.error;
  EXPECT_TRUE(contains(trained.error, "skipped 1 undecodable")) << trained.error;
  EXPECT_TRUE(contains(trained.error, "broken.jpg")) << trained.error;
  const Outcome one = run("classify photos.llc photos/class2/1.jpg --json");
  ASSERT_EQ(one.exit_code, 0) << one.error;
  EXPECT_TRUE(contains(one.out, "class")) << one.out;
  EXPECT_EQ(run("encode photos.llc photos/class1/2.png -o one.llc").exit_code, 0);
  const Outcome bad = run("encode photos.llc photos/class0/broken.jpg -o bad.llc");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "bad.llc"));
}

/// An IDX file of unsigned bytes.
std::string idx(std::initializer_list<unsigned char> sizes, const std::string& bytes) {
  std::string file = {0, 0, 8, static_cast<char>(sizes.size())};
  for (const unsigned char size : sizes) file += std::string(3, '\0') + static_cast<char>(size);
  return file + bytes;
}

TEST_F(Pictures, AModelOfGreyPicturesTakesPictureFiles) {
  std::string pixels, labels;
  for (int i = 0; i < 48; ++i) {
    pixels += std::string(16 * 16, static_cast<char>(50 + 60 * (i % 4) + i / 4));
    labels += static_cast<char>(i % 4);
  }
  write("pictures-idx3-ubyte", idx({48, 16, 16}, pixels));
  write("labels-idx1-ubyte", idx({48}, labels));
  const Outcome trained = run("train pictures-idx3-ubyte --labels labels-idx1-ubyte " +
                              std::string(kQuick) + "-o grey.llc --run run");
  ASSERT_EQ(trained.exit_code, 0) << trained.error;
  write("one.png", png(Canvas{40, 30, std::vector<std::uint8_t>(40 * 30 * 3, 120)}));
  const Outcome classified = run("classify grey.llc one.png --json");
  EXPECT_EQ(classified.exit_code, 0) << classified.error;
  EXPECT_TRUE(contains(classified.out, "one.png")) << classified.out;
  write("larger-idx3-ubyte", idx({2, 20, 24}, std::string(2 * 20 * 24, 'x')));
  const Outcome larger = run("encode grey.llc larger-idx3-ubyte -o larger.llc");
  EXPECT_EQ(larger.exit_code, 0) << "arrays of another size are brought to the model's" << larger.error;
}

TEST_F(Pictures, WeightsGoOutAndComeBack) {
  write_classes("photos", 6);
  const std::string train = "train photos " + std::string(kQuick) +
                            "--backbone resnet18 --picture-size 32 --steps 1 --threads 1 ";
  ASSERT_EQ(run(train + "--run first").exit_code, 0);
  const Outcome exported = run("export first/linear.llc -o weights.safetensors --json");
  ASSERT_EQ(exported.exit_code, 0) << exported.error;
  EXPECT_EQ(json::parse(exported.out).at("tensors"), 122);  // as torchvision's state dict counts
  EXPECT_EQ(run("export first/linear.llc -o weights.npy").exit_code, 2) << "weights are no codes";
  const Outcome again =
      run(train + "--weights weights.safetensors --freeze-layers conv1 --backbone-rate 0.1 "
                  "--run second");
  ASSERT_EQ(again.exit_code, 0) << again.error;
  EXPECT_TRUE(contains(again.error, "122 tensors loaded, 0 missing, 0 unexpected")) << again.error;
  const Outcome other = run("train photos --backbone mobilenet --picture-size 32 --bits 4 "
                            "--weights weights.safetensors --run third");
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_TRUE(contains(other.error, "tensors missing")) << other.error;
}

TEST_F(Pictures, TheResNet50RecipeRunsDry) {
  write_classes("imagenet/train", 2, 90, 70);
  write_classes("imagenet/val", 1, 90, 70);
  const Outcome outcome =
      run("train --recipe imagenet1k-resnet50-20bit --data imagenet --steps 3 --run run "
          "--workers 1 -o model.llc");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const std::string arguments = read_text(folder_ / "run/args.toml");
  for (const char* line : {"recipe = \"imagenet1k-resnet50-20bit\"", "backbone = \"resnet50\"",
                           "momentum = 0.875", "phase2-lr = 0.01", "steps = 3"}) {
    EXPECT_TRUE(contains(arguments, line)) << line << "\n" << arguments;
  }
  EXPECT_TRUE(contains(read_text(folder_ / "run/data.toml"), "augment-crop = 0.08"));
  EXPECT_TRUE(contains(outcome.error, "phase1")) << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "phase2")) << outcome.error;
}

TEST_F(Pictures, UnknownRecipesAndDevicesAreRefused) {
  write_classes("photos", 3);
  const Outcome recipe = run("train photos --recipe imagenet1k-resnet50-20bits");
  EXPECT_EQ(recipe.exit_code, 2);
  EXPECT_TRUE(contains(recipe.error, "did you mean imagenet1k-resnet50-20bit?")) << recipe.error;
  const Outcome device = run("train photos --bits 4 --picture-size 16 --device cuda --run run");
  if (device.exit_code != 0) {  // this machine may have a GPU
    EXPECT_EQ(device.exit_code, 2);
    EXPECT_TRUE(contains(device.error, "--device cpu")) << device.error;
  }
  EXPECT_EQ(run("train photos --bits 4 --device tpu --run run2").exit_code, 2);
  const Outcome small = run("train photos --bits 4 --backbone alexnet --picture-size 32 --run run3");
  EXPECT_EQ(small.exit_code, 2);
  EXPECT_TRUE(contains(small.error, "at least 63 pixels")) << small.error;
}

TEST_F(Pictures, HalfPrecisionAndPlainLayoutLearnToo) {
  write_classes("photos", 6);
  const Outcome outcome = run("train photos " + std::string(kQuick) +
                              "--picture-size 16 --autocast bfloat16 --no-channels-last "
                              "--augment-crop 0.5 --augment-jitter 0.3 --augment-hue 0.1 "
                              "--pictures disk --picture-cache kept --run run");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "kept"));
}

}  // namespace
}  // namespace llcodes::test
