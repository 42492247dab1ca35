// The solver against brute force, on small random networks.
#include "woodstock/solver/solver.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <set>

#include "harness.hpp"
#include "solver/random_networks.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::solver;

namespace {

std::set<Tuple> as_set(const SearchResult& result, std::size_t variables) {
  std::set<Tuple> out;
  for (std::size_t i = 0; i < result.count; ++i) {
    const auto begin = result.solutions.begin() + static_cast<std::ptrdiff_t>(i * variables);
    out.insert(Tuple(begin, begin + static_cast<std::ptrdiff_t>(variables)));
  }
  return out;
}

}  // namespace

TEST("every way to search finds the solutions brute force finds") {
  support::Random random(1);
  for (int round = 0; round < 600; ++round) {
    Case c(draw_sizes(random));
    fill(random, c);
    const auto expected = c.solutions();
    for (const auto consistency : {Consistency::forward, Consistency::arc}) {
      for (int order = 0; order < 5; ++order) {
        SearchOptions options;
        options.consistency = consistency;
        options.variables = static_cast<VariableOrder>(order);
        options.values = random.below(2) != 0 ? ValueOrder::random : ValueOrder::ascending;
        const auto result = c.solver.search(options);
        CHECK(result.complete);
        CHECK_EQ(result.count, expected.size());
        CHECK(as_set(result, c.sizes.size()) == expected);
        options.restarts = true;
        options.solutions = 1;
        const auto one = c.solver.search(options);
        CHECK_EQ(one.count, expected.empty() ? 0U : 1U);
        if (!expected.empty()) CHECK(expected.contains(*as_set(one, c.sizes.size()).begin()));
      }
    }
  }
}

TEST("solutions over some variables are told apart by these alone") {
  support::Random random(2);
  for (int round = 0; round < 300; ++round) {
    Case c(draw_sizes(random));
    fill(random, c);
    SearchOptions options;
    options.branching = draw_scope(random, c.sizes.size(), 2);
    const auto project = [&](const std::set<Tuple>& tuples) {
      std::set<Tuple> out;
      for (const auto& t : tuples) out.insert({at(t, options.branching[0]), at(t, options.branching[1])});
      return out;
    };
    const auto expected = c.solutions();
    const auto result = c.solver.search(options);
    const auto found = as_set(result, c.sizes.size());
    CHECK_EQ(result.count, project(expected).size());
    CHECK(project(found) == project(expected));
    CHECK(std::includes(expected.begin(), expected.end(), found.begin(), found.end()));
  }
}

TEST("wide gates, searched again and again on the way down and up, are those of brute force") {
  support::Random random(3);
  for (int round = 0; round < 60; ++round) {
    Case c(std::vector<std::uint32_t>(9, 2));
    for (int gate = 0; gate < 4; ++gate) {
      const auto scope = draw_scope(random, 9, 7 + random.below(3));
      std::vector<propagators::Literal> inputs;
      for (const auto x : scope) inputs.push_back(2 * x + random.below(2));
      const auto output = inputs.back();
      inputs.pop_back();
      const bool any = random.below(2) != 0;
      c.solver.add_gate(output, inputs, any ? GateKind::disjunction : GateKind::conjunction);
      c.predicates.push_back([=](const Tuple& t) {
        const auto holds = [&](propagators::Literal l) {
          return (at(t, propagators::variable_of(l)) == 1) == ((l & 1U) == 0);
        };
        return holds(output) == (any ? std::any_of(inputs.begin(), inputs.end(), holds)
                                     : std::all_of(inputs.begin(), inputs.end(), holds));
      });
    }
    const auto all = c.solutions();
    std::vector<propagators::Assignment> made;
    for (int step = 0; step < 30; ++step) {
      if (!made.empty() && (made.size() == 6 || random.below(3) == 0)) {
        c.solver.pop();
        made.pop_back();
      } else {
        made.push_back({random.below(9), random.below(2)});
        c.solver.push();
        c.solver.assign(made.back().variable, made.back().value);
        if (random.below(2) != 0) c.solver.propagate();
      }
      std::set<Tuple> expected;
      for (const auto& t : all) {
        if (std::all_of(made.begin(), made.end(), [&](const propagators::Assignment& a) {
              return at(t, a.variable) == static_cast<std::int32_t>(a.value);
            })) {
          expected.insert(t);
        }
      }
      SearchOptions options;
      options.consistency = random.below(2) != 0 ? Consistency::forward : Consistency::arc;
      options.variables = VariableOrder::random;
      options.seed = random.below(100);
      CHECK(as_set(c.solver.search(options), 9) == expected);
    }
  }
}

