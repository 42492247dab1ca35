#include "woodstock/aspif.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace woodstock {

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

void AspifReader::finish() const {
  if (!ended_) throw AspifError("the ground program stopped short");
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
  if (choice || heads != 1) {
    for (std::int32_t i = 0; i < heads; ++i) atoms_ = std::max(atoms_, number(text));
    return;
  }
  if (static_cast<std::int64_t>(heads_.size()) >= rule_limit_) throw AspifLimit("too many ground rules");
  const auto head = number(text);
  if (number(text) != 0) throw AspifError("an aggregate in the ground program");
  atoms_ = std::max(atoms_, head);
  heads_.push_back(head);
  for (auto count = number(text); count > 0; --count) {
    const auto literal = number(text);
    atoms_ = std::max(atoms_, std::abs(literal));
    literals_.push_back(literal);
  }
  offsets_.push_back(static_cast<std::int64_t>(literals_.size()));
}

// "4 <length> <name> <literals> <literal>.."; a fact is shown without a literal.
void AspifReader::show(std::string_view text) {
  const auto length = static_cast<std::size_t>(number(text));
  if (text.size() < length + 1) throw AspifError("a name is cut short in the ground program");
  shown_.emplace_back(text.substr(1, length));
  text.remove_prefix(length + 1);
  shown_atoms_.push_back(number(text) == 0 ? 0 : number(text));
}

}  // namespace woodstock
