#include "woodstock/machine/interpret/tables.hpp"

#include <algorithm>

namespace woodstock::machine::interpret {

namespace {

constexpr std::size_t kFirstSlots = 256;

std::uint64_t hash_values(std::uint64_t seed, std::span<const Term> values) {
  std::uint64_t hash = mix(0x2545F4914F6CDD1DULL, seed);
  for (const Term value : values) hash = mix(hash, value);
  return hash ^ (hash >> 32);
}

}  // namespace

TableStore::TableStore() : calls_(kFirstSlots, kNothing) {}

std::size_t TableStore::call_slot(std::uint32_t form, std::span<const Term> key, std::uint32_t hash) const {
  const std::size_t mask = calls_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    if (calls_[at] == kNothing) return at;
    const Table& table = tables_[calls_[at]];
    if (table.hash == hash && table.form == form && std::equal(key.begin(), key.end(), pool_.data() + table.key)) {
      return at;
    }
  }
}

std::uint32_t TableStore::find(std::uint32_t form, std::span<const Term> key) const {
  return calls_[call_slot(form, key, static_cast<std::uint32_t>(hash_values(form, key)))];
}

std::uint32_t TableStore::add(std::uint32_t form, std::span<const Term> key) {
  const auto hash = static_cast<std::uint32_t>(hash_values(form, key));
  const auto number = static_cast<std::uint32_t>(tables_.size());
  Table table{form, hash, static_cast<std::uint32_t>(pool_.size())};
  pool_.insert(pool_.end(), key.begin(), key.end());
  tables_.push_back(table);
  if (tables_.size() * 2 > calls_.size()) {
    calls_.assign(calls_.size() * 2, kNothing);
    const std::size_t mask = calls_.size() - 1;
    for (std::uint32_t other = 0; other < number; ++other) {
      std::size_t at = tables_[other].hash & mask;
      while (calls_[at] != kNothing) at = (at + 1) & mask;
      calls_[at] = other;
    }
  }
  calls_[call_slot(form, key, hash)] = number;
  return number;
}

bool TableStore::known(std::uint32_t number, std::span<const Term> values, std::uint64_t hash) const {
  const Table& table = tables_[number];
  if (table.count <= kFew) {
    for (std::uint32_t at = table.first; at != kNothing; at = pool_[at]) {
      if (std::equal(values.begin(), values.end(), pool_.data() + at + 1)) return true;
    }
    return false;
  }
  const std::size_t mask = answers_.size() - 1;
  for (std::size_t at = hash & mask; answers_[at].table != kNothing; at = (at + 1) & mask) {
    const AnswerSlot& slot = answers_[at];
    if (slot.hash == hash && slot.table == number &&
        std::equal(values.begin(), values.end(), pool_.data() + slot.position + 1)) {
      return true;
    }
  }
  return false;
}

void TableStore::remember(std::uint32_t number, std::uint32_t position, std::uint64_t hash) {
  if ((hashed_ + 1) * 2 > answers_.size()) {
    std::vector<AnswerSlot> old(std::max(kFirstSlots, answers_.size() * 2));
    old.swap(answers_);
    const std::size_t mask = answers_.size() - 1;
    for (const AnswerSlot& slot : old) {
      if (slot.table == kNothing) continue;
      std::size_t at = slot.hash & mask;
      while (answers_[at].table != kNothing) at = (at + 1) & mask;
      answers_[at] = slot;
    }
  }
  const std::size_t mask = answers_.size() - 1;
  std::size_t at = hash & mask;
  while (answers_[at].table != kNothing) at = (at + 1) & mask;
  answers_[at] = {number, position, hash};
  ++hashed_;
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
  // Room is kept for the next state, but one large state must not make all later ones slow.
  if (tables_.size() * 32 < calls_.size()) calls_.resize(std::max(kFirstSlots, calls_.size() / 2));
  if (hashed_ * 32 < answers_.size()) answers_.resize(std::max(kFirstSlots, answers_.size() / 2));
  tables_.clear();
  pool_.clear();
  std::ranges::fill(calls_, kNothing);
  std::ranges::fill(answers_, AnswerSlot{});
  hashed_ = 0;
}

}  // namespace woodstock::machine::interpret
