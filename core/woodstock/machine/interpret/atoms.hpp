// The atoms that are stored rather than derived.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/interpret/program.hpp"

namespace woodstock::machine::interpret {

// A set of stored atoms of one functor with indexes that are built when first asked for.
class Relation {
 public:
  static constexpr std::uint32_t kEnd = 0xFFFFFFFF;
  // Up to this many rows a scan is cheaper than an index.
  static constexpr std::size_t kFew = 6;

  std::span<const Term> rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }

  void clear() {
    rows_.clear();
    ++version_;
  }
  void add(Term row) {
    rows_.push_back(row);
    ++version_;
  }

  // The number of an index on these columns. Columns are arguments of the rows.
  std::uint32_t index_on(const std::vector<std::uint32_t>& columns);

  // Positions of rows whose indexed columns may equal the key, as a chain: first, then next until kEnd.
  std::uint32_t first(std::uint32_t index, const Term* key, const TermStore& terms);
  std::uint32_t next(std::uint32_t index, std::uint32_t position) const { return indexes_[index].next[position]; }

  // How many rows to expect when these columns are given, from the rows there are now.
  double expected(const std::vector<std::uint32_t>& columns, const TermStore& terms);

 private:
  struct Index {
    std::vector<std::uint32_t> columns;
    std::vector<std::uint32_t> heads;
    std::vector<std::uint32_t> next;
    std::uint64_t version;
  };
  struct Column {
    std::uint64_t version = 0;
    double different = 0;  // values in this column
  };
  void build(Index& index, const TermStore& terms) const;

  std::vector<Term> rows_;
  std::uint64_t version_ = 1;
  std::vector<Index> indexes_;
  std::vector<Column> columns_;
};

// Facts, the fluents of the state, the moves of the joint move.
class StoredAtoms {
 public:
  StoredAtoms(const Program& program, TermStore& terms);

  void load_state(std::span<const Term> fluents);
  void load_moves(std::span<const Term> roles, std::span<const Term> moves) {
    moves_.clear();
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Term pair[2] = {roles[i], moves[i]};
      moves_.add(terms_.intern(kDoes, pair));
    }
  }

  Relation& facts(Functor predicate) { return facts_[predicate]; }
  Relation& fluents(Functor functor) { return fluents_[functor]; }
  Relation& all_fluents() { return all_fluents_; }
  Relation& moves() { return moves_; }

  bool is_fact(Term atom) const { return atom < fact_mark_.size() && fact_mark_[atom]; }
  bool is_fluent(Term fluent) const { return fluent < fluent_mark_.size() && fluent_mark_[fluent] == epoch_; }

 private:
  TermStore& terms_;
  std::vector<Relation> facts_;
  std::vector<Relation> fluents_;  // by functor
  Relation all_fluents_;
  Relation moves_;
  std::vector<bool> fact_mark_;
  std::vector<std::uint32_t> fluent_mark_;  // by term: the epoch of the last state that held it
  std::uint32_t epoch_ = 1;
};

}  // namespace woodstock::machine::interpret
