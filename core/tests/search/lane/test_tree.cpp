#include "woodstock/search/lane/tree.hpp"

#include <algorithm>
#include <map>

#include "harness.hpp"

namespace woodstock::search::lane {

// Do the edges that lead to each node agree with the nodes they come from? Walks through all of the memory.
struct LaneTreeLook {
  static void check(LaneTree& tree) {
    std::map<Block, std::uint32_t> leading;  // to each node
    std::uint64_t nodes = 0;
    for (auto block = tree.store_.first(); block != kNoBlock; block = tree.store_.after(block)) {
      auto& node = *tree.at(block);
      if (!node.head.used) continue;
      ++nodes;
      std::uint32_t below = 0;
      for (std::uint32_t child = 0; child < node.children; ++child) {
        const auto other = node.below()[child];
        if (other == kNoBlock) continue;
        ++below;
        ++leading[other];
        CHECK_EQ(tree.at(other)->level, node.level + 1);
        CHECK(proved(node.link(child)) || node.link(child) == other);
      }
      CHECK_EQ(node.nodes, below);
    }
    CHECK_EQ(tree.nodes(), nodes);
    for (const auto& [block, count] : leading) check_entries(tree, block, count);
  }

  static void check_entries(LaneTree& tree, Block block, std::uint32_t count) {
    CHECK_EQ(std::uint32_t{tree.at(block)->entries}, count);
    std::uint32_t met = 0;
    const auto* state = tree.state_of(tree.at(block)->entry);
    for (auto edge = tree.at(block)->entry; edge.node != kNoBlock; ++met) {
      CHECK_EQ(tree.at(edge.node)->below()[edge.child], block);
      CHECK(std::equal(state, state + tree.game_.state_words, tree.state_of(edge)));
      edge = tree.at(edge.node)->next_entries()[edge.child];
    }
    CHECK_EQ(met, count);
  }

  static const MoveTable& root_table(LaneTree& tree) { return *tree.tables_->find(tree.root_); }
  static std::size_t tables(LaneTree& tree) {
    std::size_t count = 0;
    for (auto block = tree.store_.first(); block != kNoBlock; block = tree.store_.after(block)) {
      count += tree.tables_->find(block) != nullptr;
    }
    return count;
  }
  // The playouts of a move and their sum, without what it began with.
  static MoveTotal own(LaneTree& tree, std::uint32_t move) {
    auto& root = *tree.at(tree.root_);
    const auto& stat = root.moves()[move];
    const auto given = static_cast<double>(tree.prior_) * tree.priors(root)[move];
    return {stat.sum - given, static_cast<double>(stat.visits - tree.prior_)};
  }
  // After a descent, learned values on its way are the minimax of those below, or exact.
  static void check_learned(LaneTree& tree, const Descent& descent) {
    std::array<float, 2> expected{};
    for (const auto& [block, child] : descent.steps) {
      auto& node = *tree.at(block);
      const auto* values = tree.learned(node) + std::size_t{child} * 2;
      if (proved(node.link(child))) {
        const auto exact = tree.outcomes_.values(node.link(child) & ~kProved);
        for (std::uint32_t role = 0; role < 2; ++role) expected[role] = static_cast<float>(exact[role]);
      } else if (is_node(node.link(child))) {
        auto& below = *tree.at(node.link(child));
        std::uint32_t best = 0;
        for (std::uint32_t other = 1; other < below.children; ++other) {
          const auto* worth = tree.learned(below) + below.chooser;
          if (worth[other * 2] > worth[best * 2]) best = other;
        }
        std::copy_n(tree.learned(below) + std::size_t{best} * 2, 2, expected.begin());
      } else {
        continue;
      }
      CHECK(std::equal(expected.begin(), expected.end(), values));
      CHECK_EQ(tree.guesses(node)[child], values[node.chooser]);
    }
  }
  static float prior(LaneTree& tree, std::uint32_t move) { return tree.priors(*tree.at(tree.root_))[move]; }
};

}  // namespace woodstock::search::lane

