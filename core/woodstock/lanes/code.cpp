#include "woodstock/lanes/code.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "woodstock/circuit/cofactor.hpp"

namespace woodstock::lanes {

namespace {

// Gates that are batched together. Their wires fit the innermost cache, and the order of the circuit, in which a gate
// stands near those that use it, is kept from window to window.
constexpr std::size_t kWindow = 512;

std::uint32_t inverted_inputs(std::span<const circuit::Literal> inputs) {
  return static_cast<std::uint32_t>(std::count_if(inputs.begin(), inputs.end(), circuit::negated));
}

// A tree of narrow gates for one wide one. Plain and negated inputs go together as far as they can: fewer shapes.
circuit::Literal narrow_tree(circuit::GateStore& store, std::vector<circuit::Literal> inputs) {
  std::stable_partition(inputs.begin(), inputs.end(),
                        [](circuit::Literal literal) { return !circuit::negated(literal); });
  while (inputs.size() > kWidestGate) {
    std::vector<circuit::Literal> level;
    for (std::size_t at = 0; at < inputs.size(); at += kWidestGate) {
      const auto end = std::min(at + kWidestGate, inputs.size());
      std::vector<circuit::Literal> group(inputs.begin() + static_cast<std::ptrdiff_t>(at),
                                          inputs.begin() + static_cast<std::ptrdiff_t>(end));
      level.push_back(store.conjunction(group));
    }
    inputs = std::move(level);
  }
  return store.conjunction(inputs);
}

}  // namespace

circuit::GateStore narrowed(const circuit::GateStore& store, std::vector<circuit::Literal>& map) {
  circuit::GateStore narrow(store.inputs());
  map.assign(store.nodes(), circuit::kUnmapped);
  for (circuit::Node node = 0; node < store.first_gate(); ++node) map[node] = circuit::literal_of(node);
  circuit::SharedComponents shared;
  const auto narrow_gate = [&](circuit::Node node) {
    std::vector<circuit::Literal> inputs;
    for (const auto literal : store.gate(node)) inputs.push_back(circuit::image_of(map, literal));
    map[node] = narrow_tree(narrow, std::move(inputs));
  };
  circuit::each_part(
      store.first_gate(), store.nodes(), store.components(), narrow_gate,
      [&](const circuit::Component& component) { circuit::copy_component(component, store, narrow, map, shared); });
  return narrow;
}

LaneCode::LaneCode(const circuit::GateStore& store, const circuit::Marks& wanted) {
  std::vector<circuit::Node> window;
  const auto flush = [&] {
    emit_window(store, window);
    window.clear();
  };
  const auto add_gate = [&](circuit::Node node) {
    if (wanted[node] != 0) window.push_back(node);
    if (window.size() == kWindow) flush();
  };
  const auto add_component = [&](const circuit::Component& component) {
    if (wanted[component.begin] == 0) return;
    flush();
    close({0, 0, 0});
    emit_component(store, component);
  };
  circuit::each_part(store.first_gate(), store.nodes(), store.components(), add_gate, add_component);
  flush();
  close({0, 0, 0});
}

void LaneCode::close(circuit::Component component, std::size_t middle) {
  if (begin_ < code_.size()) segments_.push_back({begin_, middle, code_.size(), component});
  begin_ = code_.size();
}

// A sweep there, and one back. In both a head comes right after its bodies: what it has won is there for those that
// come after it in the same sweep.
void LaneCode::emit_component(const circuit::GateStore& store, const circuit::Component& component) {
  std::vector<bool> done;
  const auto emit_once = [&](circuit::Node body) {
    if (!done[body - component.begin]) emit(store, body);
    done[body - component.begin] = true;
  };
  const auto sweep = [&](const auto& heads) {
    done.assign(component.atoms - component.begin, false);
    for (const auto head : heads) {
      for (const auto literal : store.gate(head)) {
        const auto node = circuit::node_of(literal);
        if (node >= component.begin && node < component.atoms) emit_once(node);
      }
      emit(store, head);
    }
    for (auto body = component.begin; body < component.atoms; ++body) emit_once(body);
  };
  const auto heads = std::views::iota(component.atoms, component.end);
  sweep(heads);
  const auto middle = code_.size();
  sweep(heads | std::views::reverse);
  close(component, middle);
}

// One gate by itself: its node, the numbers of plain and negated inputs, the inputs.
void LaneCode::emit(const circuit::GateStore& store, circuit::Node node) {
  const auto inputs = store.gate(node);
  const auto inverted = inverted_inputs(inputs);
  code_.push_back(node);
  code_.push_back(static_cast<std::uint32_t>(inputs.size()) - inverted);
  code_.push_back(inverted);
  for (const bool sign : {false, true}) {
    for (const auto literal : inputs) {
      if (circuit::negated(literal) == sign) code_.push_back(circuit::node_of(literal));
    }
  }
}

// Batches, each with its shape and length, and per gate its node and inputs. The next batch is always the one shape of
// which most gates are ready.
void LaneCode::emit_window(const circuit::GateStore& store, const std::vector<circuit::Node>& gates) {
  constexpr std::size_t kShapes = (kWidestGate + 1) * (kWidestGate + 1);
  const auto place = [&](circuit::Node node) {
    const auto at = std::lower_bound(gates.begin(), gates.end(), node);
    return at != gates.end() && *at == node ? static_cast<std::size_t>(at - gates.begin()) : gates.size();
  };
  std::vector<std::vector<std::size_t>> users(gates.size());
  std::vector<std::uint32_t> missing(gates.size(), 0);
  std::array<std::vector<std::size_t>, kShapes> ready;
  const auto shape = [&](std::size_t at) {
    const auto inputs = store.gate(gates[at]);
    const auto inverted = inverted_inputs(inputs);
    return (inputs.size() - inverted) * (kWidestGate + 1) + inverted;
  };
  for (std::size_t i = 0; i < gates.size(); ++i) {
    for (const auto literal : store.gate(gates[i])) {
      const auto at = place(circuit::node_of(literal));
      if (at == gates.size()) continue;
      users[at].push_back(i);
      ++missing[i];
    }
    if (missing[i] == 0) ready[shape(i)].push_back(i);
  }
  for (std::size_t left = gates.size(); left > 0;) {
    const auto best = static_cast<std::size_t>(
        std::max_element(ready.begin(), ready.end(), [](auto& a, auto& b) { return a.size() < b.size(); }) -
        ready.begin());
    const auto batch = std::move(ready[best]);
    ready[best].clear();
    left -= batch.size();
    code_.push_back(static_cast<std::uint32_t>(best));
    code_.push_back(static_cast<std::uint32_t>(batch.size()));
    for (const auto at : batch) {
      code_.push_back(gates[at]);
      for (const bool sign : {false, true}) {
        for (const auto literal : store.gate(gates[at])) {
          if (circuit::negated(literal) == sign) code_.push_back(circuit::node_of(literal));
        }
      }
      for (const auto user : users[at]) {
        if (--missing[user] == 0) ready[shape(user)].push_back(user);
      }
    }
  }
}

void LaneCode::run(const LaneKernel& kernel, std::uint64_t* values) const {
  for (const auto& [begin, middle, end, component] : segments_) {
    if (component.begin == component.end) {
      kernel.run(code_.data() + begin, code_.data() + end, values);
      continue;
    }
    const auto start = [&](circuit::Node from, circuit::Node to, std::uint64_t word) {
      std::fill(values + std::size_t{from} * kLaneWords, values + std::size_t{to} * kLaneWords, word);
    };
    start(component.begin, component.atoms, 0);
    start(component.atoms, component.end, ~std::uint64_t{0});
    kernel.run_component(code_.data() + begin, code_.data() + middle, code_.data() + end, values);
  }
}

}  // namespace woodstock::lanes
