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
  own.limits = options.limits;
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

StageSolver::StageSolver(Solver& whole, std::uint32_t decisions, std::uint32_t draws, std::uint32_t variables)
    : whole_(whole), decisions_(decisions), draws_(draws), variables_(variables) {
  if (variables_ > whole_.variables() || decisions_ > variables_ || draws_ > variables_ - decisions_) {
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

StageResult StageSolver::solve(Given given, const StageOptions& options, const Feasible& feasible) {
  if (decision_part_ != nullptr && options.consistency == Consistency::arc) {
    if (auto found = solve_parts(given, options, feasible)) return *std::move(found);
  }
  StageResult out{enumerate(given, up_to(variables_), options)};
  const auto rows = constraint(out, decisions_, feasible);
  out.count = rows.size();
  out.solutions.clear();
  for (const auto& row : rows) out.solutions.insert(out.solutions.end(), row.begin(), row.end());
  return out;
}

SearchResult StageSolver::enumerate(Given given, const std::vector<Variable>& shown, const StageOptions& options) {
  const Level level(whole_);
  if (assign(whole_, given)) whole_.propagate();
  return search(whole_, shown, options.consistency, options, options.determining);
}

void StageSolver::narrow(Given given) {
  whole_.push();
  if (assign(whole_, given)) whole_.propagate();
}

// Nothing if N'' is too large to be solved by itself.
std::optional<StageResult> StageSolver::solve_parts(Given given, const StageOptions& options,
                                                    const Feasible& feasible) {
  StageResult out;
  out.split = out.complete = true;
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
  count(out, found);
  solve_decisions(constraint(found, scope_.size(), feasible), options, out);
  return out;
}

SearchResult StageSolver::solve_stochastic(Given given, const Columns& within, const StageOptions& options) {
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
  return search(solver, up_to(stochastic_.size()), Consistency::forward, options);
}

// N' under c_s. A constraint that is the product of its columns is carried out on the domains; otherwise its rows are
// the first thing to branch on.
void StageSolver::solve_decisions(const std::set<Row>& constraint, const StageOptions& options, StageResult& out) {
  Columns columns(scope_.size());
  std::vector<Columns> boxes;
  for (const auto& row : constraint) {
    boxes.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      columns[i].insert(row[i]);
      boxes.back().push_back({row[i]});
    }
  }
  std::size_t product = 1;
  for (const auto& column : columns) product *= column.size();
  if (constraint.size() == product) boxes.assign(1, columns);
  for (const auto& box : boxes) {
    const Level level(*decision_part_);
    bool possible = true;
    for (std::size_t i = 0; i < box.size() && possible; ++i) possible = restrict(*decision_part_, scope_[i], box[i]);
    const auto found = search(*decision_part_, up_to(decisions_), Consistency::arc, options);
    count(out, found);
    out.count += found.count;
    out.solutions.insert(out.solutions.end(), found.solutions.begin(), found.solutions.end());
  }
}

// The feasible rows over the first `scope` variables of solutions; after them, draws and what follows come last.
std::set<StageSolver::Row> StageSolver::constraint(const SearchResult& found, std::size_t scope,
                                                   const Feasible& feasible) const {
  const auto width = scope + variables_ - decisions_;
  std::map<Row, Outcomes> rows;
  for (std::size_t i = 0; i < found.count; ++i) {
    const auto* decisions = found.solutions.data() + i * width;
    const auto* drawn = decisions + scope;
    rows[{decisions, drawn}][{drawn, drawn + draws_}].emplace_back(drawn + draws_, decisions + width);
  }
  std::set<Row> out;
  for (const auto& [row, outcomes] : rows) {
    if (feasible(row, outcomes)) out.insert(row);
  }
  return out;
}

}  // namespace woodstock::solver