using namespace woodstock;
using namespace woodstock::search::lane;

namespace {

// Two roles in turn step right or down on a field with prizes in its last cells: many ways lead to each cell.
struct Field {  // a state: 64 times the steps to the right, and those down
  explicit Field(std::uint32_t own_side, std::uint64_t seed) : side(own_side) {
    support::Random random(seed);
    for (std::uint32_t i = 0; i <= side; ++i) prizes.push_back(random.below(5) * 25);
  }

  bool over(std::uint64_t state) const { return state / 64 + state % 64 == side; }
  static std::uint64_t after(std::uint64_t state, std::uint32_t move) { return state + (move == 0 ? 64 : 1); }

  // Of the first role, from the end backwards.
  double value(std::uint64_t state) const {
    std::vector<double> values;
    for (const auto prize : prizes) values.push_back(prize / 100.0);
    for (auto steps = side; steps-- > state / 64 + state % 64;) {
      for (std::uint32_t right = 0; right <= steps; ++right) {
        values[right] =
            steps % 2 == 0 ? std::max(values[right], values[right + 1]) : std::min(values[right], values[right + 1]);
      }
    }
    return values[state / 64];
  }

  std::uint32_t side;
  std::vector<std::uint32_t> prizes;  // by the steps to the right
};

// A position with all that it is made of.
struct Made {
  Made(const Field& field, std::uint64_t state) {
    const auto chooser = (state / 64 + state % 64) % 2;
    counts = {chooser == 0 ? 2U : 1U, chooser == 0 ? 1U : 2U};
    for (std::uint32_t move = 0; move < 2; ++move) {
      states.push_back(Field::after(state, move));
      terminal.push_back(field.over(states[move]) ? 1 : 0);
      const auto prize = terminal[move] != 0 ? static_cast<std::int32_t>(field.prizes[states[move] / 64]) : 0;
      goals.insert(goals.end(), {prize, 100 - prize});
      const auto value = static_cast<float>(support::mix_bits(states[move]) >> 40) * 0x1p-24F;
      values.insert(values.end(), {value, 1.0F - value});
    }
  }
  Position position() const { return {counts, legal, 2, states.data(), terminal.data(), goals.data(), values.data()}; }

  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> legal{0, 1, 2};
  std::vector<std::uint64_t> states;
  std::vector<std::uint8_t> terminal;
  std::vector<std::int32_t> goals;
  std::vector<float> values;  // as if they had been learned
};

// A search that makes one descent after another, and draws what a playout comes to.
struct OneByOne {
  OneByOne(const Field& own, std::size_t memory, std::uint32_t history = 0, std::uint32_t amaf = 0)
      : OneByOne(own, settings(memory, history, amaf)) {}
  OneByOne(const Field& own, const LaneTreeSettings& settings)
      : field(own), tree({2, std::nullopt, 1, {1.0, 1.0}, {2, 3}}, settings) {
    const std::uint64_t start = 0;
    const Made made(field, start);
    const auto position = made.position();
    tree.plant({&start, 1}, &position, {});
  }

  static LaneTreeSettings settings(std::size_t memory, std::uint32_t history, std::uint32_t amaf) {
    LaneTreeSettings out;
    out.memory = memory;
    out.history = history;
    out.amaf = amaf;
    out.reference = 50;
    return out;
  }

