// From Unicode to JIS X 0208, the numbering of the bitmap fonts of the X window system.
#pragma once

#include <iconv.h>

namespace llcodes {

class JisConverter {
 public:
  JisConverter();  ///< throws std::runtime_error where iconv lacks EUC-JP
  ~JisConverter();
  JisConverter(const JisConverter&) = delete;
  JisConverter& operator=(const JisConverter&) = delete;

  /// Row and cell, each plus 0x20, as two bytes of one number; 0 if JIS X 0208 lacks the character.
  unsigned code(char32_t character) const;

 private:
  iconv_t converter_;
};

}  // namespace llcodes
