// The exact values that positions were proved to have, each kept once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace woodstock::search::lane {

class Outcomes {
 public:
  explicit Outcomes(std::uint32_t roles) : roles_(roles) {}

  // The number of these values (one for each role, from 0 to 1).
  std::uint32_t number(std::span<const double> values) {
    constexpr std::uint32_t kLookedAt = 8;
    const auto count = static_cast<std::uint32_t>(values_.size() / roles_);
    for (std::uint32_t i = 0; i < std::min(count, kLookedAt); ++i) {
      if (std::ranges::equal(values, this->values(i))) return i;
    }
    const auto [entry, added] = numbers_.try_emplace({values.begin(), values.end()}, count);
    if (added) values_.insert(values_.end(), values.begin(), values.end());
    return entry->second;
  }
  std::span<const double> values(std::uint32_t number) const {
    return {values_.data() + std::size_t{number} * roles_, roles_};
  }

 private:
  std::uint32_t roles_;
  std::vector<double> values_;
  std::map<std::vector<double>, std::uint32_t> numbers_;  // most games have a handful of outcomes: found by looking
};

}  // namespace woodstock::search::lane
