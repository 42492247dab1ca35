#include "solver/propagators/fixpoints.hpp"

using namespace woodstock;
using namespace woodstock::solver;

namespace {

Posted element(support::Random& random, std::size_t variables, std::vector<Variable> items, Variable index,
               Variable result) {
  return {draw_domains(random, variables, -2, 5), [=](Solver& solver) { solver.add_element(items, index, result); },
          [=](const Row& row) {
            return row[index] >= 0 && row[index] < static_cast<Integer>(items.size()) &&
                   row[items[static_cast<std::size_t>(row[index])]] == row[result];
          }};
}

}  // namespace

TEST("an element of a list is arc consistent") {
  support::Random random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<Variable> items;
    for (auto left = 1 + random.below(4); left > 0; --left) items.push_back(static_cast<Variable>(2 + items.size()));
    auto posted = element(random, 2 + items.size(), items, 0, 1);
    posted.arc_consistent = true;
    check_fixpoints(random, posted);
  }
}

TEST("an element whose index, result and items are the same variables loses no solution") {
  support::Random random(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<Variable> items;
    for (auto left = 1 + random.below(4); left > 0; --left) items.push_back(random.below(3));
    check_fixpoints(random, element(random, 3, items, random.below(3), random.below(3)));
  }
}
