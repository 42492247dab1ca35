#include "woodstock/learning/kernel.inc"

namespace woodstock::learning {

const LearningKernel kLearningKernel_avx2{"avx2", change<>, output, add_rows, spread, dot, back, adam};

}  // namespace woodstock::learning
