// The atoms that are stored rather than derived: facts, the fluents of the state, the moves of the joint move.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/interpret/program.hpp"
#include "woodstock/machine/interpret/relation.hpp"

namespace woodstock::machine::interpret {

class StoredAtoms {
 public:
  StoredAtoms(const Program& program, TermStore& terms);

  void load_state(std::span<const Term> fluents);
  void load_moves(std::span<const Term> roles, std::span<const Term> moves);

  Relation& facts(Functor predicate) { return facts_[predicate]; }
  Relation& fluents(Functor functor) { return fluents_[functor]; }
  Relation& all_fluents() { return all_fluents_; }
  Relation& moves() { return moves_; }

  bool is_fact(Term atom) const { return atom < fact_mark_.size() && fact_mark_[atom]; }
  bool is_fluent(Term fluent) const { return fluent < fluent_mark_.size() && fluent_mark_[fluent] == epoch_; }

 private:
  TermStore& terms_;
  std::vector<Relation> facts_;
  std::vector<Relation> fluents_;  // by functor
  Relation all_fluents_;
  Relation moves_;
  std::vector<bool> fact_mark_;
  std::vector<std::uint32_t> fluent_mark_;  // by term: the epoch of the last state that held it
  std::uint32_t epoch_ = 1;
};

}  // namespace woodstock::machine::interpret
