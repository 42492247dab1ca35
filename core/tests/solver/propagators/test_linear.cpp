#include "solver/propagators/fixpoints.hpp"

using namespace woodstock;
using namespace woodstock::solver;
using propagators::Relation;
using propagators::Term;

namespace {

Integer sum(const std::vector<Term>& terms, const Row& row) {
  Integer total = 0;
  for (const auto& term : terms) total += term.coefficient * row[term.variable];
  return total;
}

bool compare(Integer left, Relation relation, Integer right) {
  if (relation == Relation::at_most) return left <= right;
  return (left == right) == (relation == Relation::equal);
}

std::vector<Term> draw_terms(support::Random& random, std::uint32_t variables) {
  std::vector<Term> terms;
  for (auto left = 1 + random.below(5); left > 0; --left)
    terms.push_back({between(random, -3, 3), random.below(variables)});
  return terms;
}

}  // namespace

TEST("a sum, with variables that stand in it twice, loses no solution") {
  support::Random random(1);
  for (int round = 0; round < 300; ++round) {
    const auto count = 1 + random.below(4);
    const auto terms = draw_terms(random, count);
    const auto relation = static_cast<Relation>(random.below(3));
    const auto right = between(random, -9, 9);
    check_fixpoints(random,
                    {draw_domains(random, count), [&](Solver& solver) { solver.add_linear(terms, relation, right); },
                     [&](const Row& row) { return compare(sum(terms, row), relation, right); }});
  }
}

TEST("an inequality is arc consistent") {
  support::Random random(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<Term> terms;
    for (Variable x = 0; x < 3; ++x) terms.push_back({random.below(2) != 0 ? between(random, 1, 3) : -2, x});
    const auto right = between(random, -9, 9);
    check_fixpoints(
        random, {draw_domains(random, 3), [&](Solver& solver) { solver.add_linear(terms, Relation::at_most, right); },
                 [&](const Row& row) { return sum(terms, row) <= right; }, true});
  }
}

TEST("a literal says whether a sum is what it should be") {
  support::Random random(3);
  for (int round = 0; round < 300; ++round) {
    const auto terms = draw_terms(random, 2);
    const auto relation = static_cast<Relation>(random.below(3));
    const auto right = between(random, -6, 6);
    const auto negated = random.below(2);
    auto domains = draw_domains(random, 2);
    domains.push_back({0, 1});
    check_fixpoints(random,
                    {domains, [&](Solver& solver) { solver.add_linear(terms, relation, right, 2 * 2U + negated); },
                     [&](const Row& row) {
                       return compare(sum(terms, row), relation, right) == ((row[2] == 1) != (negated == 1));
                     }});
  }
}
