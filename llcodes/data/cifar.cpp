#include "llcodes/data/cifar.h"

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/data/byte_reader.h"

namespace llcodes {
namespace {

constexpr std::size_t kPicture = 3 * 32 * 32;

struct Layout {
  int num_classes;
  std::size_t label_bytes;  // the last of them is the class
  int coarse_classes;       // of the byte before it, if there are two

  std::size_t record() const { return label_bytes + kPicture; }

  int label_at(Bytes bytes, std::size_t record_number) const {
    return std::to_integer<int>(bytes[record_number * record() + label_bytes - 1]);
  }

  bool fits(Bytes bytes) const {
    if (bytes.empty() || bytes.size() % record() != 0) return false;
    for (std::size_t i = 0; i < bytes.size() / record(); ++i) {
      const bool coarse_fits =
          label_bytes == 1 || std::to_integer<int>(bytes[i * record()]) < coarse_classes;
      if (!coarse_fits || label_at(bytes, i) >= num_classes) return false;
    }
    return true;
  }
};

constexpr Layout kCifar10{10, 1, 0};
constexpr Layout kCifar100{100, 2, 20};

const Layout& layout_of(Bytes bytes, const std::string& path) {
  if (kCifar100.fits(bytes)) return kCifar100;
  if (kCifar10.fits(bytes)) return kCifar10;
  throw FormatError(
      path, "records", std::to_string(bytes.size()) + " bytes",
      "CIFAR records: a multiple of 3073 bytes with labels below 10, or of 3074 bytes "
      "with labels below 20 and 100");
}

}  // namespace

CifarRecords read_cifar(const std::filesystem::path& path) {
  const MappedFile file(path);
  const Bytes bytes = file.bytes();
  const Layout& layout = layout_of(bytes, path.string());
  const std::size_t count = bytes.size() / layout.record();
  CifarRecords records{.num_classes = layout.num_classes, .pixels = {}, .labels = {}};
  records.pixels.reserve(count * kPicture);
  for (std::size_t i = 0; i < count; ++i) {
    records.labels.push_back(layout.label_at(bytes, i));
    const auto picture = as_text(bytes.subspan(i * layout.record() + layout.label_bytes, kPicture));
    records.pixels.insert(records.pixels.end(), picture.begin(), picture.end());
  }
  return records;
}

}  // namespace llcodes
