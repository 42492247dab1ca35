// All gates of a network: output <-> and of literals.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/solver/propagator.hpp"

namespace woodstock::solver::propagators {

// A Boolean variable or its negation: 2 * variable, plus 1 if negated.
using Literal = std::uint32_t;

constexpr Variable variable_of(Literal literal) { return literal >> 1; }
constexpr Literal negation(Literal literal) { return literal ^ 1U; }

// An `or` is an `and` with everything circuit::negated, so there is one kind of gate. It is propagated as its clauses
// (Tseitin) would be, which is arc consistent when no variable stands in a gate twice:
//   an input that is false makes the output false, an output that is true makes all inputs true;
//   its group, the negated output and the inputs, must not all be true. Groups of few literals are looked at whenever
//   one of them comes true; of the others two literals that are not true are watched, as in MiniSat, and under forward
//   checking two variables that are open.
//
// Gates are read far more often than they are added. So all lists lie in a few arrays, made again when the network was
// changed, and what changes later, the watches, are links within arrays: nothing is allocated while propagating.
class Gates final : public TrailReader {
 public:
  // No variable twice; at least one input. `number` is that of the constraint.
  void add(Literal output, std::span<const Literal> inputs, std::uint32_t number);

  bool propagate(Store& store, std::size_t& head) override;
  void begin_forward(const Store& store) override;
  bool propagate_forward(Store& store, std::size_t& head) override;
  std::uint32_t blamed() const override { return constraints_[blamed_]; }

 private:
  // Where a group begins among the literals; it ends with kNone.
  using Group = std::uint32_t;
  // Two watches for each wide group, and one of their lists for each literal, or for each variable.
  struct Watches {
    std::vector<std::uint32_t> heads;
    std::vector<std::uint32_t> next;
    void clear(std::size_t lists, std::size_t watches);
    void insert(std::uint32_t watch, std::uint32_t list);
  };

  static Value true_value(Literal literal) { return 1 - (literal & 1U); }
  static bool is_true(const Store& store, Literal literal) {
    return store.is(variable_of(literal), true_value(literal));
  }
  static bool is_false(const Store& store, Literal literal) { return is_true(store, negation(literal)); }

  // The literal that came true. (Of a variable with more values it is some literal of no gate.)
  static Literal made(const Store& store, Variable x) { return 2 * x + (store.is(x, 0) ? 1 : 0); }

  void arrange(const Store& store);
  void list_short_groups();
  void watch_wide_groups(const Store& store);
  bool is_wide(std::uint32_t gate) const;
  bool read(Store& store, Literal literal);
  bool visit_group(Store& store, Group group);
  bool visit_watches(Store& store, Literal made);
  bool read_forward(Store& store, Variable x);
  bool visit_open_watches(Store& store, Variable x);
  bool check(Store& store, std::uint32_t gate);
  // Makes a literal true; false if it is false.
  bool imply(Store& store, Literal literal);
  bool blame(std::uint32_t gate);

  std::vector<Group> groups_;      // per gate
  std::vector<Literal> literals_;  // of the groups: first the negated output, but of a wide one first the watched two
  std::vector<Literal> outputs_;   // per gate
  std::vector<std::uint32_t> constraints_;  // per gate
  std::size_t arranged_ = 0;                // the gates that are in the lists

  // For each literal, what follows when it comes true: the literals that do, then the short groups to look at.
  std::vector<std::uint32_t> starts_;  // twice per literal
  std::vector<std::uint32_t> items_;
  std::vector<std::uint32_t> owners_;  // per item: its gate, for those that fail
  std::vector<std::uint32_t> wide_;    // the gates with wide groups
  Watches watches_, open_watches_;
  std::vector<std::uint32_t> open_at_;  // per watch of a variable: its place in the group
  std::uint32_t blamed_ = 0;
};

}  // namespace woodstock::solver::propagators
