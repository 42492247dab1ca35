// The tree of the lane search: where descents go, and what comes back from them. It knows nothing of lanes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/search/backup.hpp"
#include "woodstock/search/lane/move_tables.hpp"
#include "woodstock/search/lane/node.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/support/random.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::search::lane {

struct LaneTreeSettings : support::Settings {
  using Settings::Settings;
  double c =
      real("c", 0.4, 0.0, 1000.0, "exploration constant: the upper bound of a move is its mean + c sqrt(ln N / n)");
  double urgency = real("urgency", 1.2, 0.0, 1e6, "first-play urgency: the upper bound of a move that was never tried");
  std::uint32_t virtual_loss =
      whole<std::uint32_t>("virtual_loss", 1, 1, 100, "losses that a playout in progress counts as");
  std::optional<std::uint32_t> expand_at = whole_if_given<std::uint32_t>(
      "expand_at", 1, ~0U,
      "playouts after which a child becomes a node, on its second visit or later; by default 8, or 1 without playouts");
  std::uint32_t history = whole<std::uint32_t>(
      "history", 0, 0, 10'000,
      "playouts that a move's results elsewhere in the tree count as; 0: every move is tried once");
  std::uint32_t amaf = whole<std::uint32_t>(
      "amaf", 0, 0, 10'000, "the same with results of playouts in which the move was made (all moves as first)");
  std::uint32_t reference =
      whole<std::uint32_t>("reference", 20'000, 1, ~0U,
                           "playouts below a node whose results are used; a node with fewer uses those above (GRAVE)");
  double puct = real("puct", 0.5, 0.0, 1000.0,
                     "exploration constant with learned values: mean + puct P sqrt(N) / (1 + n), as in PUCT");
  double temperature =
      real("temperature", 0.1, 0.001, 100.0,
           "of the priors P that follow from learned values: the lower, the more the best move stands out");
  double trust =
      real("trust", 1.0, 0.0, 1e6, "playouts that the learned value of a move counts as, before it has any of its own");
  double minimax = real("minimax", 0.3, 0.0, 1.0,
                        "part that the minimax of learned values has in the value of a move (implicit minimax)");
  std::size_t memory = memory_setting();
  std::uint64_t seed = seed_setting();
  std::uint32_t lanes = 1;  // playouts from each leaf
  bool learned = false;     // positions come with learned values
};

// The game as the tree needs to know it.
struct LaneTreeGame {
  std::uint32_t roles = 0;
  std::optional<std::uint32_t> chance;
  std::uint32_t state_words = 0;
  std::vector<double> best_goals;               // per role, from 0 to 1
  std::vector<std::uint32_t> move_counts = {};  // per role: all moves that the rules have
};

// A position as the expander finds it. Children are by joint move, the last role running fastest; a wide one has none.
struct Position {
  std::span<const std::uint32_t> move_counts;  // legal moves, per role
  std::span<const std::uint32_t> legal;        // of all roles, one after another
  std::uint32_t children = 0;
  const std::uint64_t* states = nullptr;  // of the children
  const std::uint8_t* terminal = nullptr;
  const std::int32_t* goals = nullptr;  // by child, then by role
  const float* values = nullptr;        // learned, likewise, from 0 to 1
};

// One way from the root down to a leaf, and what its playouts came to.
struct Descent {
  Block here = kNoBlock;    // the node to go on from
  std::vector<Edge> steps;  // the child is what it would be, where none are kept
  // Where it came to a proved child it went on to one that is not, so as to prove that, too: the steps before this one
  // take the proved outcome for what the descent came to.
  struct Detour {
    std::size_t before;
    std::uint32_t outcome;
  };
  std::vector<Detour> detours;
  std::vector<std::uint32_t> picks;  // where several choose: their moves as places among the legal ones, step by step
  std::vector<double> sums;          // of goals, by role
  std::uint32_t playouts = 0;        // still to come back
  std::uint64_t hash = 0;            // of where a node is to be made
  std::vector<std::uint64_t> state;  // of the leaf, where no child is kept
};

enum class Arrival { kOn, kLeaf, kExpand, kLate, kExact, kWide };

class LaneTree {
 public:
  static constexpr std::uint32_t kMostJoint = 1024;  // children of a joint: more make it wide
  static constexpr std::size_t kDeepest = 4000;      // steps of a descent

