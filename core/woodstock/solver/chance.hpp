// Exact probabilities: sums of them are compared with what a network asks for, so rounding must not decide.
#pragma once

#include <stdexcept>

namespace woodstock::solver {

// A fraction in lowest terms. A std::overflow_error if it has too many digits.
class Chance {
 public:
  __extension__ using Wide = unsigned __int128;

  Chance(Wide numerator, Wide denominator) {
    if (denominator == 0) throw std::invalid_argument("a probability is divided by zero");
    const auto common = gcd(numerator, denominator);
    numerator_ = numerator / common;
    denominator_ = denominator / common;
  }

  friend Chance operator*(const Chance& a, const Chance& b) {
    return {times(a.numerator_, b.numerator_), times(a.denominator_, b.denominator_)};
  }
  friend Chance operator+(const Chance& a, const Chance& b) {
    const auto common = gcd(a.denominator_, b.denominator_);
    Wide sum = 0;
    if (__builtin_add_overflow(times(a.numerator_, b.denominator_ / common),
                               times(b.numerator_, a.denominator_ / common), &sum)) {
      overflow();
    }
    return {sum, times(a.denominator_, b.denominator_ / common)};
  }
  friend bool operator>=(const Chance& a, const Chance& b) {
    return times(a.numerator_, b.denominator_) >= times(b.numerator_, a.denominator_);
  }

 private:
  static Wide gcd(Wide a, Wide b) { return a == 0 ? b : gcd(b % a, a); }
  static Wide times(Wide a, Wide b) {
    Wide product = 0;
    if (__builtin_mul_overflow(a, b, &product)) overflow();
    return product;
  }
  [[noreturn]] static void overflow() { throw std::overflow_error("the probabilities have too many digits"); }

  Wide numerator_, denominator_;
};

}  // namespace woodstock::solver
