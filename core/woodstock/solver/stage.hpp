// The network of one stage (paper 000, section 4.2): its stochastic part solved by FC, its decision part by MAC.
//
// The variables of a stage are decisions, draws, and what follows the draws: the next state of section 3.3. A solution
// is a choice of the first decisions; for each outcome of chance it comes with all ways to complete it. What follows
// the draws depends on them, so the stochastic part N'' has every constraint that speaks of a draw or of what follows
// it, and the decision part N' has the others.
//
// First N' is propagated, and what it takes from its variables N'' need not look at. FC then enumerates N'', which
// gives the feasibility constraint c_s: the rows of first decisions whose outcomes satisfy N'' as likely as is asked.
// MAC enumerates N' under c_s. The paper takes this order because N'' is small. Where it is not, because it hangs on
// many variables that only N' determines, the network is solved as a whole: the solutions are the same.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "woodstock/solver/chance.hpp"
#include "woodstock/solver/solver.hpp"

namespace woodstock::solver {

// How a variable is drawn, given values of variables before it.
struct Draw {
  struct Weight {
    std::int32_t value;
    Chance chance;
  };
  struct Indicator {
    std::int32_t value;
    Variable variable;
  };
  std::vector<Variable> scope;
  std::map<std::vector<std::int32_t>, std::vector<Weight>> table;  // for each row over the scope, what may be drawn
  std::vector<Indicator> share;  // without a table: values whose indicators are 1 are equally likely (section 3.2)

  // What may be drawn where the variables of the stage have these values.
  std::vector<Weight> weights(std::span<const std::int32_t> values) const;
};

struct StageOptions {
  Consistency consistency = Consistency::arc;  // forward checking does not split the stage
  bool propagated = true;                      // what is given is propagated before the search begins
  std::vector<Variable> determining;           // to branch on in the whole network: they determine all others
  std::uint64_t widest = 10'000;            // rows of first decisions that FC may have to look at; with more, no split
  std::uint64_t nodes = ~std::uint64_t{0};  // of each search
  Patience patience;
};

// An outcome of chance that has a positive probability.
struct StageOutcome {
  std::vector<std::int32_t> drawn;      // a value for each draw
  std::vector<std::int32_t> following;  // the ways to complete it, one after another
  std::uint64_t ways = 0;               // how many; none if a constraint is violated
};

// A row of the feasibility constraint, or of all first decisions where the stage is not split.
struct FeasibleRow {
  std::vector<std::int32_t> decisions;
  std::vector<StageOutcome> outcomes;
};

struct StageResult {
  bool split = false;
  std::vector<FeasibleRow> feasible;
  std::vector<std::int32_t> solutions;  // one after another, a value for each first decision
  std::vector<std::uint32_t> row_of;    // per solution: its row of `feasible`
  bool complete = true;                 // there are no other solutions
  std::uint64_t nodes = 0, failures = 0, propagations = 0;
};

class StageSolver {
 public:
  using Given = std::span<const propagators::Assignment>;

  // `whole` is the network as a CSP, draws and all. Its variables are those of the stage, in the order in which they
  // are set: the first decisions, a variable for each draw, and what follows; and hidden ones, from `variables` on.
  StageSolver(Solver& whole, std::uint32_t decisions, std::uint32_t variables, std::vector<Draw> draws,
              Chance satisfaction);

  // From now on the stage can be solved in its parts. N' has the first decisions; N'' has these variables of the stage,
  // in ascending order. Hidden variables may follow in both.
  void split(Solver& decision_part, Solver& stochastic_part, std::vector<Variable> stochastic);

  std::uint32_t variables() const { return whole_.variables(); }

  // All solutions in which these variables have these values.
  StageResult solve(Given given, const StageOptions& options);

  // The solutions of the whole network as rows of the variables shown: each a choice of the first decisions, an outcome
  // and a way to complete it, which are not weighed. Where the state of a game is fully known that makes no difference,
  // for each of its joint moves has a next state, and it is faster.
  SearchResult enumerate(Given given, const std::vector<Variable>& shown, const StageOptions& options);

  // Until `widen`, these variables have these values in the whole network.
  void narrow(Given given, bool propagated);
  void widen() { whole_.pop(); }

 private:
  using Row = std::vector<std::int32_t>;
  using Columns = std::vector<std::set<std::int32_t>>;  // the values that each variable of a scope may have

  // Solutions of a search over these variables of the stage.
  struct Found {
    std::vector<Variable> variables;
    SearchResult result;
  };

  StageResult solve_whole(Given given, const StageOptions& options);
  std::optional<StageResult> solve_parts(Given given, const StageOptions& options);
  Found solve_stochastic(Given given, const Columns& within, const StageOptions& options);
  void solve_decisions(StageResult& out, const StageOptions& options);
  std::vector<FeasibleRow> feasible(const Found& found, std::span<const Variable> scope, Given given) const;
  template <typename Act>
  void for_each_outcome(Row& values, std::size_t draw, const Chance& chance, const Act& act) const;
  std::uint32_t first_after() const { return decisions_ + static_cast<std::uint32_t>(draws_.size()); }

  Solver& whole_;
  Solver* decision_part_ = nullptr;
  Solver* stochastic_part_ = nullptr;
  std::uint32_t decisions_, variables_;
  std::vector<Draw> draws_;
  Chance satisfaction_;
  std::vector<Variable> stochastic_;  // per variable of N'': which one of the stage it is
  std::vector<Variable> scope_;       // of c_s: the first decisions that N'' speaks of
};

}  // namespace woodstock::solver
