#include "woodstock/machine/interpret/atoms.hpp"

#include <algorithm>
#include <bit>

namespace woodstock::machine::interpret {

std::uint32_t Relation::index_on(const std::vector<std::uint32_t>& columns) {
  for (std::size_t i = 0; i < indexes_.size(); ++i) {
    if (indexes_[i].columns == columns) return static_cast<std::uint32_t>(i);
  }
  indexes_.push_back({columns, {}, {}, 0});
  return static_cast<std::uint32_t>(indexes_.size() - 1);
}

void Relation::build(Index& index, const TermStore& terms) const {
  index.heads.assign(std::bit_ceil(rows_.size() * 2 + 1), kEnd);
  index.next.resize(rows_.size());
  const std::size_t mask = index.heads.size() - 1;
  // From the last row to the first, so that chains keep the order of the rows.
  for (std::size_t at = rows_.size(); at > 0; --at) {
    const Term* arguments = terms.arguments(rows_[at - 1]);
    std::uint64_t hash = 1;
    for (const std::uint32_t column : index.columns) hash = mix(hash, arguments[column]);
    std::uint32_t& head = index.heads[(hash >> 20) & mask];
    index.next[at - 1] = head;
    head = static_cast<std::uint32_t>(at - 1);
  }
  index.version = version_;
}

std::uint32_t Relation::first(std::uint32_t number, const Term* key, const TermStore& terms) {
  Index& index = indexes_[number];
  if (index.version != version_) build(index, terms);
  std::uint64_t hash = 1;
  for (std::size_t i = 0; i < index.columns.size(); ++i) hash = mix(hash, key[i]);
  return index.heads[(hash >> 20) & (index.heads.size() - 1)];
}

double Relation::expected(const std::vector<std::uint32_t>& columns, const TermStore& terms) {
  auto rows = static_cast<double>(rows_.size());
  for (const std::uint32_t number : columns) {
    if (number >= columns_.size()) columns_.resize(number + 1);
    Column& column = columns_[number];
    if (column.version != version_) {
      std::vector<Term> values;
      for (const Term row : rows_) values.push_back(terms.arguments(row)[number]);
      std::ranges::sort(values);
      const auto different = std::ranges::unique(values).begin() - values.begin();
      column = {version_, static_cast<double>(std::max<std::ptrdiff_t>(different, 1))};
    }
    rows /= column.different;
  }
  return rows;
}

StoredAtoms::StoredAtoms(const Program& program, TermStore& terms)
    : terms_(terms), facts_(program.functors()), fluents_(program.functors()) {
  for (Functor functor = 0; functor < program.functors(); ++functor) {
    for (const auto& fact : program.predicate(functor).facts) {
      const Term atom = terms.decode(fact);
      if (atom >= fact_mark_.size()) fact_mark_.resize(std::max<std::size_t>(atom + 1, fact_mark_.size() * 2));
      if (fact_mark_[atom]) continue;
      fact_mark_[atom] = true;
      facts_[functor].add(atom);
    }
  }
}

void StoredAtoms::load_state(std::span<const Term> fluents) {
  for (const Term old : all_fluents_.rows()) {
    Relation& relation = fluents_[terms_.functor(old)];
    if (relation.size() > 0) relation.clear();
  }
  all_fluents_.clear();
  if (++epoch_ == 0) {
    std::ranges::fill(fluent_mark_, 0);
    epoch_ = 1;
  }
  for (const Term fluent : fluents) {
    if (fluent >= fluent_mark_.size()) fluent_mark_.resize(std::max(terms_.size(), fluent_mark_.size() * 2));
    if (fluent_mark_[fluent] == epoch_) continue;
    fluent_mark_[fluent] = epoch_;
    all_fluents_.add(fluent);
    fluents_[terms_.functor(fluent)].add(fluent);
  }
}

}  // namespace woodstock::machine::interpret
