#include "llcodes/data/kanji.h"

#include <gtest/gtest.h>
#include <iconv.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "expect_error.h"
#include "llcodes/core/random.h"
#include "llcodes/data/font_file.h"
#include "llcodes/data/jis.h"
#include "llcodes/data/kanji_render.h"
#include "llcodes/data/source.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::TempFolder;

/// A code point of EUC-JP row and cell, by glibc's iconv; 0 if there is none.
char32_t from_euc_jp(iconv_t converter, int row, int cell) {
  char in[2] = {static_cast<char>(0xA0 + row), static_cast<char>(0xA0 + cell)};
  char32_t out = 0;
  char* from = in;
  char* to = reinterpret_cast<char*>(&out);
  std::size_t in_left = 2, out_left = sizeof out;
  return iconv(converter, &from, &in_left, &to, &out_left) == 0 ? out : 0;
}

TEST(KanjiTables, HoldDistinctCharactersInOrder) {
  std::set<char32_t> all(kanji_classes().begin(), kanji_classes().end());
  all.insert(kanji_ood().begin(), kanji_ood().end());
  EXPECT_EQ(kanji_classes().size(), 1000u);
  EXPECT_EQ(kanji_ood().size(), 400u);
  EXPECT_EQ(all.size(), 1400u);
  EXPECT_TRUE(std::is_sorted(kanji_classes().begin(), kanji_classes().end()));
}

TEST(KanjiTables, FollowTheRule) {
  char32_t last_class = 0, first_ood = 0;
  for (const char32_t c : kanji_classes()) {
    if (last_class == 0 || mix(c) > mix(last_class)) last_class = c;
  }
  for (const char32_t c : kanji_ood()) {
    if (first_ood == 0 || mix(c) < mix(first_ood)) first_ood = c;
  }
  EXPECT_LT(mix(last_class), mix(first_ood));
}

TEST(KanjiTables, AreJisLevelOne) {
  const iconv_t converter = iconv_open("UTF-32LE", "EUC-JP");
  if (converter == reinterpret_cast<iconv_t>(-1)) GTEST_SKIP() << "no EUC-JP converter here";
  std::set<char32_t> level_one;
  for (int row = 16; row <= 47; ++row) {
    for (int cell = 1; cell <= (row == 47 ? 51 : 94); ++cell)
      level_one.insert(from_euc_jp(converter, row, cell));
  }
  iconv_close(converter);
  EXPECT_EQ(level_one.size(), 2965u);
  for (const char32_t c : kanji_classes()) EXPECT_TRUE(level_one.count(c)) << to_utf8(c);
  for (const char32_t c : kanji_ood()) EXPECT_TRUE(level_one.count(c)) << to_utf8(c);
}

TEST(KanjiTables, KeepPackagesOnOneSideOfTheSplit) {
  std::map<std::string_view, FaceUse> use_of;
  std::set<std::string_view> names;
  for (const Face& face : kanji_faces()) {
    EXPECT_EQ(use_of.emplace(face.package, face.use).first->second, face.use) << face.package;
    EXPECT_TRUE(names.insert(face.name).second) << face.name;
  }
  EXPECT_EQ(kanji_faces().size(), 53u);
}

TEST(Utf8, EncodesEveryLength) {
  EXPECT_EQ(to_utf8(U'A'), "A");
  EXPECT_EQ(to_utf8(U'é'), "é");
  EXPECT_EQ(to_utf8(U'休'), "休");
  EXPECT_EQ(to_utf8(U'\U0001F600'), "\xF0\x9F\x98\x80");
}

Face face_named(std::string_view name) {
  const auto& faces = kanji_faces();
  return *std::find_if(faces.begin(), faces.end(),
                       [&](const Face& face) { return face.name == name; });
}

TEST(RenderFaces, DrawsFittedInk) {
  const auto faces = locate_faces({face_named("IPA Gothic"), face_named("Misaki Gothic")});
  const std::vector<char32_t> characters = {U'一', U'国', U'川'};
  std::size_t reported = 0;
  const auto pictures = render_faces(
      faces, characters, [&](const ProgressReport& r) { reported = std::max(reported, r.done); });
  ASSERT_EQ(pictures.size(), 6u * kGlyphPixels);
  EXPECT_EQ(reported, 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    int left = 32, right = -1, top = 32, bottom = -1;
    for (int p = 0; p < kGlyphPixels; ++p) {
      if (pictures[i * kGlyphPixels + static_cast<std::size_t>(p)] == 0) continue;
      left = std::min(left, p % 32), right = std::max(right, p % 32);
      top = std::min(top, p / 32), bottom = std::max(bottom, p / 32);
    }
    EXPECT_EQ(std::max(right - left, bottom - top) + 1, kGlyphInk) << i;
    EXPECT_LE(std::abs(left + right - 31), 1) << i;
    EXPECT_LE(std::abs(top + bottom - 31), 1) << i;
  }
}

TEST(RenderFaces, IsReproducible) {
  const auto faces =
      locate_faces({face_named("IPA Gothic"), face_named("Kiloji"), face_named("Stick")});
  const std::vector<char32_t> characters(kanji_classes().begin(), kanji_classes().begin() + 50);
  EXPECT_EQ(render_faces(faces, characters, {}), render_faces(faces, characters, {}));
}

TEST(RenderFaces, RefusesMissingGlyphs) {
  const auto faces = locate_faces({face_named("IPA Gothic")});
  expect_error<std::invalid_argument>(
      [&] {
        render_faces(faces, {U'国', U'\U00012345'}, {});
      },
      {"IPA Gothic", "has no glyph", "fonts-ipafont-gothic"});
  expect_error<std::invalid_argument>(
      [&] {
        render_faces(faces, {U'国', U'　'}, {});
      },
      {"draws nothing"});
  expect_error<std::invalid_argument>(
      [&] {
        render_faces(faces, {U'国', U'川', U'国'}, {});
      },
      {"国", "exactly like"});
}

