#include "woodstock/circuit/gates.hpp"

#include <algorithm>

namespace woodstock::circuit {

namespace {

std::uint64_t hash(std::span<const Literal> literals) {
  std::uint64_t value = 0x9E3779B97F4A7C15ULL ^ literals.size();
  for (const auto literal : literals) {
    value = (value ^ literal) * 0xBF58476D1CE4E5B9ULL;
    value ^= value >> 29;
  }
  return value;
}

}  // namespace

bool simplify(std::vector<Literal>& literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  std::size_t kept = 0;
  for (const auto literal : literals) {
    if (literal == kTrue) continue;
    if (literal == kFalse) return false;
    if (kept > 0 && literals[kept - 1] == negation(literal)) return false;  // sorted, so a node's two signs meet
    literals[kept++] = literal;
  }
  literals.resize(kept);
  return true;
}

Literal GateStore::conjunction(std::vector<Literal>& literals) {
  if (!simplify(literals)) return kFalse;
  if (literals.empty()) return kTrue;
  if (literals.size() == 1) return literals[0];

  const auto key = hash(literals);
  auto node = index_.find(key, [&](Node other) { return std::ranges::equal(gate(other), literals); });
  if (node == support::HashIndex::kNone) {
    node = append(literals);
    index_.add(key, node);
  }
  return literal_of(node);
}

Literal GateStore::disjunction(std::vector<Literal>& literals) {
  for (auto& literal : literals) literal = negation(literal);
  return negation(conjunction(literals));
}

void GateStore::component(const std::vector<std::vector<Literal>>& bodies,
                          const std::vector<std::vector<Literal>>& atoms) {
  const auto begin = nodes();
  for (const auto& body : bodies) append(body);
  const auto middle = nodes();
  for (const auto& atom : atoms) append(atom);
  components_.push_back({begin, middle, nodes()});
}

Node GateStore::append(std::span<const Literal> literals) {
  const auto node = nodes();
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  offsets_.push_back(static_cast<std::uint32_t>(literals_.size()));
  return node;
}

void spread_marks(const GateStore& store, Marks& marks) {
  auto component = store.components().rbegin();
  for (auto node = store.nodes(); node-- > store.first_gate();) {
    if (component != store.components().rend() && node + 1 == component->end) {
      std::uint8_t all = 0;
      for (auto member = component->begin; member < component->end; ++member) all |= marks[member];
      std::fill(marks.begin() + component->begin, marks.begin() + component->end, all);
      ++component;
    }
    if (marks[node] == 0) continue;
    for (const auto literal : store.gate(node)) marks[node_of(literal)] |= marks[node];
  }
}

Marks needed_by(const GateStore& store, const std::vector<Literal>& literals) {
  Marks marks(store.nodes(), 0);
  for (const auto literal : literals) marks[node_of(literal)] = 1;
  spread_marks(store, marks);
  return marks;
}

}  // namespace woodstock::circuit
