// Straight-line code over node values: what is computed only when it is asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "woodstock/circuit/gates.hpp"

namespace woodstock::circuit {

// The gates of a store that some outputs need, in order. A run reads the values of the store's inputs and writes
// those of its gates into the same array, which must have room for all nodes of the store.
class Program {
 public:
  Program() = default;
  Program(const GateStore& store, std::vector<Literal> outputs);

  void run(std::uint8_t* values) const {
    if (loops_.empty()) {
      execute(values, 0, code_.size());
    } else {
      run_loops(values);
    }
  }

  // Calls visit(literal) for every literal that is read.
  template <typename Visit>
  void each_literal(Visit visit) const {
    for (std::size_t at = 0; at < code_.size(); at += 2 + code_[at + 1]) {
      for (std::uint32_t i = 0; i < code_[at + 1]; ++i) visit(code_[at + 2 + i]);
    }
    for (const auto literal : outputs_) visit(literal);
  }

  const std::vector<Literal>& outputs() const { return outputs_; }
  std::size_t size() const { return code_.size(); }
  bool recursive() const { return !loops_.empty(); }

 private:
  // A recursive component in the code: [begin, atoms) are bodies, [atoms, end) negated heads.
  struct Loop {
    std::size_t begin;
    std::size_t atoms;
    std::size_t end;
  };

  void execute(std::uint8_t* values, std::size_t at, std::size_t end) const {
    const auto* code = code_.data();
    while (at < end) {
      const auto node = code[at];
      const auto count = code[at + 1];
      std::uint8_t all = 1;
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto literal = code[at + 2 + i];
        all &= static_cast<std::uint8_t>(values[node_of(literal)] ^ (literal & 1U));
      }
      values[node] = all;
      at += 2 + count;
    }
  }
  void run_loops(std::uint8_t* values) const;
  void emit(const GateStore& store, Node node);

  std::vector<std::uint32_t> code_;  // per gate: node, number of inputs, inputs
  std::vector<Loop> loops_;
  std::vector<Literal> outputs_;
};

}  // namespace woodstock::circuit