TEST(LocateFaces, NamesTheCommandForMissingPackages) {
  Face missing = face_named("IPA Gothic"), other = missing;
  missing.file = "/nowhere/no-such-font-a.ttf";
  missing.package = "fonts-b";
  other.file = "/nowhere/no-such-font-b.ttf";
  other.package = "fonts-a";
  expect_error<std::invalid_argument>(
      [&] {
        locate_faces({missing, other});
      },
      {"apt-get install -y fonts-a fonts-b"});
}

TEST(JisConverter, KnowsRowAndCell) {
  const JisConverter converter;
  EXPECT_EQ(converter.code(U'亜'), 0x3021u);
  EXPECT_EQ(converter.code(U'熙'), 0x7426u);
  EXPECT_EQ(converter.code(U'A'), 0u);
  EXPECT_EQ(converter.code(U'ｱ'), 0u) << "half-width";
  EXPECT_EQ(converter.code(U'\U00012345'), 0u);
  EXPECT_EQ(converter.code(U'亜'), 0x3021u) << "after characters that it lacks";
}

TEST(FontFile, DrawsBitmapsNumberedByJis) {
  const auto faces = locate_faces({face_named("K12")});
  const FontFile font(faces[0].path, 0);
  EXPECT_TRUE(font.has(U'国'));
  EXPECT_FALSE(font.has(U'\U00012345'));
  const GlyphPicture picture = font.draw(U'一');
  EXPECT_EQ(picture[16 * kGlyphSide + 16], 255) << "the stroke";
  EXPECT_EQ(picture[4 * kGlyphSide + 16], 0) << "above it";
}

TEST(FontFile, RefusesOtherBytes) {
  const TempFolder folder;
  expect_error<FormatError>([&] { FontFile(folder.write("x.ttf", "no font at all"), 0); },
                            {"x.ttf", "font file"});
}

TEST(FontFile, SurvivesCutFiles) {
  const TempFolder folder;
  std::ifstream file(std::string(face_named("Misaki Gothic").file), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  for (std::size_t part = 0; part < 30; ++part) {
    try {
      FontFile(folder.write("x.ttf", bytes.substr(0, bytes.size() * part / 30)), 0).draw(U'国');
    } catch (const FormatError&) {
    }
  }
}

void expect_all_parts(const DataBundle& bundle) {
  EXPECT_EQ(bundle.train->size(), 37'000u);
  EXPECT_EQ(bundle.validation->size(), 4'000u);
  EXPECT_EQ(bundle.test->size(), 12'000u);
  EXPECT_EQ(bundle.ood->size(), 4'800u);
  EXPECT_EQ(bundle.validation_ood->size(), 1'600u);
  EXPECT_EQ(bundle.class_names[0], "丁");
  EXPECT_EQ(bundle.train->label(1002), 2);
  EXPECT_EQ(bundle.ood->label(0), kUnlabelled);
  EXPECT_EQ(bundle.train->name(1002), "三 in IPA Mincho");
  EXPECT_EQ(bundle.train->shape(), (InputShape{true, 1, 32, 32}));
}

/// Opens the set, says whether it was drawn, and gives the fingerprint.
struct Opening {
  std::uint64_t fingerprint = 0;
  bool was_drawn = false;
  std::string last_note;

  explicit Opening(const std::string& cache_folder) {
    const DataBundle bundle = open_kanji(cache_folder, [this](const ProgressReport& report) {
      was_drawn = was_drawn || report.done > 0;
      last_note = report.note;
    });
    fingerprint = bundle.fingerprint;
    expect_all_parts(bundle);
  }
};

/// Names are "<character> in <typeface>".
std::set<std::string> characters_of(const std::string& part, const DataOptions& options) {
  const OpenedData opened = open_data(part, "", options);
  std::set<std::string> characters;
  for (std::size_t i = 0; i < opened.dataset->size(); ++i) {
    const std::string name = opened.dataset->name(i);
    characters.insert(name.substr(0, name.find(' ')));
  }
  return characters;
}

TEST(OpenKanji, NoStrangerIsInBothHalves) {
  const TempFolder folder;
  DataOptions options;
  options.cache = folder.path();
  std::set<std::string> both = characters_of("kanji:ood-tune", options);
  EXPECT_EQ(both.size(), 200u);
  EXPECT_EQ(both, characters_of("kanji:ood-validation", options)) << "in other typefaces";
  both.merge(characters_of("kanji:ood-test", options));
  EXPECT_EQ(both.size(), 400u);
  EXPECT_EQ(both, characters_of("kanji:ood", options));
}

TEST(OpenKanji, DrawsOnceAndAgainWhenTheCacheIsDamaged) {
  const TempFolder folder;
  const Opening first(folder.path());
  EXPECT_TRUE(first.was_drawn);
  const Opening second(folder.path());
  EXPECT_FALSE(second.was_drawn);
  EXPECT_EQ(second.fingerprint, first.fingerprint);
  {
    std::fstream file(folder / "kanji-1000.pictures",
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(1'000'000);
    file.put('\x5A').put('\x5A');
  }
  const Opening third(folder.path());
  EXPECT_TRUE(third.was_drawn);
  EXPECT_EQ(third.fingerprint, first.fingerprint);
}

TEST(OpenKanji, WorksWithoutAWritableCache) {
  const TempFolder folder;
  const Opening opening(folder.write("a-file", "in the way") + "/cache");
  EXPECT_TRUE(opening.was_drawn);
  EXPECT_NE(opening.last_note.find("cache"), std::string::npos) << opening.last_note;
}

}  // namespace
}  // namespace llcodes
