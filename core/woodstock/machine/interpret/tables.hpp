// Tables: what was called and what it answered, so that nothing is derived twice.
#pragma once

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
  std::uint32_t find(std::uint32_t form, std::span<const Term> key) const;  // kNothing if there is none
  std::uint32_t add(std::uint32_t form, std::span<const Term> key);
  Table& table(std::uint32_t number) { return tables_[number]; }
  const Table& table(std::uint32_t number) const { return tables_[number]; }
  const Term* key(std::uint32_t number) const { return pool_.data() + tables_[number].key; }

  // False if the answer was there already.
  bool add_answer(std::uint32_t number, std::span<const Term> values);
  const Term* answer(std::uint32_t position) const { return pool_.data() + position + 1; }
  // The answer after `position`, or the first one after kNothing.
  std::uint32_t next_answer(std::uint32_t number, std::uint32_t position) const {
    return position == kNothing ? tables_[number].first : pool_[position];
  }

  void clear();
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

  bool known(std::uint32_t number, std::span<const Term> values, std::uint64_t hash) const;
  void remember(std::uint32_t number, std::uint32_t position, std::uint64_t hash);

  std::vector<Table> tables_;
  std::vector<Term> pool_;  // keys, and answers as a link to the next one and the values
  support::HashIndex calls_;
  std::vector<Answer> answers_;  // those that are hashed
  support::HashIndex hashed_;
};

}  // namespace woodstock::machine::interpret
