// The network of one stage (paper 000, section 4.2): its stochastic part solved by FC, its decision part by MAC.
//
// The variables of a stage are decisions, draws, and what follows the draws: the next state of section 3.3. A solution
// is a choice of the first decisions; for each outcome of chance there are ways to complete it. What follows the draws
// depends on them, so the stochastic part N'' has every constraint that speaks of a draw or of what follows it, and the
// decision part N' has the others.
//
// First N' is propagated, and what it takes from its variables N'' need not look at. FC then enumerates N'', which
// gives the feasibility constraint c_s: the rows of first decisions whose outcomes satisfy N'' as likely as is asked.
// MAC enumerates N' under c_s. The paper takes this order because N'' is small. Where it is not, because it hangs on
// many variables that only N' determines, the network is solved as a whole: the solutions are the same.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "woodstock/solver/solver.hpp"

namespace woodstock::solver {

struct StageOptions {
  Consistency consistency = Consistency::arc;  // forward checking does not split the stage
  std::vector<Variable> determining;           // to branch on in the whole network: they determine all others
  std::uint64_t widest = 10'000;               // rows of first decisions for FC to look at; with more, no split
  std::uint64_t nodes = ~std::uint64_t{0};     // of each search
  Limits limits;
};

// Its solutions have a value for each first decision.
struct StageResult : SearchResult {
  bool split = false;
};

class StageSolver {
 public:
  using Given = std::span<const propagators::Assignment>;
  using Row = std::vector<std::int32_t>;
  using Outcomes = std::map<Row, std::vector<Row>>;  // values of the draws, and all ways to set what follows them
  // Are these decisions good enough? They are the variables of c_s, or all first decisions where the stage is not
  // split. Outcomes that are missing violate a constraint.
  using Feasible = std::function<bool(const Row&, const Outcomes&)>;

  // `whole` is the network as a CSP, draws and all. Its variables are those of the stage in the order in which they are
  // set, first decisions, draws and what follows; and hidden ones, from `variables` on.
  StageSolver(Solver& whole, std::uint32_t decisions, std::uint32_t draws, std::uint32_t variables);

  // From now on the stage can be solved in its parts. N' has the first decisions; N'' has these variables of the stage,
  // in ascending order. Hidden variables may follow in both.
  void split(Solver& decision_part, Solver& stochastic_part, std::vector<Variable> stochastic);

  std::uint32_t variables() const { return whole_.variables(); }
  // The variables of the stage: how many come first, are drawn, and are there in all.
  std::uint32_t decisions() const { return decisions_; }
  std::uint32_t draws() const { return draws_; }
  std::uint32_t stage_variables() const { return variables_; }
  // The first decisions that c_s speaks of, once there are parts.
  std::span<const Variable> scope() const { return scope_; }

  // All solutions in which these variables have these values.
  StageResult solve(Given given, const StageOptions& options, const Feasible& feasible);

  // The solutions of the whole network as rows of the variables shown: each a choice of the first decisions, an outcome
  // and a way to complete it. The search begins where what is given is arc consistent, also if it then checks forward.
  // Where the state of a game is fully known each joint move has a next state, and all decisions are feasible: then
  // these are the solutions of the stage, and this is the faster way to them.
  SearchResult enumerate(Given given, const std::vector<Variable>& shown, const StageOptions& options);

  // Until `widen`, these variables have these values in the whole network.
  void narrow(Given given);
  void widen() { whole_.pop(); }

 private:
  using Columns = std::vector<std::set<std::int32_t>>;  // the values that each variable of a scope may have

  std::optional<StageResult> solve_parts(Given given, const StageOptions& options, const Feasible& feasible);
  SearchResult solve_stochastic(Given given, const Columns& within, const StageOptions& options);
  void solve_decisions(const std::set<Row>& constraint, const StageOptions& options, StageResult& out);
  std::set<Row> constraint(const SearchResult& found, std::size_t scope, const Feasible& feasible) const;

  Solver& whole_;
  Solver* decision_part_ = nullptr;
  Solver* stochastic_part_ = nullptr;
  std::uint32_t decisions_, draws_, variables_;
  std::vector<Variable> stochastic_;  // per variable of N'': which one of the stage it is
  std::vector<Variable> scope_;       // of c_s: the first decisions that N'' speaks of
};

}  // namespace woodstock::solver
