// The lane search up to symmetry: its tree holds canonical forms only, and what it says is turned back.
#include <algorithm>

#include "woodstock/search/lane/worker.hpp"

namespace woodstock::search::lane {

void LaneExpander::join_moves(std::span<const std::uint64_t* const> states) {
  for (std::size_t state = 0; state < states.size(); ++state) {
    const std::span counts(counts_.data() + state * roles_, roles_);
    const auto chooses = [](std::uint32_t count) { return count > 1; };
    if (std::ranges::count_if(counts, chooses) != 1) continue;
    const auto chooser = static_cast<std::uint32_t>(std::ranges::find_if(counts, chooses) - counts.begin());
    if (chooser != chance_) join_moves(state, states[state], chooser);  // what chance does keeps its weight
  }
}

// Of moves that the symmetries of the state map to each other the lowest stays.
void LaneExpander::join_moves(std::size_t state, const std::uint64_t* words, std::uint32_t chooser) {
  symmetries_->stabilise({words, words_}, scratch_);
  if (scratch_.elements.empty()) return;
  auto& found = found_[state];
  auto* counts = counts_.data() + state * roles_;
  auto* first = legal_.data() + found.legal;
  auto* end = first + found.moves;
  for (std::uint32_t role = 0; role < chooser; ++role) first += counts[role];
  const auto* last = std::remove_if(first, first + counts[chooser], [&](std::uint32_t move) {
    return symmetries_->lowest(scratch_, chooser, move) != move;
  });
  const auto left = static_cast<std::uint32_t>(last - first);
  std::copy(first + counts[chooser], end, first + left);
  found.moves -= counts[chooser] - left;
  counts[chooser] = left;
}

// Children differ little from what they are children of.
void LaneExpander::turn_children() {
  const std::uint64_t* parent = nullptr;
  std::vector<std::uint64_t> hashes;
  for (std::size_t child = 0; child < sources_.size(); ++child) {
    if (terminal_[child] != 0) continue;
    if (sources_[child].state != parent) {
      parent = sources_[child].state;
      symmetries_->hash({parent, words_}, scratch_);
      hashes = scratch_.hashes;
    }
    const std::span<std::uint64_t> state(states_.data() + child * words_, words_);
    const auto turn = symmetries_->canonical_near({parent, words_}, hashes, state, scratch_);
    if (turn != 0) std::ranges::copy(scratch_.state, state.begin());
  }
}

std::vector<std::uint32_t> LaneExpander::legal_of(const std::uint64_t* state, std::uint32_t role) {
  found_.assign(1, {});
  counts_.assign(roles_, 0);
  legal_.clear();
  const std::uint32_t only = 0;
  find_legal({&state, 1}, plan_.phase_of(state).value(), {&only, 1});
  const auto* own = legal_.data();
  for (std::uint32_t other = 0; other < role; ++other) own += counts_[other];
  return {own, own + counts_[role]};
}

// From the canonical form of the root to the root as it was given: every legal move gets the estimate of the one that
// stands for it, and the line is played from there.
void LaneSearch::turn(SearchReport& report, std::uint32_t role) const {
  const auto& group = *settings_.symmetries;
  auto& expander = workers_[0]->expander();
  symmetry::SymmetryGroup::Scratch scratch;
  const auto back = group.inverse(group.canonical(root_state_, scratch));
  const auto root = scratch.state;
  if (!report.moves.empty()) {
    report.best = group.move(back, role, report.best);
    group.stabilise(root, scratch);
    std::vector<MoveEstimate> all;
    for (const auto move : expander.legal_of(root.data(), role)) {
      auto known = std::ranges::find(report.moves, move, &MoveEstimate::move);
      if (known == report.moves.end()) {
        known = std::ranges::find(report.moves, group.lowest(scratch, role, move), &MoveEstimate::move);
      }
      all.push_back(known == report.moves.end() ? MoveEstimate{} : *known);
      all.back().move = group.move(back, role, move);
    }
    std::ranges::sort(all, {}, &MoveEstimate::move);
    report.moves = std::move(all);
  }
  const auto roles = lanes_->circuit().move_counts.size();
  auto state = root_state_;
  for (std::size_t step = 0; step < report.line.size(); step += roles) {
    const auto here = group.inverse(group.canonical(state, scratch));
    LaneExpander::Request request{state.data(), {}};
    for (std::uint32_t own = 0; own < roles; ++own) {
      report.line[step + own] = group.move(here, own, report.line[step + own]);
      request.joint_move.push_back(report.line[step + own]);
    }
    expander.make({&request, 1});
    const auto next = expander.child(0).state;
    state.assign(next.begin(), next.end());
  }
}

}  // namespace woodstock::search::lane
