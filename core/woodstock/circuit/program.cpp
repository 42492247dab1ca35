#include "woodstock/circuit/program.hpp"

#include <algorithm>

#include "woodstock/circuit/cofactor.hpp"

namespace woodstock::circuit {

Program::Program(const GateStore& store, std::vector<Literal> outputs)
    : outputs_(std::move(outputs)), inputs_(store.inputs()), nodes_(store.nodes()) {
  const auto needed = needed_by(store, outputs_);
  const auto add_gate = [&](Node node) {
    if (needed[node] != 0) emit(store, node);
  };
  each_part(store.first_gate(), store.nodes(), store.components(), add_gate, [&](const Component& component) {
    if (needed[component.begin] == 0) return;
    Loop loop{code_.size(), 0, 0};
    for (auto node = component.begin; node < component.end; ++node) {
      if (node == component.atoms) loop.atoms = code_.size();
      emit(store, node);
    }
    loop.end = code_.size();
    loops_.push_back(loop);
  });
}

void Program::copy_to(GateStore& store, std::vector<Literal>& map) const {
  if (code_.empty()) return;
  std::vector<std::size_t> at(nodes_, 0);
  std::vector<Component> components;
  for (std::size_t i = 0; i < code_.size(); i += 2 + code_[i + 1]) at[code_[i]] = i;
  for (const auto& loop : loops_) {
    components.push_back({code_[loop.begin], code_[loop.atoms], 0});
    auto last = loop.atoms;
    for (auto i = loop.atoms; i < loop.end; i += 2 + code_[i + 1]) last = i;
    components.back().end = code_[last] + 1;
  }
  struct Source {
    const Program& program;
    const std::vector<std::size_t>& at;
    Node first_gate() const { return program.inputs_ + 1; }
    Node nodes() const { return program.nodes_; }
    std::span<const Literal> gate(Node node) const {
      return {program.code_.data() + at[node] + 2, program.code_[at[node] + 1]};
    }
  };
  SharedComponents shared;
  const auto wanted = [&](Node node) { return code_[at[node]] == node; };
  copy_gates(Source{*this, at}, components, wanted, store, map, shared);
}

void Program::emit(const GateStore& store, Node node) {
  const auto inputs = store.gate(node);
  code_.push_back(node);
  code_.push_back(static_cast<std::uint32_t>(inputs.size()));
  code_.insert(code_.end(), inputs.begin(), inputs.end());
}

void Program::run_loops(std::uint8_t* values) const {
  std::size_t at = 0;
  for (const auto& loop : loops_) {
    execute(values, at, loop.begin);
    for (auto gate = loop.begin; gate < loop.end; gate += 2 + code_[gate + 1]) values[code_[gate]] = gate >= loop.atoms;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto gate = loop.begin; gate < loop.end; gate += 2 + code_[gate + 1]) {
        const auto before = values[code_[gate]];
        execute(values, gate, gate + 2 + code_[gate + 1]);
        changed |= values[code_[gate]] != before;
      }
    }
    at = loop.end;
  }
  execute(values, at, code_.size());
}

}  // namespace woodstock::circuit
