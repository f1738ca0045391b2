#include "llcodes/data/kanji.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/data/fingerprint.h"
#include "llcodes/data/font_file.h"
#include "llcodes/data/kanji_render.h"

namespace llcodes {
namespace {

// Raise when a change of the renderer changes pictures: old caches are then drawn anew.
constexpr int kRendererVersion = 1;
constexpr InputShape kShape{
    .is_picture = true, .channels = 1, .height = kGlyphSide, .width = kGlyphSide};
const std::string kCacheFormat = "llcodes.pictures";

/// Faces x characters as drawn, and the names to show them with.
struct Sheet {
  std::vector<LocatedFace> faces;
  std::vector<char32_t> characters;
  std::vector<std::uint8_t> pictures;  // [faces, characters, side, side]

  std::size_t count() const { return faces.size() * characters.size(); }
  Shape shape() const {
    return {static_cast<std::int64_t>(faces.size()), static_cast<std::int64_t>(characters.size()),
            kGlyphSide, kGlyphSide};
  }
};

/// A sheet as a data set: instance f * characters + c is character c in face f.
class SheetDataset : public MemoryDataset {
 public:
  SheetDataset(Sheet sheet, std::vector<std::int32_t> labels)
      : MemoryDataset(kShape, std::move(sheet.pictures), std::move(labels), "kanji"),
        faces_(std::move(sheet.faces)),
        characters_(std::move(sheet.characters)) {}

  std::string name(std::size_t index) const override {
    const Face& face = faces_.at(index / characters_.size()).face;
    return to_utf8(characters_[index % characters_.size()]) + " in " + std::string(face.name);
  }

 private:
  std::vector<LocatedFace> faces_;
  std::vector<char32_t> characters_;
};

/// The parts of the set with the names their pictures have in the cache.
struct Part {
  std::string name;
  FaceUse use;
  bool is_ood;
};
const std::vector<Part> kParts = {{"train", FaceUse::kTrain, false},
                                  {"validation", FaceUse::kValidation, false},
                                  {"test", FaceUse::kTest, false},
                                  {"ood", FaceUse::kTest, true},
                                  {"ood-validation", FaceUse::kValidation, true}};

Sheet empty_sheet(const Part& part, const std::vector<LocatedFace>& faces) {
  Sheet sheet;
  std::copy_if(faces.begin(), faces.end(), std::back_inserter(sheet.faces),
               [&](const LocatedFace& face) { return face.face.use == part.use; });
  sheet.characters = part.is_ood ? kanji_ood() : kanji_classes();
  return sheet;
}

/// Changes with the renderer, the characters, the faces and the font files.
std::string cache_key(const std::vector<LocatedFace>& faces) {
  Fingerprint key;
  key.add(static_cast<std::uint64_t>(kRendererVersion));
  key.add_values(std::span<const char32_t>(kanji_classes()));
  key.add_values(std::span<const char32_t>(kanji_ood()));
  for (const LocatedFace& face : faces) {
    key.add(face.path).add(static_cast<std::uint64_t>(face.face.index));
    key.add(static_cast<std::uint64_t>(face.face.use));
    key.add(static_cast<std::uint64_t>(std::filesystem::file_size(face.path)));
    const auto changed = std::filesystem::last_write_time(face.path).time_since_epoch().count();
    key.add(static_cast<std::uint64_t>(changed));
  }
  return std::to_string(key.value());
}

/// Fills the sheets from the cache. False if there is none, it belongs to other fonts or a former
/// renderer, or its bytes are damaged: in each case the pictures can be drawn again.
bool read_cache(const std::filesystem::path& path, const std::string& key,
                std::vector<Sheet>& sheets) {
  if (!std::filesystem::exists(path)) return false;
  try {
    const Container cache = Container::open(path, kCacheFormat);
    if (cache.metadata("key") != key) return false;
    for (std::size_t i = 0; i < kParts.size(); ++i) {
      const auto pixels = cache.values<std::uint8_t>(kParts[i].name, sheets[i].shape());
      sheets[i].pictures.assign(pixels.begin(), pixels.end());
    }
    return true;
  } catch (const FormatError&) {
    return false;
  } catch (const std::system_error&) {
    return false;
  }
}

/// A cache that cannot be written costs time at the next start and nothing else, so it is a note.
void write_cache(const std::filesystem::path& path, const std::string& key,
                 const std::vector<Sheet>& sheets, const Progress& progress) {
  ContainerWriter writer(kCacheFormat, 1);
  writer.set("key", key);
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    writer.add<std::uint8_t>(kParts[i].name, sheets[i].shape(), sheets[i].pictures);
  }
  try {
    std::filesystem::create_directories(path.parent_path());
    writer.write(path);
  } catch (const std::system_error& error) {
    if (progress)
      progress({.task = "drawing characters", .unit = "pictures", .note = error.what()});
  }
}

/// The parts are drawn one after the other; progress counts through all of them.
void render(std::vector<Sheet>& sheets, const Progress& progress) {
  std::size_t total = 0, before = 0;
  for (const Sheet& sheet : sheets) total += sheet.count();
  for (Sheet& sheet : sheets) {
    sheet.pictures = render_faces(sheet.faces, sheet.characters, [&](ProgressReport report) {
      report.done += before;
      report.total = total;
      if (progress) progress(report);
    });
    before += sheet.count();
  }
}

std::shared_ptr<const Dataset> to_dataset(const Part& part, Sheet sheet) {
  const std::size_t characters = sheet.characters.size();
  std::vector<std::int32_t> labels(sheet.count(), kUnlabelled);
  for (std::size_t i = 0; i < labels.size() && !part.is_ood; ++i) {
    labels[i] = static_cast<std::int32_t>(i % characters);
  }
  return std::make_shared<SheetDataset>(std::move(sheet), std::move(labels));
}

std::uint64_t fingerprint_of(const std::vector<Sheet>& sheets) {
  Fingerprint fingerprint;
  for (const Sheet& sheet : sheets) {
    fingerprint.add_values(std::span<const char32_t>(sheet.characters));
    fingerprint.add_values(std::span<const std::uint8_t>(sheet.pictures));
  }
  return fingerprint.value();
}

DataBundle to_bundle(std::vector<Sheet> sheets) {
  DataBundle bundle;
  bundle.name = "kanji-1000";
  for (const char32_t character : kanji_classes()) bundle.class_names.push_back(to_utf8(character));
  bundle.fingerprint = fingerprint_of(sheets);
  bundle.train = to_dataset(kParts[0], std::move(sheets[0]));
  bundle.validation = to_dataset(kParts[1], std::move(sheets[1]));
  bundle.test = to_dataset(kParts[2], std::move(sheets[2]));
  bundle.ood = to_dataset(kParts[3], std::move(sheets[3]));
  bundle.validation_ood = to_dataset(kParts[4], std::move(sheets[4]));
  bundle.normalization = ink_normalization();
  bundle.augment = character_augmentation();
  return bundle;
}

}  // namespace

DataBundle open_kanji(const std::string& cache_folder, const Progress& progress) {
  const std::vector<LocatedFace> faces = locate_faces(kanji_faces());
  std::vector<Sheet> sheets;
  for (const Part& part : kParts) sheets.push_back(empty_sheet(part, faces));
  const std::filesystem::path cache = std::filesystem::path(cache_folder) / "kanji-1000.pictures";
  const std::string key = cache_key(faces);
  if (!read_cache(cache, key, sheets)) {
    render(sheets, progress);
    write_cache(cache, key, sheets, progress);
  }
  return to_bundle(std::move(sheets));
}

}  // namespace llcodes
