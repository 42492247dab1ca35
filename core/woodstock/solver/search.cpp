#include "woodstock/solver/search.hpp"

namespace woodstock::solver {

namespace {

constexpr std::uint64_t kRestartUnit = 100;  // failures

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 .. (Luby, Sinclair and Zuckerman, 1993); i counts from 1.
std::uint64_t luby(std::uint64_t i) {
  for (std::uint64_t power = 1;; power *= 2) {
    if (i == 2 * power - 1) return power;
    if (i < 2 * power - 1) return luby(i - power + 1);
  }
}

}  // namespace

Search::Search(Engine& engine, solver::propagators::Nogoods& nogoods, std::uint32_t nogoods_number, Order& order,
               const SearchOptions& options)
    : engine_(engine),
      nogoods_(nogoods),
      nogoods_number_(nogoods_number),
      options_(options),
      order_(order),
      failures_left_(kRestartUnit),
      level_(engine.store.level()),
      nogoods_before_(nogoods.size()) {
  engine_.set_consistency(options.consistency);
  engine_.set_limits(options.limits);
}

Search::~Search() {
  while (engine_.store.level() > level_) engine_.pop();
  if (objective_ != nullptr) objective_->set_right(propagators::kLargestSum);
  if (nogoods_.size() > nogoods_before_) nogoods_.shrink(engine_.store, nogoods_before_);
  engine_.set_consistency(Consistency::arc);
  engine_.set_limits({});
}

SearchResult Search::run() {
  const auto propagations_before = engine_.propagations();
  // At the root the domains change for good. If that is interrupted, it goes on next time.
  if (engine_.propagate() == Engine::Outcome::fixpoint) {
    engine_.store.push();
    order_.begin(options_.branching, options_.variables, options_.values, options_.seed);
    prefer_good_values();
    explore();
  } else if (engine_.failed()) {
    ++result_.failures;
    result_.complete = true;
  }
  result_.propagations = engine_.propagations() - propagations_before;
  return std::move(result_);
}

void Search::explore() {
  while (true) {
    const auto outcome = engine_.propagate();
    if (outcome == Engine::Outcome::interrupted) return;
    if (outcome == Engine::Outcome::failure) {
      ++result_.failures;
      if (failures_left_ > 0) --failures_left_;
      order_.learn(engine_.blamed());
      if (!backtrack()) return;
    } else if (restarting()) {
      restart();
    } else if (const auto x = order_.choose_variable(); x != kNone) {
      if (result_.nodes >= options_.nodes) return;
      decide(x);
    } else {
      record();
      if (result_.count == options_.solutions) return;
      leave_completion();
      if (!backtrack()) return;
    }
  }
}

void Search::minimise(propagators::Linear& objective, std::uint32_t number, std::span<const propagators::Term> terms) {
  objective_ = &objective;
  objective_number_ = number;
  objective_terms_ = terms;
}

// The values that make the objective small are tried first.
void Search::prefer_good_values() {
  for (const auto& [coefficient, x] : objective_terms_) {
    order_.prefer(x, coefficient > 0 ? engine_.store.value(x) : engine_.store.largest(x));
  }
}

void Search::decide(Variable x) {
  ++result_.nodes;
  const solver::propagators::Assignment assignment{x, order_.choose_value(x)};
  decisions_.push_back({assignment, false});
  engine_.store.push();  // at a fixpoint
  engine_.store.assign(assignment.variable, assignment.value);
}

// Refutes the last decision that was not; false if there is none, and then the whole tree has been searched.
bool Search::backtrack() {
  while (!decisions_.empty()) {
    auto& [assignment, refuted] = decisions_.back();
    if (!refuted) {
      engine_.pop();
      refuted = true;
      if (objective_ != nullptr) engine_.wake(objective_number_);  // it may have become tighter since
      if (engine_.store.remove(assignment.variable, assignment.value)) return true;
      // Cannot be: a decision is made on a variable with several values.
    }
    decisions_.pop_back();
  }
  result_.complete = true;
  return false;
}

// Of the ways to complete a solution over the branching variables one is enough.
void Search::leave_completion() {
  while (!decisions_.empty() && !order_.is_first(decisions_.back().assignment.variable)) {
    if (!decisions_.back().refuted) engine_.pop();
    decisions_.pop_back();
  }
}

void Search::record() {
  ++result_.count;
  if (objective_ != nullptr) improve();
  if (!options_.keep) return;
  const auto values = engine_.store.fixed();  // all are assigned
  if (options_.shown.empty()) {
    result_.solutions.insert(result_.solutions.end(), values.begin(), values.end());
  } else {
    for (const auto x : options_.shown) result_.solutions.push_back(static_cast<std::int32_t>(values[x]));
  }
}

// From here on only better solutions count, and they are looked for near this one (Demirovic, Chu and Stuckey,
// "Solution-Based Phase Saving for CP", CP 2018).
void Search::improve() {
  result_.objective = objective_->value(engine_.store);
  result_.solutions.clear();
  objective_->set_right(result_.objective - 1);
  for (Variable x = 0; x < engine_.store.variables(); ++x) order_.prefer(x, engine_.store.value(x));
}

bool Search::restarting() const { return options_.restarts && failures_left_ == 0 && !decisions_.empty(); }

void Search::restart() {
  ++result_.restarts;
  keep_refuted();
  failures_left_ = kRestartUnit * luby(result_.restarts + 1);
}

// Each refuted decision, with those made before it, is a nogood.
void Search::keep_refuted() {
  std::vector<solver::propagators::Assignment> made;
  std::vector<std::vector<solver::propagators::Assignment>> found;
  for (const auto& [assignment, refuted] : decisions_) {
    made.push_back(assignment);
    if (!refuted) continue;
    found.push_back(made);
    made.pop_back();
  }
  for (const auto& decision : decisions_) {
    if (!decision.refuted) engine_.pop();
  }
  decisions_.clear();
  if (objective_ != nullptr) engine_.wake(objective_number_);
  for (const auto& nogood : found) {
    if (nogood.size() > 1) {
      nogoods_.add(engine_.store, nogood, kNone);
    } else if (!engine_.store.remove(nogood[0].variable, nogood[0].value)) {
      engine_.fail();
    }
  }
  engine_.schedule(nogoods_number_);
}

}  // namespace woodstock::solver
