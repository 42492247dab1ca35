// Exact values of small games: every position that can follow, each once, solved from the ends back.
#pragma once

#include <optional>
#include <vector>

#include "woodstock/machine/outcome.hpp"
#include "woodstock/machine/random_play.hpp"
#include "woodstock/search/backup.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/support/hash_index.hpp"
#include "woodstock/support/settings.hpp"
#include "woodstock/support/state_hash.hpp"

namespace woodstock::search::exact {

struct MinimaxSettings : support::Settings {
  using Settings::Settings;
  // Edges are limited to 16 times as many.
  std::uint64_t nodes = whole<std::uint64_t>("nodes", 1'000'000, 1, 1U << 28, "positions after which it gives up");
};

// A role maximises its own value, chance is averaged; where several choose and there is no saddle point each position
// is worth to a role what it can secure there (paper 001, equation 1), and is solved but not proved. Positions are
// expanded depth first, so that the first moves of the root are known long before the last. A position whose children
// are all solved is solved at once; one that can come back to itself is solved only by a move that gives the role that
// chooses the most it can have. The budget of a run counts expansions.
class Minimax final : public Search {
 public:
  Minimax(const machine::Machine& machine, std::optional<std::uint32_t> chance, const MinimaxSettings& options);

  std::vector<std::uint64_t> decode(std::string_view text) override { return machine_.decode(text); }
  void set_root(std::span<const std::uint64_t> state) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  using Id = std::uint32_t;
  static constexpr std::uint32_t kNone = ~0U;

  struct Position {
    std::uint64_t first_child = 0;
    std::uint32_t children = 0;
    std::uint32_t open = 0;              // children not solved
    std::uint32_t first_parent = kNone;  // in parents_
    std::uint32_t way_out = kNone;       // the place of the one move that proves it, if that is enough
    bool queued = false;
    bool expanded = false;
    bool solved = false;
    bool proved = false;
    bool over = false;
  };
  struct Parent {
    Id position;
    std::uint32_t next;
  };

  std::span<const std::uint64_t> state(Id id) const { return {states_.data() + std::size_t{id} * words_, words_}; }
  double* values(Id id) { return values_.data() + std::size_t{id} * roles_; }
  const double* values(Id id) const { return values_.data() + std::size_t{id} * roles_; }
  Choices choices(Id id) const { return {{counts_.data() + std::size_t{id} * roles_, roles_}, chance_}; }
  std::vector<double> child_values(Id id) const;
  // Those who have a choice, chance aside.
  std::vector<std::uint32_t> choosing(Id id) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      if (role != chance_ && choices(id).counts[role] > 1) out.push_back(role);
    }
    return out;
  }

  Id meet(std::span<const std::uint64_t> state);
  bool expand(Id id, support::TimeLimit& time_limit);
  void solve(Id id);
  void back_up_position(Id id);
  bool take_the_most(Id id);
  void break_circles();
  void forget();
  void reopen();

  std::optional<MoveEstimate> secured_by(Id id, std::uint32_t role, std::uint32_t place) const;
  std::vector<std::uint32_t> best_places(Id id) const;
  std::vector<std::uint32_t> line() const;

  std::unique_ptr<machine::Machine> own_;
  machine::Machine& machine_;
  std::uint32_t roles_;
  std::uint32_t words_;
  std::optional<std::uint32_t> chance_;
  std::uint64_t most_;
  machine::OutcomePolicy policy_;

  std::vector<Position> positions_;
  std::vector<std::uint64_t> states_;
  std::vector<double> values_;
  std::vector<std::uint32_t> counts_;  // legal moves by role
  std::vector<Id> children_;           // by joint move, the last role running fastest
  std::vector<Parent> parents_;
  support::HashIndex known_;  // positions by state
  std::vector<Id> open_;      // to be expanded
  bool given_up_ = false;
  Id root_ = 0;
  std::uint64_t expansions_ = 0;
};

}  // namespace woodstock::search::exact
