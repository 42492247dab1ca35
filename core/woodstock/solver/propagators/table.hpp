// Tables: constraints given by their tuples.
#pragma once

#include <vector>

#include "woodstock/solver/propagator.hpp"
#include "woodstock/solver/propagators/tuples.hpp"

namespace woodstock::solver::propagators {

// Compact-Table: a value stays if some valid tuple has it. Generalised arc consistent, also with stars (Demeulenaere et
// al., CP 2016; Verhaeghe, Lecoutre and Schaus, "Extending Compact-Table to Negative and Short Tables", AAAI 2017).
class CompactTable final : public Propagator {
 public:
  CompactTable(Store& store, std::vector<Variable> scope, std::span<const std::int32_t> tuples);
  bool propagate(Store& store) override;
  std::uint64_t work() const override { return tuples_.work(); }

 private:
  bool filter(Store& store, bool first);

  ValidTuples tuples_;
  Cell filtered_;  // has the filter run at all, on this branch?
};

// The same for forbidden tuples, all different and without stars: a value goes when its valid tuples are as many as the
// ways to complete it (ibid.). Generalised arc consistent.
class NegativeTable final : public Propagator {
 public:
  NegativeTable(Store& store, std::vector<Variable> scope, std::span<const std::int32_t> tuples)
      : tuples_(store, std::move(scope), tuples) {}
  bool propagate(Store& store) override;
  std::uint64_t work() const override { return tuples_.work(); }

 private:
  bool filter(Store& store, bool& changed);

  ValidTuples tuples_;
};

// A table over two variables with small domains: for each value, the set of values of the other that go with it, so
// that a test for support is an intersection of two bitsets (Lecoutre and Vion, "Enforcing Arc Consistency Using
// Bitwise Operations", 2008). Nothing to undo.
class BinaryTable final : public Propagator {
 public:
  BinaryTable(const Store& store, Variable x, Variable y, std::span<const std::int32_t> tuples);
  bool propagate(Store& store) override;

 private:
  struct Side {
    Variable variable;
    std::uint32_t words;                  // of a row: a set of values of the other variable
    std::vector<std::uint64_t> rows;      // per value
    std::vector<std::uint32_t> residues;  // per value: the word that had a support last time
  };
  bool revise(Store& store, Side& side, Variable other);

  Side sides_[2];
};

}  // namespace woodstock::solver::propagators