  void descend() {
    Descent descent;
    tree.begin(descent);
    for (auto arrival = Arrival::kOn;;) {
      arrival = tree.advance(descent, random, true);
      if (arrival == Arrival::kExpand) {
        const auto growth = grow(descent);
        if (growth == LaneTree::Growth::kGrown) continue;
        arrival = growth == LaneTree::Growth::kSolved ? Arrival::kExact : Arrival::kLeaf;
      }
      if (arrival == Arrival::kOn) continue;
      if (arrival == Arrival::kExact) {
        tree.take_exact(descent);
      } else if (tree.settings().learned) {
        tree.take_learned(descent, 1.0);
      } else {
        const auto drawn = random.below(101) / 100.0;
        descent.sums = {drawn, 1.0 - drawn};
        if (tree.settings().amaf > 0) note(descent);
      }
      for (std::size_t step = 0; step < descent.steps.size(); ++step) {
        const auto move = descent.steps[step].child + (step % 2 == 0 ? 0 : 3);
        counted[move].add(descent.sums[step % 2], 1.0);
      }
      detours += descent.detours.size();
      first[descent.steps[0].child].add(descent.sums[0], 1.0);
      ++descents;
      tree.back_up(descent, arrival != Arrival::kExact);
      if (tree.settings().learned) LaneTreeLook::check_learned(tree, descent);
      return;
    }
  }

  // A playout makes some moves at random.
  void note(const Descent& descent) {
    const std::uint64_t moves = random.below(32);
    const std::vector<float> goals{static_cast<float>(descent.sums[0]), static_cast<float>(descent.sums[1])};
    tree.note(descent, goals, {&moves, 1});
    for (std::uint32_t move = 0; move < 5; ++move) {
      if ((moves >> move & 1) != 0) counted[move].add(goals[move < 2 ? 0 : 1], 1.0);
    }
  }

  LaneTree::Growth grow(Descent& descent) {
    const auto state = *tree.leaf(descent);
    tree.look_up(descent);
    if (const auto growth = tree.install_known(descent); growth != LaneTree::Growth::kUnknown) {
      ++known;
      return growth;
    }
    ++expanded[state];
    return tree.install(descent, Made(field, state).position());
  }

  Field field;
  LaneTree tree;
  support::Random random{5};
  std::map<std::uint64_t, int> expanded;
  int known = 0;
  std::array<MoveTotal, 5> counted{};  // what descents and playouts from the root came to, by move
  std::array<MoveTotal, 2> first{};    // by the first move
  double descents = 0.0;
  std::size_t detours = 0;
};

}  // namespace

TEST("a position that is met again is not expanded again, and all of them prove what minimax says") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Field field(12, seed);
    OneByOne search(field, std::size_t{8} << 20);
    std::uint64_t descents = 0;
    while (!search.tree.root_proved() && descents < 20'000) {
      search.descend();
      ++descents;
      if (descents % 100 != 0) continue;
      const auto report = search.tree.report(0);
      CHECK_EQ(report.descents, descents);
      CHECK_EQ(report.moves[0].visits + report.moves[1].visits, descents);
    }
    CHECK(search.tree.root_proved());
    CHECK_EQ(search.tree.report(0).values[0], field.value(0));
    CHECK(search.known > 0);
    int again = 0;
    for (const auto& [state, times] : search.expanded) again += times - 1;
    CHECK(again <= 2);  // but for those whose places in the table others have taken
  }
}

TEST("positions that are met again stay right while the root moves on and memory is short") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Field field(40, seed);
    OneByOne search(field, std::size_t{1} << 21);
    std::uint64_t state = 0;
    while (!field.over(state)) {
      for (int i = 0; i < 3'000 && !search.tree.root_proved(); ++i) search.descend();
      const auto chooser = static_cast<std::uint32_t>((state / 64 + state % 64) % 2);
      const auto report = search.tree.report(chooser);
      if (report.proved) CHECK_EQ(report.values[0], field.value(state));
      LaneTreeLook::check(search.tree);
      state = Field::after(state, report.best - chooser);
      if (search.tree.move_root({&state, 1})) continue;
      if (field.over(state)) break;
      const Made made(field, state);
      const auto position = made.position();
      search.tree.plant({&state, 1}, &position, {});
    }
    CHECK(search.known > 0);
  }
}

