// Tree search in lanes: many leaves are gathered with virtual loss, and played out together.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "woodstock/lanes/lanes.hpp"
#include "woodstock/learning/network.hpp"
#include "woodstock/search/lane/expander.hpp"
#include "woodstock/search/lane/runner.hpp"
#include "woodstock/search/lane/tree.hpp"
#include "woodstock/search/search.hpp"

namespace woodstock::search::lane {

struct LaneSearchSettings : support::Settings {
  using Settings::Settings;
  LaneTreeSettings tree = group<LaneTreeSettings>();
  std::optional<std::uint32_t> lanes_per_leaf = whole_if_given<std::uint32_t>(
      "lanes_per_leaf", 1, lanes::kLanes, "playouts from each leaf; by default 1 to 8, more where they are cheap");
  std::uint32_t round = whole<std::uint32_t>("round_size", 256, 1, lanes::kLanes,
                                             "number of idle lanes at which new leaves are selected");
  std::uint32_t ahead = whole<std::uint32_t>("ahead", 0, 0, lanes::Foresight::kMostPlies,
                                             "plies that playouts look ahead for moves that decide the game");
  bool mast = flag("mast", false, "playouts prefer moves that did well in earlier ones (MAST)");
  double learned = real("learned", 1.0, 0.0, 1.0,
                        "part that the learned value has in the worth of a leaf; the rest is for playouts");
  std::uint32_t batch = whole<std::uint32_t>("batch", 32, 1, lanes::kLanes,
                                             "leaves that are selected at a time where there are no playouts");
  std::uint32_t threads = threads_setting();
  std::shared_ptr<const symmetry::SymmetryGroup> symmetries = {};  // of the game; none is none
  std::shared_ptr<const learning::Network> network = {};           // learned values; none is none

  // Are there learned values in place of playouts?
  bool only_learned() const { return network != nullptr && learned == 1.0; }
};

// Upper confidence bounds on trees with the playouts in lanes: while some lanes play, the leaves of others are sought,
// so that lanes are always full. Exact values are backed up as far as they go. Every thread has lanes of its own; they
// share the tree, one at a time.
class LaneSearch : public Search {
 public:
  LaneSearch(std::shared_ptr<lanes::Lanes> lanes, const LaneSearchSettings& settings);
  ~LaneSearch() override;

  std::vector<std::uint64_t> decode(std::string_view text) override {
    return circuit::decode_state(lanes_->circuit(), text);
  }
  void set_root(std::span<const std::uint64_t> given) override;
  void run(const SearchLimits& limits) override;
  SearchReport report(std::uint32_t role) const override;

 private:
  class Worker;

  void plant(std::span<const std::uint64_t> state);
  void turn(SearchReport& report, std::uint32_t role) const;

  std::shared_ptr<lanes::Lanes> lanes_;
  LaneSearchSettings settings_;
  std::unique_ptr<LaneTree> tree_;
  const lanes::LanePlan* plan_ = nullptr;  // what the workers run
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::uint64_t> root_state_;  // as it was given
};

}  // namespace woodstock::search::lane
