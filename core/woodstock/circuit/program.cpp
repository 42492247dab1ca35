#include "woodstock/circuit/program.hpp"

namespace woodstock::circuit {

Program::Program(const GateStore& store, std::vector<Literal> outputs) : outputs_(std::move(outputs)) {
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
