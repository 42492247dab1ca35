#include "woodstock/circuit/aspif.hpp"

#include <algorithm>
#include <charconv>

namespace woodstock::circuit {

void AspifReader::feed(std::string_view chunk) {
  while (!chunk.empty()) {
    const auto end = chunk.find('\n');
    if (end == std::string_view::npos) {
      rest_.append(chunk);
      return;
    }
    if (rest_.empty()) {
      line(chunk.substr(0, end));
    } else {
      rest_.append(chunk.substr(0, end));
      line(rest_);
      rest_.clear();
    }
    chunk.remove_prefix(end + 1);
  }
}

void AspifReader::line(std::string_view text) {
  if (text.starts_with("1 ")) {
    rule(text.substr(2));
  } else if (text.starts_with("4 ")) {
    show(text.substr(2));
  } else if (text == "0") {
    ended_ = true;
  } else if (!text.starts_with("asp ")) {
    throw AspifError("unknown statement in the ground program");
  }
}

std::int32_t AspifReader::number(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) throw AspifError("a number is missing in the ground program");
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// "1 <choice> <heads> <head>.. <body type> <literals> <literal>.."
void AspifReader::rule(std::string_view text) {
  const bool choice = number(text) != 0;
  const auto heads = number(text);
  if (++rules_ > rule_limit_) throw AspifLimit("too many ground rules");
  if (choice) {
    for (std::int32_t i = 0; i < heads; ++i) atom(text);
    return;
  }
  if (heads != 1) throw AspifError("a disjunction or a constraint in the ground program");
  const auto head = atom(text);
  if (number(text) != 0) throw AspifError("an aggregate in the ground program");
  for (auto count = number(text); count > 0; --count) literals_.push_back(literal(text));
  heads_.push_back(head);
  offsets_.push_back(static_cast<std::int64_t>(literals_.size()));
}

// "4 <length> <name> <literals> <literal>.."; a fact is shown without a literal.
void AspifReader::show(std::string_view text) {
  const auto length = number(text);
  if (length < 0 || text.size() < static_cast<std::size_t>(length) + 1) {
    throw AspifError("a name is cut short in the ground program");
  }
  const auto name = text.substr(1, static_cast<std::size_t>(length));
  text.remove_prefix(static_cast<std::size_t>(length) + 1);
  const auto count = number(text);
  if (count != 0 && count != 1) throw AspifError("a condition of several atoms in the ground program");
  shown_atoms_.push_back(count == 0 ? 0 : atom(text));
  shown_.emplace_back(name);
}

}  // namespace woodstock::circuit
