// The inner loops of learned values, compiled once for each instruction set.
//
// All kernels give the same results bit for bit: values are computed with integers, and training adds floating-point
// numbers in an order that does not depend on the width of registers. Kernels see raw memory only; they are compiled
// with instructions that other code must not get, so nothing inline is shared.
#pragma once

#include <cstdint>
#include <span>

namespace woodstock::learning {

inline constexpr std::uint32_t kGroup = 32;      // widths of rows are multiples of this
inline constexpr std::uint32_t kMostGroups = 9;  // in a row
inline constexpr std::int32_t kOne = 127;        // a unit that is fully on, in integers

struct LearningKernel {
  const char* name;

  // --- values: a row of 16-bit weights for each input ---
  // to = from + the rows of inputs that were switched on - the rows of those that were switched off.
  void (*change)(const std::int16_t* rows, std::uint32_t width, const std::int16_t* from, const std::uint32_t* on,
                 std::uint32_t switched_on, const std::uint32_t* off, std::uint32_t switched_off, std::int16_t* to);
  // The sum over hidden units of weight times activation (the unit's sum, clipped to 0..kOne).
  std::int32_t (*output)(const std::int16_t* sums, const std::int16_t* weights, std::uint32_t hidden);

  // --- training ---
  // sums += the rows of these inputs.
  void (*add_rows)(const float* rows, std::uint32_t width, const std::uint32_t* inputs, std::uint32_t count,
                   float* sums);
  // The rows of these inputs += gradient.
  void (*spread)(float* rows, std::uint32_t width, const std::uint32_t* inputs, std::uint32_t count,
                 const float* gradient);
  // Like `output`, with activations from 0 to 1.
  float (*dot)(const float* sums, const float* weights, std::uint32_t hidden);
  // What an error of the output means for the sums and the weights; added to their gradients.
  void (*back)(const float* sums, const float* weights, float error, std::uint32_t hidden, float* sums_gradient,
               float* weights_gradient);
  // A step of Adam (Kingma and Ba 2015), which also clears the gradient. Weights stay within -most..most.
  void (*adam)(float* weights, float* gradient, float* means, float* squares, std::uint64_t count, float rate,
               float correction, float most);
};

extern const LearningKernel kLearningKernel_portable, kLearningKernel_avx2, kLearningKernel_avx512;

// The kernels this computer can run, the fastest last. The first is portable.
std::span<const LearningKernel* const> kernels();

}  // namespace woodstock::learning