  LaneTree(const LaneTreeGame& game, const LaneTreeSettings& settings);

  // --- the root ---
  // Goes to a state that is known. If it is not, false, and `plant` must follow.
  bool move_root(std::span<const std::uint64_t> state);
  // A new tree. Without a position the state is the end of the game, and these are its values.
  void plant(std::span<const std::uint64_t> state, const Position* position, std::span<const double> values);
  // Makes a state the root from which the rules go no further.
  void plant_dead_end(std::span<const std::uint64_t> state, std::span<const double> values) {
    plant(state, nullptr, values);
    dead_end_ = true;
  }
  bool root_proved() const { return root_proof_.has_value(); }

  // --- descents ---
  void begin(Descent& descent) const;
  // One step down, with virtual loss. Whoever gets kExpand installs the position, or gives it up.
  Arrival advance(Descent& descent, support::Random& random, bool may_expand);
  // What is played out from, or expanded.
  const std::uint64_t* leaf(const Descent& descent) const;
  // The joint move with which a descent left a wide node.
  std::vector<std::uint32_t> joint_move(const Descent& descent) const;
  // Takes the virtual loss away and puts the sums in its place.
  void back_up(const Descent& descent, bool played);
  // One playout of a descent, with the moves that were made in it (all moves as first).
  void note(const Descent& descent, std::span<const float> goals, std::span<const std::uint64_t> made) {
    tables_->add(tables_of(descent), goals, made);
  }
  // Has memory bring near what `back_up` will touch; some descents ahead is best.
  void fetch(const Descent& descent) const;
  // As if the descent had never been; `undo` leaves the leaf to whoever expands it.
  void take_back(const Descent& descent);
  void undo(const Descent& descent);
  // The values where a descent arrived exactly, as its sums.
  void take_exact(Descent& descent) const {
    const auto [block, child] = descent.steps.back();
    const auto values = outcomes_.values(at(block)->link(child) & ~kProved);
    for (std::uint32_t role = 0; role < game_.roles; ++role) descent.sums[role] = values[role] * settings_.lanes;
  }
  // The learned value of the leaf, as this part of what the descent came to.
  void take_learned(Descent& descent, double part) const {
    const auto [block, child] = descent.steps.back();
    auto& node = *at(block);
    if (node.form == Form::kWide) return;
    const auto* values = learned(node) + std::size_t{child} * game_.roles;
    for (std::uint32_t role = 0; role < game_.roles; ++role) {
      descent.sums[role] += part * (double{values[role]} * settings_.lanes - descent.sums[role]);
    }
  }

  // --- growing ---
  // Makes a node of the child at which a descent ended, from which it can go on; unless that turned out to be proved,
  // or there is no room. If there is a node of this position by now, that is the one.
  enum class Growth { kGrown, kSolved, kFull, kUnknown };
  Growth install(Descent& descent, const Position& position);
  // The same where the position was met before on another way, and is a node: that is shared. Before either of them
  // the position is looked up; some time later is best, since it waits for memory.
  void look_up(Descent& descent) {
    const auto edge = descent.steps.back();
    descent.hash = hash_of(at(edge.node)->level + 1, state_of(edge));
    __builtin_prefetch(&known(descent.hash));
  }
  Growth install_known(Descent& descent) {
    const auto edge = descent.steps.back();
    const auto block = known_at(at(edge.node)->level + 1, state_of(edge), descent.hash);
    return block == kNoBlock ? Growth::kUnknown : hang(descent, block);
  }
  void give_up_expanding(const Descent& descent);
  // How many children playouts and expansion cost the same for; steers when nodes are made.
  void set_expansion_price(double visits_per_child) { price_ = visits_per_child; }

  SearchReport report(std::uint32_t role) const;
  std::uint64_t nodes() const { return nodes_; }
  const LaneTreeSettings& settings() const { return settings_; }
  std::size_t used_bytes() const { return store_.used_bytes(); }

