#include "woodstock/machine/interpret/terms.hpp"

#include <algorithm>

namespace woodstock::machine::interpret {

TermStore::TermStore(std::span<const std::uint32_t> arities, const Limits& limits)
    : arities_(arities.begin(), arities.end()), limits_(limits) {}

std::uint64_t TermStore::hash_of(Functor functor, const Term* arguments) const {
  std::uint64_t hash = mix(0x51ED270B7A3F1C25ULL, functor + 1);
  for (std::uint32_t i = 0; i < arities_[functor]; ++i) hash = mix(hash, nodes_[arguments[i]].hash);
  return hash;
}

Term TermStore::find(Functor functor, const Term* arguments, std::uint64_t hash) const {
  return index_.find(hash, [&](Term term) {
    const Node& node = nodes_[term];
    return node.hash == hash && node.functor == functor &&
           std::equal(arguments, arguments + arities_[functor], arguments_.data() + node.first);
  });
}

Term TermStore::find(Functor functor, const Term* arguments) const {
  return find(functor, arguments, hash_of(functor, arguments));
}

Term TermStore::intern(Functor functor, const Term* arguments) {
  const std::uint64_t hash = hash_of(functor, arguments);
  if (const Term known = find(functor, arguments, hash); known != kNoTerm) return known;
  if (nodes_.size() >= limits_.terms) throw InterpretError(Fault::kLimit, "the rules make too many different terms");
  std::uint32_t depth = 0;
  const std::uint32_t arity = arities_[functor];
  for (std::uint32_t i = 0; i < arity; ++i) depth = std::max(depth, nodes_[arguments[i]].depth + 1);
  if (depth > limits_.term_depth) {
    throw InterpretError(Fault::kLimit, "the rules nest a term more than " + std::to_string(limits_.term_depth) +
                                            " deep: does it grow without end?");
  }
  const auto term = static_cast<Term>(nodes_.size());
  nodes_.push_back({functor, static_cast<std::uint32_t>(arguments_.size()), hash, depth});
  arguments_.insert(arguments_.end(), arguments, arguments + arity);
  index_.add(hash, term);
  return term;
}

std::vector<std::int32_t> TermStore::encode(Term term) const {
  std::vector<std::int32_t> code;
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    open.pop_back();
    code.push_back(static_cast<std::int32_t>(functor(next)));
    const Term* first = arguments(next);
    for (std::uint32_t i = arity(functor(next)); i > 0; --i) open.push_back(first[i - 1]);
  }
  return code;
}

Term TermStore::decode(std::span<const std::int32_t> code) {
  // Read backwards, a functor finds its arguments on top of the stack, the first of them uppermost.
  std::vector<Term> done;
  std::vector<Term> arguments_here;
  for (std::size_t at = code.size(); at > 0; --at) {
    if (code[at - 1] < 0 || static_cast<std::size_t>(code[at - 1]) >= arities_.size()) {
      throw std::invalid_argument("a term's code holds an unknown functor");
    }
    const auto functor_here = static_cast<Functor>(code[at - 1]);
    const std::uint32_t arity_here = arities_[functor_here];
    if (done.size() < arity_here) throw std::invalid_argument("a term's code ends early");
    arguments_here.assign(done.rbegin(), done.rbegin() + arity_here);
    done.resize(done.size() - arity_here);
    done.push_back(intern(functor_here, arguments_here.data()));
  }
  if (done.size() != 1) throw std::invalid_argument("a term's code is not one term");
  return done[0];
}

}  // namespace woodstock::machine::interpret
