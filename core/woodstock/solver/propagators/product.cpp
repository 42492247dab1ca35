#include "woodstock/solver/propagators/product.hpp"

#include <algorithm>

namespace woodstock::solver::propagators {

namespace {

Integer floor_of(Integer dividend, Integer divisor) {
  const auto quotient = dividend / divisor;
  return quotient - (dividend % divisor != 0 && (dividend < 0) != (divisor < 0) ? 1 : 0);
}

Integer ceiling_of(Integer dividend, Integer divisor) { return -floor_of(-dividend, divisor); }

}  // namespace

bool Product::propagate(Store& store) {
  while (true) {
    const auto values = std::uint64_t{store.size(x_)} + store.size(y_) + store.size(z_);
    if (!multiply(store) || !divide(store, x_, y_) || !divide(store, y_, x_)) return false;
    if (std::uint64_t{store.size(x_)} + store.size(y_) + store.size(z_) == values) return true;
  }
}

bool Product::multiply(Store& store) const {
  const auto a = integers_.least(store, x_), b = integers_.greatest(store, x_);
  const auto c = integers_.least(store, y_), d = integers_.greatest(store, y_);
  const auto [low, high] = std::minmax({a * c, a * d, b * c, b * d});
  return integers_.at_least(store, z_, low) && integers_.at_most(store, z_, high);
}

bool Product::divide(Store& store, Variable factor, Variable divisor) const {
  if (!integers_.contains(store, z_, 0) && !integers_.remove(store, divisor, 0)) return false;
  const auto a = integers_.least(store, z_), b = integers_.greatest(store, z_);
  const auto c = integers_.least(store, divisor), d = integers_.greatest(store, divisor);
  if (c <= 0 && d >= 0) return true;
  const auto low = std::min({ceiling_of(a, c), ceiling_of(a, d), ceiling_of(b, c), ceiling_of(b, d)});
  const auto high = std::max({floor_of(a, c), floor_of(a, d), floor_of(b, c), floor_of(b, d)});
  return integers_.at_least(store, factor, low) && integers_.at_most(store, factor, high);
}

}  // namespace woodstock::solver::propagators
