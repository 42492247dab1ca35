// A small test harness: a test is a named function that throws when a check fails.
//
//     TEST("a set holds what was put in") {
//         Set set{1, 2};
//         CHECK(set.contains(1));
//         CHECK_EQ(set.size(), 2u);
//         CHECK_THROWS(set.at(7), std::out_of_range);
//     }
//
// `core_tests` runs all tests; `core_tests set` runs those with `set` in their file or name.
#pragma once

#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace woodstock::testing {

struct Test {
  std::string_view file;
  std::string_view name;
  void (*run)();
};

// All tests of the program. A function, so that it exists before the first of them registers.
inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

struct Registration {
  Registration(std::string_view file, std::string_view name, void (*run)()) { tests().push_back({file, name, run}); }
};

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void fail(std::string_view file, int line, const std::string& what) {
  throw Failure(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

template <typename Value>
std::string show(const Value& value) {
  if constexpr (requires(std::ostringstream& out) { out << value; }) {
    std::ostringstream out;
    out << value;
    return out.str();
  } else if constexpr (requires { value.begin() != value.end(); }) {
    std::string text = "{";
    for (const auto& item : value) text += (text.size() > 1 ? ", " : "") + show(item);
    return text + "}";
  } else {
    return "(a value that cannot be shown)";
  }
}

template <typename Left, typename Right>
void check_equal(const Left& left, const Right& right, std::string_view text, std::string_view file, int line) {
  if (!(left == right)) fail(file, line, std::string(text) + ": " + show(left) + " != " + show(right));
}

}  // namespace woodstock::testing

#define WOODSTOCK_JOIN_(left, right) left##right
#define WOODSTOCK_JOIN(left, right) WOODSTOCK_JOIN_(left, right)
#define WOODSTOCK_TEST(name, id)                                                                                 \
  static void WOODSTOCK_JOIN(test_, id)();                                                                       \
  static const ::woodstock::testing::Registration WOODSTOCK_JOIN(registration_, id){__FILE__, name,              \
                                                                                    &WOODSTOCK_JOIN(test_, id)}; \
  static void WOODSTOCK_JOIN(test_, id)()

#define TEST(name) WOODSTOCK_TEST(name, __COUNTER__)

#define CHECK(...)                                                                               \
  do {                                                                                           \
    if (!(__VA_ARGS__)) ::woodstock::testing::fail(__FILE__, __LINE__, "not so: " #__VA_ARGS__); \
  } while (false)

#define CHECK_EQ(left, right) \
  ::woodstock::testing::check_equal((left), (right), #left " == " #right, __FILE__, __LINE__)

#define CHECK_THROWS(expression, Error)                                                            \
  do {                                                                                             \
    bool thrown_ = false;                                                                          \
    try {                                                                                          \
      static_cast<void>(expression);                                                               \
    } catch (const Error&) {                                                                       \
      thrown_ = true;                                                                              \
    }                                                                                              \
    if (!thrown_) ::woodstock::testing::fail(__FILE__, __LINE__, #expression " threw no " #Error); \
  } while (false)
