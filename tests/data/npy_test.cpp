#include "llcodes/data/npy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expect_error.h"
#include "llcodes/core/half.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::expect_robust;

Bytes bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// Version 1, padded to 64 bytes as NumPy does.
std::string npy(const std::string& header, const std::string& values) {
  std::string padded = header;
  while ((10 + padded.size() + 1) % 64 != 0) padded += ' ';
  padded += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(padded.size() & 255);
  bytes += static_cast<char>(padded.size() >> 8);
  return bytes + padded + values;
}

std::string header(const std::string& descr, const std::string& shape,
                   const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

NpyView parse(const std::string& bytes) { return parse_npy(bytes_of(bytes), "x.npy"); }

// numpy 1.24.2 of Debian 12: numpy.save(f, numpy.array([[1.5, -2.25], [0.5, 65504]], '<f2'))
const std::string kNumpyHalves = std::string("\x93NUMPY\x01\x00v\x00", 10) +
                                 "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 2), }" +
                                 std::string(58, ' ') + "\n" +
                                 std::string(
                                     "\x00>\x80\xc0\x00"
                                     "8\xff{",
                                     8);

TEST(Npy, ReadsWhatNumpyWrote) {
  ASSERT_EQ(kNumpyHalves.size(), 136u);
  const NpyView array = parse(kNumpyHalves);
  EXPECT_EQ(array.dtype, DType::kF16);
  EXPECT_EQ(array.shape, (Shape{2, 2}));
  EXPECT_EQ(to_floats(array), (std::vector<float>{1.5f, -2.25f, 0.5f, 65504.0f}));
}

TEST(Npy, ReadsEveryTypeAsIntegers) {
  const std::string minus_one(8, '\xff');
  for (const char* descr : {"|i1", "<i2", "<i4", "<i8"}) {
    const std::size_t size = static_cast<std::size_t>(descr[2] - '0');
    EXPECT_EQ(to_integers(parse(npy(header(descr, "(1,)"), minus_one.substr(0, size)))),
              std::vector<std::int64_t>{-1});
  }
  EXPECT_EQ(to_integers(parse(npy(header("<u2", "(1,)"), "\xff\xff"))),
            std::vector<std::int64_t>{65535});
  EXPECT_EQ(to_integers(parse(npy(header("|u1", "(2,)"), "\x01\xff"))),
            (std::vector<std::int64_t>{1, 255}));
  EXPECT_EQ(to_integers(parse(npy(header("|b1", "(2,)"), std::string("\x01\x00", 2)))),
            (std::vector<std::int64_t>{1, 0}));
}

TEST(Npy, ReadsEveryTypeAsFloats) {
  const double value = -0.375;
  const float single = -0.375f;
  const auto raw = [](const auto& v) {
    return std::string(reinterpret_cast<const char*>(&v), sizeof v);
  };
  EXPECT_EQ(to_floats(parse(npy(header("<f8", "(1,)"), raw(value)))), std::vector<float>{-0.375f});
  EXPECT_EQ(to_floats(parse(npy(header("<f4", "(1,)"), raw(single)))), std::vector<float>{-0.375f});
  EXPECT_EQ(to_floats(parse(npy(header("|i1", "(1,)"), "\xfe"))), std::vector<float>{-2.0f});
}

TEST(Npy, ReadsVersionsTwoAndThree) {
  const std::string text = "{\"shape\":(3,),'fortran_order':False,'descr':'|u1'}";
  for (const char version : {'\x02', '\x03'}) {
    const std::string bytes = std::string("\x93NUMPY") + version + std::string("\x00", 1) +
                              static_cast<char>(text.size()) + std::string(3, '\0') + text + "abc";
    EXPECT_EQ(parse(bytes).shape, Shape{3});
  }
}

TEST(Npy, ReadsScalarsAndEmptyArrays) {
  EXPECT_EQ(parse(npy(header("|u1", "()"), "a")).count(), 1u);
  EXPECT_EQ(parse(npy(header("<f4", "(0, 5)"), "")).count(), 0u);
  EXPECT_EQ(parse(npy(header("<f4", "(1,)", "True"), "abcd")).count(), 1u)
      << "order of one axis is moot";
}

TEST(Npy, RefusesWithTheCure) {
  const auto refused = [](const std::string& bytes, std::initializer_list<std::string_view> words) {
    expect_error<FormatError>([&] { parse(bytes); }, words);
  };
  refused(npy(header("<f4", "(1, 1)", "True"), "abcd"), {"fortran_order", "ascontiguousarray"});
  refused(npy(header("|O", "(1,)"), "abcd"), {"Python objects", "asarray"});
  refused(npy(header(">f4", "(1,)"), "abcd"), {"little-endian", "newbyteorder"});
  refused(npy(header("<c8", "(1,)"), "abcdabcd"), {"<c8", "bool"});
  refused(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "abcd"),
          {"structured"});
  refused(npy(header("<f4", "(2,)"), "abcd"), {"values", "4 bytes left", "8 bytes"});
  refused(npy(header("<f4", "(1,)"), "abcde"), {"too many"});
  refused("hello, world: no array at all", {"x.npy", "magic number"});
}

TEST(Npy, RefusesHugeShapesBeforeItAllocates) {
  for (const char* shape : {"(99999999999999999999,)", "(4294967296, 4294967296)",
                            "(281474976710656, 281474976710656, 281474976710656)", "(-1,)", "(1 1)",
                            "(1,,)", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"}) {
    EXPECT_THROW(parse(npy(header("<f4", shape), "abcd")), FormatError) << shape;
  }
}

TEST(Npy, RefusesIncompleteOrRepeatedKeys) {
  EXPECT_THROW(parse(npy("{'descr': '<f4', 'shape': (1,), }", "abcd")), FormatError);
  EXPECT_THROW(
      parse(npy("{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (1,)}", "a")),
      FormatError);
  EXPECT_THROW(parse(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1,), 'x': 1}", "a")),
               FormatError);
  EXPECT_THROW(parse(npy(header("|u1", "(1,)") + " and more", "a")), FormatError);
}

TEST(Npy, SurvivesHostileBytes) {
  expect_robust(kNumpyHalves, [](const std::string& bytes) { to_floats(parse(bytes)); });
}

TEST(Npy, IntegersAreNotMadeOfFloats) {
  expect_error<FormatError>([] { to_integers(parse(npy(header("<f4", "(1,)"), "abcd"))); },
                            {"F32", "astype"});
}

// Values from the IEEE 754-2008 binary16 table.
TEST(Npy, ConvertsHalfPrecision) {
  EXPECT_EQ(half_to_float(0x0000), 0.0f);
  EXPECT_TRUE(std::signbit(half_to_float(0x8000)));
  EXPECT_EQ(half_to_float(0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(half_to_float(0x03FF), std::ldexp(1023.0f, -24));
  EXPECT_EQ(half_to_float(0x0400), std::ldexp(1.0f, -14));
  EXPECT_EQ(half_to_float(0x3555), 0.333251953125f);
  EXPECT_EQ(half_to_float(0xC000), -2.0f);
  EXPECT_EQ(half_to_float(0x7C00), INFINITY);
  EXPECT_TRUE(std::isnan(half_to_float(0x7C01)));
}

}  // namespace
}  // namespace llcodes
