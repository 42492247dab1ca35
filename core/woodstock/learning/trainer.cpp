#include "woodstock/learning/trainer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "woodstock/support/random.hpp"

namespace woodstock::learning {

namespace {

constexpr double kSpread = 0.05;        // of the rows at first: some fifty fluents hold in most states
constexpr double kOutputSpread = 0.05;  // of the output weights
constexpr float kFirstSum = 0.25F;      // of a hidden unit: so most can move both ways

// Near enough to a normal distribution, and the same on every machine.
float small(support::Random& random, double spread) {
  double sum = 0.0;
  for (int i = 0; i < 4; ++i) sum += random.uniform();
  return static_cast<float>((sum - 2.0) * std::sqrt(3.0) * spread);
}

}  // namespace

Trainer::Trainer(const Shape& shape, std::uint64_t seed)
    : kernel_(*kernels().back()),
      rows_((shape.check(), shape.row_weights())),
      outputs_(shape.output_weights()),
      sums_(shape.width()),
      sums_gradient_(shape.width()),
      values_(shape.roles) {
  weights_.shape = shape;
  weights_.rows.assign(shape.row_weights(), 0.0F);
  weights_.outputs.assign(shape.output_weights(), 0.0F);
  support::Random random(seed);
  for (std::uint32_t input = 0; input <= shape.inputs; ++input) {
    auto* row = weights_.rows.data() + std::size_t{input} * shape.width();
    for (std::uint32_t unit = 0; unit < shape.hidden; ++unit) {
      row[unit] = input == shape.inputs ? kFirstSum : small(random, kSpread);
    }
  }
  for (auto& weight : weights_.outputs) weight = small(random, kOutputSpread);
}

void Trainer::set_weights(Weights weights) {
  const auto& shape = weights_.shape;
  if (weights.shape != shape || weights.rows.size() != shape.row_weights() ||
      weights.outputs.size() != shape.output_weights()) {
    throw std::invalid_argument("these weights are of another network");
  }
  weights_ = std::move(weights);
}

void Trainer::forward(const std::uint64_t* state, std::uint32_t phase, float* values) {
  const auto& shape = weights_.shape;
  inputs_.clear();
  inputs_.push_back(shape.inputs);  // what is always there
  for (std::uint32_t word = 0; word * 64 < shape.inputs; ++word) {
    for (auto rest = state[word]; rest != 0; rest &= rest - 1) {
      inputs_.push_back(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
  std::ranges::fill(sums_, 0.0F);
  kernel_.add_rows(weights_.rows.data(), shape.width(), inputs_.data(), static_cast<std::uint32_t>(inputs_.size()),
                   sums_.data());
  const auto* outputs = weights_.outputs.data() + std::size_t{phase} * shape.roles * shape.hidden;
  for (std::uint32_t role = 0; role < shape.roles; ++role, outputs += shape.hidden) {
    const auto output = sums_[shape.hidden + role] + kernel_.dot(sums_.data(), outputs, shape.hidden);
    values[role] = 1.0F / (1.0F + std::exp(-output));
  }
}

void Trainer::values(const std::uint64_t* state, std::uint32_t phase, float* out) { forward(state, phase, out); }

double Trainer::learn(std::span<const Sample> batch, float rate) {
  constexpr double kLeast = 1e-7;  // no logarithm of nothing
  const auto& shape = weights_.shape;
  double loss = 0.0;
  const auto each = 1.0F / static_cast<float>(std::max<std::size_t>(batch.size(), 1));
  for (const auto& sample : batch) {
    forward(sample.state, sample.phase, values_.data());
    std::ranges::fill(sums_gradient_, 0.0F);
    const auto first = std::size_t{sample.phase} * shape.roles * shape.hidden;
    for (std::uint32_t role = 0; role < shape.roles; ++role) {
      const auto at = first + std::size_t{role} * shape.hidden;
      const auto error = (values_[role] - sample.targets[role]) * each;
      sums_gradient_[shape.hidden + role] = error;
      kernel_.back(sums_.data(), weights_.outputs.data() + at, error, shape.hidden, sums_gradient_.data(),
                   outputs_.gradient.data() + at);
      const auto target = static_cast<double>(sample.targets[role]);
      const auto value = static_cast<double>(values_[role]);
      loss -= target * std::log(std::max(value, kLeast)) + (1.0 - target) * std::log(std::max(1.0 - value, kLeast));
    }
    kernel_.spread(rows_.gradient.data(), shape.width(), inputs_.data(), static_cast<std::uint32_t>(inputs_.size()),
                   sums_gradient_.data());
  }
  ++steps_;
  const auto steps = static_cast<double>(steps_);
  const auto own_rate = static_cast<float>(static_cast<double>(rate) / (1.0 - std::pow(0.9, steps)));
  const auto correction = static_cast<float>(1.0 / (1.0 - std::pow(0.999, steps)));
  const auto step = [&](std::vector<float>& weights, Moments& own, float most) {
    kernel_.adam(weights.data(), own.gradient.data(), own.means.data(), own.squares.data(), weights.size(), own_rate,
                 correction, most);
  };
  step(weights_.rows, rows_, Network::kMostRow);
  step(weights_.outputs, outputs_, Network::kMostOutput);
  return loss * each;
}

}  // namespace woodstock::learning
