#include "woodstock/environments/environments.hpp"

#include "circuit/random_rules.hpp"
#include "harness.hpp"

using namespace woodstock;
using namespace woodstock::environments;
using naive::Bits;

namespace {

// The arrays of some games.
struct Written {
  std::vector<std::uint8_t> observations, masks, terminated, truncated, last;
  std::vector<std::int32_t> turns;
  std::vector<float> rewards;

  explicit Written(const Setup& setup)
      : observations(setup.count * setup.asked.size() * setup.sources.size()),
        masks(setup.count * setup.asked.size() * setup.width),
        terminated(setup.count),
        truncated(setup.count),
        last(observations.size()),
        turns(setup.count),
        rewards(setup.count * setup.asked.size()) {}
  Outputs outputs() {
    return {observations.data(), masks.data(),     turns.data(), rewards.data(),
            terminated.data(),   truncated.data(), last.data()};
  }
};

Bits state_of(const circuit::Circuit& circuit, const std::uint64_t* words) {
  Bits state;
  for (std::uint32_t i = 0; i < circuit.fluents; ++i) state.push_back((words[i / 64] >> (i % 64) & 1U) != 0);
  return state;
}

}  // namespace

TEST("a counter counts each lane by itself") {
  support::Random random(1);
  LaneCounter counter(37);
  std::vector<std::uint32_t> counts(lanes::kLanes);
  for (int round = 0; round < 200; ++round) {
    lanes::LaneMask more;
    lanes::LaneMask gone;
    for (std::uint32_t lane = 0; lane < lanes::kLanes; ++lane) {
      if (counts[lane] == 37) {
        gone.add(lane);
        counts[lane] = 0;
      } else if (random.below(2) == 0) {
        more.add(lane);
        ++counts[lane];
      }
    }
    counter.clear(gone);
    counter.add(more);
    const auto full = counter.full(lanes::LaneMask::first(lanes::kLanes));
    for (std::uint32_t lane = 0; lane < lanes::kLanes; ++lane) {
      CHECK_EQ((full.words[lane / 64] >> (lane % 64) & 1U) != 0, counts[lane] == 37);
    }
  }
}

TEST("games in lanes are those of the circuit by the book") {
  support::Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    naive::RandomGameShape shape;
    shape.fluents = 2 + random.below(70);
    shape.move_counts.assign(1 + random.below(3), 2 + random.below(80));
    shape.derived = 10 + random.below(60);
    shape.always_movable = true;
    const auto circuit =
        std::make_shared<const circuit::Circuit>(build_circuit(naive::RandomGame(random, shape).make().rules));
    const auto roles = static_cast<std::uint32_t>(circuit->move_counts.size());
    const auto last = roles - 1;
    const circuit::GoalTable goals{{0, 0, last, last}, {10, 20, 30, 40}};
    Setup setup;
    setup.count = 1 + random.below(700);
    setup.together = true;
    for (std::uint32_t role = 0; role < roles; ++role) setup.asked.push_back(role);
    setup.idle.assign(roles, kNothing);
    for (std::uint32_t i = 0; i < 2 * circuit->fluents; ++i) {
      setup.sources.push_back(static_cast<std::int32_t>(random.below(circuit->fluents + 1)) - 1);
    }
    setup.width = shape.move_counts[0];
    setup.longest = 9;
    setup.restart = trial % 2 == 0;
    const auto& kernel = *lanes::kernels()[random.below(static_cast<std::uint32_t>(lanes::kernels().size()))];
    Environments games(std::make_shared<lanes::Lanes>(circuit, goals, std::nullopt, kernel), setup);
    Written written(setup);
    const std::vector<std::uint8_t> all(setup.count, 1);
    const Bits initial(circuit->initial.begin(), circuit->initial.end());
    if (naive::answers(*circuit, initial).terminal) continue;
    games.reset(all, written.outputs(), 2);
    std::vector<Bits> states(setup.count, initial);
    std::vector<std::uint32_t> steps(setup.count);
    std::vector<std::uint8_t> over(setup.count);
    for (int step = 0; step < 12; ++step) {
      std::vector<std::int32_t> actions(std::size_t{setup.count} * roles);
      games.sample(actions, 1);
      std::vector<std::uint8_t> anew;  // games that are over, or are not, begin anew where they are told to
      for (std::uint32_t lane = 0; lane < setup.count && trial % 3 != 0; ++lane) {
        anew.push_back(static_cast<std::uint8_t>(random.below(over[lane] != 0 ? 2 : 9) == 0));
      }
      CHECK(!games.step(actions, anew, written.outputs(), 1 + random.below(2)));
      const auto words = games.states();
      for (std::uint32_t lane = 0; lane < setup.count; ++lane) {
        const bool begun = !anew.empty() && anew[lane] != 0;
        if (begun || over[lane] != 0) {
          CHECK(written.terminated[lane] == 0 && written.truncated[lane] == 0);
          if (begun) {
            states[lane] = initial;
            steps[lane] = over[lane] = 0;
          }
          CHECK_EQ(state_of(*circuit, words.data() + std::size_t{lane} * circuit->state_words()), states[lane]);
          continue;
        }
        std::vector<std::uint32_t> joint_move;
        for (std::uint32_t role = 0; role < roles; ++role) {
          joint_move.push_back(static_cast<std::uint32_t>(actions[std::size_t{lane} * roles + role]));
        }
        states[lane] = naive::outcome(*circuit, states[lane], joint_move).next;
        const auto here = naive::answers(*circuit, states[lane]);
        const bool cut = ++steps[lane] == setup.longest && !here.terminal;
        CHECK_EQ(written.terminated[lane] != 0, here.terminal);
        CHECK_EQ(written.truncated[lane] != 0, cut);
        if ((here.terminal || cut) && !setup.restart) over[lane] = 1;
        if ((here.terminal || cut) && setup.restart) {
          states[lane] = initial;
          steps[lane] = 0;
        }
        CHECK_EQ(state_of(*circuit, words.data() + std::size_t{lane} * circuit->state_words()), states[lane]);
        for (std::size_t i = 0; i < setup.sources.size(); ++i) {
          const auto source = setup.sources[i];
          const auto shown = written.observations[std::size_t{lane} * roles * setup.sources.size() + i];
          CHECK_EQ(shown != 0, source >= 0 && states[lane][static_cast<std::size_t>(source)] != 0);
        }
      }
    }
  }
}
