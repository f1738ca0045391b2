#include "llcodes/search/scratch.h"

namespace llcodes {

Scratch& thread_scratch() {
  static thread_local Scratch scratch;
  return scratch;
}

}  // namespace llcodes
