// Does the existential player of a quantified network have a winning strategy, and which?
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/qcsp/limits.hpp"
#include "woodstock/qcsp/propagation.hpp"

namespace woodstock::qcsp {

// A winning strategy: nodes that share what they have in common. Node 0 is its end, where every variable is set.
struct Strategy {
  struct Node {
    std::uint32_t variable;
    std::uint32_t value;   // of an existential variable
    std::uint32_t branch;  // the next node; of a universal variable: where in `branches` its values' nodes begin
  };
  std::vector<Node> nodes{{0, 0, 0}};
  std::vector<std::uint32_t> branches;
};

enum class Verdict : std::uint8_t { won, lost, unknown };

// Backtracking in the order of the quantifiers (Gent, Nightingale and Stergiou 2005) with SQGAC at every node, pure and
// dominated values, solution-directed pruning, and a memory of what was decided: after propagation, binary constraints
// of what is set say no more, so that the domains of what is not set decide alone.
class Solver {
 public:
  explicit Solver(const Problem& problem);

  // What is decided once is remembered for the next call, up to some memory. Unknown also if there is none left.
  Verdict solve(std::span<const std::uint32_t> prefix, const Limits& limits);

  const Strategy& strategy() const { return strategy_; }
  std::uint32_t root() const { return root_; }    // of the strategy, after a win
  std::uint64_t nodes() const { return nodes_; }  // of the last call
  // Where the strategy stands after these values, and whether it says something there.
  bool known(std::span<const std::uint32_t> prefix, std::uint32_t& node) const;

 private:
  static constexpr std::int64_t lost = -1, stopped = -2;
  struct Key {
    std::uint64_t first, second;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.first; }
  };
  struct Frame {
    std::vector<Mask> children;  // domains after each value that is tried
    std::vector<Mask> used;      // values that the strategy found last takes, for variables from here on
    std::vector<Mask> mixed;
    std::vector<std::uint32_t> order, kept;
  };

  std::int64_t search(std::uint32_t depth, const Mask* domains, Budget& budget);
  std::int64_t some(std::uint32_t x, const Mask* domains, Budget& budget);
  std::int64_t every(std::uint32_t x, const Mask* domains, Budget& budget);
  bool expand(std::uint32_t x, const Mask* domains, Mask values);
  bool crowded() const;
  void order(std::uint32_t x, bool best_first);
  Mask answered(std::uint32_t x, const Mask* domains, Mask open);
  Key key(std::uint32_t depth, const Mask* domains) const;
  const Mask* child(std::uint32_t x, std::uint32_t value) const {
    return frames_[x].children.data() + std::size_t{value} * problem_.variables();
  }

  const Problem& problem_;
  Propagator propagator_;
  std::vector<Frame> frames_;
  std::vector<std::vector<std::uint32_t>> remembered_;  // set variables that a diagram ties to what is not set
  std::unordered_map<Key, std::int64_t, KeyHash> memory_;
  Strategy strategy_;
  std::uint32_t root_ = 0;
  std::uint32_t start_ = 0;
  std::uint64_t nodes_ = 0;
};

// The product of the sizes of the existential domains from `depth` on, as a logarithm: Dynamic Geelen's Promise
// (Stynes and Brown 2009; paper 004, section 4).
double promise(const Problem& problem, const Mask* domains, std::uint32_t depth);

}  // namespace woodstock::qcsp
