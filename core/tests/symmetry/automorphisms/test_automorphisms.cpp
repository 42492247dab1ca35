#include "woodstock/symmetry/automorphisms/automorphisms.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness.hpp"
#include "woodstock/support/random.hpp"
#include "woodstock/symmetry/automorphisms/components.hpp"
#include "woodstock/symmetry/automorphisms/partition.hpp"
#include "woodstock/symmetry/automorphisms/refinement.hpp"

using namespace woodstock;
using namespace woodstock::symmetry::automorphisms;

namespace {

using Edges = std::vector<std::pair<std::int64_t, std::int64_t>>;
using Labelled = std::set<std::pair<std::uint32_t, std::uint32_t>>;
constexpr std::size_t kPlenty = std::size_t{1} << 30;

std::vector<std::int64_t> flat(const Edges& edges) {
  std::vector<std::int64_t> out;
  for (const auto& [one, other] : edges) {
    out.push_back(one);
    out.push_back(other);
  }
  return out;
}

ColouredGraph graph(const std::vector<std::int64_t>& colours, const Edges& edges) {
  return coloured_graph(colours, flat(edges));
}

Budget forever() { return {support::Deadline::max(), nullptr, kPlenty}; }

Group group_of(const std::vector<std::int64_t>& colours, const Edges& edges) {
  auto budget = forever();
  auto found = find(graph(colours, edges), true, budget);
  CHECK(found.outcome == Outcome::kComplete);
  return found;
}

double order_of(const Group& group) {
  return std::accumulate(group.factors.begin(), group.factors.end(), 1.0, std::multiplies<>());
}

Labelled form_of(const Group& group, const Edges& edges) {
  Labelled out;
  for (const auto& [one, other] : edges) {
    out.insert(std::minmax(group.labels[static_cast<std::size_t>(one)], group.labels[static_cast<std::size_t>(other)]));
  }
  return out;
}

Edges cycle(std::int64_t length, std::int64_t first = 0) {
  Edges out;
  for (std::int64_t at = 0; at < length; ++at) out.emplace_back(first + at, first + (at + 1) % length);
  return out;
}

Edges hypercube(std::int64_t dimension) {
  Edges out;
  for (std::int64_t vertex = 0; vertex < std::int64_t{1} << dimension; ++vertex) {
    for (std::int64_t bit = 1; bit < std::int64_t{1} << dimension; bit *= 2) {
      if (!(vertex & bit)) out.emplace_back(vertex, vertex | bit);
    }
  }
  return out;
}

// Strongly regular graphs with the same parameters, which refinement cannot tell apart.
Edges rook_or_shrikhande(bool rook) {
  Edges out;
  for (std::int64_t one = 0; one < 16; ++one) {
    for (std::int64_t other = one + 1; other < 16; ++other) {
      const auto across = (other / 4 - one / 4 + 4) % 4, along = (other % 4 - one % 4 + 4) % 4;
      const bool near =
          (across == 0 && along % 2 == 1) || (along == 0 && across % 2 == 1) || (across == along && across % 2 == 1);
      if (rook ? across == 0 || along == 0 : near) out.emplace_back(one, other);
    }
  }
  return out;
}

Edges moved(const Edges& edges, const std::vector<std::int64_t>& images) {
  Edges out;
  for (const auto& [one, other] : edges) {
    out.emplace_back(images[static_cast<std::size_t>(other)], images[static_cast<std::size_t>(one)]);
  }
  return out;
}

// Edges and colours are kept by all generators; isomorphic graphs have the same form.
void check_group(const std::vector<std::int64_t>& colours, const Edges& edges, std::uint64_t seed) {
  const auto found = group_of(colours, edges);
  std::set<std::pair<std::int64_t, std::int64_t>> known;
  for (const auto& [one, other] : edges) {
    known.emplace(one, other);
    known.emplace(other, one);
  }
  for (const auto& generator : found.generators) {
    std::vector<std::int64_t> images(colours.size());
    std::iota(images.begin(), images.end(), std::int64_t{0});
    for (std::size_t at = 0; at < generator.moved.size(); ++at) images[generator.moved[at]] = generator.images[at];
    CHECK(!generator.moved.empty() && std::is_sorted(generator.moved.begin(), generator.moved.end()));
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
      CHECK_EQ(colours[static_cast<std::size_t>(images[vertex])], colours[vertex]);
      CHECK_EQ(found.orbits[static_cast<std::size_t>(images[vertex])], found.orbits[vertex]);
    }
    for (const auto& edge : moved(edges, images)) CHECK(known.contains(edge));
  }
  support::Random random(seed);
  std::vector<std::int64_t> images(colours.size()), other_colours(colours.size());
  std::iota(images.begin(), images.end(), std::int64_t{0});
  for (auto left = static_cast<std::uint32_t>(images.size()); left > 1; --left) {
    std::swap(images[left - 1], images[random.below(left)]);
  }
  for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
    other_colours[static_cast<std::size_t>(images[vertex])] = colours[vertex];
  }
  const auto other_edges = moved(edges, images);
  const auto other = group_of(other_colours, other_edges);
  CHECK_EQ(order_of(other), order_of(found));
  CHECK(form_of(other, other_edges) == form_of(found, edges));
}

}  // namespace

