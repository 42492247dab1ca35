#include "woodstock/solver/stage.hpp"

#include "harness.hpp"
#include "solver/random_networks.hpp"

using namespace woodstock;
using namespace woodstock::solver;

namespace {

constexpr std::uint32_t kDecisions = 3, kDraws = 2, kVariables = 6;

// A random stage in tables: three decisions, two draws and one variable that follows them.
struct RandomStage {
  Case whole, first, second;  // the network, N' and N''
  std::vector<Variable> stochastic;

  static std::vector<std::uint32_t> sizes(support::Random& random) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t x = 0; x < kVariables; ++x) out.push_back(1 + random.below(3));
    return out;
  }
  explicit RandomStage(support::Random& random) : RandomStage(random, sizes(random)) {}
  RandomStage(support::Random& random, const std::vector<std::uint32_t>& own)
      : whole(own), first({own.begin(), own.begin() + kDecisions}), second(own) {
    for (auto count = random.below(5); count > 0; --count) {
      const auto scope = draw_scope(random, kVariables, 1 + random.below(3));
      Tuple tuples;
      for (auto rows = random.below(12); rows > 0; --rows) {
        for (const auto x : scope) tuples.push_back(static_cast<std::int32_t>(random.below(own[x])));
      }
      const bool allowed = random.below(4) == 0;
      for (auto* one :
           {&whole, std::ranges::all_of(scope, [](Variable x) { return x < kDecisions; }) ? &first : &second}) {
        one->solver.add_table(scope, tuples, allowed);
      }
      whole.predicates.push_back([=](const Tuple& t) {
        for (std::size_t i = 0; i < tuples.size(); i += scope.size()) {
          bool same = true;
          for (std::size_t j = 0; j < scope.size(); ++j) same &= tuples[i + j] == t[scope[j]];
          if (same) return allowed;
        }
        return !allowed;
      });
    }
    for (Variable x = 0; x < kVariables; ++x) stochastic.push_back(x);
  }
};

// Finds decisions feasible that hold after so many outcomes, and keeps what it was told of them.
struct Judge {
  std::size_t least;
  std::map<Tuple, StageSolver::Outcomes> seen = {};

  std::multiset<Tuple> solve(StageSolver& solver, StageSolver::Given given, const StageOptions& options, bool split) {
    seen.clear();
    const auto found = solver.solve(given, options, [&](const Tuple& decisions, const StageSolver::Outcomes& outcomes) {
      CHECK(seen.emplace(decisions, outcomes).second);
      return outcomes.size() >= least;
    });
    CHECK(found.complete);
    CHECK(found.split == split || seen.empty());
    std::multiset<Tuple> paths;  // decisions with an outcome and a way to complete it
    for (std::size_t i = 0; i < found.count; ++i) {
      const auto* row = found.solutions.data() + i * kDecisions;
      for (const auto& [drawn, ways] : seen.at({row, row + kDecisions})) {
        for (const auto& way : ways) {
          Tuple path(row, row + kDecisions);
          path.insert(path.end(), drawn.begin(), drawn.end());
          path.insert(path.end(), way.begin(), way.end());
          paths.insert(path);
        }
      }
    }
    return paths;
  }
};

// By the book.
std::multiset<Tuple> expected(const Case& stage, std::size_t least, StageSolver::Given given) {
  std::map<Tuple, std::set<Tuple>> outcomes;
  std::multiset<Tuple> paths;
  for (const auto& one : stage.solutions()) {
    if (std::ranges::any_of(given, [&](const auto& own) { return one[own.variable] != std::int32_t(own.value); })) {
      continue;
    }
    outcomes[{one.begin(), one.begin() + kDecisions}].emplace(one.begin() + kDecisions, one.end() - 1);
    paths.insert(one);
  }
  std::erase_if(paths,
                [&](const Tuple& one) { return outcomes[{one.begin(), one.begin() + kDecisions}].size() < least; });
  return paths;
}

}  // namespace

TEST("split or whole, by MAC or FC, a stage has the decisions that are feasible, with all their outcomes") {
  support::Random random(1);
  std::size_t some = 0;
  for (int round = 0; round < 600; ++round) {
    RandomStage stage(random);
    Judge judge{1 + random.below(3)};
    const propagators::Assignment all[] = {{0, random.below(stage.whole.sizes[0])},
                                           {kDecisions, random.below(stage.whole.sizes[kDecisions])}};
    const StageSolver::Given given(all, random.below(3));
    const auto paths = expected(stage.whole, judge.least, given);
    some += !paths.empty();
    StageSolver solver(stage.whole.solver, kDecisions, kDraws, kVariables);
    StageOptions options;
    CHECK(judge.solve(solver, given, options, false) == paths);
    solver.split(stage.first.solver, stage.second.solver, stage.stochastic);
    CHECK(judge.solve(solver, given, options, true) == paths);
    options.widest = 0;
    CHECK(judge.solve(solver, given, options, false) == paths);
    options.consistency = Consistency::forward;
    CHECK(judge.solve(solver, given, options, false) == paths);
    // Enumerated as a whole, every outcome counts as enough.
    CHECK_EQ(solver.enumerate(given, {}, options).count, expected(stage.whole, 0, given).size());
  }
  CHECK(some > 100);
}
