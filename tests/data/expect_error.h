// Errors are part of the interface: their messages must name what a user needs to know.
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <initializer_list>
#include <string>
#include <string_view>

#include "llcodes/core/error.h"

namespace llcodes::test {

/// Expects `action` to throw an Error whose message holds every word.
template <class Error, class Action>
void expect_error(const Action& action, std::initializer_list<std::string_view> words) {
  try {
    action();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    for (const std::string_view word : words) {
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << "\"" << word << "\" is missing in: " << error.what();
    }
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another kind of error: " << error.what();
  }
}

/// Cuts `bytes` at every length and flips bits of every byte; `read` must either succeed or throw
/// one of the library's errors. Cut bytes must always be refused.
template <class Read>
void expect_robust(const std::string& bytes, const Read& read) {
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(read(bytes.substr(0, length)), FormatError) << "cut at " << length;
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      try {
        read(changed);
      } catch (const FormatError&) {
      } catch (const std::exception& error) {
        ADD_FAILURE() << "byte " << at << ": another kind of error: " << error.what();
      }
    }
  }
}

}  // namespace llcodes::test
