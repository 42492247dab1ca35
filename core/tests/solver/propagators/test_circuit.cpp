#include <numeric>

#include "solver/propagators/fixpoints.hpp"

using namespace woodstock;
using namespace woodstock::solver;

namespace {

// Do the nodes that do not name themselves form one circuit?
bool is_circuit(const Row& successors) {
  auto sorted = successors;
  std::sort(sorted.begin(), sorted.end());
  Row nodes(successors.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  if (sorted != nodes) return false;
  std::size_t inside = 0, first = 0;
  for (std::size_t node = 0; node < successors.size(); ++node) {
    if (successors[node] == static_cast<Integer>(node)) continue;
    first = node;
    ++inside;
  }
  std::size_t length = 1;
  for (auto node = successors[first]; node != static_cast<Integer>(first);
       node = successors[static_cast<std::size_t>(node)]) {
    ++length;
  }
  return inside > 0 && length == inside;
}

}  // namespace

TEST("successors that all differ form one circuit") {
  support::Random random(1);
  for (int round = 0; round < 400; ++round) {
    const auto count = 1 + random.below(5);
    std::vector<Variable> scope(count);
    std::iota(scope.begin(), scope.end(), 0U);
    check_fixpoints(random, {draw_domains(random, count, -1, count),
                             [&](Solver& solver) {
                               for (const auto x : scope) {  // that all differ is another constraint
                                 for (Variable y = 0; y < x; ++y) {
                                   solver.add_linear(std::vector<propagators::Term>{{1, x}, {-1, y}},
                                                     propagators::Relation::different, 0);
                                 }
                               }
                               solver.add_circuit(scope);
                             },
                             is_circuit});
  }
}

TEST("a path may not be closed while a node that must be on the circuit is not on it") {
  Solver solver(std::vector<std::uint32_t>{4, 4, 4, 4});
  const std::vector<Variable> scope{0, 1, 2, 3};
  solver.add_all_different(scope);
  solver.add_circuit(scope);
  CHECK(solver.assign(0, 1));
  CHECK(solver.remove(3, 3));
  CHECK(solver.propagate());
  CHECK_EQ(solver.domain(1), (std::vector<std::int32_t>{2, 3}));
  CHECK(solver.assign(1, 2));
  CHECK(solver.propagate());
  CHECK_EQ(solver.domain(2), std::vector<std::int32_t>{3});
}
