// Decisions of a belief that are the same up to symmetry (paper 002, section 4).
#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "woodstock/search/stage/belief_mac_ucb.hpp"
#include "woodstock/support/state_hash.hpp"

namespace woodstock::search::stage {

namespace {

constexpr double kEqual = 1e-9;
constexpr std::size_t kMostElements = 512;  // elements of the group that are tried on a belief

// A belief whose states can be found.
class Found {
 public:
  explicit Found(const belief::Particles& belief) : belief_(belief) {
    for (std::size_t at = 0; at < belief.size(); ++at) places_.emplace(support::state_hash(belief.state(at)), at);
  }

  // Is it as likely as this?
  bool has(std::span<const std::uint64_t> state, double weight) const {
    const auto [begin, end] = places_.equal_range(support::state_hash(state));
    return std::any_of(begin, end, [&](const auto& entry) {
      return std::ranges::equal(belief_.state(entry.second), state) &&
             std::abs(belief_.weight(entry.second) - weight) <= kEqual * weight;
    });
  }

 private:
  const belief::Particles& belief_;
  std::unordered_multimap<std::uint64_t, std::size_t> places_;
};

}  // namespace

// A symmetry that maps the belief to itself, every state to one that is as likely, maps what may be seen after a
// decision to what may be seen after its image, and the beliefs that follow to each other: both are worth the same to
// everybody. Elements of a large group are not all tried; those that are join what they can.
void BeliefMacUcb::join_decisions(BeliefNode& node) const {
  const auto& group = *settings_.symmetries;
  const Found found(node.belief);
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
  for (std::uint32_t at = 0; at < node.decisions.size(); ++at) numbers.emplace(node.decisions[at].moves, at);
  const auto first_of = [&](std::uint32_t at) {
    while (node.decisions[at].same != at) at = node.decisions[at].same;
    return at;
  };
  std::vector<std::uint64_t> image(node.belief.words());
  const auto turns_to_itself = [&](symmetry::SymmetryGroup::Element element) {
    for (std::size_t at = 0; at < node.belief.size(); ++at) {
      group.apply(element, node.belief.state(at), image);
      if (!found.has(image, node.belief.weight(at))) return false;
    }
    return true;
  };
  for (symmetry::SymmetryGroup::Element element = 1; element < std::min(group.size(), kMostElements); ++element) {
    if (!turns_to_itself(element)) continue;
    for (std::uint32_t at = 0; at < node.decisions.size(); ++at) {
      auto moves = node.decisions[at].moves;
      for (std::uint32_t role = 0; role < moves.size(); ++role) {
        if (role != simulator_.chance()) moves[role] = group.move(element, role, moves[role]);
      }
      const auto other = numbers.find(moves);
      if (other == numbers.end()) continue;
      const auto [low, high] = std::minmax({first_of(at), first_of(other->second)});
      node.decisions[high].same = low;
    }
  }
  for (std::uint32_t at = 0; at < node.decisions.size(); ++at) node.decisions[at].same = first_of(at);
}

}  // namespace woodstock::search::stage
