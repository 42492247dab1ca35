#include <numeric>

#include "solver/propagators/fixpoints.hpp"

using namespace woodstock;
using namespace woodstock::solver;

TEST("values that differ are arc consistent") {
  support::Random random(1);
  for (int round = 0; round < 400; ++round) {
    const auto count = 1 + random.below(5);
    std::vector<Variable> scope(count);
    std::iota(scope.begin(), scope.end(), 0U);
    Domains domains(count);  // the core compares the numbers of values, so integers are numbers here
    for (auto& own : domains) {
      own.resize(1 + random.below(6));
      std::iota(own.begin(), own.end(), 0);
    }
    check_fixpoints(random,
                    {domains, [&](Solver& solver) { solver.add_all_different(scope); },
                     [&](const Row& row) { return std::set<Integer>(row.begin(), row.end()).size() == count; }, true});
  }
}

TEST("two variables that share two values leave none of them to a third") {
  Solver solver(std::vector<std::uint32_t>{2, 2, 4, 4});
  solver.add_all_different(std::vector<Variable>{0, 1, 2, 3});
  CHECK(solver.propagate());
  CHECK_EQ(solver.domain(2), (std::vector<std::int32_t>{2, 3}));
  CHECK(solver.assign(2, 3));
  CHECK(solver.propagate());
  CHECK_EQ(solver.domain(3), std::vector<std::int32_t>{2});
}
