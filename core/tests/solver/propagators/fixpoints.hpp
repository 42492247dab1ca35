// One constraint over integers: its fixpoints, down the levels and up again, against brute force.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "harness.hpp"
#include "woodstock/solver/solver.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::solver {

using propagators::Integer;
using Row = std::vector<Integer>;  // an integer for each variable
using Domains = std::vector<Row>;  // the integers of each variable, ascending

struct Posted {
  Domains domains;
  std::function<void(Solver&)> post;
  std::function<bool(const Row&)> holds;
  bool arc_consistent = false;  // exactly the integers that some solution has are left
};

inline Integer between(support::Random& random, Integer least, Integer greatest) {
  return least + random.below(static_cast<std::uint32_t>(greatest - least + 1));
}

// Often with holes.
inline Domains draw_domains(support::Random& random, std::size_t count, Integer least = -4, Integer greatest = 7) {
  Domains domains(count);
  for (auto& own : domains) {
    std::set<Integer> drawn;
    for (auto left = 1 + random.below(5); left > 0; --left) drawn.insert(between(random, least, greatest));
    own.assign(drawn.begin(), drawn.end());
  }
  return domains;
}

inline Domains domains_now(const Solver& solver, const Domains& all) {
  Domains left(all.size());
  for (Variable x = 0; x < all.size(); ++x) {
    for (const auto number : solver.domain(x)) left[x].push_back(all[x][static_cast<std::size_t>(number)]);
  }
  return left;
}

// The integers that some solution within these domains has; nothing for each variable if there is no solution.
inline Domains supported(const Domains& domains, const std::function<bool(const Row&)>& holds) {
  std::vector<std::set<Integer>> found(domains.size());
  Row row(domains.size());
  const auto fill = [&](auto&& self, std::size_t x) -> void {
    if (x < domains.size()) {
      for (const auto value : domains[x]) {
        row[x] = value;
        self(self, x + 1);
      }
    } else if (holds(row)) {
      for (std::size_t y = 0; y < row.size(); ++y) found[y].insert(row[y]);
    }
  };
  fill(fill, 0);
  Domains out;
  for (const auto& own : found) out.emplace_back(own.begin(), own.end());
  return out;
}

// Propagates; whether there may be a solution. No integer of a solution is lost, and a broken assignment is found out.
inline bool reach_fixpoint(Solver& solver, const Posted& posted) {
  const auto before = domains_now(solver, posted.domains);
  const auto expected = supported(before, posted.holds);
  const bool solvable = !expected.front().empty();
  if (!solver.propagate()) {
    CHECK(!solvable);
    return false;
  }
  const auto after = domains_now(solver, posted.domains);
  CHECK(solver.propagate());
  CHECK(domains_now(solver, posted.domains) == after);
  bool assigned = true;
  for (std::size_t x = 0; x < after.size(); ++x) {
    CHECK(std::includes(before[x].begin(), before[x].end(), after[x].begin(), after[x].end()));
    CHECK(std::includes(after[x].begin(), after[x].end(), expected[x].begin(), expected[x].end()));
    assigned &= after[x].size() == 1;
  }
  if (posted.arc_consistent) CHECK(after == expected);
  if (assigned) CHECK(solvable);
  return true;
}

inline void narrow(support::Random& random, Solver& solver) {
  const auto x = random.below(solver.variables());
  const auto values = solver.domain(x);
  const auto value = static_cast<Value>(values[random.below(static_cast<std::uint32_t>(values.size()))]);
  if (random.below(2) != 0) {
    CHECK(solver.assign(x, value));
  } else if (values.size() > 1) {
    CHECK(solver.remove(x, value));
  }
}

// Narrows at random, level by level, and goes back: each level then looks as it did.
inline void check_fixpoints(support::Random& random, const Posted& posted) {
  std::vector<std::uint32_t> sizes;
  for (const auto& own : posted.domains) sizes.push_back(static_cast<std::uint32_t>(own.size()));
  Solver solver(sizes);
  for (Variable x = 0; x < sizes.size(); ++x) solver.set_integers(x, posted.domains[x]);
  posted.post(solver);
  std::vector<Domains> fixpoints;
  while (fixpoints.size() < 5 && reach_fixpoint(solver, posted)) {
    fixpoints.push_back(domains_now(solver, posted.domains));
    solver.push();
    narrow(random, solver);
  }
  while (solver.level() > 0) {
    solver.pop();
    CHECK(solver.propagate());
    CHECK(domains_now(solver, posted.domains) == fixpoints[solver.level()]);
  }
}

}  // namespace woodstock::solver
