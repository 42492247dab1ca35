// Ground terms, each kept once: two terms are equal when their numbers are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/interpret/error.hpp"
#include "woodstock/support/hash_index.hpp"

namespace woodstock::machine::interpret {

using Term = std::uint32_t;
inline constexpr Term kNoTerm = support::HashIndex::kNone;

// A functor is a name with an arity; a constant is a functor of arity 0. Predicates are functors as well, so that a
// fact is a term like any other.
using Functor = std::uint32_t;

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

class TermStore {
 public:
  TermStore(std::span<const std::uint32_t> arities, const Limits& limits);

  // The term functor(arguments..), kNoTerm if it was never made. There are as many arguments as the arity says.
  Term find(Functor functor, const Term* arguments) const;
  Term intern(Functor functor, const Term* arguments);

  Functor functor(Term term) const { return nodes_[term].functor; }
  std::uint32_t arity(Functor functor) const { return arities_[functor]; }
  // Valid until the next call of `intern`.
  const Term* arguments(Term term) const { return arguments_.data() + nodes_[term].first; }
  // Depends on the functors only, not on the order in which terms were made.
  std::uint64_t hash(Term term) const { return nodes_[term].hash; }
  std::size_t size() const { return nodes_.size(); }

  // Preorder sequence of functors, and back. `decode` checks that the sequence is one whole term.
  std::vector<std::int32_t> encode(Term term) const;
  Term decode(std::span<const std::int32_t> code);

 private:
  struct Node {
    Functor functor;
    std::uint32_t first;
    std::uint64_t hash;
    std::uint32_t depth;
  };

  std::uint64_t hash_of(Functor functor, const Term* arguments) const;
  Term find(Functor functor, const Term* arguments, std::uint64_t hash) const;

  std::vector<std::uint32_t> arities_;
  Limits limits_;
  std::vector<Node> nodes_;
  std::vector<Term> arguments_;
  support::HashIndex index_;
};

}  // namespace woodstock::machine::interpret
