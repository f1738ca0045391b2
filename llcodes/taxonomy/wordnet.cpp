#include "llcodes/taxonomy/wordnet.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"

namespace llcodes {
namespace {

constexpr std::size_t kNoOffset = static_cast<std::size_t>(-1);
constexpr std::size_t kMaxDepth = 100;

/// "n01440764" -> 1440764.
std::size_t offset_of_id(const std::string& id) {
  std::size_t offset = kNoOffset;
  if (id.size() != 9 || id[0] != 'n') return kNoOffset;
  const auto [end, error] = std::from_chars(id.data() + 1, id.data() + id.size(), offset);
  return error == std::errc{} && end == id.data() + id.size() ? offset : kNoOffset;
}

struct Synset {
  std::string word;
  std::size_t hypernym = kNoOffset;
};

/// A line is: offset, file, "n", number of words in base 16, then word and id for each, number of
/// pointers, then symbol, offset, part and place for each; "@" is a hypernym, "@i" that of an
/// instance.
Synset parse(const std::string& line, const std::string& file, std::size_t offset) {
  std::istringstream fields(line);
  std::string own, lexicographer, part, words_text, word, id;
  fields >> own >> lexicographer >> part >> words_text;
  std::size_t stated = kNoOffset;
  std::from_chars(own.data(), own.data() + own.size(), stated);
  if (stated != offset || part != "n") {
    throw FormatError(file, "byte " + std::to_string(offset), shown(line.substr(0, 40)),
                      "the line of that synset");
  }
  Synset synset;
  std::size_t words = 0, pointers = 0;
  std::from_chars(words_text.data(), words_text.data() + words_text.size(), words, 16);
  for (std::size_t i = 0; i < words && fields >> word >> id; ++i) {
    if (i == 0) synset.word = word;
  }
  fields >> pointers;
  std::string symbol, target, target_part, place;
  for (std::size_t i = 0; i < pointers && fields >> symbol >> target >> target_part >> place; ++i) {
    if (symbol != "@" && symbol != "@i") continue;
    std::from_chars(target.data(), target.data() + target.size(), synset.hypernym);
    break;
  }
  return synset;
}

class Nouns {
 public:
  explicit Nouns(const std::filesystem::path& file)
      : file_(file.string()), text_(read_text(file)) {}

  bool holds(std::size_t offset) const {
    return offset < text_.size() && (offset == 0 || text_[offset - 1] == '\n');
  }

  Synset at(std::size_t offset) const {
    if (!holds(offset)) {
      throw FormatError(file_, "byte " + std::to_string(offset), "no start of a line", "a synset");
    }
    return parse(text_.substr(offset, text_.find('\n', offset) - offset), file_, offset);
  }

  std::vector<std::string> path_above(std::size_t offset) const {
    std::vector<std::string> path;
    for (std::size_t above = at(offset).hypernym; above != kNoOffset && path.size() < kMaxDepth;) {
      const Synset synset = at(above);
      path.push_back(synset.word);
      above = synset.hypernym;
    }
    if (path.size() > 1) path.pop_back();  // "entity" groups everything
    std::ranges::reverse(path);
    return path;
  }

 private:
  std::string file_, text_;
};

}  // namespace

bool is_wordnet_file(const std::filesystem::path& file) { return file.filename() == "data.noun"; }

std::unordered_map<std::string, std::vector<std::string>> wordnet_paths(
    const std::filesystem::path& file, const std::vector<std::string>& class_names) {
  const Nouns nouns(file);
  std::unordered_map<std::string, std::vector<std::string>> paths;
  for (const std::string& name : class_names) {
    const std::size_t offset = offset_of_id(name);
    if (offset != kNoOffset && nouns.holds(offset)) paths[name] = nouns.path_above(offset);
  }
  return paths;
}

}  // namespace llcodes
