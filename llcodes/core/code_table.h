// The hash table of distinct class codes: exact decoding in one look-up, whatever the number of
// classes. Classes that share a code form one group.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/random.h"

namespace llcodes {

/// The classes of one code: the lowest label and how many there are.
struct ClassGroup {
  std::int32_t label = -1;  ///< kNoClass if there is none
  std::int32_t size = 0;
};

/// Open addressing with linear probing, at most a quarter full. Keeps a reference to the codes.
class CodeTable {
 public:
  explicit CodeTable(const Codes& class_codes);

  /// A group of size 0 if no class has this code.
  ClassGroup find(const Word* code) const { return one_word_ ? find_word(*code) : find_long(code); }

 private:
  struct Slot {
    Word key = 0;
    ClassGroup group;
  };

  // "Found" and "empty" end the search by one branch: which of them it is, no predictor can know.
  ClassGroup find_word(Word code) const {
    for (std::size_t place = mix(code) & mask_;; place = (place + 1) & mask_) {
      const Slot& slot = slots_[place];
      const Word difference = slot.key ^ code;
      if (std::min(difference, static_cast<Word>(slot.group.size)) == 0) return slot.group;
    }
  }
  ClassGroup find_long(const Word* code) const;
  Word key_of(const Word* code) const {
    Word key = code[0];
    if (one_word_) return key;
    for (int i = 1; i < codes_.words_per_code(); ++i) key = mix(key) ^ code[i];
    return key;
  }
  /// A one-word code is its own key; a longer one may share its key with another.
  bool same_code(const Slot& slot, const Word* code) const {
    return std::equal(code, code + codes_.words_per_code(),
                      codes_[static_cast<std::size_t>(slot.group.label)].begin());
  }
  void add(std::int32_t label);

  const Codes& codes_;
  bool one_word_;
  std::size_t mask_;
  std::vector<Slot> slots_;
};

}  // namespace llcodes
