// Small random networks, and what their constraints mean by the book.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "woodstock/solver/solver.hpp"
#include "woodstock/support/random.hpp"

namespace woodstock::solver {

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

inline std::vector<Variable> draw_scope(support::Random& random, std::size_t variables, std::size_t count) {
  std::vector<Variable> all;
  for (Variable x = 0; x < variables; ++x) all.push_back(x);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::swap(all[i], all[i + random.below(static_cast<std::uint32_t>(variables - i))]);
  }
  all.resize(count);
  return all;
}

inline std::int32_t at(const Tuple& tuple, Variable x) { return tuple[x]; }

inline void add_table(support::Random& random, Case& c) {
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

inline void add_gate(support::Random& random, Case& c) {
  std::vector<Variable> booleans;
  for (Variable x = 0; x < c.sizes.size(); ++x) {
    if (c.sizes[x] == 2) booleans.push_back(x);
  }
  if (booleans.empty()) return;
  const auto draw = [&] {
    return 2 * booleans[random.below(static_cast<std::uint32_t>(booleans.size()))] + random.below(2);
  };
  const auto output = draw();
  std::vector<propagators::Literal> inputs;
  for (auto left = random.below(5); left > 0; --left) inputs.push_back(draw());
  const bool any = random.below(2) != 0;
  c.solver.add_gate(output, inputs, any ? GateKind::disjunction : GateKind::conjunction);
  c.predicates.push_back([=](const Tuple& t) {
    const auto holds = [&](propagators::Literal l) {
      return (at(t, propagators::variable_of(l)) == 1) == ((l & 1U) == 0);
    };
    return holds(output) ==
           (any ? std::any_of(inputs.begin(), inputs.end(), holds) : std::all_of(inputs.begin(), inputs.end(), holds));
  });
}

inline void add_assignments(support::Random& random, Case& c) {
  std::vector<propagators::Assignment> own;
  for (auto left = 1 + random.below(4); left > 0; --left) {
    const auto x = random.below(static_cast<std::uint32_t>(c.sizes.size()));
    own.push_back({x, random.below(c.sizes[x])});
  }
  const auto count = [own](const Tuple& t) {
    return std::count_if(own.begin(), own.end(), [&](const propagators::Assignment& a) {
      return at(t, a.variable) == static_cast<std::int32_t>(a.value);
    });
  };
  if (random.below(2) != 0) {
    c.solver.add_nogood(own);
    c.predicates.push_back([=](const Tuple& t) { return count(t) < static_cast<std::ptrdiff_t>(own.size()); });
  } else {
    c.solver.add_at_most_one(own);
    c.predicates.push_back([=](const Tuple& t) { return count(t) <= 1; });
  }
}

inline void add_relation(support::Random& random, Case& c) {
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

inline Case& fill(support::Random& random, Case& c) {
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

inline std::vector<std::uint32_t> draw_sizes(support::Random& random) {
  std::vector<std::uint32_t> sizes;
  for (auto left = 4 + random.below(3); left > 0; --left)
    sizes.push_back(random.below(2) != 0 ? 2 : 1 + random.below(4));
  return sizes;
}

}  // namespace woodstock::solver
