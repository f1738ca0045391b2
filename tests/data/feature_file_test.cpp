#include "llcodes/data/feature_file.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/data/npy_writer.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::TempFolder;

template <class T>
NpyArray array_of(DType dtype, Shape shape, const std::vector<T>& values) {
  return {dtype, std::move(shape), std::as_bytes(std::span(values))};
}

TEST(NpyWriter, EveryTypeAndShapeIsReadBack) {
  const TempFolder folder;
  const std::vector<std::int64_t> numbers = {1, -2, std::int64_t{1} << 60};
  write_npy(folder / "x.npy", array_of(DType::kI64, {3}, numbers));
  const MappedFile file(folder / "x.npy");
  const NpyView view = parse_npy(file.bytes(), "x");
  EXPECT_EQ(view.dtype, DType::kI64);
  EXPECT_EQ(view.shape, Shape{3});
  EXPECT_EQ(to_integers(view), numbers);
  EXPECT_EQ((file.bytes().size() - view.values.size()) % 64, 0u) << "values are aligned";
  for (const DType dtype : {DType::kBool, DType::kU8, DType::kI8, DType::kU16, DType::kF16,
                            DType::kU32, DType::kF32, DType::kU64, DType::kF64}) {
    const std::vector<std::byte> bytes(6 * size_of(dtype));
    write_npy(folder / "y.npy", {dtype, {2, 3}, bytes});
    const MappedFile written(folder / "y.npy");
    EXPECT_EQ(parse_npy(written.bytes(), "y").dtype, dtype);
    EXPECT_EQ(parse_npy(written.bytes(), "y").shape, (Shape{2, 3}));
  }
  EXPECT_THROW(write_npy(folder / "z.npy", array_of(DType::kI64, {4}, numbers)),
               std::invalid_argument);
}

TEST(FeatureFile, ReadsRowsOfFloatsAndHalves) {
  const TempFolder folder;
  write_npy(folder / "f32.npy",
            array_of(DType::kF32, {2, 3}, std::vector<float>{1, 2, 3, -4, 5.5F, 6}));
  write_npy(folder / "f16.npy",
            array_of(DType::kF16, {2, 2}, std::vector<std::uint16_t>{0x3C00, 0xC000, 0x3555, 0}));
  const FeatureFile floats(folder / "f32.npy"), halves(folder / "f16.npy");
  std::vector<float> row(3);
  floats.read(1, row);
  EXPECT_EQ(row, (std::vector<float>{-4, 5.5F, 6}));
  EXPECT_EQ(halves.size(), 2u);
  EXPECT_EQ(halves.dimension(), 2u);
  std::vector<float> half_row(2);
  halves.read(0, half_row);
  EXPECT_EQ(half_row, (std::vector<float>{1, -2}));
  EXPECT_THROW(floats.read(2, row), std::invalid_argument);
}

TEST(FeatureFile, OtherArraysAreRefused) {
  const TempFolder folder;
  write_npy(folder / "i.npy", array_of(DType::kI32, {1, 2}, std::vector<std::int32_t>{1, 2}));
  write_npy(folder / "flat.npy", array_of(DType::kF32, {2}, std::vector<float>{1, 2}));
  EXPECT_THROW(FeatureFile(folder / "i.npy"), FormatError);
  EXPECT_THROW(FeatureFile(folder / "flat.npy"), FormatError);
}

}  // namespace
}  // namespace llcodes
