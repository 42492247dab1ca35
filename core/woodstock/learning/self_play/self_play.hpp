// Learns the value of states from games that the value plays against itself.
//
// Many games go on side by side. All children of their positions are generated in lanes and evaluated; each role makes
// a good move, not always the best. When a game is over, every position of it should have been worth what followed:
// a mixture of the best child's value and of the result, TD(lambda) (Sutton 1988) with a look-ahead of one ply, as in
// TD-Leaf and TreeStrap. Positions are kept for a while and drawn from at random for training.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "woodstock/lanes/lanes.hpp"
#include "woodstock/learning/network.hpp"
#include "woodstock/learning/trainer.hpp"
#include "woodstock/machine/outcome.hpp"
#include "woodstock/search/lane/expander.hpp"
#include "woodstock/support/random.hpp"
#include "woodstock/support/settings.hpp"
#include "woodstock/support/time_limit.hpp"

namespace woodstock::learning::self_play {

struct SelfPlaySettings : support::Settings {
  using Settings::Settings;
  std::uint32_t hidden =
      whole<std::uint32_t>("hidden", 64, kGroup, kMostHidden, "hidden units of the network, a multiple of 32");
  std::uint32_t games = whole<std::uint32_t>("games", 256, 1, 1U << 16, "games side by side");
  double lambda = real("lambda", 0.8, 0.0, 1.0, "how much the result of a game counts against the values on the way");
  double explore = real("explore", 0.05, 0.0, 1.0, "how often a move is random");
  double temperature =
      real("temperature", 0.03, 0.0001, 100.0,
           "how much better a move has to be to be preferred: a role chooses by the softmax of values");
  std::uint32_t opening = whole<std::uint32_t>("opening", 4, 0, 1000, "random moves that a game begins with, at most");
  std::uint32_t longest = whole<std::uint32_t>("longest", 600, 1, 100'000, "steps after which a game is cut off");
  std::uint32_t batch = whole<std::uint32_t>("batch", 512, 1, 1U << 16, "positions in a step of training");
  double replay = real("replay", 2.0, 0.0, 1000.0, "how often a position is trained on, on average");
  std::size_t memory = memory_setting();
  std::uint64_t seed = seed_setting();
};

// What was done so far.
struct SelfPlayProgress {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  // that were finished and learned from
  std::uint64_t steps = 0;      // of training
  double loss = 0.0;            // of the last steps
};

class SelfPlay {
 public:
  SelfPlay(std::shared_ptr<lanes::Lanes> lanes, std::span<const std::uint64_t> initial,
           const SelfPlaySettings& settings);

  // Plays and learns until so many positions are finished or time is up, with this rate of learning.
  void run(std::uint64_t positions, float rate, support::Deadline deadline, const std::atomic<bool>& stop);
  const SelfPlayProgress& progress() const { return progress_; }
  const Weights& weights() const { return trainer_.weights(); }
  void set_weights(Weights weights);
  std::shared_ptr<const Network> network() const { return network_; }
  const lanes::Lanes& lanes() const { return *lanes_; }

 private:
  struct Game {
    std::vector<std::uint64_t> states;  // of its positions, the present one last
    std::vector<std::uint32_t> phases;
    std::vector<float> backups;       // values of those before it, by position, then by role
    std::vector<std::uint8_t> sound;  // was the move that followed one of the best?
    std::uint32_t random_moves = 0;   // still to make
  };

  void begin(Game& game);
  void step();
  void advance(Game& game, const search::lane::Position& position, const std::uint64_t* state);
  std::uint32_t choose(Game& game, const search::lane::Position& position);
  std::uint32_t choose_joint(Game& game, const search::lane::Position& position);
  std::uint32_t draw(std::span<const float> weights);
  void soften(std::span<float> values) const;
  void finish(Game& game, std::span<const float> values);
  void keep(const std::uint64_t* state, std::uint32_t phase, std::span<const float> targets);
  void train(float rate);

  std::shared_ptr<lanes::Lanes> lanes_;
  SelfPlaySettings settings_;
  const lanes::LanePlan& plan_;
  search::lane::LaneExpander expander_;
  machine::OutcomePolicy policy_;
  std::vector<std::uint64_t> initial_;
  std::uint32_t roles_;
  std::uint32_t words_;
  bool phased_;  // has the network outputs for each phase?
  Trainer trainer_;
  std::shared_ptr<const Network> network_;
  std::optional<Evaluator> evaluator_;
  support::Random random_;
  std::vector<Game> games_;
  std::vector<float> values_;                 // of the children of a position, by child, then by role
  std::vector<float> backup_;                 // of a position, by role
  std::vector<std::vector<float>> policies_;  // by role, where several choose
  std::vector<float> scratch_;

  // Positions to draw from, a ring.
  std::size_t capacity_;
  std::size_t kept_ = 0;
  std::size_t next_ = 0;
  std::vector<std::uint64_t> states_;
  std::vector<std::uint32_t> phases_;
  std::vector<float> targets_;
  double owed_ = 0.0;  // positions to train on

  SelfPlayProgress progress_;
};

}  // namespace woodstock::learning::self_play
