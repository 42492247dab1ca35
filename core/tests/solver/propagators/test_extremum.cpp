#include "solver/propagators/fixpoints.hpp"

using namespace woodstock;
using namespace woodstock::solver;

TEST("the greatest and the least of some variables lose no solution") {
  support::Random random(1);
  for (int round = 0; round < 400; ++round) {
    const auto count = 2 + random.below(4);
    std::vector<Variable> scope;
    for (auto left = 1 + random.below(4); left > 0; --left) scope.push_back(1 + random.below(count - 1));
    const auto kind = random.below(2) != 0 ? Extreme::greatest : Extreme::least;
    check_fixpoints(random, {draw_domains(random, count), [&](Solver& solver) { solver.add_extremum(0, scope, kind); },
                             [&](const Row& row) {
                               auto best = row[scope.front()];
                               for (const auto x : scope) {
                                 best = kind == Extreme::greatest ? std::max(best, row[x]) : std::min(best, row[x]);
                               }
                               return row[0] == best;
                             }});
  }
}
