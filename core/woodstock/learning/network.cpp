#include "woodstock/learning/network.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "woodstock/support/instruction_sets.hpp"

namespace woodstock::learning {

std::span<const LearningKernel* const> kernels() {
  static constexpr const LearningKernel* kKernels[] = {&kLearningKernel_portable, &kLearningKernel_avx2,
                                                       &kLearningKernel_avx512};
  return std::span(kKernels).first(support::instruction_sets());
}

namespace {

// The logistic function from a table: a step is a 64th, near enough.
constexpr std::int32_t kSteps = 64;
constexpr std::int32_t kFarthest = 16 * kSteps;
constexpr std::int32_t kUnits = kOne * static_cast<std::int32_t>(Network::kOutputUnit);  // of an output of one

float logistic(std::int64_t output) {
  static const auto kTable = [] {
    std::array<float, 2 * kFarthest + 1> table;
    for (std::int32_t i = -kFarthest; i <= kFarthest; ++i) {
      table[static_cast<std::size_t>(i + kFarthest)] =
          static_cast<float>(1.0 / (1.0 + std::exp(-static_cast<double>(i) / kSteps)));
    }
    return table;
  }();
  constexpr std::int64_t kHalf = kUnits / kSteps / 2;
  const auto rounded = (output + (output < 0 ? -kHalf : kHalf)) / (kUnits / kSteps);
  return kTable[static_cast<std::size_t>(std::clamp<std::int64_t>(rounded, -kFarthest, kFarthest) + kFarthest)];
}

std::vector<std::int16_t> integers(std::span<const float> weights, float unit) {
  std::vector<std::int16_t> out(weights.size());
  std::ranges::transform(weights, out.begin(), [&](float weight) {
    return static_cast<std::int16_t>(std::lrint(std::clamp(weight * unit, -32767.0F, 32767.0F)));
  });
  return out;
}

constexpr std::uint32_t kMostInputs = 1U << 20;
constexpr std::size_t kMostWeights = std::size_t{1} << 27;
constexpr std::size_t kAtOnce = 256;  // inputs that are switched in one call of the kernel

// Calls change for the fluents in which two states differ, some at a time.
template <typename Change>
void each_difference(const std::uint64_t* from, const std::uint64_t* to, std::uint32_t words, Change change) {
  std::array<std::uint32_t, kAtOnce> on, off;
  std::uint32_t switched_on = 0;
  std::uint32_t switched_off = 0;
  for (std::uint32_t word = 0; word < words; ++word) {
    const auto before = from == nullptr ? 0 : from[word];
    for (auto rest = to[word] & ~before; rest != 0; rest &= rest - 1) {
      on[switched_on++] = word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest));
    }
    for (auto rest = before & ~to[word]; rest != 0; rest &= rest - 1) {
      off[switched_off++] = word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest));
    }
    if (word + 1 == words || switched_on > kAtOnce - 64 || switched_off > kAtOnce - 64) {
      change(on.data(), switched_on, off.data(), switched_off);
      switched_on = switched_off = 0;
    }
  }
}

}  // namespace

void Shape::check() const {
  if (inputs == 0 || inputs > kMostInputs) throw std::invalid_argument("a network needs from 1 to 1048576 fluents");
  if (roles == 0 || roles > kMostRoles) throw std::invalid_argument("a network has values for 1 to 32 roles");
  if (phases == 0 || phases > kMostPhases) throw std::invalid_argument("a network has from 1 to 8 phases");
  if (hidden == 0 || hidden > kMostHidden || hidden % kGroup != 0) {
    throw std::invalid_argument("the number of hidden units must be a multiple of 32, at most 256");
  }
  if (row_weights() > kMostWeights) throw std::invalid_argument("a network of that size takes too much memory");
}

Network::Network(const Weights& weights)
    : shape_(weights.shape),
      words_((weights.shape.inputs + 63) / 64),
      rows_(integers(weights.rows, static_cast<float>(kOne))),
      outputs_(integers(weights.outputs, kOutputUnit)) {
  shape_.check();
  if (rows_.size() != shape_.row_weights() || outputs_.size() != shape_.output_weights()) {
    throw std::invalid_argument("the weights do not fit the shape of the network");
  }
}

void Network::sums(const LearningKernel& kernel, const std::uint64_t* state, std::int16_t* out) const {
  const auto width = shape_.width();
  const auto* always = rows_.data() + std::size_t{shape_.inputs} * width;
  std::copy_n(always, width, out);
  follow(kernel, nullptr, out, state, out);
}

void Network::follow(const LearningKernel& kernel, const std::uint64_t* from, const std::int16_t* sums,
                     const std::uint64_t* state, std::int16_t* out) const {
  const auto* source = sums;
  each_difference(
      from, state, words_,
      [&](const std::uint32_t* on, std::uint32_t switched_on, const std::uint32_t* off, std::uint32_t switched_off) {
        kernel.change(rows_.data(), shape_.width(), source, on, switched_on, off, switched_off, out);
        source = out;
      });
}

void Network::values(const LearningKernel& kernel, const std::int16_t* sums, std::uint32_t phase, float* out) const {
  const auto* weights = outputs_.data() + std::size_t{phase} * shape_.roles * shape_.hidden;
  for (std::uint32_t role = 0; role < shape_.roles; ++role, weights += shape_.hidden) {
    const auto linear = std::int64_t{sums[shape_.hidden + role]} * static_cast<std::int64_t>(kOutputUnit);
    out[role] = logistic(linear + kernel.output(sums, weights, shape_.hidden));
  }
}

Evaluator::Evaluator(std::shared_ptr<const Network> network, const LearningKernel& kernel)
    : network_(std::move(network)),
      kernel_(kernel),
      words_((network_->shape().inputs + 63) / 64),
      parent_(network_->shape().width()),
      child_(network_->shape().width()) {}

void Evaluator::children(const std::uint64_t* parent, std::uint32_t phase, const std::uint64_t* states,
                         std::uint32_t count, float* out) {
  network_->sums(kernel_, parent, parent_.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    network_->follow(kernel_, parent, parent_.data(), states + std::size_t{i} * words_, child_.data());
    network_->values(kernel_, child_.data(), phase, out + std::size_t{i} * roles());
  }
}

}  // namespace woodstock::learning
