#include "woodstock/search/backup.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace woodstock::search {

namespace {

// Sums of goals are exact; means over chance are not.
constexpr double kEqual = 1e-9;

// The children as a table over the joint moves of those who choose, with chance averaged out.
class Outcomes {
 public:
  Outcomes(const Choices& choices, std::span<const double> children)
      : counts_(choices.counts.begin(), choices.counts.end()), roles_(counts_.size()) {
    if (choices.chance) counts_[*choices.chance] = 1;
    values_.assign(std::accumulate(counts_.begin(), counts_.end(), roles_, std::multiplies{}), 0.0);
    const auto weight = choices.chance ? 1.0 / choices.counts[*choices.chance] : 1.0;
    for (std::size_t child = 0; child < children.size() / roles_; ++child) {
      std::size_t outcome = 0, below = 1, rest = child;  // `below` joint moves of the roles that run faster
      for (auto role = roles_; role-- > 0; rest /= choices.counts[role], below *= counts_[role]) {
        if (role != choices.chance) outcome += rest % choices.counts[role] * below;
      }
      auto* own = values_.data() + outcome * roles_;
      for (std::size_t role = 0; role < roles_; ++role) own[role] += weight * children[child * roles_ + role];
    }
  }

  std::size_t size() const { return values_.size() / roles_; }
  std::span<const double> values(std::size_t outcome) const { return {values_.data() + outcome * roles_, roles_}; }

  std::vector<std::uint32_t> moves(std::size_t outcome) const {
    std::vector<std::uint32_t> out(roles_, 0);
    for (auto role = roles_; role-- > 0; outcome /= counts_[role]) {
      out[role] = static_cast<std::uint32_t>(outcome % counts_[role]);
    }
    return out;
  }

  std::vector<std::uint32_t> choosing() const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t role = 0; role < roles_; ++role) {
      if (counts_[role] > 1) out.push_back(role);
    }
    return out;
  }

  std::uint32_t count(std::uint32_t role) const { return counts_[role]; }

 private:
  std::vector<std::uint32_t> counts_;  // 1 for chance
  std::size_t roles_;
  std::vector<double> values_;
};

std::size_t best_for(const Outcomes& outcomes, std::uint32_t role) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < outcomes.size(); ++i) {
    if (outcomes.values(i)[role] > outcomes.values(best)[role] + kEqual) best = i;
  }
  return best;
}

bool want_the_same(const Outcomes& outcomes, std::span<const std::uint32_t> roles) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const auto values = outcomes.values(i);
    for (const auto role : roles) {
      if (std::abs(values[role] - values[roles[0]]) > kEqual) return false;
    }
  }
  return true;
}

bool constant_sum(const Outcomes& outcomes, std::uint32_t first, std::uint32_t second) {
  const auto sum = outcomes.values(0)[first] + outcomes.values(0)[second];
  for (std::size_t i = 1; i < outcomes.size(); ++i) {
    if (std::abs(outcomes.values(i)[first] + outcomes.values(i)[second] - sum) > kEqual) return false;
  }
  return true;
}

// For each move of a role the worst outcome that it can lead to.
std::vector<std::size_t> worst_cases(const Outcomes& outcomes, std::uint32_t role) {
  std::vector<std::size_t> worst(outcomes.count(role), outcomes.size());
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    auto& own = worst[outcomes.moves(i)[role]];
    if (own == outcomes.size() || outcomes.values(i)[role] < outcomes.values(own)[role] - kEqual) own = i;
  }
  return worst;
}

// The outcome that secures most for a role.
std::size_t safest(const Outcomes& outcomes, std::uint32_t role) {
  const auto worst = worst_cases(outcomes, role);
  return *std::max_element(worst.begin(), worst.end(), [&](std::size_t a, std::size_t b) {
    return outcomes.values(a)[role] + kEqual < outcomes.values(b)[role];
  });
}

Backup take(const Outcomes& outcomes, std::size_t outcome) {
  const auto values = outcomes.values(outcome);
  return {{values.begin(), values.end()}, outcomes.moves(outcome)};
}

}  // namespace

std::optional<Backup> back_up(const Choices& choices, std::span<const double> children) {
  const Outcomes outcomes(choices, children);
  const auto choosing = outcomes.choosing();
  if (choosing.empty()) return take(outcomes, 0);
  if (choosing.size() == 1 || want_the_same(outcomes, choosing)) return take(outcomes, best_for(outcomes, choosing[0]));
  if (choosing.size() != 2 || !constant_sum(outcomes, choosing[0], choosing[1])) return std::nullopt;
  // Where both secure the same, each by its own move, the two moves together are the saddle point.
  const auto first = safest(outcomes, choosing[0]);
  const auto second = safest(outcomes, choosing[1]);
  if (std::abs(outcomes.values(first)[choosing[0]] - outcomes.values(second)[choosing[0]]) > kEqual)
    return std::nullopt;
  auto out = take(outcomes, first);
  out.moves[choosing[1]] = outcomes.moves(second)[choosing[1]];
  return out;
}

double secured(const Choices& choices, std::span<const double> children, std::uint32_t role) {
  const Outcomes outcomes(choices, children);
  return outcomes.values(safest(outcomes, role))[role];
}

}  // namespace woodstock::search
