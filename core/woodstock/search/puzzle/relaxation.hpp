// How far the end of a puzzle is, and what can be had there, if whatever was true once could be used ever after.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "woodstock/circuit/autonomous.hpp"
#include "woodstock/circuit/circuit.hpp"

namespace woodstock::search::puzzle {

// What is known of a state before anything is tried.
struct Estimate {
  std::int32_t bound = 100;  // no goal above it can be had from here: that is proved
  std::uint32_t cost = 0;    // of getting there, a guess
  std::uint32_t moves = 0;   // that are legal
};

// The additive heuristic of planning (Bonet and Geffner 2001), on the circuit. Both truth values of a node have a
// price: 0 for the one that it has in the state, the sum of the inputs' prices for an `and`, the lowest for its
// negation; a fluent gets what its next value costs, and 1 for the step. Prices fall until nothing changes. What has
// none then cannot come true on any way, for both values of a fluent may be used at once here. Autonomous fluents are
// priced by when they will have each value. Many states are priced together.
class Relaxation {
 public:
  static constexpr std::size_t kBlock = 64;

  Relaxation(const circuit::Circuit& circuit, const circuit::GoalTable& goals);

  // Prices of autonomous fluents from now on.
  void set_course(const circuit::Course& course, std::uint32_t from);
  // Of at most kBlock states, which are not terminal.
  void estimate(std::span<const std::uint64_t* const> states, std::span<Estimate> out);

  const std::vector<std::uint8_t>& autonomous() const { return autonomous_; }

 private:
  using Price = std::int16_t;
  using Vector = Price __attribute__((vector_size(16)));  // what every processor adds and compares at a time
  // One for each state. Compilers find no vectors in loops over arrays here.
  struct Prices {
    static constexpr std::size_t kWide = sizeof(Vector) / sizeof(Price);
    std::array<Vector, kBlock / kWide> parts;

    Price operator[](std::size_t i) const { return parts[i / kWide][i % kWide]; }
    void set(std::size_t i, Price price) { parts[i / kWide][i % kWide] = price; }
    void fill(Price price) { parts.fill(Vector{} + price); }
    // Makes it equal to another one: did it differ?
    bool become(const Prices& other) {
      Vector differ{};
      for (std::size_t i = 0; i < parts.size(); ++i) differ |= parts[i] ^ other.parts[i];
      parts = other.parts;
      return any(differ);
    }
    static bool any(const Vector& vector) {
      const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(vector);
      return (halves[0] | halves[1]) != 0;
    }
  };
  static constexpr Price kMost = 0x1fff;     // a sum is never more
  static constexpr Price kNoPrice = 0x4000;  // what cannot come true
  static constexpr std::uint32_t kMostSweeps = 64;

  void load(std::span<const std::uint64_t* const> states);
  bool sweep();
  void price_gate(circuit::Node node);
  bool lower(circuit::Literal literal, circuit::Literal by);

  const circuit::Circuit& circuit_;
  std::vector<std::pair<std::int32_t, circuit::Literal>> goals_;  // of the one role, the highest first
  std::vector<std::uint8_t> autonomous_;
  std::vector<Prices> prices_;  // by literal
};

}  // namespace woodstock::search::puzzle
