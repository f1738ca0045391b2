#include "llcodes/data/jis.h"

#include <cstddef>
#include <stdexcept>

namespace llcodes {

JisConverter::JisConverter() : converter_(iconv_open("EUC-JP", "UTF-32LE")) {
  if (converter_ == reinterpret_cast<iconv_t>(-1)) {
    throw std::runtime_error(
        "iconv cannot convert to EUC-JP, which bitmap fonts need; "
        "reinstall it with: apt-get install --reinstall -y libc6");
  }
}

JisConverter::~JisConverter() { iconv_close(converter_); }

unsigned JisConverter::code(char32_t character) const {
  unsigned char euc[4];
  char* from = reinterpret_cast<char*>(&character);
  char* to = reinterpret_cast<char*>(euc);
  std::size_t from_left = sizeof character, to_left = sizeof euc;
  if (iconv(converter_, &from, &from_left, &to, &to_left) != 0 || to_left != 2) {
    iconv(converter_, nullptr, nullptr, nullptr, nullptr);
    return 0;
  }
  if (euc[0] < 0xA1) return 0;  // half-width katakana come as two bytes too
  return ((euc[0] & 0x7Fu) << 8) | (euc[1] & 0x7Fu);
}

}  // namespace llcodes
