// A group of symmetries of a game, listed: what it makes of states and moves (papers 001 and 002).
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace woodstock::symmetry {

// Elements permute the fluents and the moves of each role, and leave roles alone. They are numbered; 0 is the identity.
//
// The canonical form of a state is that of its images under all elements which has the lowest Zobrist hash. All images
// have the same canonical form, but for a collision of 64-bit hashes; then two of them have different ones, which costs
// a little work and spoils nothing, for what is used is always an image.
class SymmetryGroup {
 public:
  using Element = std::uint32_t;
  static constexpr std::size_t kMostElements = 1 << 15;

  // What a thread needs of its own.
  struct Scratch {
    std::vector<std::uint64_t> hashes;
    std::vector<std::uint64_t> state;
    std::vector<Element> elements;
  };

  // `images` has a row for each element: the images of the fluents, then of the moves of one role after another, which
  // are numbered on from the fluents. Throws std::invalid_argument unless the rows are such permutations, the first one
  // is the identity, and each has its inverse among them. That they are closed under products is the caller's word:
  // where it is not kept some symmetric states have different forms.
  SymmetryGroup(std::uint32_t fluents, std::vector<std::uint32_t> move_counts, std::vector<std::uint32_t> images);

  std::size_t size() const { return inverses_.size(); }
  std::uint32_t fluents() const { return fluents_; }
  const std::vector<std::uint32_t>& move_counts() const { return move_counts_; }

  // Throws std::invalid_argument unless these are the fluents and moves of the game.
  void check_game(std::uint32_t fluents, std::span<const std::uint32_t> move_counts) const;

  // What takes the place of a move of a role.
  std::uint32_t move(Element element, std::uint32_t role, std::uint32_t move) const {
    return row(element)[first_moves_[role] + move] - first_moves_[role];
  }
  Element inverse(Element element) const { return inverses_[element]; }
  // One after the other; throws std::logic_error if it is not among the elements.
  Element product(Element first, Element second) const;
  void apply(Element element, std::span<const std::uint64_t> state, std::span<std::uint64_t> out) const;

  // Those elements that leave each of these fluents in its place: a group as well.
  SymmetryGroup fixing(std::span<const std::uint32_t> fluents) const;

  // The element that brings a state into canonical form; that form is in `scratch.state`.
  Element canonical(std::span<const std::uint64_t> state, Scratch& scratch) const;
  // The same for a state that differs little from another one, whose hashes are known: it costs the difference.
  Element canonical_near(std::span<const std::uint64_t> other, std::span<const std::uint64_t> other_hashes,
                         std::span<const std::uint64_t> state, Scratch& scratch) const;
  // The Zobrist hashes of the images of a state under all elements, in `scratch.hashes`.
  void hash(std::span<const std::uint64_t> state, Scratch& scratch) const;
  // The elements but the identity that leave the state as it is, in `scratch.elements`.
  void stabilise(std::span<const std::uint64_t> state, Scratch& scratch) const;
  // For each of some legal moves of a role in a state: is it the lowest of those that the elements in
  // `scratch.elements` map to each other? Those of one orbit lead to states of one canonical form if nobody else
  // chooses.
  std::uint32_t lowest(const Scratch& scratch, std::uint32_t role, std::uint32_t move) const;

 private:
  const std::uint32_t* row(Element element) const { return images_.data() + std::size_t{element} * degree_; }
  void check_rows() const;
  void find_base();
  void find_inverses();
  std::uint64_t key(std::span<const std::uint32_t> base_images) const;
  void turn_over(std::uint32_t fluent, std::span<std::uint64_t> hashes) const;
  Element lowest_image(std::span<const std::uint64_t> state, Scratch& scratch) const;

  std::uint32_t fluents_;
  std::uint32_t degree_;
  std::vector<std::uint32_t> move_counts_;
  std::vector<std::uint32_t> first_moves_;
  std::vector<std::uint32_t> images_;
  std::vector<Element> inverses_;
  std::vector<std::uint32_t> base_;                   // points whose images tell the elements apart
  std::unordered_map<std::uint64_t, Element> known_;  // by their images of the base
  std::vector<std::uint64_t> zobrist_;                // by fluent, then by element: the number of the fluent's image
};

}  // namespace woodstock::symmetry