TEST("automorphism groups have the orders that are known") {
  CHECK_EQ(order_of(group_of({}, {})), 1.0);
  CHECK_EQ(order_of(group_of({0}, {})), 1.0);
  CHECK_EQ(order_of(group_of({0, 0, 0, 1}, {})), 6.0);
  CHECK_EQ(order_of(group_of(std::vector<std::int64_t>(7, 0), cycle(7))), 14.0);
  CHECK_EQ(order_of(group_of({0, 0, 0, 0, 0, 0, 5}, cycle(7))), 2.0);
  CHECK_EQ(order_of(group_of(std::vector<std::int64_t>(64, 0), hypercube(6))), 64.0 * 720);
  CHECK_EQ(order_of(group_of(std::vector<std::int64_t>(16, 0), rook_or_shrikhande(true))), 1152.0);
  CHECK_EQ(order_of(group_of(std::vector<std::int64_t>(16, 0), rook_or_shrikhande(false))), 192.0);
}

TEST("generators keep edges and colours, and canonical forms do not depend on numbers") {
  check_group(std::vector<std::int64_t>(32, 0), hypercube(5), 1);
  check_group(std::vector<std::int64_t>(16, 0), rook_or_shrikhande(true), 2);
  check_group(std::vector<std::int64_t>(16, 0), rook_or_shrikhande(false), 3);
  auto both = rook_or_shrikhande(true);
  for (const auto& [one, other] : rook_or_shrikhande(false)) both.emplace_back(one + 16, other + 16);
  check_group(std::vector<std::int64_t>(32, 0), both, 4);
  support::Random random(5);
  for (std::uint64_t round = 0; round < 300; ++round) {
    const auto count = 1 + random.below(24);
    std::vector<std::int64_t> colours(count);
    for (auto& colour : colours) colour = random.below(1 + static_cast<std::uint32_t>(round % 3));
    Edges edges;
    for (auto left = random.below(2 * count); left > 0; --left) {
      const auto one = random.below(count), other = random.below(count);
      if (one != other) edges.emplace_back(one, other);
    }
    check_group(colours, edges, round);
  }
}

TEST("graphs that refinement cannot tell apart have different canonical forms") {
  const std::vector<std::int64_t> plain(16, 0);
  const auto rook = rook_or_shrikhande(true), shrikhande = rook_or_shrikhande(false);
  CHECK(form_of(group_of(plain, rook), rook) != form_of(group_of(plain, shrikhande), shrikhande));
}

TEST("many components are quick to exchange") {
  constexpr std::int64_t kTriangles = 3000;
  Edges edges;
  for (std::int64_t first = 0; first < 3 * kTriangles; first += 3) {
    for (const auto& edge : cycle(3, first)) edges.push_back(edge);
  }
  const auto found = group_of(std::vector<std::int64_t>(3 * kTriangles, 0), edges);
  CHECK_EQ(std::count(found.factors.begin(), found.factors.end(), 2U), kTriangles + 1);  // and one of 3000!
  CHECK_EQ(found.generators.size(), static_cast<std::size_t>(kTriangles) + 1);
  CHECK(std::all_of(found.orbits.begin(), found.orbits.end(), [](auto orbit) { return orbit == 0; }));
}

TEST("loops are colours, and parallel edges are one") {
  CHECK_EQ(order_of(group_of({0, 0, 0}, {{1, 1}})), 2.0);
  CHECK_EQ(order_of(group_of({0, 0, 0, 0}, {{0, 1}, {1, 0}, {0, 1}, {2, 3}})), 8.0);
}

