#include "woodstock/solver/stage.hpp"

#include <algorithm>
#include <numeric>
#include <ranges>
#include <stdexcept>

namespace woodstock::solver {

namespace {

// A level of a solver, for as long as this lives.
class Level {
 public:
  explicit Level(Solver& solver) : solver_(solver) { solver_.push(); }
  ~Level() { solver_.pop(); }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  Solver& solver_;
};

// Each of these returns false if there is no solution.
bool assign(Solver& solver, StageSolver::Given given) {
  return std::ranges::all_of(given, [&](const auto& one) { return solver.assign(one.variable, one.value); });
}

bool restrict(Solver& solver, Variable x, const std::set<std::int32_t>& values) {
  return std::ranges::all_of(solver.domain(x), [&](std::int32_t value) {
    return values.contains(value) || solver.remove(x, static_cast<Value>(value));
  });
}

SearchResult search(Solver& solver, std::vector<Variable> shown, Consistency consistency, const StageOptions& options,
                    const std::vector<Variable>& branching = {}) {
  SearchOptions own;
  own.consistency = consistency;
  own.branching = branching;
  own.shown = std::move(shown);
  own.nodes = options.nodes;
  own.patience = options.patience;
  return solver.search(own);
}

void count(StageResult& out, const SearchResult& found) {
  out.complete = out.complete && found.complete;
  out.nodes += found.nodes;
  out.failures += found.failures;
  out.propagations += found.propagations;
}

std::vector<Variable> up_to(std::size_t end) {
  std::vector<Variable> out(end);
  std::iota(out.begin(), out.end(), Variable{0});
  return out;
}

}  // namespace

std::vector<Draw::Weight> Draw::weights(std::span<const std::int32_t> values) const {
  std::vector<Weight> out;
  if (table.empty()) {
    const auto holds = [&](const Indicator& one) { return values[one.variable] == 1; };
    const auto among = static_cast<std::uint64_t>(std::ranges::count_if(share, holds));
    for (const auto& one : share) {
      if (holds(one)) out.push_back({one.value, Chance(1, among)});
    }
    return out;
  }
  std::vector<std::int32_t> row;
  for (const auto x : scope) row.push_back(values[x]);
  const auto entry = table.find(row);
  return entry == table.end() ? out : entry->second;
}

StageSolver::StageSolver(Solver& whole, std::uint32_t decisions, std::uint32_t variables, std::vector<Draw> draws,
                         Chance satisfaction)
    : whole_(whole),
      decisions_(decisions),
      variables_(variables),
      draws_(std::move(draws)),
      satisfaction_(satisfaction) {
  const auto set = [&](Variable x) { return x < variables_; };
  for (const auto& draw : draws_) {
    const auto indicators = std::ranges::all_of(draw.share, set, &Draw::Indicator::variable);
    if (!indicators || !std::ranges::all_of(draw.scope, set)) throw std::invalid_argument("a draw has other variables");
  }
  if (variables_ > whole_.variables() || decisions_ > variables_ || draws_.size() > variables_ - decisions_) {
    throw std::invalid_argument("the network has fewer variables than the stage");
  }
}

void StageSolver::split(Solver& decision_part, Solver& stochastic_part, std::vector<Variable> stochastic) {
  // N'' speaks of some first decisions and of all that comes after them.
  const auto after = std::ranges::find_if(stochastic, [&](Variable x) { return x >= decisions_; });
  if (decisions_ > decision_part.variables() || stochastic.size() > stochastic_part.variables() ||
      !std::ranges::equal(std::ranges::subrange(after, stochastic.end()), std::views::iota(decisions_, variables_))) {
    throw std::invalid_argument("these are not the parts of the stage");
  }
  decision_part_ = &decision_part;
  stochastic_part_ = &stochastic_part;
  scope_.assign(stochastic.begin(), after);
  stochastic_ = std::move(stochastic);
}

StageResult StageSolver::solve(Given given, const StageOptions& options) {
  if (decision_part_ != nullptr && options.consistency == Consistency::arc) {
    if (auto found = solve_parts(given, options)) return *std::move(found);
  }
  return solve_whole(given, options);
}

SearchResult StageSolver::enumerate(Given given, const std::vector<Variable>& shown, const StageOptions& options) {
  const Level level(whole_);
  if (assign(whole_, given) && options.propagated) whole_.propagate();
  return search(whole_, shown, options.consistency, options, options.determining);
}

void StageSolver::narrow(Given given, bool propagated) {
  whole_.push();
  if (assign(whole_, given) && propagated) whole_.propagate();
}

StageResult StageSolver::solve_whole(Given given, const StageOptions& options) {
  StageResult out;
  Found found{up_to(variables_), {}};
  found.result = enumerate(given, found.variables, options);
  count(out, found.result);
  out.feasible = feasible(found, up_to(decisions_), given);
  for (const auto& row : out.feasible) {
    out.row_of.push_back(static_cast<std::uint32_t>(out.row_of.size()));
    out.solutions.insert(out.solutions.end(), row.decisions.begin(), row.decisions.end());
  }
  return out;
}

// Nothing if N'' is too large to be solved by itself.
std::optional<StageResult> StageSolver::solve_parts(Given given, const StageOptions& options) {
  StageResult out;
  out.split = true;
  const Level level(*decision_part_);
  std::vector<propagators::Assignment> own;
  std::ranges::copy_if(given, std::back_inserter(own), [&](const auto& one) { return one.variable < decisions_; });
  if (!assign(*decision_part_, own) || !decision_part_->propagate()) return out;
  Columns within;
  std::uint64_t rows = 1;
  for (const auto x : scope_) {
    const auto domain = decision_part_->domain(x);
    within.emplace_back(domain.begin(), domain.end());
    rows *= domain.size();
    if (rows > options.widest) return std::nullopt;
  }
  const auto found = solve_stochastic(given, within, options);
  count(out, found.result);
  out.feasible = feasible(found, scope_, given);
  solve_decisions(out, options);
  return out;
}

StageSolver::Found StageSolver::solve_stochastic(Given given, const Columns& within, const StageOptions& options) {
  auto& solver = *stochastic_part_;
  const Level level(solver);
  std::vector<propagators::Assignment> own;
  for (const auto& [variable, value] : given) {
    const auto place = std::ranges::find(stochastic_, variable);
    if (place != stochastic_.end()) own.push_back({static_cast<Variable>(place - stochastic_.begin()), value});
  }
  bool possible = assign(solver, own);
  for (Variable x = 0; x < scope_.size() && possible; ++x) possible = restrict(solver, x, within[x]);
  if (possible) solver.propagate();
  return {stochastic_, search(solver, up_to(stochastic_.size()), Consistency::forward, options)};
}

// N' under c_s, which holds given values and their consequences. A constraint that is the product of its columns is
// carried out on the domains; otherwise its rows are the first thing to branch on.
void StageSolver::solve_decisions(StageResult& out, const StageOptions& options) {
  Columns columns(scope_.size());
  std::map<Row, std::uint32_t> numbers;
  for (const auto& row : out.feasible) {
    numbers.emplace(row.decisions, static_cast<std::uint32_t>(numbers.size()));
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].insert(row.decisions[i]);
  }
  std::size_t product = 1;
  for (const auto& column : columns) product *= column.size();
  std::vector<Columns> boxes;
  if (numbers.size() == product) {
    boxes.push_back(columns);
  } else {
    for (const auto& [row, number] : numbers) {
      boxes.emplace_back();
      for (const auto value : row) boxes.back().push_back({value});
    }
  }
  for (const auto& box : boxes) {
    const Level level(*decision_part_);
    bool possible = true;
    for (std::size_t i = 0; i < box.size() && possible; ++i) possible = restrict(*decision_part_, scope_[i], box[i]);
    const auto found = search(*decision_part_, up_to(decisions_), Consistency::arc, options);
    count(out, found);
    out.solutions.insert(out.solutions.end(), found.solutions.begin(), found.solutions.end());
    for (std::size_t i = 0; i < found.count; ++i) {
      Row row;
      for (const auto x : scope_) row.push_back(found.solutions[i * decisions_ + x]);
      out.row_of.push_back(numbers.at(row));
    }
  }
}

