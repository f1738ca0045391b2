#include "llcodes/core/code_table.h"

#include <bit>

namespace llcodes {

CodeTable::CodeTable(const Codes& class_codes)
    : codes_(class_codes),
      one_word_(class_codes.words_per_code() == 1),
      mask_(std::bit_ceil(class_codes.size() * 4) - 1),
      slots_(mask_ + 1) {
  // In label order, so that a group keeps its lowest label.
  for (std::size_t label = 0; label < codes_.size(); ++label) add(static_cast<std::int32_t>(label));
}

ClassGroup CodeTable::find_long(const Word* code) const {
  const Word key = key_of(code);
  for (std::size_t place = mix(key) & mask_;; place = (place + 1) & mask_) {
    const Slot& slot = slots_[place];
    if (slot.group.size == 0 || (slot.key == key && same_code(slot, code))) return slot.group;
  }
}

void CodeTable::add(std::int32_t label) {
  const Word* const code = codes_[static_cast<std::size_t>(label)].data();
  const Word key = key_of(code);
  for (std::size_t place = mix(key) & mask_;; place = (place + 1) & mask_) {
    Slot& slot = slots_[place];
    if (slot.group.size == 0) slot = {key, {label, 0}};
    if (slot.key != key || !(one_word_ || same_code(slot, code))) continue;
    ++slot.group.size;
    return;
  }
}

}  // namespace llcodes