 private:
  friend struct LaneTreeLook;  // tests look inside

  static constexpr float kNeverChosen = -1e30F;

  LaneNode* at(Block block) const { return store_.at<LaneNode>(block); }

  // What a descent reads of a node lies at its beginning; the rest of a large one is fetched when it is asked for.
  void fetch(Block block) const {
    const auto* node = store_.at<std::byte>(block);
    for (std::size_t line = 0; line < 4; ++line) __builtin_prefetch(node + line * kUnit);
  }

  float weight(const LaneNode& node) const;
  std::uint32_t pick_one(LaneNode& node, std::uint32_t begin, std::uint32_t count, support::Random& random) const;
  void weigh(LaneNode& node, std::uint32_t stat);
  std::uint32_t pick_joint(LaneNode& node, Descent& descent, support::Random& random);
  std::uint32_t detour(LaneNode& node, std::uint32_t child, Descent& descent, support::Random& random);
  bool ripe(LaneNode& node, std::uint32_t child) const;
  template <typename Visit>
  void each_row(const LaneNode& node, Visit visit) const;
  // What a descent came to for a role, as the sum of its playouts, from a step's point of view.
  double worth(const Descent& descent, std::size_t step, std::uint32_t role) const {
    const auto next = std::ranges::upper_bound(descent.detours, step, {}, &Descent::Detour::before);
    return next == descent.detours.end() ? descent.sums[role] : outcomes_.values(next->outcome)[role] * settings_.lanes;
  }
  template <typename Change>
  void change(const Descent& descent, std::uint32_t visits, Change value);

  // Writes down that a child is proved, and what follows from it further up.
  void prove(Edge edge, std::uint32_t outcome);
  void freeze(LaneNode& node, std::uint32_t child);
  // What a node is worth now that a child turned out to be worth this.
  std::optional<std::uint32_t> conclude(LaneNode& node, std::uint32_t outcome);
  std::optional<std::uint32_t> conclude_all(LaneNode& node);
  std::optional<Backup> back_up_all(LaneNode& node) const;

  // Where moves begin (priors.cpp).
  std::span<MoveTable* const> tables_of(const Descent& descent);
  const MoveTable* reference_of(const Descent& descent);
  void note_steps(const Descent& descent);
  void refer(const Descent& descent);
  float* priors(LaneNode& node) const {
    return reinterpret_cast<float*>(node.states(game_.roles) + std::size_t{node.children} * game_.state_words);
  }
  template <typename Visit>
  void each_stat(LaneNode& node, Visit visit) const;
  void begin_with_priors(LaneNode& node, const MoveTable* table);
  void set_priors(LaneNode& node, const MoveTable& table);

  // What learned values say (learned.cpp). A node has three more rows: the priors of moves, what the moves are worth
  // by the values alone, and the values of children for every role, backed up as in minimax.
  float* guesses(LaneNode& node) const { return priors(node) + node.stats; }
  float* learned(LaneNode& node) const { return guesses(node) + node.stats; }
  std::size_t learned_floats(std::uint32_t stats, std::uint32_t children) const {
    return std::size_t{2} * stats + std::size_t{children} * game_.roles;
  }
  void begin_with_learned(LaneNode& node, const Position& position);
  void begin_row(LaneNode& node, std::uint32_t first, std::uint32_t count);
  void learn_exact(LaneNode& node, std::uint32_t child);
  void back_up_learned(const Descent& descent);
  bool learned_value(LaneNode& node, float* out) const;
  void weigh_learned(LaneNode& node, std::uint32_t stat);

  // How a node is made: what it is like, then what is in it.
  Block make_node(const Position& position, std::uint64_t hash, std::uint32_t level, const MoveTable* table);
  void fill(LaneNode& node, const Position& position, const MoveTable* table);
  Growth hang(Descent& descent, Block block);
  void attach(Edge edge, Block block) {
    auto& above = *at(edge.node);
    auto& node = *at(block);
    above.link(edge.child) = block;
    above.below()[edge.child] = block;
    ++above.nodes;
    above.next_entries()[edge.child] = node.entry;
    node.entry = edge;
    ++node.entries;
  }
  void detach(Edge edge);
  void prepare(LaneNode& node);
  Block room(std::uint32_t units);
  bool bury_one();
  bool sweep();
  void let_go(Block block) {
    forget(block);
    graveyard_.push_back(block);
  }

