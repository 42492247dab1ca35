// The solver against brute force, on small random networks.
#include "woodstock/solver.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <set>

#include "harness.hpp"
#include "woodstock/random.hpp"

using namespace woodstock;
using namespace woodstock::solving;

namespace {

using Tuple = std::vector<std::int32_t>;
using Predicate = std::function<bool(const Tuple&)>;

// A network and, beside it, what its constraints mean.
struct Case {
  std::vector<std::uint32_t> sizes;
  Solver solver;
  std::vector<Predicate> predicates;
  explicit Case(std::vector<std::uint32_t> own) : sizes(std::move(own)), solver(sizes) {}

  std::set<Tuple> solutions() const {
    std::set<Tuple> out;
    Tuple tuple(sizes.size(), 0);
    const auto fill = [&](auto&& self, std::size_t x) -> void {
      if (x == sizes.size()) {
        if (std::all_of(predicates.begin(), predicates.end(), [&](const auto& holds) { return holds(tuple); })) {
          out.insert(tuple);
        }
        return;
      }
      for (std::uint32_t v = 0; v < sizes[x]; ++v) {
        tuple[x] = static_cast<std::int32_t>(v);
        self(self, x + 1);
      }
    };
    fill(fill, 0);
    return out;
  }
};

std::vector<Variable> draw_scope(Random& random, std::size_t variables, std::size_t count) {
  std::vector<Variable> all;
  for (Variable x = 0; x < variables; ++x) all.push_back(x);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::swap(all[i], all[i + random.below(static_cast<std::uint32_t>(variables - i))]);
  }
  all.resize(count);
  return all;
}

std::int32_t at(const Tuple& tuple, Variable x) { return tuple[x]; }

void add_table(Random& random, Case& c) {
  const auto scope = draw_scope(random, c.sizes.size(), 1 + random.below(4));
  const bool allowed = random.below(2) != 0;
  Tuple tuples;
  const auto rows = random.below(allowed ? 40 : 12);
  for (std::uint32_t i = 0; i < rows; ++i) {
    for (const auto x : scope) {
      tuples.push_back(random.below(8) == 0 ? -1 : static_cast<std::int32_t>(random.below(c.sizes[x])));
    }
  }
  c.solver.add_table(scope, tuples, allowed);
  c.predicates.push_back([=](const Tuple& t) {
    for (std::size_t i = 0; i < tuples.size(); i += scope.size()) {
      bool same = true;
      for (std::size_t j = 0; j < scope.size(); ++j) same &= tuples[i + j] == -1 || tuples[i + j] == at(t, scope[j]);
      if (same) return allowed;
    }
    return !allowed;
  });
}

void add_gate(Random& random, Case& c) {
  std::vector<Variable> booleans;
  for (Variable x = 0; x < c.sizes.size(); ++x) {
    if (c.sizes[x] == 2) booleans.push_back(x);
  }
  if (booleans.empty()) return;
  const auto draw = [&] {
    return 2 * booleans[random.below(static_cast<std::uint32_t>(booleans.size()))] + random.below(2);
  };
  const auto output = draw();
  std::vector<Literal> inputs;
  for (auto left = random.below(5); left > 0; --left) inputs.push_back(draw());
  const bool any = random.below(2) != 0;
  c.solver.add_gate(output, inputs, any ? GateKind::disjunction : GateKind::conjunction);
  c.predicates.push_back([=](const Tuple& t) {
    const auto holds = [&](Literal l) { return (at(t, variable_of(l)) == 1) == ((l & 1U) == 0); };
    return holds(output) ==
           (any ? std::any_of(inputs.begin(), inputs.end(), holds) : std::all_of(inputs.begin(), inputs.end(), holds));
  });
}

void add_assignments(Random& random, Case& c) {
  std::vector<Assignment> own;
  for (auto left = 1 + random.below(4); left > 0; --left) {
    const auto x = random.below(static_cast<std::uint32_t>(c.sizes.size()));
    own.push_back({x, random.below(c.sizes[x])});
  }
  const auto count = [own](const Tuple& t) {
    return std::count_if(own.begin(), own.end(),
                         [&](const Assignment& a) { return at(t, a.variable) == static_cast<std::int32_t>(a.value); });
  };
  if (random.below(2) != 0) {
    c.solver.add_nogood(own);
    c.predicates.push_back([=](const Tuple& t) { return count(t) < static_cast<std::ptrdiff_t>(own.size()); });
  } else {
    c.solver.add_at_most_one(own);
    c.predicates.push_back([=](const Tuple& t) { return count(t) <= 1; });
  }
}

