// Brings a table into the form a propagator wants, and chooses the propagator.
#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>

#include "woodstock/solver/propagators/table.hpp"
#include "woodstock/solver/solver.hpp"

namespace woodstock::solver {

namespace {
constexpr std::uint64_t kSmallProduct = 1 << 16;  // combinations: a forbidden table is turned round
constexpr std::uint64_t kSmallMatrix = 1 << 20;   // the same for two variables, bits

// The numbers of the rows in lexicographical order: sorted by each column, the last one first, which keeps the order of
// equals. Columns are counted out by 16 bits at a time.
std::vector<std::uint32_t> sorted_rows(std::span<const std::int32_t> rows, std::span<const std::uint32_t> sizes) {
  constexpr std::uint32_t kDigit = 16, kMask = (1U << kDigit) - 1;
  const auto arity = sizes.size();
  std::vector<std::uint32_t> order(rows.size() / arity), next(order.size()), starts;
  std::iota(order.begin(), order.end(), 0U);
  for (auto column = arity; column-- > 0;) {
    for (std::uint32_t shift = 0; shift < 32 && sizes[column] >> shift != 0; shift += kDigit) {
      const auto digit = [&](std::uint32_t row) {
        return static_cast<std::uint32_t>(rows[row * arity + column] - propagators::kStar) >> shift & kMask;
      };
      starts.assign(std::size_t{std::min(sizes[column] >> shift, kMask)} + 2, 0);
      for (const auto row : order) ++starts[digit(row) + 1];
      std::partial_sum(starts.begin(), starts.end(), starts.begin());
      for (const auto row : order) next[starts[digit(row)]++] = row;
      order.swap(next);
    }
  }
  return order;
}

}  // namespace

void Solver::add_table(std::span<const Variable> scope, std::span<const std::int32_t> tuples, bool allowed) {
  check_level();
  for (const auto x : scope) check(x);
  if (scope.empty()) throw std::invalid_argument("a table needs at least one variable");
  if (tuples.size() % scope.size() != 0) throw std::invalid_argument("the tuples of a table must fit its scope");
  if (tuples.size() / scope.size() >= kNone) throw std::invalid_argument("a table has at most 2^32 tuples");
  auto own = read(scope, tuples);
  if (allowed) {
    allow(std::move(own));
  } else {
    forbid(std::move(own));
  }
}

// The tuples in order, each once, over different variables. Neighbours in that order share values, so that losing a
// value empties whole words of a bitset.
Solver::Tuples Solver::read(std::span<const Variable> scope, std::span<const std::int32_t> values) const {
  Tuples out;
  std::vector<std::size_t> columns;  // where each column of the input goes
  for (const auto x : scope) {
    const auto at = std::find(out.scope.begin(), out.scope.end(), x);
    columns.push_back(static_cast<std::size_t>(at - out.scope.begin()));
    if (at == out.scope.end()) out.scope.push_back(x);
  }
  const auto arity = out.scope.size();
  std::vector<std::int32_t> merged;
  merged.reserve(values.size() / scope.size() * arity);
  std::vector<std::int32_t> tuple(arity);
  for (std::size_t i = 0; i < values.size(); i += scope.size()) {
    std::fill(tuple.begin(), tuple.end(), propagators::kStar);
    bool possible = true;  // a variable that stands in the scope twice has one value
    for (std::size_t j = 0; j < scope.size(); ++j) {
      const auto value = values[i + j];
      if (value == propagators::kStar) continue;
      if (value < 0) throw std::invalid_argument("a table has the value " + std::to_string(value));
      check(scope[j], static_cast<Value>(value));
      auto& place = tuple[columns[j]];
      possible &= place == propagators::kStar || place == value;
      place = value;
    }
    if (possible) merged.insert(merged.end(), tuple.begin(), tuple.end());
  }
  const auto row = [&](std::uint32_t i) { return std::span(merged).subspan(i * arity, arity); };
  std::vector<std::uint32_t> sizes;
  for (const auto x : out.scope) sizes.push_back(engine_.store.initial_size(x));
  auto order = sorted_rows(merged, sizes);
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::uint32_t i, std::uint32_t j) { return std::ranges::equal(row(i), row(j)); }),
              order.end());
  out.values.reserve(order.size() * arity);
  for (const auto i : order) out.values.insert(out.values.end(), row(i).begin(), row(i).end());
  return out;
}

