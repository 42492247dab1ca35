// What playouts came to, as a dictionary of arrays.
#pragma once

#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "woodstock/machine/playouts.hpp"

namespace woodstock {

inline nanobind::dict to_dict(const machine::PlayoutResult& result) {
  std::vector<std::uint64_t> playouts, capped, broken, several, missing, lengths, wins;
  std::vector<std::int64_t> goals, squares;
  for (const auto& sums : result.sums) {
    playouts.push_back(sums.playouts);
    capped.push_back(sums.capped);
    broken.push_back(sums.broken);
    several.push_back(sums.several);
    missing.push_back(sums.missing);
    lengths.push_back(sums.length);
    goals.insert(goals.end(), sums.goals.begin(), sums.goals.end());
    squares.insert(squares.end(), sums.squares.begin(), sums.squares.end());
    wins.insert(wins.end(), sums.wins.begin(), sums.wins.end());
  }
  nanobind::dict out;
  out["states"] = result.states;
  out["playouts"] = hand_out(std::move(playouts));
  out["capped"] = hand_out(std::move(capped));
  out["broken"] = hand_out(std::move(broken));
  out["several"] = hand_out(std::move(several));
  out["missing"] = hand_out(std::move(missing));
  out["lengths"] = hand_out(std::move(lengths));
  out["goals"] = hand_out(std::move(goals));
  out["squares"] = hand_out(std::move(squares));
  out["wins"] = hand_out(std::move(wins));
  return out;
}

}  // namespace woodstock