TEST("tables have the playouts in which a move was made, and priors leave what was played untouched") {
  const auto near = [](double one, double other) { return std::abs(one - other) < 1e-3 * (1.0 + std::abs(one)); };
  for (const std::uint32_t amaf : {0U, 20U}) {
    const Field field(60, 3);
    OneByOne search(field, std::size_t{8} << 20, 20, amaf);
    for (int i = 1; i <= 6'000; ++i) {
      search.descend();
      if (i % 500 != 0 || search.detours > 0) continue;
      const auto& table = LaneTreeLook::root_table(search.tree);
      CHECK_EQ(table.playouts, search.descents);
      for (std::uint32_t move = 0; move < 5; ++move) {
        CHECK_EQ(table.moves[move].playouts, search.counted[move].playouts);
        CHECK(near(table.moves[move].sum, search.counted[move].sum));
      }
      for (std::uint32_t move = 0; move < 2; ++move) {
        const auto own = LaneTreeLook::own(search.tree, move);
        CHECK_EQ(own.playouts, search.first[move].playouts);
        CHECK(near(own.sum, search.first[move].sum));
        CHECK_EQ(search.tree.report(0).moves[move].visits, static_cast<std::uint64_t>(own.playouts));
        CHECK(std::abs(LaneTreeLook::prior(search.tree, move) - table.mean(0, move)) < 0.1);  // renewed now and then
      }
    }
    CHECK(search.detours == 0);
    CHECK(LaneTreeLook::tables(search.tree) > 5);
  }
}

TEST("with priors the tree proves what minimax says, also while the root moves on and memory is short") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Field field(12, seed);
    OneByOne search(field, std::size_t{8} << 20, 8, seed % 2 == 0 ? 8 : 0);
    for (int i = 0; i < 20'000 && !search.tree.root_proved(); ++i) search.descend();
    CHECK(search.tree.root_proved());
    CHECK_EQ(search.tree.report(0).values[0], field.value(0));

    const Field large(40, seed);
    OneByOne tight(large, std::size_t{1} << 21, 8, seed % 2 == 0 ? 8 : 0);
    std::uint64_t state = 0;
    while (!large.over(state)) {
      for (int i = 0; i < 1'000 && !tight.tree.root_proved(); ++i) tight.descend();
      LaneTreeLook::check(tight.tree);
      const auto chooser = static_cast<std::uint32_t>((state / 64 + state % 64) % 2);
      state = Field::after(state, tight.tree.report(chooser).best - chooser);
      if (tight.tree.move_root({&state, 1}) || large.over(state)) continue;
      const Made made(large, state);
      const auto position = made.position();
      tight.tree.plant({&state, 1}, &position, {});
    }
  }
}

TEST("with learned values the tree proves what minimax says, and backs them up as minimax does") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    LaneTreeSettings settings;
    settings.learned = true;
    settings.expand_at = 1 + static_cast<std::uint32_t>(seed % 3);
    settings.minimax = seed % 2 == 0 ? 0.5 : 0.0;
    settings.memory = std::size_t{8} << 20;
    const Field field(12, seed);
    OneByOne search(field, settings);
    for (int i = 0; i < 20'000 && !search.tree.root_proved(); ++i) search.descend();
    CHECK(search.tree.root_proved());
    CHECK_EQ(search.tree.report(0).values[0], field.value(0));

    settings.memory = std::size_t{1} << 21;
    const Field large(40, seed);
    OneByOne tight(large, settings);
    std::uint64_t state = 0;
    while (!large.over(state)) {
      for (int i = 0; i < 1'000 && !tight.tree.root_proved(); ++i) tight.descend();
      LaneTreeLook::check(tight.tree);
      const auto chooser = static_cast<std::uint32_t>((state / 64 + state % 64) % 2);
      const auto report = tight.tree.report(chooser);
      if (report.proved) CHECK_EQ(report.values[0], large.value(state));
      state = Field::after(state, report.best - chooser);
      if (tight.tree.move_root({&state, 1}) || large.over(state)) continue;
      const Made made(large, state);
      const auto position = made.position();
      tight.tree.plant({&state, 1}, &position, {});
    }
  }
}