TEST("edges end at vertices") {
  CHECK_THROWS(graph({0, 0}, {{0, 2}}), std::invalid_argument);
  CHECK_THROWS(graph({0, 0}, {{-1, 0}}), std::invalid_argument);
  const std::vector<std::int64_t> colours{0, 0}, ends{0, 1, 1};
  CHECK_THROWS(coloured_graph(colours, ends), std::invalid_argument);
}

TEST("a search for automorphisms stops in time and keeps to its memory") {
  const auto cube = graph(std::vector<std::int64_t>(1024, 0), hypercube(10));
  Budget late(support::Deadline::min(), nullptr, kPlenty);
  CHECK(find(cube, true, late).outcome == Outcome::kTime);
  const std::atomic<bool> stop{true};
  Budget stopped(support::Deadline::max(), &stop, kPlenty);
  CHECK(find(cube, true, stopped).outcome == Outcome::kTime);
  Budget none(support::Deadline::max(), nullptr, 0);
  CHECK(find(cube, true, none).outcome == Outcome::kMemory);
  // Enough for the graph, and not for the automorphisms: what was found up to then is there.
  for (std::size_t memory = 100'000; memory < 700'000; memory += 50'000) {
    Budget some(support::Deadline::max(), nullptr, memory);
    const auto found = find(cube, false, some);
    CHECK(found.outcome == Outcome::kComplete || found.factors.empty());
  }
}

TEST("cells are split, and joined again as they were") {
  const std::vector<std::uint32_t> colours{0, 1, 0, 1, 1, 0, 2};
  Partition partition(colours);
  CHECK_EQ(partition.cells(), 3U);
  CHECK_EQ(partition.first_open(), 0U);
  CHECK_EQ(partition.next_open(0), 3U);
  CHECK_EQ(partition.next_open(3), partition.size());
  partition.split(0, 2);
  partition.split(3, 4);
  partition.split(0, 1);
  CHECK_EQ(partition.cells(), 6U);
  CHECK_EQ(partition.first_open(), 4U);
  partition.unwind(1);
  CHECK_EQ(partition.first_open(), 0U);
  CHECK_EQ(partition.length(0), 2U);
  CHECK_EQ(partition.next_open(0), 3U);
  partition.unwind(0);
  CHECK_EQ(partition.length(0), 3U);
  CHECK_EQ(partition.length(3), 3U);
  CHECK_EQ(partition.cell_of(4), 3U);
  CHECK(partition.has_cell(3, 3) && !partition.has_cell(4, 2));
}

TEST("refined partitions are equitable") {
  support::Random random(11);
  for (int round = 0; round < 100; ++round) {
    const auto count = 2 + random.below(40);
    Edges edges;
    for (auto left = random.below(3 * count); left > 0; --left) {
      const auto one = random.below(count), other = random.below(count);
      if (one != other) edges.emplace_back(one, other);
    }
    const auto made = graph(std::vector<std::int64_t>(count, 0), edges);
    Partition partition(made.colours);
    auto budget = forever();
    Refiner refiner(made.graph, partition, budget);
    Trace trace;
    trace.ignore();
    refiner.add_all_splitters();
    CHECK(refiner.refine(trace));
    for (std::uint32_t cell = 0; cell < count; cell += partition.length(cell)) {
      std::set<std::multiset<std::uint32_t>> seen;
      for (const auto vertex : partition.cell(cell)) {
        std::multiset<std::uint32_t> cells;
        for (const auto neighbour : made.graph.of(vertex)) cells.insert(partition.cell_of(neighbour));
        seen.insert(cells);
      }
      CHECK_EQ(seen.size(), 1U);
    }
  }
}

TEST("components leave out what cells say already") {
  // Two pairs, one of which is joined to all of the other, and a hub.
  const auto made = graph({0, 0, 1, 1, 2}, {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {4, 0}, {4, 1}});
  const auto parts = components(made.graph, Partition(made.colours));
  CHECK_EQ(parts.size(), 4U);
  for (const auto& part : parts) CHECK(part.origin.size() == 1 && part.graph.neighbours.empty());
  CHECK_EQ(parts[0].first_cell, parts[1].first_cell);
}
