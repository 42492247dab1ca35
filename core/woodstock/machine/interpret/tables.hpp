// Tables: what was called and what it answered, so that nothing is derived twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/interpret/terms.hpp"

namespace woodstock::machine::interpret {

// A call is a call form (a predicate and which parts of its arguments are given) and the given values. Its answers
// are the values of the parts that are asked for.
enum class TableStatus : std::uint8_t {
  kOpen,      // answers may still come, from itself or from calls that wait for one another
  kComplete,  // all answers are there
};

inline constexpr std::uint32_t kNothing = support::HashIndex::kNone;

struct Table {
  std::uint32_t form;
  std::uint32_t key;               // position of the given values in the pool
  std::uint32_t first = kNothing;  // answers are chained in the order they came
  std::uint32_t last = kNothing;
  std::uint32_t count = 0;
  std::uint32_t low = 0;               // while open: the lowest open call that this one waits for
  std::uint32_t consumers = kNothing;  // while open: continuations that wait for answers
  TableStatus status = TableStatus::kOpen;
};

// The tables of one lifetime; forgotten together.
class TableStore {
 public:
  // kNothing if there is none.
  std::uint32_t find(std::uint32_t form, std::span<const Term> key) const {
    return calls_.find(hash_values(form, key), [&](std::uint32_t number) {
      return tables_[number].form == form && std::equal(key.begin(), key.end(), this->key(number));
    });
  }
  std::uint32_t add(std::uint32_t form, std::span<const Term> key) {
    const auto number = static_cast<std::uint32_t>(tables_.size());
    tables_.push_back({form, static_cast<std::uint32_t>(pool_.size())});
    pool_.insert(pool_.end(), key.begin(), key.end());
    calls_.add(hash_values(form, key), number);
    return number;
  }
  Table& table(std::uint32_t number) { return tables_[number]; }
  const Table& table(std::uint32_t number) const { return tables_[number]; }
  const Term* key(std::uint32_t number) const { return pool_.data() + tables_[number].key; }

  // False if the answer was there already.
  bool add_answer(std::uint32_t number, std::span<const Term> values) {
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
  const Term* answer(std::uint32_t position) const { return pool_.data() + position + 1; }
  // The answer after `position`, or the first one after kNothing.
  std::uint32_t next_answer(std::uint32_t number, std::uint32_t position) const {
    return position == kNothing ? tables_[number].first : pool_[position];
  }

  void clear() {
    tables_.clear();
    pool_.clear();
    answers_.clear();
    calls_.clear();
    hashed_.clear();
  }
  std::size_t size() const { return tables_.size(); }
  std::size_t cells() const {
    return pool_.size() + tables_.size() * (sizeof(Table) / sizeof(Term)) + answers_.size() * 2 +
           (calls_.slots() + hashed_.slots()) * 2;
  }

 private:
  struct Answer {
    std::uint32_t table;
    std::uint32_t position;
  };
  // Answers of small tables are compared one by one, those of larger ones are hashed.
  static constexpr std::uint32_t kFew = 8;

  static std::uint64_t hash_values(std::uint64_t seed, std::span<const Term> values) {
    std::uint64_t hash = mix(0x2545F4914F6CDD1DULL, seed);
    for (const Term value : values) hash = mix(hash, value);
    return hash ^ (hash >> 32);
  }
  bool known(std::uint32_t number, std::span<const Term> values, std::uint64_t hash) const {
    const auto equal = [&](std::uint32_t position) {
      return std::equal(values.begin(), values.end(), answer(position));
    };
    if (tables_[number].count > kFew) {
      return kNothing != hashed_.find(hash, [&](std::uint32_t at) {
        return answers_[at].table == number && equal(answers_[at].position);
      });
    }
    auto at = tables_[number].first;
    while (at != kNothing && !equal(at)) at = pool_[at];
    return at != kNothing;
  }
  void remember(std::uint32_t number, std::uint32_t position, std::uint64_t hash) {
    hashed_.add(hash, static_cast<std::uint32_t>(answers_.size()));
    answers_.push_back({number, position});
  }

  std::vector<Table> tables_;
  std::vector<Term> pool_;  // keys, and answers as a link to the next one and the values
  support::HashIndex calls_;
  std::vector<Answer> answers_;  // those that are hashed
  support::HashIndex hashed_;
};

}  // namespace woodstock::machine::interpret