void Solver::allow(Tuples tuples) {
  auto& store = engine_.store;
  if (tuples.values.empty()) return engine_.fail();
  if (tuples.scope.size() == 1) {
    if (tuples.values[0] == propagators::kStar) return;
    std::vector<std::uint64_t> mask(store.words(tuples.scope[0]), 0);
    for (const auto value : tuples.values) mask[static_cast<Value>(value) / 64] |= std::uint64_t{1} << (value % 64);
    for (std::uint32_t i = 0; i < mask.size(); ++i) keep(store.keep_word(tuples.scope[0], i, mask[i]));
    return;
  }
  // A matrix of bits should not take more than the tuples themselves would.
  const auto fitting = std::max(kSmallMatrix, std::uint64_t{128} * tuples.count());
  std::unique_ptr<Propagator> propagator;
  auto cost = Cost::high;
  if (tuples.scope.size() == 2 && product(tuples, fitting) <= fitting) {
    propagator = std::make_unique<propagators::BinaryTable>(store, tuples.scope[0], tuples.scope[1], tuples.values);
    cost = Cost::low;
  } else {
    propagator = std::make_unique<propagators::CompactTable>(store, tuples.scope, tuples.values);
  }
  engine_.add(std::move(propagator), tuples.scope, Event::changed, cost);
}

void Solver::forbid(Tuples tuples) {
  auto& store = engine_.store;
  if (tuples.values.empty()) return;
  const auto small =
      tuples.scope.size() == 2 ? kSmallMatrix : std::max(kSmallProduct, std::uint64_t{2} * tuples.count());
  // One tuple is a nogood, which prunes as much. It sleeps until all but one of its values are taken, where a table
  // over a variable with many values would wake up whenever that loses one: games have such a tuple for each of many
  // moves.
  const auto single = tuples.count() == 1;
  if (!single && product(tuples, small) <= small) return allow(complement(tuples));
  if (!single && std::find(tuples.values.begin(), tuples.values.end(), propagators::kStar) == tuples.values.end()) {
    auto propagator = std::make_unique<propagators::NegativeTable>(store, tuples.scope, tuples.values);
    engine_.add(std::move(propagator), tuples.scope, Event::changed, Cost::high);
    return;
  }
  // Short tuples overlap, so they cannot be counted; each is a nogood.
  std::vector<propagators::Assignment> nogood;
  for (std::size_t i = 0; i < tuples.count(); ++i) {
    nogood.clear();
    for (std::size_t j = 0; j < tuples.scope.size(); ++j) {
      const auto value = tuples.values[i * tuples.scope.size() + j];
      if (value != propagators::kStar) nogood.push_back({tuples.scope[j], static_cast<Value>(value)});
    }
    add_nogood(nogood);
  }
}

// The number of combinations of values, or something above `most`.
std::uint64_t Solver::product(const Tuples& tuples, std::uint64_t most) const {
  std::uint64_t result = 1;
  for (const auto x : tuples.scope) {
    result *= engine_.store.initial_size(x);
    if (result > most) break;
  }
  return result;
}

// The combinations that no tuple covers, counted through like the digits of a number.
Solver::Tuples Solver::complement(const Tuples& tuples) const {
  const auto arity = tuples.scope.size();
  std::vector<std::size_t> weights(arity + 1, 1);  // weights[i]: of a step in position i - 1
  for (auto i = arity; i-- > 0;) weights[i] = weights[i + 1] * engine_.store.initial_size(tuples.scope[i]);
  std::vector<bool> covered(weights[0], false);
  const auto cover = [&](auto&& self, const std::int32_t* tuple, std::size_t position, std::size_t at) -> void {
    if (position == arity) {
      covered[at] = true;
    } else if (tuple[position] != propagators::kStar) {
      self(self, tuple, position + 1, at + static_cast<std::size_t>(tuple[position]) * weights[position + 1]);
    } else {
      for (std::size_t v = 0; v < engine_.store.initial_size(tuples.scope[position]); ++v) {
        self(self, tuple, position + 1, at + v * weights[position + 1]);
      }
    }
  };
  for (std::size_t i = 0; i < tuples.count(); ++i) cover(cover, tuples.values.data() + i * arity, 0, 0);
  Tuples out{tuples.scope, {}};
  for (std::size_t at = 0; at < covered.size(); ++at) {
    if (covered[at]) continue;
    for (std::size_t i = 0; i < arity; ++i) {
      out.values.push_back(static_cast<std::int32_t>(at % weights[i] / weights[i + 1]));
    }
  }
  return out;
}

}  // namespace woodstock::solver
