// The head of a clause: what a call gives, and what it gets back.
#include <algorithm>

#include "woodstock/machine/interpret/writer.hpp"

namespace woodstock::machine::interpret {

bool ClauseWriter::enter(const Pattern& pattern, std::size_t& node, std::size_t& at) {
  const std::int32_t shape = form_.shape[at];
  if (shape >= 0 && pattern[node] >= 0) {
    if (shape != pattern[node]) return false;
    ++at;
    const std::uint32_t arity = arities_[static_cast<std::size_t>(pattern[node++])];
    for (std::uint32_t i = 0; i < arity; ++i) {
      if (!enter(pattern, node, at)) return false;
    }
    return true;
  }
  const Pattern here = part(pattern, node, arities_);
  node += here.size();
  if (shape >= 0) {
    late_.emplace_back(here, at);
    skip_shape(at, given_);
    return true;
  }
  if (shape == kGiven) {
    take_given(here);
  } else if (shape != kIgnored) {
    sources_[static_cast<std::size_t>(-3 - shape)].push_back(here);
  }
  ++at;
  return true;
}

void ClauseWriter::take_given(const Pattern& pattern) {
  const std::uint32_t slot = given_++;
  if (pattern[0] < 0 && !bound_[variable(pattern[0])]) {
    bound_[variable(pattern[0])] = true;
    slot_[variable(pattern[0])] = slot;
    return;
  }
  const Stretch matches = match(pattern, Variables(rule_.variables, false));
  clause_.entry.push_back({Operand::slot(slot), matches});
}

void ClauseWriter::skip_shape(std::size_t& at, std::uint32_t& given) const {
  for (std::size_t missing = 1; missing > 0; ++at) {
    --missing;
    if (form_.shape[at] >= 0) missing += arities_[static_cast<std::size_t>(form_.shape[at])];
    if (form_.shape[at] == kGiven) ++given;
  }
}

void ClauseWriter::leave() {
  clause_.answer_builds.begin = static_cast<std::uint32_t>(clause_.builds.size());
  std::vector<std::uint32_t> answer_slot(form_.asked, 0);
  std::vector<bool> have(form_.asked, false);
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    if (sources_[k].empty()) continue;
    have[k] = true;
    for (const Pattern& source : sources_[k]) {
      if (!within(source, bound_)) {
        clause_.unsafe_head = true;
        return;
      }
    }
  }
  // Values that come from a variable the call had taken apart are found by matching; they get slots of their own.
  for (std::uint32_t k = 0; k < form_.asked; ++k) answer_slot[k] = have[k] ? 0 : new_slot();
  std::vector<Operand> values;
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    if (!have[k]) {
      values.push_back(Operand::slot(answer_slot[k]));
      continue;
    }
    values.push_back(operand(sources_[k][0]));
    for (std::size_t i = 1; i < sources_[k].size(); ++i) {
      const Operand other = operand(sources_[k][i]);
      clause_.exit.push_back({other, keep(std::vector<Match>{{Match::kEqual, 0, values.back()}})});
    }
  }
  for (const auto& [pattern, start] : late_) {
    if (!within(pattern, bound_)) {
      clause_.unsafe_head = true;
      return;
    }
    clause_.exit.push_back({operand(pattern), match_shape(start, values, have)});
  }
  clause_.answer_builds.end = static_cast<std::uint32_t>(clause_.builds.size());
  clause_.answer = keep(values);
  for (const auto& patterns : sources_) {
    clause_.answer_culprit = std::max(clause_.answer_culprit, last_binder(patterns));
  }
  for (const auto& [pattern, start] : late_) {
    clause_.answer_culprit = std::max(clause_.answer_culprit, last_binder({pattern}));
  }
}

Stretch ClauseWriter::match_shape(std::size_t start, const std::vector<Operand>& values, std::vector<bool>& have) {
  std::size_t at = 0;
  std::uint32_t given = 0;
  while (at < start) given += form_.shape[at++] == kGiven ? 1 : 0;
  std::uint32_t unused = 0;
  std::size_t end = start;
  skip_shape(end, unused);
  std::vector<Match> code;
  for (; at < end; ++at) {
    const std::int32_t node = form_.shape[at];
    if (node >= 0) {
      code.push_back({Match::kFunctor, static_cast<std::uint32_t>(node), Operand::slot(0)});
    } else if (node == kGiven) {
      code.push_back({Match::kEqual, 0, Operand::slot(given++)});
    } else if (node == kIgnored) {
      code.push_back({Match::kSkip, 0, Operand::slot(0)});
    } else if (const auto k = static_cast<std::size_t>(-3 - node); have[k]) {
      code.push_back({Match::kEqual, 0, values[k]});
    } else {
      have[k] = true;
      code.push_back({Match::kBind, values[k].slot_number(), Operand::slot(0)});
    }
  }
  return keep(code);
}

}  // namespace woodstock::machine::interpret