void add_relation(Random& random, Case& c) {
  const auto scope = draw_scope(random, c.sizes.size(), 2 + random.below(2));
  if (random.below(3) == 0) {
    c.solver.add_equal(scope[0], scope[1]);
    c.predicates.push_back([=](const Tuple& t) { return at(t, scope[0]) == at(t, scope[1]); });
  } else {
    c.solver.add_all_different(scope);
    c.predicates.push_back([=](const Tuple& t) {
      std::set<std::int32_t> values;
      for (const auto x : scope) values.insert(at(t, x));
      return values.size() == scope.size();
    });
  }
}

Case& fill(Random& random, Case& c) {
  for (auto left = 1 + random.below(6); left > 0; --left) {
    switch (random.below(5)) {
      case 0:
        add_gate(random, c);
        break;
      case 1:
        add_assignments(random, c);
        break;
      case 2:
        add_relation(random, c);
        break;
      default:
        add_table(random, c);
    }
  }
  return c;
}

std::vector<std::uint32_t> draw_sizes(Random& random) {
  std::vector<std::uint32_t> sizes;
  for (auto left = 4 + random.below(3); left > 0; --left)
    sizes.push_back(random.below(2) != 0 ? 2 : 1 + random.below(4));
  return sizes;
}

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
  Random random(1);
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
  Random random(2);
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
  Random random(3);
  for (int round = 0; round < 60; ++round) {
    Case c(std::vector<std::uint32_t>(9, 2));
    for (int gate = 0; gate < 4; ++gate) {
      const auto scope = draw_scope(random, 9, 7 + random.below(3));
      std::vector<Literal> inputs;
      for (const auto x : scope) inputs.push_back(2 * x + random.below(2));
      const auto output = inputs.back();
      inputs.pop_back();
      const bool any = random.below(2) != 0;
      c.solver.add_gate(output, inputs, any ? GateKind::disjunction : GateKind::conjunction);
      c.predicates.push_back([=](const Tuple& t) {
        const auto holds = [&](Literal l) { return (at(t, variable_of(l)) == 1) == ((l & 1U) == 0); };
        return holds(output) == (any ? std::any_of(inputs.begin(), inputs.end(), holds)
                                     : std::all_of(inputs.begin(), inputs.end(), holds));
      });
    }
    const auto all = c.solutions();
    std::vector<Assignment> made;
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
        if (std::all_of(made.begin(), made.end(),
                        [&](const Assignment& a) { return at(t, a.variable) == static_cast<std::int32_t>(a.value); })) {
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
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::pair<Literal, std::vector<Literal>>> gates;
    const std::vector<std::uint32_t> sizes(40, 2);
    for (int i = 0; i < 20; ++i) {
      const auto scope = draw_scope(random, 40, 3 + random.below(8));
      std::vector<Literal> inputs;
      for (const auto x : scope) inputs.push_back(2 * x + random.below(2));
      const auto output = inputs.back();
      inputs.pop_back();
      gates.emplace_back(output, inputs);
    }
    Solver kept(sizes);
    for (const auto& [output, inputs] : gates) kept.add_gate(output, inputs, GateKind::conjunction);
    std::vector<Assignment> made;
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
  engine.set_patience({std::chrono::steady_clock::time_point::max(), &stop});
  CHECK(engine.propagate() == Engine::Outcome::interrupted);
  CHECK(engine.store.size(x) > 4000);  // it was looked at long before the end
  CHECK(engine.propagate() == Engine::Outcome::interrupted);
  engine.set_patience({std::chrono::steady_clock::now(), nullptr});
  CHECK(engine.propagate() == Engine::Outcome::interrupted);
  engine.set_patience({});
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
    options.patience.stop = &stop;
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
  CHECK_THROWS(solver.add_nogood(std::vector<Assignment>{{1, 3}}), Error);
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
