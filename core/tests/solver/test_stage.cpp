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
  std::vector<Draw> draws;
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
    draws.resize(kDraws);
    // The first draw depends on the first decision, the second on the first draw.
    for (std::size_t draw = 0; draw < kDraws; ++draw) {
      const Variable given = draw == 0 ? 0 : kDecisions;
      draws[draw].scope = {given};
      for (std::int32_t value = 0; value < static_cast<std::int32_t>(own[given]); ++value) {
        const auto size = own[kDecisions + draw];
        const auto heavy = random.below(size);  // twice as likely as the others; sometimes it is certain
        const bool certain = random.below(4) == 0;
        for (std::uint32_t v = 0; v < size; ++v) {
          if (certain && v != heavy) continue;
          const Chance chance = certain ? Chance(1, 1) : Chance(v == heavy ? 2 : 1, size + 1);
          draws[draw].table[{value}].push_back({static_cast<std::int32_t>(v), chance});
        }
      }
    }
  }

  // By the book: how likely the constraints hold if the best is made of every outcome.
  Chance satisfaction(const std::set<Tuple>& solutions, const Tuple& decisions) const {
    Chance out(0, 1);
    Tuple values(kVariables, 0);
    std::ranges::copy(decisions, values.begin());
    for (const auto& [y, likely] : draws[0].weights(values)) {
      values[kDecisions] = y;
      for (const auto& [z, own] : draws[1].weights(values)) {
        values[kDecisions + 1] = z;
        const bool holds = std::ranges::any_of(
            solutions, [&](const Tuple& one) { return std::equal(one.begin(), one.end() - 1, values.begin()); });
        if (holds) out = out + likely * own;
      }
    }
    return out;
  }
};

// Every choice of the first decisions with an outcome and a way to complete it.
std::multiset<Tuple> paths(const StageResult& found) {
  std::multiset<Tuple> out;
  for (std::size_t i = 0; i < found.row_of.size(); ++i) {
    for (const auto& outcome : found.feasible[found.row_of[i]].outcomes) {
      for (std::size_t way = 0; way < outcome.ways; ++way) {
        Tuple path(found.solutions.begin() + static_cast<std::ptrdiff_t>(i * kDecisions),
                   found.solutions.begin() + static_cast<std::ptrdiff_t>((i + 1) * kDecisions));
        path.insert(path.end(), outcome.drawn.begin(), outcome.drawn.end());
        path.push_back(outcome.following[way]);
        out.insert(path);
      }
    }
  }
  return out;
}

}  // namespace

TEST("split or whole, by MAC or FC, a stage has the decisions whose outcomes hold as likely as is asked") {
  support::Random random(1);
  for (int round = 0; round < 600; ++round) {
    RandomStage stage(random);
    const Chance asked = round % 2 == 0 ? Chance(1, 1) : Chance(1 + random.below(5), 6);
    StageSolver solver(stage.whole.solver, kDecisions, kVariables, stage.draws, asked);
    StageOptions options;
    const auto whole = solver.solve({}, options);
    CHECK(!whole.split);
    solver.split(stage.first.solver, stage.second.solver, stage.stochastic);
    const auto split = solver.solve({}, options);
    CHECK(split.split && split.complete);
    options.widest = 0;
    CHECK(!solver.solve({}, options).split || split.row_of.empty());
    options.consistency = Consistency::forward;
    CHECK(paths(solver.solve({}, options)) == paths(whole));
    CHECK(paths(split) == paths(whole));

    const auto solutions = stage.whole.solutions();
    std::set<Tuple> expected, found;
    for (const auto& one : solutions) {
      const Tuple decisions(one.begin(), one.begin() + kDecisions);
      if (stage.satisfaction(solutions, decisions) >= asked) expected.insert(decisions);
    }
    for (const auto& path : paths(split)) {
      CHECK(solutions.contains(path));
      found.insert({path.begin(), path.begin() + kDecisions});
    }
    CHECK(found == expected);
  }
}

TEST("what is given holds in both parts, and a draw that was observed is certain") {
  support::Random random(2);
  for (int round = 0; round < 300; ++round) {
    RandomStage stage(random);
    StageSolver solver(stage.whole.solver, kDecisions, kVariables, stage.draws, Chance(1, 1));
    solver.split(stage.first.solver, stage.second.solver, stage.stochastic);
    const propagators::Assignment given[] = {{0, random.below(stage.whole.sizes[0])},
                                             {kDecisions, random.below(stage.whole.sizes[kDecisions])}};
    StageOptions options;
    const auto split = solver.solve(given, options);
    options.consistency = Consistency::forward;
    CHECK(paths(split) == paths(solver.solve(given, options)));
    for (const auto& path : paths(split)) {
      for (const auto& [variable, value] : given) CHECK_EQ(path[variable], static_cast<std::int32_t>(value));
    }
    // Enumerated as a whole there are at least the same paths; weighing only takes some away.
    const auto rows = solver.enumerate(given, {}, options);
    CHECK(rows.count >= paths(split).size());
  }
}

TEST("chances are exact, or say that they cannot be") {
  Chance sum(0, 1);
  for (int i = 0; i < 10; ++i) sum = sum + Chance(1, 10);
  CHECK(sum >= Chance(1, 1));
  CHECK(!(Chance(333333333333, 1000000000000) >= Chance(1, 3)));
  CHECK(Chance(2, 6) >= Chance(1, 3));
  Chance tiny(1, 1000000007);
  bool said = false;
  try {
    for (int i = 0; i < 10; ++i) tiny = tiny * tiny;
  } catch (const std::overflow_error&) {
    said = true;
  }
  CHECK(said);
}
