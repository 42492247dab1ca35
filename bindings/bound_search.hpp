// Searches as Python has them: nothing is asked of one that has no root, nor of a role that is not there.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "in_use.hpp"
#include "woodstock/search/infoset/belief_search.hpp"
#include "woodstock/search/search.hpp"

namespace woodstock {

class BoundSearch {
 public:
  explicit BoundSearch(std::uint32_t roles) : roles_(roles) {
    if (roles == 0) throw std::invalid_argument("a game without roles has nothing to search for");
  }
  virtual ~BoundSearch() = default;

  virtual search::Search& any() = 0;
  // For what needs a root.
  search::Search& rooted() {
    if (!rooted_) throw std::invalid_argument("the search has no root yet");
    return any();
  }
  std::uint32_t checked(std::uint32_t role) const {
    check_role(role, roles_);
    return role;
  }
  // Makes a root. If that fails, there is none.
  template <typename Set>
  void root(Set set) {
    rooted_ = false;
    set();
    rooted_ = true;
  }
  // Another object that this one works with, which is in use when this one is.
  void work_with(const void* other) { others_.push_back(other); }
  std::vector<const void*> used() const {
    auto out = others_;
    out.push_back(this);
    return out;
  }

 private:
  std::uint32_t roles_;
  bool rooted_ = false;
  std::vector<const void*> others_;
};

class BoundBeliefSearch : public BoundSearch {
 public:
  using BoundSearch::BoundSearch;
  virtual search::infoset::BeliefSearch& of_beliefs() = 0;
  search::Search& any() final { return of_beliefs(); }
};

// A search from states.
template <typename S>
class Bound final : public BoundSearch {
 public:
  template <typename... Arguments>
  explicit Bound(std::uint32_t roles, Arguments&&... arguments)
      : BoundSearch(roles), own(std::forward<Arguments>(arguments)...) {}
  search::Search& any() override { return own; }

  S own;
};

// A search from beliefs.
template <typename S>
class BoundOfBeliefs final : public BoundBeliefSearch {
 public:
  template <typename... Arguments>
  explicit BoundOfBeliefs(std::uint32_t roles, Arguments&&... arguments)
      : BoundBeliefSearch(roles), own_(std::forward<Arguments>(arguments)...) {}
  search::infoset::BeliefSearch& of_beliefs() override { return own_; }

 private:
  S own_;
};

}  // namespace woodstock
