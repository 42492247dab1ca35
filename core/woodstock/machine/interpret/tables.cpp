#include "woodstock/machine/interpret/tables.hpp"

#include <algorithm>

namespace woodstock::machine::interpret {

namespace {

std::uint64_t hash_values(std::uint64_t seed, std::span<const Term> values) {
  std::uint64_t hash = mix(0x2545F4914F6CDD1DULL, seed);
  for (const Term value : values) hash = mix(hash, value);
  return hash ^ (hash >> 32);
}

}  // namespace

std::uint32_t TableStore::find(std::uint32_t form, std::span<const Term> key) const {
  return calls_.find(hash_values(form, key), [&](std::uint32_t number) {
    return tables_[number].form == form && std::equal(key.begin(), key.end(), this->key(number));
  });
}

std::uint32_t TableStore::add(std::uint32_t form, std::span<const Term> key) {
  const auto number = static_cast<std::uint32_t>(tables_.size());
  tables_.push_back({form, static_cast<std::uint32_t>(pool_.size())});
  pool_.insert(pool_.end(), key.begin(), key.end());
  calls_.add(hash_values(form, key), number);
  return number;
}

bool TableStore::known(std::uint32_t number, std::span<const Term> values, std::uint64_t hash) const {
  const auto equal = [&](std::uint32_t position) { return std::equal(values.begin(), values.end(), answer(position)); };
  if (tables_[number].count > kFew) {
    return kNothing != hashed_.find(hash, [&](std::uint32_t at) {
      return answers_[at].table == number && equal(answers_[at].position);
    });
  }
  auto at = tables_[number].first;
  while (at != kNothing && !equal(at)) at = pool_[at];
  return at != kNothing;
}

void TableStore::remember(std::uint32_t number, std::uint32_t position, std::uint64_t hash) {
  hashed_.add(hash, static_cast<std::uint32_t>(answers_.size()));
  answers_.push_back({number, position});
}

bool TableStore::add_answer(std::uint32_t number, std::span<const Term> values) {
  const std::uint64_t hash = tables_[number].count >= kFew ? hash_values(number, values) : 0;
  if (known(number, values, hash)) return false;
  Table& table = tables_[number];
  const auto position = static_cast<std::uint32_t>(pool_.size());
  pool_.push_back(kNothing);
  pool_.insert(pool_.end(), values.begin(), values.end());
  if (table.last == kNothing) {
    table.first = position;
  } else {
    pool_[table.last] = position;
  }
  table.last = position;
  ++table.count;
  if (table.count == kFew + 1) {
    for (std::uint32_t at = table.first; at != kNothing; at = pool_[at]) {
      remember(number, at, hash_values(number, {pool_.data() + at + 1, values.size()}));
    }
  } else if (table.count > kFew + 1) {
    remember(number, position, hash);
  }
  return true;
}

void TableStore::clear() {
  tables_.clear();
  pool_.clear();
  answers_.clear();
  calls_.clear();
  hashed_.clear();
}

}  // namespace woodstock::machine::interpret
