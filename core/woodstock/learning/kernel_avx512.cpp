#include "woodstock/learning/kernel.inc"

namespace woodstock::learning {

const LearningKernel kLearningKernel_avx512{"avx512", change<>, output, add_rows, spread, dot, back, adam};

}  // namespace woodstock::learning
