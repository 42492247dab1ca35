// A solver as Python has it: once a stage has taken it over, nobody else changes it.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>

#include "in_use.hpp"
#include "woodstock/solver/solver.hpp"

namespace woodstock {

struct BoundSolver {
  explicit BoundSolver(std::span<const std::uint32_t> domain_sizes) : own(domain_sizes) {}

  void check_free() const {
    if (given_away) throw std::invalid_argument("this solver belongs to a stage");
  }

  solver::Solver own;
  bool given_away = false;
};

// A solver for as long as a call lasts.
class UsedSolver {
 public:
  explicit UsedSolver(BoundSolver& bound) : use_{&bound}, own_(bound.own) { bound.check_free(); }
  solver::Solver* operator->() const { return &own_; }

 private:
  InUse use_;
  solver::Solver& own_;
};

}  // namespace woodstock
