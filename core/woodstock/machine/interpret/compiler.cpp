#include "woodstock/machine/interpret/compiler.hpp"

#include <algorithm>

namespace woodstock::machine::interpret {

std::uint32_t Compiler::form(Functor predicate, const Shape& shape) {
  const auto [entry, added] = numbers_.try_emplace({predicate, shape}, static_cast<std::uint32_t>(forms_.size()));
  if (added) {
    auto form = std::make_unique<CallForm>();
    form->predicate = predicate;
    form->shape = shape;
    form->lifetime = program_.predicate(predicate).lifetime;
    std::int32_t last = kIgnored;
    for (const std::int32_t node : shape) {
      if (node == kGiven) ++form->given;
      if (node < kIgnored) last = std::min(last, node);
    }
    form->asked = static_cast<std::uint32_t>(kIgnored - last);
    forms_.push_back(std::move(form));
  }
  return entry->second;
}

const CallForm* Compiler::find(Functor predicate, const Shape& shape) const {
  const auto found = numbers_.find({predicate, shape});
  return found == numbers_.end() ? nullptr : forms_[found->second].get();
}

void Compiler::compile(CallForm& form) {
  form.compiled = true;
  for (const RuleCode& rule : program_.predicate(form.predicate).rules) {
    if (auto clause = write_clause(rule, form, *this)) form.clauses.push_back(std::move(*clause));
  }
}

void Compiler::reconsider() {
  for (const auto& form : forms_) {
    if (form->visits < form->patience) continue;
    form->compiled = false;
    form->clauses.clear();
    form->visits = 0;
    form->patience *= 8;
    expectations_.clear();
  }
}

}  // namespace woodstock::machine::interpret
