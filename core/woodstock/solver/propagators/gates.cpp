#include "woodstock/solver/propagators/gates.hpp"

#include <algorithm>
#include <stdexcept>

namespace woodstock::solver::propagators {

namespace {
constexpr std::size_t kShort = 6;                            // literals of a group that is not worth watching
constexpr std::size_t kMostLiterals = std::size_t{1} << 30;  // so that all that is listed can be numbered
}  // namespace

void Gates::Watches::clear(std::size_t lists, std::size_t watches) {
  heads.assign(lists, kNone);
  next.assign(watches, kNone);
}

void Gates::Watches::insert(std::uint32_t watch, std::uint32_t list) {
  next[watch] = heads[list];
  heads[list] = watch;
}

void Gates::add(Literal output, std::span<const Literal> inputs, std::uint32_t number) {
  if (literals_.size() + inputs.size() >= kMostLiterals) throw std::invalid_argument("there are too many gates");
  groups_.push_back(static_cast<Group>(literals_.size()));
  outputs_.push_back(output);
  constraints_.push_back(number);
  literals_.push_back(negation(output));
  literals_.insert(literals_.end(), inputs.begin(), inputs.end());
  literals_.push_back(kNone);
}

void Gates::arrange(const Store& store) {
  arranged_ = groups_.size();
  starts_.assign(std::size_t{4} * store.variables() + 1, 0);
  list_short_groups();
  watch_wide_groups(store);
}

bool Gates::is_wide(std::uint32_t gate) const {
  const auto end = gate + 1 < groups_.size() ? groups_[gate + 1] : literals_.size();
  return end - groups_[gate] - 1 > kShort;
}

// Counts the items of each list, then puts them in their places.
void Gates::list_short_groups() {
  const auto for_each = [&](auto&& act) {
    wide_.clear();
    for (std::uint32_t gate = 0; gate < groups_.size(); ++gate) {
      const bool wide = is_wide(gate);
      if (wide) wide_.push_back(gate);
      for (auto i = groups_[gate]; literals_[i] != kNone; ++i) {
        const auto literal = literals_[i];
        if (!wide) act(gate, 2 * literal + 1, groups_[gate]);
        if (literal == negation(outputs_[gate])) continue;
        act(gate, 2 * outputs_[gate], literal);
        act(gate, 2 * negation(literal), negation(outputs_[gate]));
      }
    }
  };
  for_each([&](std::uint32_t, std::uint32_t list, std::uint32_t) { ++starts_[list + 1]; });
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  items_.resize(starts_.back());
  owners_.resize(starts_.back());
  auto ends = starts_;
  for_each([&](std::uint32_t gate, std::uint32_t list, std::uint32_t item) {
    owners_[ends[list]] = gate;
    items_[ends[list]++] = item;
  });
}

void Gates::watch_wide_groups(const Store& store) {
  watches_.clear(wide_.empty() ? 0 : std::size_t{2} * store.variables(), 2 * wide_.size());
  for (std::uint32_t i = 0; i < wide_.size(); ++i) {
    auto* first = literals_.data() + groups_[wide_[i]];
    auto* end = std::find(first, literals_.data() + literals_.size(), kNone);
    std::stable_partition(first, end, [&](Literal literal) { return !is_true(store, literal); });
    for (std::uint32_t side = 0; side < 2; ++side) watches_.insert(2 * i + side, first[side]);
  }
}

bool Gates::propagate(Store& store, std::size_t& head) {
  if (arranged_ < groups_.size()) arrange(store);
  if (groups_.empty()) head = store.trail().size();
  for (auto left = kBatch; left > 0 && head < store.trail().size(); --left) {
    if (!read(store, made(store, store.trail()[head++]))) return false;
  }
  return true;
}

bool Gates::read(Store& store, Literal literal) {
  const auto* item = items_.data() + starts_[2 * literal];
  const auto* groups = items_.data() + starts_[2 * literal + 1];
  const auto* end = items_.data() + starts_[2 * literal + 2];
  for (; item != groups; ++item) {
    if (!imply(store, *item)) return blame(owners_[static_cast<std::size_t>(item - items_.data())]);
  }
  for (; item != end; ++item) {
    if (!visit_group(store, *item)) return blame(owners_[static_cast<std::size_t>(item - items_.data())]);
  }
  return wide_.empty() || visit_watches(store, literal);
}

bool Gates::imply(Store& store, Literal literal) {
  const auto x = variable_of(literal);
  if (store.assigned(x)) return is_true(store, literal);
  store.assign_boolean(x, true_value(literal));
  return true;
}

bool Gates::blame(std::uint32_t gate) {
  blamed_ = gate;
  return false;
}

// If all literals but one are true, the last one must be false.
bool Gates::visit_group(Store& store, Group group) {
  auto last = kNone;
  for (const auto* literal = literals_.data() + group; *literal != kNone; ++literal) {
    if (is_true(store, *literal)) continue;
    if (last != kNone || is_false(store, *literal)) return true;
    last = *literal;
  }
  return last != kNone && imply(store, negation(last));
}

// A watched literal came true: another that is not true is watched instead, or the last one must be false.
bool Gates::visit_watches(Store& store, Literal made) {
  for (auto* link = &watches_.heads[made]; *link != kNone;) {
    const auto watch = *link;
    const auto gate = wide_[watch / 2];
    auto* first = literals_.data() + groups_[gate];
    const auto other = first[1 - watch % 2];
    if (is_false(store, other)) {
      link = &watches_.next[watch];
      continue;
    }
    auto* next = first + 2;
    while (*next != kNone && is_true(store, *next)) ++next;
    if (*next != kNone) {
      std::swap(first[watch % 2], *next);
      *link = watches_.next[watch];
      watches_.insert(watch, first[watch % 2]);
    } else {
      if (!imply(store, negation(other))) return blame(gate);
      link = &watches_.next[watch];
    }
  }
  return true;
}

// Watches open variables as long as there are two.
void Gates::begin_forward(const Store& store) {
  if (arranged_ < groups_.size()) arrange(store);
  open_watches_.clear(wide_.empty() ? 0 : store.variables(), 2 * wide_.size());
  open_at_.assign(2 * wide_.size(), 0);
  for (std::uint32_t i = 0; i < wide_.size(); ++i) {
    const auto* first = literals_.data() + groups_[wide_[i]];
    std::uint32_t side = 0;
    for (std::uint32_t at = 0; first[at] != kNone && side < 2; ++at) {
      if (!store.assigned(variable_of(first[at]))) open_at_[2 * i + side++] = at;
    }
    if (side == 1 && open_at_[2 * i] == 0) open_at_[2 * i + 1] = 1;
    if (side == 0) open_at_[2 * i + 1] = 1;
    for (side = 0; side < 2; ++side) {
      open_watches_.insert(2 * i + side, variable_of(first[open_at_[2 * i + side]]));
    }
  }
}

bool Gates::propagate_forward(Store& store, std::size_t& head) {
  if (groups_.empty()) head = store.trail().size();
  for (auto left = kBatch; left > 0 && head < store.trail().size(); --left) {
    if (!read_forward(store, store.trail()[head++])) return false;
  }
  return true;
}

bool Gates::read_forward(Store& store, Variable x) {
  for (const auto literal : {2 * x, 2 * x + 1}) {
    for (auto i = starts_[2 * literal + 1]; i < starts_[2 * literal + 2]; ++i) {
      if (!check(store, owners_[i])) return blame(owners_[i]);
    }
  }
  return wide_.empty() || visit_open_watches(store, x);
}

// A watched variable was assigned: another that is open is watched instead, or the gate may prune.
bool Gates::visit_open_watches(Store& store, Variable x) {
  for (auto* link = &open_watches_.heads[x]; *link != kNone;) {
    const auto watch = *link;
    const auto gate = wide_[watch / 2];
    const auto* first = literals_.data() + groups_[gate];
    const auto other = open_at_[watch ^ 1U];
    std::uint32_t next = 0;
    while (first[next] != kNone && (next == other || store.assigned(variable_of(first[next])))) ++next;
    if (first[next] != kNone) {
      open_at_[watch] = next;
      *link = open_watches_.next[watch];
      open_watches_.insert(watch, variable_of(first[next]));
    } else {
      if (!check(store, gate)) return blame(gate);
      link = &open_watches_.next[watch];
    }
  }
  return true;
}

// A gate with at most one open variable: whatever it implies.
bool Gates::check(Store& store, std::uint32_t gate) {
  const auto output = outputs_[gate];
  bool all_true = true;
  auto open = kNone;  // the open literal of the group, if any
  for (const auto* literal = literals_.data() + groups_[gate]; *literal != kNone; ++literal) {
    if (!store.assigned(variable_of(*literal))) {
      if (open != kNone) return true;
      open = *literal;
    } else if (*literal != negation(output)) {
      all_true &= is_true(store, *literal);
    }
  }
  if (open == negation(output)) return imply(store, all_true ? output : open);
  if (open == kNone) return is_true(store, output) == all_true;
  if (is_true(store, output)) return all_true && imply(store, open);
  return !all_true || imply(store, negation(open));
}

}  // namespace woodstock::solver::propagators
