// Strong quantified generalised arc consistency, pure and dominated values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "woodstock/qcsp/problem.hpp"

namespace woodstock::qcsp {

// Strong: SQGAC (paper 004, section 3.2): a value stays if some winning strategy for the constraint alone takes it, and
// a universal variable that would lose a value means that all is lost. Weak: universal variables that are not set yet
// are taken as friendly, so that values stay which can win against an adversary that errs (Stynes and Brown 2009 call
// it existential quantified generalised arc consistency).
enum class Level : std::uint8_t { strong, weak };

// Narrows domains of one problem. It keeps working memory, so each thread has its own; the problem must stay.
class Propagator {
 public:
  explicit Propagator(const Problem& problem);

  const Problem& problem() const { return problem_; }

  // Takes away all values that are not consistent; false if all is lost, and then the domains mean nothing.
  bool all(Mask* domains, Level level);
  // The same after a change of one domain, where all was consistent before.
  bool after(Mask* domains, std::uint32_t changed, Level level) {
    enqueue(changed);
    return run(domains, level);
  }
  bool assign(Mask* domains, std::uint32_t x, std::uint32_t value, Level level) {
    if (single(domains[x])) return true;
    domains[x] = bit(value);
    return after(domains, x, level);
  }
  // The domains after these first values were set; false if all is lost.
  bool start(std::span<const std::uint32_t> prefix, Level level, Domains& domains) {
    domains = problem_.full();
    for (std::uint32_t x = 0; x < prefix.size(); ++x) domains[x] = bit(prefix[x]);
    return all(domains.data(), level);
  }

  // The values of x that go with all values of all others (the pure value rule, paper 004, section 3.1).
  Mask pure(const Mask* domains, std::uint32_t x);
  // The values of x that its owner need not try, because another is as good whatever follows: for an existential
  // variable every support of the one is a support of the other (Freuder's substitutability), for a universal one it is
  // the other way round. A pure value is the extreme of it. `kept[v]` becomes the value that stands for v.
  Mask dominated(const Mask* domains, std::uint32_t x, std::uint32_t* kept);

 private:
  bool run(Mask* domains, Level level);
  bool revise(Mask* domains, std::uint32_t source, const Neighbour& neighbour, Level level);
  bool revise(Mask* domains, const Diagram& diagram, Level level);
  bool wins(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node, Level strength);
  void mark(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node);
  bool complete(const Diagram& diagram, const Mask* domains, std::uint32_t level, std::uint32_t node, std::uint32_t x,
                Mask value);
  void enqueue(std::uint32_t x) {
    if (queued_[x] == 0) {
      queued_[x] = 1;
      queue_.push_back(x);
    }
  }
  void forget_queue() {
    for (const auto x : queue_) queued_[x] = 0;
    queue_.clear();
  }
  void next_stamp() {
    if (++time_ >= 1U << 30) {
      std::ranges::fill(stamps_, 0U);
      std::ranges::fill(marked_, 0U);
      time_ = 1;
    }
  }

  const Problem& problem_;
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint8_t> queued_;
  std::vector<std::uint32_t> stamps_;  // of diagram nodes: 2 * time, plus 1 where it is won
  std::vector<std::uint32_t> marked_;
  std::vector<Mask> supported_;  // by level of a diagram
  std::uint32_t time_ = 0;
};

}  // namespace woodstock::qcsp
