// Puzzles: games for one role without chance. Beam search that widens until it has seen everything.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "woodstock/circuit/autonomous.hpp"
#include "woodstock/lanes/lanes.hpp"
#include "woodstock/machine/machine.hpp"
#include "woodstock/search/lane/expander.hpp"
#include "woodstock/search/puzzle/relaxation.hpp"
#include "woodstock/search/puzzle/seen.hpp"
#include "woodstock/search/search.hpp"
#include "woodstock/support/settings.hpp"

namespace woodstock::search::puzzle {

struct PuzzleSettings : support::Settings {
  using Settings::Settings;
  std::uint64_t seed = seed_setting();
  std::uint64_t memory = memory_setting();
};

// Complete anytime beam search (Zhang 1998). A pass goes from the root step by step; of the states that can be there
// after each step it keeps the most promising ones, by what the relaxation says. The next pass keeps twice as many. A
// pass that dropped nothing has seen all there is, and what it found is proved. States that cannot do better than the
// best line so far are dropped for good reason: a bound of the relaxation is a proof, too. So is the highest goal.
//
// Where steps are counted a state of an earlier step is another state. Every other pass takes the two for one
// nevertheless: it gets further, and proves nothing by having seen all.
//
// Now and then a state is played out at random. The best line that was found, by a pass or by a playout, is kept to its
// end and followed from root to root. The budget of a run counts states expanded and playouts.
class PuzzleSearch final : public Search {
 public:
  PuzzleSearch(std::shared_ptr<lanes::Lanes> lanes, const machine::Machine& machine, const PuzzleSettings& settings);

  std::vector<std::uint64_t> decode(std::string_view text) override { return machine_->decode(text); }
  void set_root(std::span<const std::uint64_t> state) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  static constexpr std::int32_t kNothing = -1;  // no line was found yet

  // Where a state came from: its place among those a step before, and the move.
  struct Origin {
    std::uint32_t parent;
    std::uint32_t move;
  };
  // States that are equally many steps from the root.
  struct Layer {
    std::vector<std::uint64_t> words;
    std::vector<Origin> origins;
    std::vector<std::uint64_t> ranks;  // low ones are promising
    std::size_t size() const { return origins.size(); }
  };

  void follow(std::span<const std::uint64_t> state);
  void begin_pass();
  void end_pass();
  void end_layer();
  void expand(std::size_t most);
  void take(std::uint32_t parent, const lane::Position& position);
  void rank_new();
  void keep_best(std::size_t count);
  void play_out(std::uint32_t from, support::TimeLimit& time_limit);
  void found(std::int32_t goal, std::uint32_t from, std::span<const std::uint32_t> moves);
  void settle();
  Key key_of(std::span<const std::uint64_t> state) const;
  std::span<const std::uint64_t> state(const Layer& layer, std::size_t at) const {
    return {layer.words.data() + at * words_, words_};
  }

  std::shared_ptr<lanes::Lanes> lanes_;
  std::unique_ptr<machine::Machine> machine_;
  PuzzleSettings settings_;
  std::size_t words_;
  std::int32_t highest_ = 0;              // goal of the rules
  std::optional<Relaxation> relaxation_;  // none where the circuit is too large
  std::vector<std::uint8_t> autonomous_;
  std::vector<std::uint64_t> mask_;  // of the fluents that are not
  bool counted_ = false;             // do autonomous fluents change?
  std::unique_ptr<lane::LaneExpander> expander_;
  const lanes::LanePlan* plan_ = nullptr;  // of the expander

  std::vector<std::uint64_t> root_;
  std::vector<std::uint32_t> legal_;  // moves of the root
  std::optional<circuit::Course> course_;
  std::int32_t bound_ = 0;  // nothing above it can be had
  std::int32_t best_ = kNothing;
  std::vector<std::uint32_t> line_;  // to the best goal that was found
  bool over_ = false;                // the root is terminal
  bool exhausted_ = false;           // all there is was seen
  bool proved_ = false;

  std::uint32_t pass_ = 0;
  std::size_t width_ = 0;
  bool cut_ = false;                       // some states were dropped for want of room
  bool joined_ = false;                    // some because they were met at an earlier step
  bool exact_ = false;                     // the former is not the reason why nothing is proved
  std::vector<std::vector<Origin>> ways_;  // by step, of the layers that are done
  std::uint64_t way_count_ = 0;
  Layer now_, next_;
  std::size_t at_ = 0;      // states of this layer that are expanded
  std::size_t ranked_ = 0;  // states of the next layer that are ranked
  std::size_t branching_ = 1;
  Seen seen_;

  std::uint64_t left_ = 0;      // of the budget
  std::uint64_t children_ = 0;  // since the last playout
  std::uint64_t expansions_ = 0;
  std::uint64_t playouts_ = 0;
  std::uint64_t deepest_ = 0;
};

}  // namespace woodstock::search::puzzle
