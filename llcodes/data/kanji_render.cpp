#include "llcodes/data/kanji_render.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string_view>

#include "llcodes/core/parallel.h"
#include "llcodes/data/font_file.h"

namespace llcodes {
namespace {

/// The files fontconfig knows, by their name without folders.
std::map<std::string, std::string> known_font_files() {
  std::map<std::string, std::string> files;
  FcConfig* config = FcInitLoadConfigAndFonts();
  const FcFontSet* fonts = config ? FcConfigGetFonts(config, FcSetSystem) : nullptr;
  for (int i = 0; fonts && i < fonts->nfont; ++i) {
    FcChar8* file = nullptr;
    if (FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) != FcResultMatch) continue;
    const std::filesystem::path path(reinterpret_cast<const char*>(file));
    files.emplace(path.filename().string(), path.string());
  }
  if (config) FcConfigDestroy(config);
  return files;
}

[[noreturn]] void throw_missing(const std::set<std::string_view>& packages) {
  std::string command = "apt-get install -y";
  for (const std::string_view package : packages) command.append(" ").append(package);
  throw std::invalid_argument("kanji: typefaces are missing on this machine; install them with: " +
                              command);
}

[[noreturn]] void refuse(const LocatedFace& face, char32_t character, const std::string& reason) {
  throw std::invalid_argument("kanji: face " + std::string(face.face.name) + " (" + face.path +
                              ") " + reason + " " + to_utf8(character) +
                              "; reinstall its package: apt-get install --reinstall -y " +
                              std::string(face.face.package));
}

/// Draws the characters of one face and compares them with what a face shows for want of a glyph.
void render_face(const LocatedFace& face, const std::vector<char32_t>& characters,
                 std::uint8_t* pictures) {
  const FontFile font(face.path, face.face.index);
  const GlyphPicture blank{};
  const GlyphPicture missing = font.draw_missing();
  std::map<GlyphPicture, char32_t> seen;
  for (const char32_t character : characters) {
    if (!font.has(character)) refuse(face, character, "has no glyph for");
    const GlyphPicture picture = font.draw(character);
    if (picture == blank) refuse(face, character, "draws nothing for");
    if (picture == missing) refuse(face, character, "draws its missing-glyph box for");
    pictures = std::copy(picture.begin(), picture.end(), pictures);
    const auto [twin, is_new] = seen.emplace(picture, character);
    if (!is_new) refuse(face, character, "draws " + to_utf8(twin->second) + " exactly like");
  }
}

}  // namespace

std::vector<LocatedFace> locate_faces(const std::vector<Face>& faces) {
  std::vector<LocatedFace> located;
  std::set<std::string_view> missing;
  std::map<std::string, std::string> elsewhere;
  for (const Face& face : faces) {
    std::string path(face.file);
    if (!std::filesystem::exists(path)) {
      if (elsewhere.empty()) elsewhere = known_font_files();
      path = elsewhere[std::filesystem::path(path).filename().string()];
    }
    if (path.empty()) missing.insert(face.package);
    located.push_back({face, path});
  }
  if (!missing.empty()) throw_missing(missing);
  return located;
}

std::vector<std::uint8_t> render_faces(const std::vector<LocatedFace>& faces,
                                       const std::vector<char32_t>& characters,
                                       const Progress& progress) {
  const std::size_t face_size = characters.size() * kGlyphPixels;
  std::vector<std::uint8_t> pictures(faces.size() * face_size);
  std::mutex mutex;
  std::size_t done = 0;
  for_each_in_parallel(faces.size(), [&](std::size_t i) {
    render_face(faces[i], characters, pictures.data() + i * face_size);
    const std::lock_guard lock(mutex);
    done += characters.size();
    if (progress) {
      progress({.task = "drawing characters",
                .done = done,
                .total = faces.size() * characters.size(),
                .unit = "pictures",
                .note = std::string(faces[i].face.name)});
    }
  });
  return pictures;
}

std::string to_utf8(char32_t character) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  const auto tail = [&](int shift) { return byte(0x80 | ((character >> shift) & 0x3F)); };
  if (character < 0x80) return {byte(character)};
  if (character < 0x800) return {byte(0xC0 | (character >> 6)), tail(0)};
  if (character < 0x10000) return {byte(0xE0 | (character >> 12)), tail(6), tail(0)};
  return {byte(0xF0 | (character >> 18)), tail(12), tail(6), tail(0)};
}

}  // namespace llcodes
