#include "woodstock/machine/interpret/atoms.hpp"

#include <algorithm>

namespace woodstock::machine::interpret {

StoredAtoms::StoredAtoms(const Program& program, TermStore& terms)
    : terms_(terms), facts_(program.functors()), fluents_(program.functors()) {
  for (Functor functor = 0; functor < program.functors(); ++functor) {
    for (const auto& fact : program.predicate(functor).facts) {
      const Term atom = terms.decode(fact);
      if (atom >= fact_mark_.size()) fact_mark_.resize(std::max<std::size_t>(atom + 1, fact_mark_.size() * 2));
      if (fact_mark_[atom]) continue;
      fact_mark_[atom] = true;
      facts_[functor].add(atom);
    }
  }
}

void StoredAtoms::load_state(std::span<const Term> fluents) {
  for (const Term old : all_fluents_.rows()) {
    Relation& relation = fluents_[terms_.functor(old)];
    if (relation.size() > 0) relation.clear();
  }
  all_fluents_.clear();
  if (++epoch_ == 0) {
    std::ranges::fill(fluent_mark_, 0);
    epoch_ = 1;
  }
  for (const Term fluent : fluents) {
    if (fluent >= fluent_mark_.size()) fluent_mark_.resize(std::max(terms_.size(), fluent_mark_.size() * 2));
    if (fluent_mark_[fluent] == epoch_) continue;
    fluent_mark_[fluent] = epoch_;
    all_fluents_.add(fluent);
    fluents_[terms_.functor(fluent)].add(fluent);
  }
}

void StoredAtoms::load_moves(std::span<const Term> roles, std::span<const Term> moves) {
  moves_.clear();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Term pair[2] = {roles[i], moves[i]};
    moves_.add(terms_.intern(kDoes, pair));
  }
}

}  // namespace woodstock::machine::interpret