// The rows over the scope whose outcomes hold as likely as the network asks, each with its outcomes.
std::vector<FeasibleRow> StageSolver::feasible(const Found& found, std::span<const Variable> scope, Given given) const {
  std::map<Row, std::map<Row, StageOutcome>> groups;
  Row values(variables_, -1);
  const auto take = [&](Variable begin, Variable end) { return Row(values.begin() + begin, values.begin() + end); };
  const auto over_scope = [&] {
    Row row;
    for (const auto x : scope) row.push_back(values[x]);
    return row;
  };
  for (std::size_t i = 0; i < found.result.count; ++i) {
    const auto* row = found.result.solutions.data() + i * found.variables.size();
    for (std::size_t x = 0; x < found.variables.size(); ++x) values[found.variables[x]] = row[x];
    auto& outcome = groups[over_scope()][take(decisions_, first_after())];
    outcome.following.insert(outcome.following.end(), values.begin() + first_after(), values.end());
    ++outcome.ways;
  }
  std::vector<FeasibleRow> out;
  for (auto& [decisions, completed] : groups) {
    values.assign(variables_, -1);
    for (const auto& [variable, value] : given) values[variable] = static_cast<std::int32_t>(value);
    for (std::size_t i = 0; i < scope.size(); ++i) values[scope[i]] = decisions[i];
    FeasibleRow row{decisions, {}};
    Chance satisfied(0, 1);
    for_each_outcome(values, 0, Chance(1, 1), [&](const Chance& chance) {
      auto& outcome = completed[take(decisions_, first_after())];
      outcome.drawn = take(decisions_, first_after());
      if (outcome.ways > 0) satisfied = satisfied + chance;
      row.outcomes.push_back(std::move(outcome));
    });
    if (satisfied >= satisfaction_) out.push_back(std::move(row));
  }
  return out;
}

// The joint values of the draws that have a positive probability. What was observed is drawn no more.
template <typename Act>
void StageSolver::for_each_outcome(Row& values, std::size_t draw, const Chance& chance, const Act& act) const {
  if (draw == draws_.size()) return act(chance);
  auto& drawn = values[decisions_ + draw];
  if (drawn >= 0) return for_each_outcome(values, draw + 1, chance, act);
  for (const auto& [value, own] : draws_[draw].weights(values)) {
    drawn = value;
    for_each_outcome(values, draw + 1, chance * own, act);
  }
  drawn = -1;
}

}  // namespace woodstock::solver
