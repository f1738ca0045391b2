#include "llcodes/data/cifar.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::TempFolder;

std::string record(const std::string& labels, char pixel) {
  return labels + std::string(3072, pixel);
}

TEST(Cifar, TellsTheTwoFormatsApart) {
  const TempFolder folder;
  const auto ten = read_cifar(folder.write("a.bin", record("\x03", 'a') + record("\x09", 'b')));
  EXPECT_EQ(ten.num_classes, 10);
  EXPECT_EQ(ten.labels, (std::vector<std::int32_t>{3, 9}));
  EXPECT_EQ(ten.pixels[3072], 'b');
  const auto hundred = read_cifar(folder.write("b.bin", record("\x13\x63", 'c')));
  EXPECT_EQ(hundred.num_classes, 100);
  EXPECT_EQ(hundred.labels, (std::vector<std::int32_t>{99}));
  EXPECT_EQ(hundred.pixels.size(), 3072u);
}

TEST(Cifar, RefusesOtherBytes) {
  const TempFolder folder;
  const auto refused = [&](const std::string& bytes) {
    expect_error<FormatError>([&] { read_cifar(folder.write("a.bin", bytes)); },
                              {"a.bin", "3073", "3074"});
  };
  refused("");
  refused(record("\x03", 'a').substr(1));
  refused(record("\x0A", 'a'));
  refused(record("\x14\x01", 'a'));
  refused(record("\x01\x64", 'a'));
}

}  // namespace
}  // namespace llcodes
