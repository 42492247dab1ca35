// A set of stored atoms of one functor (facts, fluents, moves) with indexes that are built when first asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/machine/interpret/terms.hpp"

namespace woodstock::machine::interpret {

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

}  // namespace woodstock::machine::interpret
