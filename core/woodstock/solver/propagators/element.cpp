#include "woodstock/solver/propagators/element.hpp"

namespace woodstock::solver::propagators {

bool Element::propagate(Store& store) {
  while (true) {
    const auto values = store.size(index_) + store.size(result_);
    if (!narrow(store)) return false;
    if (store.assigned(index_)) {
      const auto item = items_[static_cast<std::size_t>(integers_.least(store, index_))];
      if (!keep_shared(store, item, result_)) return false;
    }
    if (store.size(index_) + store.size(result_) == values) return true;
  }
}

// The index keeps the items that may be the result, and the result the values of these.
bool Element::narrow(Store& store) const {
  const auto possible = [&](Value number) {
    const auto place = integers_.of(index_, number);
    return place >= 0 && place < static_cast<Integer>(items_.size()) &&
           meets(store, items_[static_cast<std::size_t>(place)]);
  };
  if (!store.keep_if(index_, possible)) return false;
  return store.keep_if(result_, [&](Value number) {
    const auto value = integers_.of(result_, number);
    bool found = false;
    store.for_each_value(index_, [&](Value place) {
      const auto item = items_[static_cast<std::size_t>(integers_.of(index_, place))];
      found = found || integers_.contains(store, item, value);
    });
    return found;
  });
}

bool Element::meets(const Store& store, Variable item) const {
  if (item == result_) return true;
  const auto fewer = store.size(item) < store.size(result_) ? item : result_;
  const auto other = fewer == item ? result_ : item;
  bool found = false;
  store.for_each_value(
      fewer, [&](Value number) { found = found || integers_.contains(store, other, integers_.of(fewer, number)); });
  return found;
}

bool Element::keep_shared(Store& store, Variable x, Variable y) const {
  if (x == y) return true;
  return store.keep_if(x, [&](Value v) { return integers_.contains(store, y, integers_.of(x, v)); }) &&
         store.keep_if(y, [&](Value v) { return integers_.contains(store, x, integers_.of(y, v)); });
}

}  // namespace woodstock::solver::propagators
