// Quantified constraint networks: variables in the order of their quantifiers, binary constraints as masks of supports,
// all other constraints as decision diagrams.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace woodstock::qcsp {

// A set of values of one variable: the reason why a domain has at most 64 values.
using Mask = std::uint64_t;
// A domain for every variable.
using Domains = std::vector<Mask>;

inline constexpr std::uint32_t most_values = 64;

inline Mask bit(std::uint32_t value) { return Mask{1} << value; }
inline std::uint32_t count(Mask mask) { return static_cast<std::uint32_t>(std::popcount(mask)); }
inline std::uint32_t lowest(Mask mask) { return static_cast<std::uint32_t>(std::countr_zero(mask)); }
// Logarithms of the sizes of domains; -1e9 for an empty one.
const std::array<double, most_values + 1>& logarithms();
inline bool single(Mask mask) { return (mask & (mask - 1)) == 0; }

// What a change of the source's domain means for the target (QAC, Bordeaux and Monfroy 2002; paper 004, section 3.2).
// E is an existential, A a universal variable; what stands left is set earlier.
enum class Arc : std::uint8_t {
  unite,  // EE, and AE for its E: a value of the target needs one support
  all,    // EA for its E: a value of the target must go with every value of the source
  cover,  // AE for its A: every value of the target needs a support, or all is lost
  every,  // AA: every pair must be allowed, or all is lost
  none,   // EA for its A: nothing new
};

// One direction of a binary constraint.
struct Neighbour {
  std::uint32_t target;
  Arc arc;
  // The most values of the source that one value of the target forbids: a larger domain covers every value.
  std::uint32_t most_conflicts;
  const Mask* forward;   // for each value of the source, the values of the target that go with it
  const Mask* backward;  // for each value of the target, the values of the source that go with it
};

// A relation as a decision diagram: a level for each variable of the scope, in the order of the quantifiers. Node 0 of
// the first level is the root. A child is a node of the next level, or 0 for true below the last level; -1 is false.
struct Diagram {
  std::vector<std::uint32_t> scope;
  struct Level {
    std::uint32_t values;
    std::uint32_t first;                 // number of this level's first node in the whole diagram
    std::vector<std::int32_t> children;  // nodes x values
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(children.size()) / values; }
  };
  std::vector<Level> levels;
  std::uint32_t nodes = 0;
};

class Problem {
 public:
  // Sizes of the domains, from 1 to 64, and which variables are universal.
  Problem(std::span<const std::uint32_t> sizes, std::span<const bool> universal);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  // For each value of x, the values of y that go with it.
  void add_binary(std::uint32_t x, std::uint32_t y, std::span<const Mask> supports);
  // The scope ascends; the children of each level's nodes lie one after the other.
  void add_diagram(std::span<const std::uint32_t> scope, std::span<const std::vector<std::int32_t>> children);

  std::uint32_t variables() const { return static_cast<std::uint32_t>(full_.size()); }
  std::uint32_t size(std::uint32_t x) const { return count(full_[x]); }
  bool universal(std::uint32_t x) const { return universal_[x] != 0; }
  const Domains& full() const { return full_; }
  const std::vector<Neighbour>& neighbours(std::uint32_t x) const { return neighbours_[x]; }
  const std::vector<Diagram>& diagrams() const { return diagrams_; }
  const std::vector<std::uint32_t>& diagrams_of(std::uint32_t x) const { return diagrams_of_[x]; }

  // Are all constraints satisfied by these values, one for each variable?
  bool satisfied(std::span<const std::uint32_t> values) const;
  void check_prefix(std::span<const std::uint32_t> prefix) const {
    if (prefix.size() > variables()) throw std::invalid_argument("more values than variables");
    for (std::uint32_t x = 0; x < prefix.size(); ++x) {
      if (prefix[x] >= size(x)) throw std::invalid_argument("a value is not in its domain");
    }
  }

 private:
  void check(std::uint32_t x) const {
    if (x >= variables()) throw std::invalid_argument("there is no variable of that number");
  }
  void link(std::uint32_t source, std::uint32_t target, const Mask* forward, const Mask* backward);

  Domains full_;
  std::vector<std::uint8_t> universal_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<std::vector<Mask>> supports_;  // two for each binary constraint; their memory does not move
  std::vector<Diagram> diagrams_;
  std::vector<std::vector<std::uint32_t>> diagrams_of_;
};

}  // namespace woodstock::qcsp
