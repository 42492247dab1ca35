// Writes one clause: a rule compiled for calls of one form.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "woodstock/machine/interpret/compiler.hpp"

namespace woodstock::machine::interpret {

class ClauseWriter {
 public:
  ClauseWriter(const RuleCode& rule, const CallForm& form, Compiler& compiler);

  // Nothing if the head cannot fit the call.
  std::optional<Clause> write();

 private:
  static std::size_t variable(std::int32_t node) { return static_cast<std::size_t>(-1 - node); }
  std::uint32_t new_slot() { return clause_.slots++; }

  // The head against the call: given values bind variables, parts asked for are built at the end.
  bool enter(const Pattern& pattern, std::size_t& node, std::size_t& at);
  void take_given(const Pattern& pattern);
  // Moves past the part of the shape that begins at `at`, counting the values given in it.
  void skip_shape(std::size_t& at, std::uint32_t& given) const;
  void leave();
  // Code that compares a value with the part of the shape that begins at `start`.
  Stretch match_shape(std::size_t start, const std::vector<Operand>& values, std::vector<bool>& have);

  // Terms.
  // The value of a pattern whose variables are all bound; adds what must be built first.
  Operand operand(const Pattern& pattern);
  // Code that matches a pattern. What is within `before` is built first and compared; other variables are bound where
  // they are met first and compared from then on.
  Stretch match(const Pattern& pattern, const Variables& before);
  void add_match(const Pattern& pattern, const Variables& before, std::vector<Match>& code);
  template <typename Item>
  static Stretch append(std::vector<Item>& array, const std::vector<Item>& items) {
    const auto begin = static_cast<std::uint32_t>(array.size());
    array.insert(array.end(), items.begin(), items.end());
    return {begin, static_cast<std::uint32_t>(array.size())};
  }
  Stretch keep(const std::vector<Operand>& operands) { return append(clause_.operands, operands); }
  Stretch keep(const std::vector<Match>& code) { return append(clause_.matches, code); }

  // The body.
  Variables needed_after(const std::vector<std::size_t>& order, std::size_t done) const;
  std::int32_t last_binder(const std::vector<Pattern>& patterns) const;
  void step(const BodyLiteral& literal, const Variables& needed);
  void lookup(const BodyLiteral& literal, Step& step);
  void call(const BodyLiteral& literal, const Variables& needed, Step& step);

  const RuleCode& rule_;
  const CallForm& form_;
  Compiler& compiler_;
  TermStore& terms_;
  const std::vector<std::uint32_t>& arities_;
  Clause clause_;
  Variables bound_;
  std::vector<std::uint32_t> slot_;
  std::vector<std::int32_t> binder_;                   // the step that binds a variable, kNoStep if the call does
  std::uint32_t given_ = 0;                            // given values met so far
  std::vector<std::vector<Pattern>> sources_;          // for each value asked for: the parts of the head that give it
  std::vector<std::pair<Pattern, std::size_t>> late_;  // a variable where the call has a functor: compared at the end
};

}  // namespace woodstock::machine::interpret
