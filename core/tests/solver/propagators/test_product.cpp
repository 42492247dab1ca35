#include "solver/propagators/fixpoints.hpp"

using namespace woodstock;
using namespace woodstock::solver;

TEST("a product, also of a variable with itself, loses no solution") {
  support::Random random(1);
  for (int round = 0; round < 500; ++round) {
    const Variable x = random.below(3), y = random.below(3), z = random.below(3);
    check_fixpoints(random, {draw_domains(random, 3), [&](Solver& solver) { solver.add_product(x, y, z); },
                             [&](const Row& row) { return row[x] * row[y] == row[z]; }});
  }
}

TEST("the bounds of two factors are those of their product, whatever the signs") {
  Solver solver(std::vector<std::uint32_t>{4, 4, 101});
  solver.set_integers(0, Row{-3, -1, 2, 5});
  solver.set_integers(1, Row{-4, 0, 1, 2});
  Row all;
  for (Integer value = -50; value <= 50; ++value) all.push_back(value);
  solver.set_integers(2, all);
  solver.add_product(0, 1, 2);
  CHECK(solver.propagate());
  CHECK_EQ(all[static_cast<std::size_t>(solver.domain(2).front())], -20);
  CHECK_EQ(all[static_cast<std::size_t>(solver.domain(2).back())], 12);
}
