// What the tree of the lane search knows for certain, and what follows from it.
#include "woodstock/search/lane/tree.hpp"

namespace woodstock::search::lane {

namespace {

constexpr double kEqual = 1e-9;

}  // namespace

// A proved child needs no exploring: it is worth what it is worth.
void LaneTree::freeze(LaneNode& node, std::uint32_t child) {
  if (settings_.learned) learn_exact(node, child);
  if (node.form != Form::kChoice) return;
  const auto value = outcomes_.values(node.link(child) & ~kProved)[node.chooser];
  node.means()[child] = static_cast<float>(value);
  node.widths()[child] = 0.0F;
}

// A proof goes up on all ways that lead to what is proved.
void LaneTree::prove(Edge edge, std::uint32_t outcome) {
  std::vector<std::pair<Edge, std::uint32_t>> proofs{{edge, outcome}};
  while (!proofs.empty()) {
    const auto [own, value] = proofs.back();
    proofs.pop_back();
    auto& node = *at(own.node);
    if (proved(node.link(own.child))) continue;
    node.link(own.child) = kProved | value;
    --node.open;
    freeze(node, own.child);
    const auto result = conclude(node, value);
    if (!result) continue;
    if (own.node == root_) root_proof_ = result;
    for (auto entry = node.entry; entry.node != kNoBlock; entry = at(entry.node)->next_entries()[entry.child]) {
      proofs.emplace_back(entry, *result);
    }
  }
}

std::optional<std::uint32_t> LaneTree::conclude(LaneNode& node, std::uint32_t outcome) {
  if (node.form == Form::kChoice &&
      outcomes_.values(outcome)[node.chooser] >= game_.best_goals[node.chooser] - kEqual) {
    return outcome;
  }
  return node.open == 0 ? conclude_all(node) : std::nullopt;
}

std::optional<std::uint32_t> LaneTree::conclude_all(LaneNode& node) {
  if (node.form == Form::kChoice) {
    const auto worth = [&](std::uint32_t child) { return outcomes_.values(node.link(child) & ~kProved)[node.chooser]; };
    std::uint32_t best = 0;
    for (std::uint32_t child = 1; child < node.children; ++child) {
      if (worth(child) > worth(best) + kEqual) best = child;
    }
    return node.link(best) & ~kProved;
  }
  const auto backup = back_up_all(node);
  if (!backup) return std::nullopt;
  return outcomes_.number(backup->values);
}

// Of a node all of whose children are proved.
std::optional<Backup> LaneTree::back_up_all(LaneNode& node) const {
  std::vector<double> children;
  for (std::uint32_t child = 0; child < node.children; ++child) {
    const auto values = outcomes_.values(node.link(child) & ~kProved);
    children.insert(children.end(), values.begin(), values.end());
  }
  return search::back_up({{node.move_counts(), game_.roles}, game_.chance}, children);
}

}  // namespace woodstock::search::lane