  std::uint64_t hash_of(std::uint32_t level, const std::uint64_t* state) const {
    return support::mix_bits(support::state_hash({state, game_.state_words}) + level);
  }
  const std::uint64_t* state_of(Block block) const;
  const std::uint64_t* state_of(Edge edge) const {
    return at(edge.node)->states(game_.roles) + std::size_t{edge.child} * game_.state_words;
  }
  Block& known(std::uint64_t hash) { return known_[hash & (known_.size() - 1)]; }
  Block known_at(std::uint32_t level, const std::uint64_t* state, std::uint64_t hash);
  void forget(Block block);
  void become_root(Block block);
  std::optional<Edge> find(std::span<const std::uint64_t> state) const;

  struct Choice {
    std::uint32_t role;
    std::uint32_t count;
    std::uint32_t first;  // of its statistics
  };
  std::vector<Choice> choosing(LaneNode& node) const;
  std::vector<std::uint32_t> best_picks(LaneNode& node) const;
  std::uint32_t best_of(LaneNode& node, const Choice& choice) const;
  std::uint32_t child_of(LaneNode& node, std::span<const std::uint32_t> picks) const {
    std::uint32_t number = 0;
    for (std::uint32_t role = 0; role < game_.roles; ++role) number = number * node.move_counts()[role] + picks[role];
    return node.form == Form::kWide ? 0 : number;
  }
  std::vector<double> root_values() const;
  MoveEstimate estimate(LaneNode& node, const Choice& choice, std::uint32_t pick) const;
  std::vector<std::uint32_t> line() const;

  LaneTreeGame game_;
  LaneTreeSettings settings_;
  std::vector<Block> known_;  // by the hash of its state, the node that was made last
  BlockStore store_;
  Outcomes outcomes_;
  std::array<float, 2048> exploration_{};  // c sqrt(ln N), by the exponent and first bits of N
  std::array<float, 2048> widths_{};       // 1 / sqrt(n), likewise
  support::Random jitter_;                 // children are first visited in random order
  std::uint32_t prior_;                    // playouts that a move begins with
  std::optional<MoveTables> tables_;
  std::vector<MoveTable*> above_;  // tables of the nodes of a descent, from the root on: scratch
  double price_ = 0.0;
  std::vector<float> backed_up_;  // scratch

  Block root_ = kNoBlock;
  std::vector<std::uint64_t> root_state_;
  std::optional<std::uint32_t> root_proof_;
  bool dead_end_ = false;                     // nothing follows from the root, and its value is not proved
  std::vector<double> root_sums_;             // since the root was set, by child, then by role
  std::vector<std::uint64_t> root_playouts_;  // likewise, by child
  std::uint64_t descents_ = 0;
  std::uint64_t playouts_ = 0;
  std::size_t deepest_ = 0;  // steps of a descent since then
  std::uint64_t nodes_ = 0;

  std::vector<Block> graveyard_;  // nodes that are out of the tree, with all below them
  Block hand_ = kNoBlock;         // where the sweep goes on
  std::uint64_t swept_ = 0;       // nodes that this round of it took
  std::uint32_t least_visits_ = 4;
};

// Calls visit(role, count, first of its statistics) for the roles that have a choice where several do, chance included;
// chance has no statistics.
template <typename Visit>
void LaneTree::each_row(const LaneNode& node, Visit visit) const {
  const auto* counts = const_cast<LaneNode&>(node).move_counts();
  std::uint32_t first = 0;
  for (std::uint32_t role = 0; role < game_.roles; ++role) {
    if (counts[role] < 2) continue;
    visit(role, counts[role], first);
    if (role != game_.chance) first += padded(counts[role]);
  }
}

}  // namespace woodstock::search::lane
