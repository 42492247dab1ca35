#include "woodstock/learning/network.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "harness.hpp"
#include "woodstock/learning/trainer.hpp"
#include "woodstock/support/random.hpp"

using namespace woodstock;
using namespace woodstock::learning;

namespace {

float between(support::Random& random, double low, double high) {
  return static_cast<float>(low + (high - low) * random.uniform());
}

Shape random_shape(support::Random& random) {
  return {1 + random.below(200), kGroup * (1 + random.below(kMostGroups - 1)), 1 + random.below(4),
          1 + random.below(3)};
}

Weights random_weights(const Shape& shape, support::Random& random, double spread) {
  Weights out{shape, {}, {}};
  for (std::size_t i = 0; i < shape.row_weights(); ++i) out.rows.push_back(between(random, -spread, spread));
  for (std::size_t i = 0; i < shape.output_weights(); ++i) out.outputs.push_back(between(random, -spread, spread));
  return out;
}

std::vector<std::uint64_t> random_state(std::uint32_t fluents, support::Random& random) {
  std::vector<std::uint64_t> out((fluents + 63) / 64);
  for (std::uint32_t i = 0; i < fluents; ++i) out[i / 64] |= std::uint64_t{random.below(3) == 0} << (i % 64);
  return out;
}

bool holds(const std::vector<std::uint64_t>& state, std::uint32_t fluent) {
  return (state[fluent / 64] >> (fluent % 64) & 1U) != 0;
}

// What a network comes to, by the book and in floating-point numbers.
struct Naive {
  explicit Naive(Weights own) : weights(std::move(own)), shape(weights.shape) {}

  double row(std::uint32_t input, std::uint32_t column) const {
    return double{weights.rows[std::size_t{input} * shape.width() + column]};
  }
  double sum(const std::vector<std::uint64_t>& state, std::uint32_t column) const {
    auto out = row(shape.inputs, column);
    for (std::uint32_t i = 0; i < shape.inputs; ++i) out += holds(state, i) ? row(i, column) : 0.0;
    return out;
  }
  double output(const std::vector<std::uint64_t>& state, std::uint32_t phase, std::uint32_t role) const {
    auto out = sum(state, shape.hidden + role);
    for (std::uint32_t unit = 0; unit < shape.hidden; ++unit) {
      const auto at = (std::size_t{phase} * shape.roles + role) * shape.hidden + unit;
      out += std::clamp(sum(state, unit), 0.0, 1.0) * double{weights.outputs[at]};
    }
    return out;
  }
  double value(const std::vector<std::uint64_t>& state, std::uint32_t phase, std::uint32_t role) const {
    return 1.0 / (1.0 + std::exp(-output(state, phase, role)));
  }
  double loss(const std::vector<std::uint64_t>& state, std::uint32_t phase, const std::vector<float>& targets) const {
    double out = 0.0;
    for (std::uint32_t role = 0; role < shape.roles; ++role) {
      const auto own = value(state, phase, role);
      out -= double{targets[role]} * std::log(own) + (1.0 - double{targets[role]}) * std::log(1.0 - own);
    }
    return out;
  }

  Weights weights;
  Shape shape;
};

bool same_bits(const std::vector<float>& one, const std::vector<float>& other) {
  return one.size() == other.size() && std::memcmp(one.data(), other.data(), one.size() * sizeof(float)) == 0;
}

}  // namespace

