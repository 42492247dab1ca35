// The learned value of states: a small network over fluents, as chess engines use it (NNUE; Nasu 2018).
//
// Each fluent that holds adds its row of weights to the sums of the hidden units. A move changes few fluents, so the
// sums of its child follow from those of the parent. What comes out is the expected goal of every role, from 0 to 1:
// the logistic function of a linear part (a row has a column for each role) and of the hidden units.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "woodstock/learning/kernel.hpp"

namespace woodstock::learning {

inline constexpr std::uint32_t kMostRoles = kGroup;
inline constexpr std::uint32_t kMostHidden = (kMostGroups - 1) * kGroup;
inline constexpr std::uint32_t kMostPhases = 8;

struct Shape {
  std::uint32_t inputs = 0;  // fluents
  std::uint32_t hidden = 0;  // units: a multiple of kGroup
  std::uint32_t roles = 0;
  std::uint32_t phases = 1;  // of the clock of the game: each has output weights of its own

  std::uint32_t width() const { return hidden + kGroup; }  // of a row: hidden units, then roles
  // Rows of the fluents, and of what is always there.
  std::size_t row_weights() const { return (std::size_t{inputs} + 1) * width(); }
  std::size_t output_weights() const { return std::size_t{phases} * roles * hidden; }
  // Throws std::invalid_argument unless a network can have this shape.
  void check() const;

  bool operator==(const Shape&) const = default;
};

// Weights as they are trained and kept.
struct Weights {
  Shape shape;
  std::vector<float> rows;
  std::vector<float> outputs;  // by phase, then by role
};

// In integers, ready for use. Weights too large for that are clipped.
class Network {
 public:
  static constexpr float kMostRow = 32767.0F / static_cast<float>(kOne);
  static constexpr float kOutputUnit = 256.0F;
  static constexpr float kMostOutput = 32767.0F / kOutputUnit;

  explicit Network(const Weights& weights);

  const Shape& shape() const { return shape_; }
  // The sums of a state from scratch.
  void sums(const LearningKernel& kernel, const std::uint64_t* state, std::int16_t* out) const;
  // The sums of a state from those of another one.
  void follow(const LearningKernel& kernel, const std::uint64_t* from, const std::int16_t* sums,
              const std::uint64_t* state, std::int16_t* out) const;
  // The value for every role.
  void values(const LearningKernel& kernel, const std::int16_t* sums, std::uint32_t phase, float* out) const;

 private:
  Shape shape_;
  std::uint32_t words_;
  std::vector<std::int16_t> rows_;
  std::vector<std::int16_t> outputs_;
};

// A network in the hands of one thread.
class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const Network> network, const LearningKernel& kernel = *kernels().back());

  const Network& network() const { return *network_; }
  std::uint32_t roles() const { return network_->shape().roles; }
  // Values by state, then by role, of states that differ little from `parent`. All are in this phase.
  void children(const std::uint64_t* parent, std::uint32_t phase, const std::uint64_t* states, std::uint32_t count,
                float* out);

 private:
  std::shared_ptr<const Network> network_;
  const LearningKernel& kernel_;
  std::uint32_t words_;
  std::vector<std::int16_t> parent_;
  std::vector<std::int16_t> child_;
};

}  // namespace woodstock::learning
