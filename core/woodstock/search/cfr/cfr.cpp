#include "woodstock/search/cfr/cfr.hpp"

#include <algorithm>

#include "woodstock/machine/random_play.hpp"

namespace woodstock::search::cfr {

namespace {

// The moves of a set in proportion to what they have above zero, all alike where none has anything.
void share_out(const std::vector<double>& amounts, const InformationSet& set, Strategy& out) {
  double sum = 0.0;
  for (auto at = set.first; at < set.first + set.count; ++at) sum += std::max(amounts[at], 0.0);
  for (auto at = set.first; at < set.first + set.count; ++at) {
    out[at] = sum > 0.0 ? std::max(amounts[at], 0.0) / sum : 1.0 / set.count;
  }
}

}  // namespace

StrategyValues::StrategyValues(const ExtensiveForm& form)
    : form_(form),
      own_(form.positions() * form.roles()),
      chance_(form.positions()),
      value_(form.positions()),
      places_(form.roles()) {}

double StrategyValues::probability(const Strategy& strategy, std::size_t position, std::uint32_t role,
                                   std::uint32_t place) const {
  if (role == form_.chance()) return 1.0 / form_.count(position, role);
  const auto set = form_.set(position, role);
  return set == ExtensiveForm::kNone ? 1.0 : strategy[form_.sets()[set].first + place];
}

// From the root down. What a role's own moves make of a position is the same on all ways to it; chance adds up.
void StrategyValues::reach(const Strategy& strategy) {
  const auto roles = form_.roles();
  std::ranges::fill(chance_, 0.0);
  std::fill_n(own_.begin(), roles, 1.0);
  chance_[0] = 1.0;
  for (std::size_t position = 0; position < form_.positions(); ++position) {
    std::ranges::fill(places_, 0U);
    for (const auto child : form_.children(position)) {
      double drawn = chance_[position];
      for (std::uint32_t role = 0; role < roles; ++role) {
        const auto likely = probability(strategy, position, role, places_[role]);
        if (role == form_.chance()) {
          drawn *= likely;
        } else {
          own_[child * roles + role] = own_[position * roles + role] * likely;
        }
      }
      chance_[child] += drawn;
      for (auto role = roles; role-- > 0 && ++places_[role] == form_.count(position, role);) places_[role] = 0;
    }
  }
}

double StrategyValues::others(std::size_t position, std::uint32_t role) const {
  double out = chance_[position];
  for (std::uint32_t other = 0; other < form_.roles(); ++other) {
    if (other != role && other != form_.chance()) out *= own_[position * form_.roles() + other];
  }
  return out;
}

// What each move of the role is worth at a position, the others playing the strategy. A role without a choice has one.
void StrategyValues::add_up(std::size_t position, const Strategy& strategy, std::uint32_t role,
                            std::span<double> by_move) {
  std::ranges::fill(by_move, 0.0);
  std::ranges::fill(places_, 0U);
  for (const auto child : form_.children(position)) {
    double likely = 1.0;
    for (std::uint32_t other = 0; other < form_.roles(); ++other) {
      if (other != role) likely *= probability(strategy, position, other, places_[other]);
    }
    by_move[places_[role]] += likely * value_[child];
    for (auto other = form_.roles(); other-- > 0 && ++places_[other] == form_.count(position, other);) {
      places_[other] = 0;
    }
  }
}

void StrategyValues::counterfactual(const Strategy& strategy, std::uint32_t role, Counterfactual& out) {
  reach(strategy);
  out.moves.assign(form_.moves().size(), 0.0);
  out.sets.assign(form_.sets().size(), 0.0);
  out.own_reach.assign(form_.sets().size(), 0.0);
  for (auto position = form_.positions(); position-- > 0;) {
    if (form_.terminal(position)) {
      value_[position] = form_.utilities(position)[role];
      continue;
    }
    const auto count = form_.count(position, role);
    by_move_.resize(std::max<std::size_t>(by_move_.size(), count));
    const std::span moves{by_move_.data(), count};
    add_up(position, strategy, role, moves);
    const auto number = form_.set(position, role);
    if (number == ExtensiveForm::kNone) {
      value_[position] = moves[0];
      continue;
    }
    const auto& set = form_.sets()[number];
    const auto weight = others(position, role);
    double value = 0.0;
    for (std::uint32_t place = 0; place < count; ++place) {
      value += strategy[set.first + place] * moves[place];
      out.moves[set.first + place] += weight * moves[place];
    }
    out.sets[number] += weight;
    out.own_reach[number] = own_[position * form_.roles() + role];
    value_[position] = value;
  }
}

std::vector<double> StrategyValues::move_values(const Strategy& strategy, std::uint32_t role) {
  Counterfactual found;
  counterfactual(strategy, role, found);
  for (std::size_t number = 0; number < form_.sets().size(); ++number) {
    const auto& set = form_.sets()[number];
    for (auto at = set.first; found.sets[number] > 0.0 && at < set.first + set.count; ++at) {
      found.moves[at] /= found.sets[number];
    }
  }
  return std::move(found.moves);
}

std::vector<double> StrategyValues::values(const Strategy& strategy) {
  std::vector<double> out;
  Counterfactual ignored;
  for (std::uint32_t role = 0; role < form_.roles(); ++role) {
    if (role != form_.chance()) counterfactual(strategy, role, ignored);
    out.push_back(role == form_.chance() ? 0.0 : value_[0]);
  }
  return out;
}

// Level by level from the end: all positions of a set lie on one level, so that the best move of each set is known
// before the level above is looked at.
double StrategyValues::best_response(const Strategy& strategy, std::uint32_t role) {
  reach(strategy);
  std::vector<double> sums(form_.moves().size(), 0.0);
  for (auto level = form_.levels(); level-- > 0;) {
    const auto first = form_.level_first(level), last = form_.level_first(level + 1);
    const auto look = [&](std::size_t position) {
      const auto count = form_.count(position, role);
      by_move_.resize(std::max<std::size_t>(by_move_.size(), count));
      add_up(position, strategy, role, {by_move_.data(), count});
      return std::span<const double>{by_move_.data(), count};
    };
    for (auto position = first; position < last; ++position) {
      const auto number = form_.terminal(position) ? ExtensiveForm::kNone : form_.set(position, role);
      if (number == ExtensiveForm::kNone) continue;
      const auto weight = others(position, role);
      const auto moves = look(position);
      for (std::size_t place = 0; place < moves.size(); ++place) {
        sums[form_.sets()[number].first + place] += weight * moves[place];
      }
    }
    for (auto position = first; position < last; ++position) {
      if (form_.terminal(position)) {
        value_[position] = form_.utilities(position)[role];
        continue;
      }
      const auto moves = look(position);
      const auto number = form_.set(position, role);
      std::size_t best = 0;
      if (number != ExtensiveForm::kNone) {
        const auto* own = sums.data() + form_.sets()[number].first;
        best = static_cast<std::size_t>(std::max_element(own, own + moves.size()) - own);
      }
      value_[position] = moves[best];
    }
  }
  return value_[0];
}

double StrategyValues::nash_conv(const Strategy& strategy) {
  const auto now = values(strategy);
  double out = 0.0;
  for (std::uint32_t role = 0; role < form_.roles(); ++role) {
    if (role != form_.chance()) out += best_response(strategy, role) - now[role];
  }
  return out;
}

std::unique_ptr<Cfr> Cfr::lay_out(const machine::Machine& machine, std::optional<std::uint32_t> chance,
                                  const belief::Information& information, const CfrSettings& options,
                                  support::Deadline deadline, const std::atomic<bool>* stop) {
  auto form = ExtensiveForm::build(machine, chance, information, {options.positions, deadline, stop});
  return form == nullptr ? nullptr : std::make_unique<Cfr>(std::move(form), options);
}

Cfr::Cfr(std::unique_ptr<ExtensiveForm> form, const CfrSettings& options)
    : form_(std::move(form)),
      options_(options),
      values_(*form_),
      current_(form_->moves().size()),
      regrets_(form_->moves().size(), 0.0),
      sums_(form_->moves().size(), 0.0) {
  for (std::uint32_t role = 0; role < form_->roles(); ++role) match_regrets(role);
}

// Moves that are regretted are played in proportion (regret matching), or all alike where none is.
void Cfr::match_regrets(std::uint32_t role) {
  for (const auto& set : form_->sets()) {
    if (set.role == role) share_out(regrets_, set, current_);
  }
}

void Cfr::update(std::uint32_t role) {
  values_.counterfactual(current_, role, found_);
  const auto& sets = form_->sets();
  const auto weight = options_.plus ? static_cast<double>(iterations_) : 1.0;
  for (std::size_t number = 0; number < sets.size(); ++number) {
    const auto& set = sets[number];
    if (set.role != role) continue;
    double value = 0.0;
    for (auto at = set.first; at < set.first + set.count; ++at) value += current_[at] * found_.moves[at];
    for (auto at = set.first; at < set.first + set.count; ++at) {
      regrets_[at] += found_.moves[at] - value;
      if (options_.plus) regrets_[at] = std::max(regrets_[at], 0.0);
      sums_[at] += weight * found_.own_reach[number] * current_[at];
    }
  }
  match_regrets(role);
}

Strategy Cfr::average() const {
  Strategy out(sums_.size());
  for (const auto& set : form_->sets()) share_out(sums_, set, out);
  return out;
}

}  // namespace woodstock::search::cfr
