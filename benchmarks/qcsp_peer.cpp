// A straightforward implementation of the playouts of paper 004, section 3.2, as one would write it from the paper:
// domains are lists of values, a constraint is a matrix of allowed pairs, and consistency is kept by the algorithm of
// Mackworth (AC-3) with the rules of QAC. It is the peer of `benchmarks/qcsp.py`, which compiles and runs it.
//
// Standard input: the number of variables, for each its quantifier (E or A) and domain size; the number of constraints,
// for each its two variables and the matrix of 0 and 1. Arguments: seconds, seed. Output: playouts, wins, seconds.
#include <chrono>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <random>
#include <vector>

struct Constraint {
  int x, y;
  std::vector<std::vector<char>> allowed;
};

struct Problem {
  std::vector<char> universal;
  std::vector<std::vector<int>> domains;
  std::vector<Constraint> constraints;
  std::vector<std::vector<int>> constraints_of;
};

using Domains = std::vector<std::vector<int>>;

bool supported(const Constraint& c, bool first, int value, const std::vector<int>& others) {
  for (const int other : others) {
    if (first ? c.allowed[value][other] : c.allowed[other][value]) return true;
  }
  return false;
}

// Makes variable z of the constraint consistent: -1 all is lost, 1 the domain changed, 0 it did not.
int revise(const Problem& problem, const Constraint& c, int z, Domains& domains) {
  const bool first = c.x == z;
  const auto& others = domains[first ? c.y : c.x];
  std::vector<int> left;
  for (const int value : domains[z]) {
    if (supported(c, first, value, others)) left.push_back(value);
  }
  if (left.size() == domains[z].size()) return 0;
  if (left.empty() || problem.universal[z]) return -1;
  domains[z] = left;
  return 1;
}

bool propagate(const Problem& problem, int changed, Domains& domains) {
  std::deque<std::pair<int, int>> queue;  // constraint, variable to revise
  const auto add = [&](int source, int except) {
    for (const int number : problem.constraints_of[source]) {
      const auto& c = problem.constraints[number];
      if (number != except) queue.emplace_back(number, c.x == source ? c.y : c.x);
    }
  };
  add(changed, -1);
  while (!queue.empty()) {
    const auto [number, z] = queue.front();
    queue.pop_front();
    const int result = revise(problem, problem.constraints[number], z, domains);
    if (result < 0) return false;
    if (result > 0) add(z, number);
  }
  return true;
}

bool playout(const Problem& problem, Domains domains, std::mt19937_64& random) {
  for (std::size_t x = 0; x < domains.size(); ++x) {
    const auto& domain = domains[x];
    const int value = domain[std::uniform_int_distribution<std::size_t>(0, domain.size() - 1)(random)];
    if (domain.size() == 1) continue;
    domains[x] = {value};
    if (!propagate(problem, static_cast<int>(x), domains)) return false;
  }
  return true;
}

int main(int, char** arguments) {
  Problem problem;
  int variables = 0, constraints = 0;
  std::cin >> variables;
  for (int x = 0; x < variables; ++x) {
    char quantifier = 0;
    int size = 0;
    std::cin >> quantifier >> size;
    problem.universal.push_back(quantifier == 'A');
    problem.domains.emplace_back();
    for (int v = 0; v < size; ++v) problem.domains.back().push_back(v);
  }
  problem.constraints_of.resize(static_cast<std::size_t>(variables));
  std::cin >> constraints;
  for (int i = 0; i < constraints; ++i) {
    Constraint c;
    std::cin >> c.x >> c.y;
    c.allowed.assign(problem.domains[c.x].size(), std::vector<char>(problem.domains[c.y].size()));
    for (auto& row : c.allowed) {
      for (auto& cell : row) {
        std::cin >> cell;
        cell = static_cast<char>(cell - '0');
      }
    }
    problem.constraints_of[c.x].push_back(i);
    problem.constraints_of[c.y].push_back(i);
    problem.constraints.push_back(c);
  }
  auto start = problem.domains;
  bool possible = true;
  for (int x = 0; x < variables && possible; ++x) possible = propagate(problem, x, start);
  std::mt19937_64 random(std::strtoull(arguments[2], nullptr, 10));
  const double seconds = std::strtod(arguments[1], nullptr);
  const auto begun = std::chrono::steady_clock::now();
  long playouts = 0, wins = 0;
  double spent = 0.0;
  while (possible && spent < seconds) {
    wins += playout(problem, start, random);
    ++playouts;
    spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  }
  std::cout << playouts << ' ' << wins << ' ' << spent << '\n';
}