TEST("learned values follow from move to move, are the same with all kernels, and near those of the book") {
  support::Random random(1);
  for (int round = 0; round < 60; ++round) {
    const auto shape = random_shape(random);
    const Naive naive(random_weights(shape, random, 0.2));
    const auto network = std::make_shared<const Network>(naive.weights);
    const auto parent = random_state(shape.inputs, random);
    const auto count = 1 + random.below(5);
    std::vector<std::uint64_t> states;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto state = random_state(shape.inputs, random);
      states.insert(states.end(), state.begin(), state.end());
    }
    const auto phase = random.below(shape.phases);
    std::vector<float> first;
    for (const auto* kernel : kernels()) {
      std::vector<float> values(std::size_t{count} * shape.roles);
      Evaluator(network, *kernel).children(parent.data(), phase, states.data(), count, values.data());
      if (kernel == kernels().front()) first = values;
      CHECK(same_bits(first, values));
    }
    const auto words = parent.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::vector<std::uint64_t> state(states.begin() + static_cast<std::ptrdiff_t>(i * words),
                                             states.begin() + static_cast<std::ptrdiff_t>((i + 1) * words));
      for (std::uint32_t role = 0; role < shape.roles; ++role) {
        CHECK(std::abs(double{first[i * shape.roles + role]} - naive.value(state, phase, role)) < 0.06);
      }
    }
  }
}

TEST("weights beyond what integers hold are clipped, and shapes are checked") {
  const Shape shape{1, kGroup, 1, 1};
  Weights weights{shape, std::vector<float>(shape.row_weights(), 0.0F), std::vector<float>(kGroup, 1e9F)};
  weights.rows[0] = 1e9F;
  weights.rows[shape.hidden] = -1e9F;
  const auto network = std::make_shared<const Network>(weights);
  const std::uint64_t on = 1;
  const std::uint64_t off = 0;
  float value = 2.0F;
  Evaluator(network).children(&off, 0, &on, 1, &value);
  CHECK(value >= 0.0F && value < 1e-6F);
  Evaluator(network).children(&off, 0, &off, 1, &value);
  CHECK_EQ(value, 0.5F);
  for (const auto& wrong : {Shape{0, 32, 1, 1}, Shape{1, 33, 1, 1}, Shape{1, 0, 1, 1}, Shape{1, 32, 0, 1},
                            Shape{1, 32, 33, 1}, Shape{1, 32, 1, 9}, Shape{1, 288, 1, 1}, Shape{1U << 21, 32, 1, 1}}) {
    CHECK_THROWS(wrong.check(), std::invalid_argument);
  }
  weights.rows.pop_back();
  CHECK_THROWS(Network{weights}, std::invalid_argument);
}

TEST("all kernels train alike, bit by bit") {
  support::Random random(2);
  for (int round = 0; round < 20; ++round) {
    const auto width = kGroup * (1 + random.below(kMostGroups));
    const std::uint32_t count = 20;
    std::vector<float> rows;
    for (std::uint32_t i = 0; i < count * width; ++i) rows.push_back(between(random, -1.0, 1.0));
    std::vector<std::uint32_t> inputs;
    for (int i = 0; i < 9; ++i) inputs.push_back(random.below(count));
    std::vector<std::vector<float>> results;
    for (const auto* kernel : kernels()) {
      std::vector<float> sums(width, 0.1F), own = rows, gradient(width, 0.0F), outputs(width, 0.0F);
      kernel->add_rows(own.data(), width, inputs.data(), 9, sums.data());
      const auto dot = kernel->dot(sums.data(), own.data(), width);
      kernel->back(sums.data(), own.data(), dot, width, gradient.data(), outputs.data());
      kernel->spread(own.data(), width, inputs.data(), 9, gradient.data());
      std::vector<float> means(own.size(), 0.01F), squares(own.size(), 0.02F), slope = own;
      kernel->adam(own.data(), slope.data(), means.data(), squares.data(), own.size(), 0.01F, 1.5F, 0.9F);
      for (const auto left : slope) CHECK_EQ(left, 0.0F);
      for (const auto weight : own) CHECK(std::abs(weight) <= 0.9F);
      own.push_back(dot);
      own.insert(own.end(), outputs.begin(), outputs.end());
      own.insert(own.end(), squares.begin(), squares.end());
      results.push_back(own);
    }
    for (const auto& one : results) CHECK(same_bits(one, results.front()));
  }
}

