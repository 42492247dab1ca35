// A whole game laid out: every position that can be reached and every information set, for games that are small enough.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "woodstock/belief/information.hpp"
#include "woodstock/belief/particles.hpp"
#include "woodstock/machine/machine.hpp"

namespace woodstock::search::cfr {

// What a role that has a choice cannot tell apart, and its legal moves there.
struct InformationSet {
  std::uint32_t role;
  belief::Info info;
  std::uint32_t first;  // of its moves among those of all sets
  std::uint32_t count;
};

struct FormLimits {
  std::uint64_t positions;
  support::Deadline deadline;
  const std::atomic<bool>* stop = nullptr;
};

// Positions lie level by level, a joint move apart. Two histories lead to the same position if the state is the same
// and every role knows the same after both: with perfect recall each role has then made the same moves, so that how
// likely its own moves make the position is the same on all ways, and only chance adds up. A position's children are
// numbered by joint move with the last role running fastest; roles that choose at once have one position, not a chain.
class ExtensiveForm {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Nothing where there are more positions than wanted, or no time.
  static std::unique_ptr<ExtensiveForm> build(const machine::Machine& machine, std::optional<std::uint32_t> chance,
                                              const belief::Information& information, const FormLimits& limits);

  std::uint32_t roles() const { return roles_; }
  std::optional<std::uint32_t> chance() const { return chance_; }
  std::size_t positions() const { return first_.size() - 1; }
  std::size_t levels() const { return level_first_.size() - 1; }
  std::size_t level_first(std::size_t level) const { return level_first_[level]; }
  std::span<const std::uint32_t> children(std::size_t position) const {
    return {children_.data() + first_[position], children_.data() + first_[position + 1]};
  }
  bool terminal(std::size_t position) const { return first_[position] == first_[position + 1]; }
  // The information set in which a role chooses at a position; kNone where it has no choice.
  std::uint32_t set(std::size_t position, std::uint32_t role) const { return sets_of_[position * roles_ + role]; }
  // How many moves each role has there, chance too.
  std::uint32_t count(std::size_t position, std::uint32_t role) const {
    if (role == chance_) return outcomes_[position];
    const auto own = set(position, role);
    return own == kNone ? 1 : sets_[own].count;
  }
  std::span<const double> utilities(std::size_t position) const {
    return {utilities_.data() + std::size_t{utility_of_[position]} * roles_, roles_};
  }

  const std::vector<InformationSet>& sets() const { return sets_; }
  // The moves of all sets, one set after another.
  const std::vector<std::uint32_t>& moves() const { return moves_; }
  // The set of a role with this information and these legal moves.
  std::optional<std::uint32_t> find(std::uint32_t role, belief::Info info, std::span<const std::uint32_t> legal) const {
    const auto entry = numbers_.find(belief::information_set(role, info, legal));
    return entry == numbers_.end() ? std::nullopt : std::optional(entry->second);
  }

 private:
  class Builder;

  std::uint32_t roles_ = 0;
  std::optional<std::uint32_t> chance_;
  std::vector<std::size_t> level_first_{0};
  std::vector<std::size_t> first_{0};
  std::vector<std::uint32_t> children_;
  std::vector<std::uint32_t> sets_of_;
  std::vector<std::uint32_t> outcomes_;    // how many moves chance has
  std::vector<std::uint32_t> utility_of_;  // of terminal positions
  std::vector<double> utilities_;
  std::vector<InformationSet> sets_;
  std::vector<std::uint32_t> moves_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

}  // namespace woodstock::search::cfr