TEST("a gate looks the same to one who came back as to one who was never away") {
  support::Random random(4);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::pair<propagators::Literal, std::vector<propagators::Literal>>> gates;
    const std::vector<std::uint32_t> sizes(40, 2);
    for (int i = 0; i < 20; ++i) {
      const auto scope = draw_scope(random, 40, 3 + random.below(8));
      std::vector<propagators::Literal> inputs;
      for (const auto x : scope) inputs.push_back(2 * x + random.below(2));
      const auto output = inputs.back();
      inputs.pop_back();
      gates.emplace_back(output, inputs);
    }
    Solver kept(sizes);
    for (const auto& [output, inputs] : gates) kept.add_gate(output, inputs, GateKind::conjunction);
    std::vector<propagators::Assignment> made;
    for (int step = 0; step < 60; ++step) {
      if (!made.empty() && (made.size() == 12 || random.below(3) == 0)) {
        kept.pop();
        made.pop_back();
      } else {
        made.push_back({random.below(40), random.below(2)});
        kept.push();
        kept.assign(made.back().variable, made.back().value);
      }
      if (random.below(4) == 0) {  // a search in between moves watches and leaves them somewhere
        SearchOptions options;
        options.consistency = random.below(2) != 0 ? Consistency::forward : Consistency::arc;
        options.nodes = 20;
        kept.search(options);
      }
      Solver fresh(sizes);
      for (const auto& [output, inputs] : gates) fresh.add_gate(output, inputs, GateKind::conjunction);
      for (const auto& a : made) fresh.assign(a.variable, a.value);
      const bool possible = fresh.propagate();
      CHECK_EQ(kept.propagate(), possible);
      if (!possible) continue;
      for (Variable x = 0; x < 40; ++x) CHECK(kept.domain(x) == fresh.domain(x));
    }
  }
}

namespace {

// Two of these, with different parity, take turns: each removes one value and wakes the other.
class Step final : public Propagator {
 public:
  Step(Variable x, std::uint32_t parity, std::atomic<bool>& stop) : x_(x), parity_(parity), stop_(stop) {}
  bool propagate(Store& store) override {
    if (++runs == 10) stop_ = true;
    const auto size = store.size(x_);
    return size % 2 != parity_ || size == 1 || store.remove(x_, size - 1);
  }
  int runs = 0;

 private:
  Variable x_;
  std::uint32_t parity_;
  std::atomic<bool>& stop_;
};

}  // namespace

TEST("a propagation is interrupted in the middle and goes on later") {
  Engine engine;
  std::atomic<bool> stop = false;
  const auto x = engine.store.add_variable(5000);
  for (std::uint32_t parity = 0; parity < 2; ++parity) {
    engine.add(std::make_unique<Step>(x, parity, stop), std::vector{x}, Event::changed, Cost::low);
  }
  engine.set_limits({std::chrono::steady_clock::time_point::max(), &stop});
  CHECK(engine.propagate() == Engine::Outcome::interrupted);
  CHECK(engine.store.size(x) > 4000);  // it was looked at long before the end
  CHECK(engine.propagate() == Engine::Outcome::interrupted);
  engine.set_limits({std::chrono::steady_clock::now(), nullptr});
  CHECK(engine.propagate() == Engine::Outcome::interrupted);
  engine.set_limits({});
  CHECK(engine.propagate() == Engine::Outcome::fixpoint);
  CHECK_EQ(engine.store.size(x), 1U);
}

TEST("a search that is stopped at once loses nothing") {
  Solver solver(std::vector<std::uint32_t>{3, 3});
  solver.add_table(std::vector<Variable>{0, 1}, Tuple{0, 1, 1, 2}, true);
  const std::atomic<bool> stop = true;
  for (const auto consistency : {Consistency::forward, Consistency::arc}) {
    SearchOptions options;
    options.consistency = consistency;
    options.limits.stop = &stop;
    const auto none = solver.search(options);
    CHECK(!none.complete);
    CHECK_EQ(none.count, 0U);
  }
  CHECK_EQ(solver.search({}).count, 2U);
  CHECK_EQ(solver.domain(0).size(), 2U);
}

TEST("pigeons need restarts and a proof") {
  std::vector<std::uint32_t> sizes(8, 7);
  Solver solver(sizes);
  Tuple different;
  for (std::int32_t i = 0; i < 7; ++i) different.insert(different.end(), {i, i});
  for (Variable x = 0; x < 8; ++x) {
    for (Variable y = 0; y < x; ++y) solver.add_table(std::vector{x, y}, different, false);
  }
  SearchOptions options;
  options.restarts = true;
  options.solutions = 1;
  const auto result = solver.search(options);
  CHECK(result.complete);
  CHECK(result.restarts > 0);
  CHECK_EQ(result.count, 0U);
  CHECK_EQ(solver.search(options).nodes, result.nodes);
  options.nodes = 10;
  CHECK(!solver.search(options).complete);
  CHECK_EQ(solver.domain(0).size(), 7U);
}

TEST("what does not fit the network is refused") {
  Solver solver(std::vector<std::uint32_t>{2, 3});
  using Error = std::invalid_argument;
  CHECK_THROWS(Solver(std::vector<std::uint32_t>{0}), Error);
  CHECK_THROWS(solver.add_table(std::vector<Variable>{2}, Tuple{0}, true), Error);
  CHECK_THROWS(solver.add_table(std::vector<Variable>{0, 1}, Tuple{0}, true), Error);
  CHECK_THROWS(solver.add_table(std::vector<Variable>{0}, Tuple{2}, true), Error);
  CHECK_THROWS(solver.add_table(std::vector<Variable>{0}, Tuple{-2}, true), Error);
  CHECK_THROWS(solver.add_gate(2, {}, GateKind::conjunction), Error);
  CHECK_THROWS(solver.add_nogood(std::vector<propagators::Assignment>{{1, 3}}), Error);
  CHECK_THROWS(solver.add_channel(1, std::vector<Variable>{0}), Error);
  CHECK_THROWS(solver.pop(), Error);
  solver.push();
  CHECK_THROWS(solver.add_equal(0, 1), Error);
  solver.pop();
  CHECK(solver.propagate());
  solver.add_table(std::vector<Variable>{0, 1}, Tuple{}, true);
  CHECK(!solver.propagate());
  CHECK_EQ(solver.search({}).count, 0U);
}
