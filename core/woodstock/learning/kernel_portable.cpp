#include "woodstock/learning/kernel.inc"

namespace woodstock::learning {

const LearningKernel kLearningKernel_portable{"portable", change<>, output, add_rows, spread, dot, back, adam};

}  // namespace woodstock::learning
