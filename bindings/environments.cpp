#include "woodstock/environments/environments.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "arrays.hpp"
#include "checks.hpp"
#include "in_use.hpp"

namespace nb = nanobind;
using namespace woodstock;
using environments::Environments;

namespace {

// Arrays that a call writes to: those of the caller, so that nothing is copied.
template <typename T>
using ArrayInOut = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = ArrayInOut<std::uint8_t>;

constexpr std::uint32_t kMostGames = 1U << 20;
constexpr std::uint32_t kMostCells = 1U << 24;

void check(const environments::Setup& setup, const lanes::Lanes& lanes) {
  const auto& circuit = lanes.circuit();
  const auto roles = lanes.roles();
  if (setup.count < 1 || setup.count > kMostGames) throw nb::value_error("there must be from 1 to 1048576 games");
  if (setup.asked.empty()) throw nb::value_error("some role must be asked for its actions");
  for (std::size_t i = 0; i < setup.asked.size(); ++i) {
    check_role(setup.asked[i], roles);
    if (setup.asked[i] == lanes.chance()) throw nb::value_error("the role random is not asked for actions");
    if (i > 0 && setup.asked[i] <= setup.asked[i - 1]) throw nb::value_error("the roles asked must ascend");
  }
  if (setup.idle.size() != roles) throw nb::value_error("each role needs an idle move, or -1");
  for (std::uint32_t role = 0; role < roles; ++role) {
    if (setup.idle[role] < -1 || setup.idle[role] >= static_cast<std::int64_t>(circuit.move_counts[role])) {
      throw nb::value_error("a role has no move of that number");
    }
  }
  if (setup.sources.size() > kMostCells || setup.width > kMostCells) throw nb::value_error("that is too large");
  std::int64_t most = circuit.fluents;
  if (setup.percepts) {
    most = 0;
    for (const auto role : setup.asked) {
      most = std::max<std::int64_t>(most, 2 * (std::int64_t{circuit.move_counts[role]} + circuit.percept_counts[role]));
    }
  }
  for (const auto source : setup.sources) {
    if (source < -1 || source >= most) throw nb::value_error("a cell shows what is not there");
  }
  if (setup.longest < 1) throw nb::value_error("a game must have a step");
}

void make(Environments* self, std::shared_ptr<lanes::Lanes> lanes, std::uint32_t count,
          std::vector<std::uint32_t> asked, bool together, std::vector<std::int32_t> idle,
          ArrayIn<std::int32_t> sources, bool percepts, std::uint32_t width, std::uint32_t longest, bool restart) {
  environments::Setup setup{count, std::move(asked), together, std::move(idle), copy_in(sources), percepts,
                            width, longest,          restart};
  check(setup, *lanes);
  nb::gil_scoped_release release;
  new (self) Environments(std::move(lanes), std::move(setup));
}

environments::Outputs outputs(const Environments& games, const Bytes& observations, const Bytes& masks,
                              const ArrayInOut<std::int32_t>& turns, const ArrayInOut<float>& rewards,
                              const Bytes& terminated, const Bytes& truncated, const Bytes& last) {
  const auto& setup = games.setup();
  const std::size_t count = setup.count;
  const auto cells = count * games.columns() * setup.sources.size();
  if (observations.size() != cells || last.size() != cells || masks.size() != count * games.columns() * setup.width ||
      turns.size() != count || rewards.size() != count * setup.asked.size() || terminated.size() != count ||
      truncated.size() != count) {
    throw nb::value_error("an array that is to be written has another size");
  }
  return {observations.data(), masks.data(),     turns.data(), rewards.data(),
          terminated.data(),   truncated.data(), last.data()};
}

void check_threads(std::uint32_t threads) {
  if (threads < 1 || threads > 256) throw nb::value_error("the number of threads must be from 1 to 256");
}

void reset(Environments& games, const ArrayIn<std::uint8_t>& marked, const Bytes& observations, const Bytes& masks,
           const ArrayInOut<std::int32_t>& turns, const ArrayInOut<float>& rewards, const Bytes& terminated,
           const Bytes& truncated, const Bytes& last, std::uint32_t threads) {
  const InUse use{&games};
  const auto out = outputs(games, observations, masks, turns, rewards, terminated, truncated, last);
  if (marked.size() != games.setup().count) throw nb::value_error("each game needs a mark");
  check_threads(threads);
  nb::gil_scoped_release release;
  games.reset({marked.data(), marked.size()}, out, threads);
}

using Refused = std::optional<std::tuple<std::uint32_t, std::uint32_t, std::int32_t>>;

Refused step(Environments& games, const ArrayIn<std::int32_t>& actions, const ArrayIn<std::uint8_t>& anew,
             const Bytes& observations, const Bytes& masks, const ArrayInOut<std::int32_t>& turns,
             const ArrayInOut<float>& rewards, const Bytes& terminated, const Bytes& truncated, const Bytes& last,
             std::uint32_t threads) {
  const InUse use{&games};
  const auto out = outputs(games, observations, masks, turns, rewards, terminated, truncated, last);
  const auto own = copy_in(actions);  // checked actions must be those that are made
  const auto marks = copy_in(anew);
  if (own.size() != games.setup().count * games.columns()) throw nb::value_error("each game needs an action");
  if (!marks.empty() && marks.size() != games.setup().count) throw nb::value_error("each game needs a mark, or none");
  check_threads(threads);
  nb::gil_scoped_release release;
  const auto bad = games.step(own, marks, out, threads);
  if (!bad) return std::nullopt;
  return std::tuple{bad->lane, bad->role, bad->action};
}

ArrayOut<std::int32_t> sample(Environments& games, std::uint32_t threads) {
  const InUse use{&games};
  check_threads(threads);
  std::vector<std::int32_t> actions(games.setup().count * games.columns());
  {
    nb::gil_scoped_release release;
    games.sample(actions, threads);
  }
  return hand_out(std::move(actions));
}

}  // namespace

#define WOODSTOCK_WRITTEN                                                                                  \
  nb::arg("observations").noconvert(), nb::arg("masks").noconvert(), nb::arg("turns").noconvert(),         \
      nb::arg("rewards").noconvert(), nb::arg("terminated").noconvert(), nb::arg("truncated").noconvert(), \
      nb::arg("last").noconvert(), nb::arg("threads")

void bind_environments(nb::module_& module) {
  nb::class_<Environments>(module, "Environments")
      .def("__init__", &make, nb::arg("lanes"), nb::arg("count"), nb::arg("asked"), nb::arg("together"),
           nb::arg("idle"), nb::arg("sources").noconvert(), nb::arg("percepts"), nb::arg("width"), nb::arg("longest"),
           nb::arg("restart"))
      .def(
          "seed",
          [](Environments& games, std::uint64_t seed) {
            const InUse use{&games};
            games.seed(seed);
          },
          nb::arg("seed"))
      .def("reset", &reset, nb::arg("marked").noconvert(), WOODSTOCK_WRITTEN)
      .def("step", &step, nb::arg("actions").noconvert(), nb::arg("anew").noconvert(), WOODSTOCK_WRITTEN)
      .def("sample", &sample, nb::arg("threads"))
      .def("states", [](const Environments& games) {
        const InUse use{&games};
        return hand_out(games.states());
      });
}
