// A tree of states up to symmetry: how they get in, and how what it says gets out.
#include <algorithm>

#include "woodstock/search/tree/search.hpp"

namespace woodstock::search::tree {

// The form in which the tree has a state; `own.permutation` is what brings it there.
std::span<const std::uint64_t> TreeSearch::canonical(Worker& own, std::span<const std::uint64_t> state) const {
  own.permutation = 0;
  if (!symmetries_) return state;
  own.permutation = symmetries_->canonical(state, own.scratch);
  return own.scratch.state;
}

// The moves that get an edge where one role chooses, ascending: of those that the symmetries of the machine's state map
// to each other the lowest. The moves of chance stay apart, for each has its weight.
void TreeSearch::find_moves(Worker& own, std::uint32_t chooser) const {
  own.moves.clear();
  const bool together = symmetries_ && chooser != chance_;
  if (together) symmetries_->stabilise(own.machine.state(), own.scratch);
  for_each_legal(own.machine, chooser, [&](std::uint32_t move) {
    if (!together || symmetries_->lowest(own.scratch, chooser, move) == move) own.moves.push_back(move);
  });
}

void TreeSearch::map_back(Worker& own, const Step& step) const {
  if (!symmetries_ || step.permutation == 0) return;
  const auto back = symmetries_->inverse(step.permutation);
  for (auto i = step.first_below; i < own.made.size(); ++i) {
    own.made[i].move = symmetries_->move(back, own.made[i].role, own.made[i].move);
  }
}

// From the canonical form of the root to the root as it was given: every legal move gets the estimate of the one that
// stands for it.
void TreeSearch::spread_out(SearchReport& report, std::uint32_t role) const {
  auto& own = *workers_[0];
  const auto back = symmetries_->inverse(root_permutation_);
  const auto& root = tree_.node(root_);
  own.machine.set_state(tree_.state(root));
  symmetries_->stabilise(own.machine.state(), own.scratch);
  const bool together = root.expanded() && !root.is(kJoint) && role == root.chooser && role != chance_;
  std::vector<MoveEstimate> all;
  for_each_legal(own.machine, role, [&](std::uint32_t move) {
    const auto standing = together ? symmetries_->lowest(own.scratch, role, move) : move;
    const auto known = std::ranges::find(report.moves, standing, &MoveEstimate::move);
    all.push_back(known == report.moves.end() ? MoveEstimate{} : *known);
    all.back().move = symmetries_->move(back, role, move);
  });
  std::ranges::sort(all, {}, &MoveEstimate::move);
  report.best = report.moves.empty() ? report.best : symmetries_->move(back, role, report.best);
  report.moves = std::move(all);
  report.line = turned_line(report.line);
}

// A line of joint moves from canonical form to canonical form, as it is played from the root.
std::vector<std::uint32_t> TreeSearch::turned_line(const std::vector<std::uint32_t>& line) const {
  auto& own = *workers_[0];
  std::vector<std::uint32_t> out;
  own.machine.set_state(root_state_);
  for (std::size_t step = 0; step < line.size(); step += roles_) {
    const auto back = symmetries_->inverse(symmetries_->canonical(own.machine.state(), own.scratch));
    for (std::uint32_t role = 0; role < roles_; ++role) {
      own.joint_move[role] = symmetries_->move(back, role, line[step + role]);
    }
    out.insert(out.end(), own.joint_move.begin(), own.joint_move.end());
    own.machine.advance(own.joint_move);
  }
  return out;
}

}  // namespace woodstock::search::tree
