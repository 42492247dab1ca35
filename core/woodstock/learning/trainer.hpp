// Trains the weights of a network by Adam on the cross-entropy between values and targets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/learning/network.hpp"

namespace woodstock::learning {

// A state that should have these values.
struct Sample {
  const std::uint64_t* state;
  std::uint32_t phase;
  const float* targets;  // per role
};

class Trainer {
 public:
  // Small random weights, the same for the same seed.
  Trainer(const Shape& shape, std::uint64_t seed);
  // Goes on from these; throws std::invalid_argument if they are of another shape.
  void set_weights(Weights weights);
  const Weights& weights() const { return weights_; }

  // One step on a batch; the mean loss of a sample before it.
  double learn(std::span<const Sample> batch, float rate);
  // The values that the weights give a state, in floating-point numbers.
  void values(const std::uint64_t* state, std::uint32_t phase, float* out);

 private:
  void forward(const std::uint64_t* state, std::uint32_t phase, float* values);

  const LearningKernel& kernel_;
  Weights weights_;
  std::uint64_t steps_ = 0;
  struct Moments {
    std::vector<float> gradient, means, squares;
    explicit Moments(std::size_t count) : gradient(count), means(count), squares(count) {}
  };
  Moments rows_, outputs_;
  std::vector<std::uint32_t> inputs_;  // of the last state that went forward
  std::vector<float> sums_, sums_gradient_, values_;
};

}  // namespace woodstock::learning
