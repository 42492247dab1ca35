// One thread of the lane search: its lanes, and the descents it has under way.
#pragma once

#include <mutex>
#include <vector>

#include "woodstock/learning/network.hpp"
#include "woodstock/search/lane/lane_search.hpp"

namespace woodstock::search::lane {

// What the threads of one run share.
struct LaneSearchRun {
  explicit LaneSearchRun(const SearchLimits& own) : limits(own), left(own.playouts) {}

  bool time_is_up() {
    if (over) return true;
    if (!limits.stop->load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < limits.deadline)
      return false;
    over = true;
    return true;
  }

  SearchLimits limits;
  std::mutex tree;                  // who holds it may touch the tree, and take from what is left
  std::atomic<std::uint64_t> left;  // playouts that may still begin
  std::atomic<bool> over = false;   // all stop as soon as they can
};

class LaneSearch::Worker {
 public:
  // Nodes are made by one plan and playouts by another, which may look ahead.
  Worker(const lanes::Lanes& lanes, const lanes::LanePlan& plan, const lanes::LanePlan& playouts, LaneTree& tree,
         const LaneSearchSettings& settings, std::uint32_t thread);

  LaneExpander& expander() { return expander_; }
  // Works out positions, with learned values if there are any.
  void expand(std::span<const std::uint64_t* const> states);
  Position position(std::size_t state) const {
    auto out = expander_.position(state);
    if (evaluator_) out.values = values_.data() + first_value_[state];
    return out;
  }
  void run(LaneSearchRun& shared);

 private:
  Descent& fresh() {
    const auto number = unused_.back();
    unused_.pop_back();
    under_way_[number] = true;
    auto& descent = descents_[number];
    tree_.begin(descent);
    return descent;
  }
  std::uint32_t number_of(const Descent& descent) const {
    return static_cast<std::uint32_t>(&descent - descents_.data());
  }
  void back_up_done();
  void gather(LaneSearchRun& shared);
  void arrived(Descent& descent, Arrival arrival);
  void go_on(Descent& descent, bool may_expand) {
    auto arrival = Arrival::kOn;
    while (arrival == Arrival::kOn) arrival = tree_.advance(descent, random_, may_expand);
    arrived(descent, arrival);
  }
  void exact(Descent& descent) {
    tree_.take_exact(descent);
    tree_.back_up(descent, false);
    release(number_of(descent));
  }
  void release(std::uint32_t number);
  bool grown(Descent& descent, LaneTree::Growth growth, bool may_expand);
  void grow(LaneSearchRun& shared);
  void grow_known(LaneSearchRun& shared);
  void grow_new(LaneSearchRun& shared);
  void leave_wide_nodes(LaneSearchRun& shared);
  void leaf(Descent& descent);
  std::uint32_t batch() const;
  // In which phase a network sees the children of a state.
  std::uint32_t phase_after(const std::uint64_t* state) const {
    const auto phases = evaluator_->network().shape().phases;
    return phases == expander_.phases() ? expander_.phase_after(state) : 0;
  }
  void begin_playouts() {
    for (auto* descent : leaves_) {
      const auto* state = descent->state.empty() ? tree_.leaf(*descent) : descent->state.data();
      runner_.add(number_of(*descent), state, tree_.settings().lanes);
    }
    leaves_.clear();
  }
  void play(LaneSearchRun& shared);
  void take_back_all() {
    runner_.clear();
    for (std::uint32_t number = 0; number < descents_.size(); ++number) {
      if (!under_way_[number]) continue;
      tree_.take_back(descents_[number]);
      release(number);
    }
  }

  LaneTree& tree_;
  LaneSearchSettings settings_;
  LaneExpander expander_;
  std::unique_ptr<lanes::Mast> mast_;             // where playouts learn
  std::optional<learning::Evaluator> evaluator_;  // where values are learned
  std::vector<float> values_;                     // of the children of the last expansion, by child, then by role
  std::vector<std::size_t> first_value_;          // by state
  double mean_children_ = 16.0;                   // of the positions that were expanded last
  LaneRunner runner_;
  support::Random random_;

  std::vector<Descent> descents_;      // never moved: the lanes know them by number
  std::vector<std::uint32_t> unused_;  // numbers of those that are not under way
  std::vector<bool> under_way_;
  // Of the round that is being gathered:
  std::vector<Descent*> leaves_;
  std::vector<Descent*> expansions_;
  std::vector<Descent*> wide_;
  std::vector<Descent*> late_;  // others are expanding where they came to
};

}  // namespace woodstock::search::lane
