// An `or` of `and`s with common literals taken out.
#include <algorithm>
#include <queue>
#include <unordered_map>

#include "woodstock/circuit/intermediate.hpp"

namespace woodstock::circuit {

namespace {

using Body = std::vector<Literal>;

// Takes out of all bodies, which are sorted, the literals that every one of them has.
std::vector<Literal> take_common(std::vector<Body>& bodies) {
  auto common = bodies[0];
  for (std::size_t i = 1; i < bodies.size() && !common.empty(); ++i) {
    std::erase_if(common, [&](Literal l) { return !std::binary_search(bodies[i].begin(), bodies[i].end(), l); });
  }
  if (common.empty()) return common;
  for (auto& body : bodies) {
    std::erase_if(body, [&](Literal l) { return std::binary_search(common.begin(), common.end(), l); });
  }
  return common;
}

// A body of one literal l makes every other body with l useless, and not-l in any other body superfluous.
// Returns false when a body is or becomes empty: the disjunction is true.
bool absorb_units(std::vector<Body>& bodies) {
  std::vector<Literal> units;
  for (const auto& body : bodies) {
    if (body.empty()) return false;
    if (body.size() == 1) units.push_back(body[0]);
  }
  if (units.empty()) return true;
  std::sort(units.begin(), units.end());
  const auto is_unit = [&](Literal l) { return std::binary_search(units.begin(), units.end(), l); };
  for (auto& body : bodies) {
    if (body.size() == 1) {
      if (is_unit(negation(body[0]))) return false;
      continue;
    }
    if (std::any_of(body.begin(), body.end(), is_unit)) {
      body.assign(1, kFalse);  // absorbed
      continue;
    }
    std::erase_if(body, [&](Literal l) { return is_unit(negation(l)); });
    if (body.empty()) return false;
  }
  std::erase_if(bodies, [](const Body& body) { return body.size() == 1 && body[0] == kFalse; });
  return true;
}

class Factoring {
 public:
  Factoring(GateStore& store, const MoveNodes& moves) : store_(store), moves_(moves) {}

  Literal disjunction(std::vector<Body> bodies) {
    if (!absorb_units(bodies)) return kTrue;
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    if (bodies.empty()) return kFalse;
    if (bodies.size() == 1) return store_.conjunction(bodies[0]);
    // All at once what all have: one by one, long bodies that differ little would take as many levels as literals.
    if (auto common = take_common(bodies); !common.empty()) {
      common.push_back(disjunction(std::move(bodies)));
      return store_.conjunction(common);
    }

    // Which bodies a literal occurs in, and how many of them are still there.
    std::unordered_map<Literal, std::vector<std::uint32_t>> occurrences;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
      for (const auto literal : bodies[i]) occurrences[literal].push_back(i);
    }
    std::unordered_map<Literal, std::size_t> count;
    std::priority_queue<std::pair<std::size_t, Literal>> frequent;
    for (const auto& [literal, places] : occurrences) {
      count[literal] = places.size();
      if (places.size() > 1) frequent.emplace(places.size(), ~literal);  // among equals the lowest literal first
    }

    std::vector<Literal> parts;
    std::vector<bool> taken(bodies.size(), false);
    while (!frequent.empty()) {
      const auto [old_count, inverted] = frequent.top();
      frequent.pop();
      const auto literal = ~inverted;
      const auto now = count[literal];
      if (now < 2) continue;
      if (now < old_count) {
        frequent.emplace(now, inverted);
        continue;
      }
      std::vector<Body> having;
      for (const auto i : occurrences[literal]) {
        if (taken[i]) continue;
        taken[i] = true;
        for (const auto other : bodies[i]) --count[other];
        std::erase(bodies[i], literal);
        having.push_back(std::move(bodies[i]));
      }
      std::vector<Literal> both{literal, disjunction(std::move(having))};
      parts.push_back(store_.conjunction(both));
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (!taken[i]) parts.push_back(store_.conjunction(bodies[i]));
    }
    complement_moves(parts);
    return store_.disjunction(parts);
  }

 private:
  void complement_moves(std::vector<Literal>& parts) {
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    for (std::size_t role = 0; role + 1 < moves_.first.size(); ++role) {
      const auto begin = moves_.first[role];
      const auto end = moves_.first[role + 1];
      std::vector<bool> present(end - begin, false);
      std::size_t members = 0;
      for (const auto part : parts) {
        if (!negated(part) && node_of(part) >= begin && node_of(part) < end) {
          present[node_of(part) - begin] = true;
          ++members;
        }
      }
      if (2 * members <= end - begin || members < 2) continue;
      std::erase_if(parts,
                    [&](Literal part) { return !negated(part) && node_of(part) >= begin && node_of(part) < end; });
      std::vector<Literal> rest;
      for (Node i = 0; i < end - begin; ++i) {
        if (!present[i]) rest.push_back(literal_of(begin + i));
      }
      parts.push_back(negation(store_.disjunction(rest)));
    }
  }

  GateStore& store_;
  const MoveNodes& moves_;
};

}  // namespace

Literal factored(GateStore& store, std::vector<std::vector<Literal>> bodies, const MoveNodes& moves) {
  std::erase_if(bodies, [](Body& body) { return !simplify(body); });
  if (std::any_of(bodies.begin(), bodies.end(), [](const Body& body) { return body.empty(); })) return kTrue;
  return Factoring(store, moves).disjunction(std::move(bodies));
}

}  // namespace woodstock::circuit
