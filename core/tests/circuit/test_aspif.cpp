#include "woodstock/circuit/aspif.hpp"

#include <string>

#include "harness.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::circuit;

namespace {

using Ints = std::vector<std::int32_t>;

const std::string kProgram =
    "asp 1 0 0\n"
    "1 1 1 1 0 0\n"         // choice: atom 1 is free
    "1 0 1 2 0 2 1 -3\n"    // 2 if 1 and not 3
    "1 0 1 3 0 0\n"         // 3
    "1 0 1 12 0 1 2\n"      // 12 if 2
    "4 4 t(a) 1 1\n"        // 1 is called t(a)
    "4 9 s(b c, )  1 12\n"  // a name with blanks in it
    "4 1 f 0\n"             // a fact
    "0\n";

AspifReader read(const std::string& text, std::int64_t limit = 100) {
  AspifReader reader(limit);
  reader.feed(text);
  reader.finish();
  return reader;
}

void check_program(const AspifReader& reader) {
  CHECK_EQ(reader.atoms(), 12);
  CHECK_EQ(reader.heads(), (Ints{2, 3, 12}));
  CHECK_EQ(reader.offsets(), (std::vector<std::int64_t>{0, 2, 2, 3}));
  CHECK_EQ(reader.literals(), (Ints{1, -3, 2}));
  CHECK_EQ(reader.shown(), (std::vector<std::string>{"t(a)", "s(b c, ) ", "f"}));
  CHECK_EQ(reader.shown_atoms(), (Ints{1, 12, 0}));
}

}  // namespace

TEST("rules and names of a ground program are read") { check_program(read(kProgram)); }

TEST("it does not matter how the text is cut into chunks") {
  for (std::size_t size = 1; size <= kProgram.size(); ++size) {
    AspifReader reader(100);
    for (std::size_t at = 0; at < kProgram.size(); at += size) reader.feed(std::string_view(kProgram).substr(at, size));
    reader.feed("");
    reader.finish();
    check_program(reader);
  }
}

TEST("a program that stops short is noticed, wherever it does") {
  for (std::size_t size = 0; size < kProgram.size(); ++size) CHECK_THROWS(read(kProgram.substr(0, size)), AspifError);
}

TEST("more rules than allowed are noticed at once") {
  check_program(read(kProgram, 4));  // choices count: they take memory in the child all the same
  CHECK_THROWS(read(kProgram, 3), AspifLimit);
  AspifReader reader(1);
  reader.feed("asp 1 0 0\n1 1 1 1 0 0\n");
  CHECK_THROWS(reader.feed("1 0 1 3 0 0\n"), AspifLimit);
}

TEST("statements that a ground game cannot have are refused") {
  for (const auto* line : {
           "2 0 1 1 1",              // minimise
           "3 1 1",                  // project
           "5 1 2",                  // external
           "hello",                  // no statement
           "",                       // nothing
           "1",                      // no rule
           "1 0 1",                  // no head
           "1 0 1 x 0 0",            // no number
           "1 0 1 99999999999 0 0",  // too large a number
           "1 0 1 0 0 0",            // atom 0
           "1 0 1 -2 0 0",           // a negated head
           "1 1 1 -2 0 0",           // a negated choice
           "1 0 2 1 2 0 0",          // a disjunction
           "1 0 0 0 1 2",            // a constraint
           "1 0 1 2 1 3 1 1 1",      // a weighted body
           "1 0 1 2 0 3 1 1",        // fewer literals than said
           "1 0 1 2 0 1 0",          // literal 0
           "1 0 1 2 0 1 --1",        // twice negated
           "1 0 1 2 0 1 -2147483648",
           "4 5 abc 0",   // a name cut short
           "4 -1 abc 0",  // of no length
           "4 -5",        //
           "4 3 abc",     // no number of literals
           "4 3 abc 1",   // no literal
           "4 3 abc 2 1 2",
           "4 3 abc 1 -1",
       }) {
    CHECK_THROWS(read(std::string("asp 1 0 0\n") + line + "\n0\n"), AspifError);
  }
}

TEST("garbage ends in an error or is read, and does nothing else") {
  support::Random random(20);
  const std::string alphabet = "0123456789 -\nasp()\0\xff";
  std::size_t refused = 0;
  for (int round = 0; round < 3000; ++round) {
    auto text = kProgram;
    for (auto changes = 1 + random.below(8); changes > 0; --changes) {
      const auto at = random.below(static_cast<std::uint32_t>(text.size()));
      if (random.below(4) == 0) {
        text.erase(at, 1 + random.below(5));
      } else {
        text[at] = alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
      }
    }
    try {
      const auto reader = read(text);
      CHECK_EQ(reader.offsets().size(), reader.heads().size() + 1);
      CHECK_EQ(reader.shown().size(), reader.shown_atoms().size());
      for (const auto head : reader.heads()) CHECK(head > 0 && head <= reader.atoms());
      for (const auto literal : reader.literals()) CHECK(literal != 0 && std::abs(literal) <= reader.atoms());
      for (const auto atom : reader.shown_atoms()) CHECK(atom >= 0 && atom <= reader.atoms());
    } catch (const AspifError&) {
      ++refused;
    }
  }
  CHECK(refused > 1000 && refused < 3000);
}
