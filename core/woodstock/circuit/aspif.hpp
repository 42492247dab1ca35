// Reads aspif, the text format in which clingo hands over a ground program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace woodstock::circuit {

struct AspifError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Thrown when a program has more rules than allowed.
struct AspifLimit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A reader is fed the text in chunks of any size, so that a program too large is noticed while it still grows.
// Only what a ground game needs is kept: normal rules and shown atoms. Choice rules say which atoms are free; the
// names of the shown atoms say the same, so choices are skipped.
class AspifReader {
 public:
  explicit AspifReader(std::int64_t rule_limit) : rule_limit_(rule_limit) {}

  void feed(std::string_view chunk);

  // To be called after the last chunk; throws if the text stopped short.
  void finish() const {
    if (!ended_) throw AspifError("the ground program stopped short");
  }

  std::int32_t atoms() const { return atoms_; }
  const std::vector<std::int32_t>& heads() const { return heads_; }
  const std::vector<std::int64_t>& offsets() const { return offsets_; }
  const std::vector<std::int32_t>& literals() const { return literals_; }
  const std::vector<std::string>& shown() const { return shown_; }
  const std::vector<std::int32_t>& shown_atoms() const { return shown_atoms_; }

 private:
  void line(std::string_view text);
  void rule(std::string_view text);
  void show(std::string_view text);
  std::int32_t number(std::string_view& text);
  std::int32_t atom(std::string_view& text) {
    const auto value = number(text);
    if (value <= 0) throw AspifError("an atom of the ground program has no number above 0");
    atoms_ = std::max(atoms_, value);
    return value;
  }
  std::int32_t literal(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    if (!text.starts_with('-')) return atom(text);
    text.remove_prefix(1);
    return -atom(text);
  }

  std::int64_t rule_limit_;
  std::int64_t rules_ = 0;  // those that are skipped too
  std::string rest_;
  bool ended_ = false;
  std::int32_t atoms_ = 0;
  std::vector<std::int32_t> heads_;
  std::vector<std::int64_t> offsets_{0};
  std::vector<std::int32_t> literals_;
  std::vector<std::string> shown_;
  std::vector<std::int32_t> shown_atoms_;
};

}  // namespace woodstock::circuit