TEST("a step of training goes down the slope that differences of the loss show") {
  support::Random random(3);
  for (int round = 0; round < 10; ++round) {
    auto shape = random_shape(random);
    shape.inputs = 1 + random.below(12);
    shape.hidden = kGroup;
    Naive naive(random_weights(shape, random, 0.4));
    const auto state = random_state(shape.inputs, random);
    const auto phase = random.below(shape.phases);
    std::vector<float> targets(shape.roles);
    for (auto& target : targets) target = between(random, 0.0, 1.0);
    Trainer trainer(shape, 0);
    trainer.set_weights(naive.weights);
    const Sample sample{state.data(), phase, targets.data()};
    constexpr float kRate = 1e-3F;
    const auto loss = trainer.learn({&sample, 1}, kRate);
    CHECK(std::abs(loss - naive.loss(state, phase, targets)) < 1e-4);
    // The first step of Adam moves every weight that has a slope by the rate, downwards.
    const auto check = [&](std::vector<float>& weights, const std::vector<float>& after) {
      for (std::size_t i = 0; i < weights.size(); ++i) {
        constexpr float kAside = 1e-3F;
        const auto old = weights[i];
        weights[i] = old + kAside;
        const auto above = naive.loss(state, phase, targets);
        weights[i] = old - kAside;
        const auto below = naive.loss(state, phase, targets);
        weights[i] = old;
        const auto slope = (above - below) / (2 * double{kAside});
        const auto moved = double{after[i]} - double{old};
        if (std::abs(slope) < 1e-9) {
          CHECK(std::abs(moved) < 1e-7);
        } else if (std::abs(slope) > 1e-4) {
          CHECK(std::abs(moved + (slope > 0 ? kRate : -kRate)) < 2e-5);
        }
      }
    };
    check(naive.weights.rows, trainer.weights().rows);
    check(naive.weights.outputs, trainer.weights().outputs);
  }
}

TEST("what no sum of fluents can say is learned, and said by the integers as well") {
  const Shape shape{4, kGroup, 2, 1};
  Trainer trainer(shape, 7);
  support::Random random(4);
  std::vector<std::uint64_t> states(64);
  std::vector<std::array<float, 2>> targets(64);
  double loss = 1.0;
  for (int step = 0; step < 2'000; ++step) {
    std::vector<Sample> batch;
    for (std::size_t i = 0; i < states.size(); ++i) {
      states[i] = random.below(16);
      const bool differ = (states[i] & 1U) != (states[i] >> 1 & 1U);
      targets[i] = {differ ? 0.9F : 0.1F, (states[i] & 8U) != 0 ? 1.0F : 0.0F};
      batch.push_back({&states[i], 0, targets[i].data()});
    }
    loss = trainer.learn(batch, 0.01F);
  }
  CHECK(loss < 0.4);  // the entropy of the first target is 0.33
  const auto network = std::make_shared<const Network>(trainer.weights());
  for (std::uint64_t state = 0; state < 16; ++state) {
    std::array<float, 2> values{};
    Evaluator(network).children(&state, 0, &state, 1, values.data());
    const bool differ = (state & 1U) != (state >> 1 & 1U);
    CHECK(std::abs(values[0] - (differ ? 0.9F : 0.1F)) < 0.05F);
    CHECK(std::abs(values[1] - ((state & 8U) != 0 ? 1.0F : 0.0F)) < 0.05F);
  }
}

TEST("the same seed makes the same first weights, and weights of another shape are refused") {
  const Shape shape{10, 64, 2, 2};
  CHECK(same_bits(Trainer(shape, 5).weights().rows, Trainer(shape, 5).weights().rows));
  CHECK(!same_bits(Trainer(shape, 5).weights().rows, Trainer(shape, 6).weights().rows));
  Trainer trainer(shape, 5);
  CHECK_THROWS(trainer.set_weights(Trainer({11, 64, 2, 2}, 5).weights()), std::invalid_argument);
}
