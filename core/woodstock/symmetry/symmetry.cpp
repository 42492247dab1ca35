#include "woodstock/symmetry/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "woodstock/support/state_hash.hpp"

namespace woodstock::symmetry {

namespace {

// Random numbers for fluents (Zobrist 1990), and for moves; always the same ones.
std::uint64_t number_of(std::uint32_t point) { return support::mix_bits(0x9E3779B97F4A7C15ULL * (point + 1)); }

template <typename Visit>
void for_each_fluent(std::span<const std::uint64_t> state, const Visit& visit) {
  for (std::size_t word = 0; word < state.size(); ++word) {
    for (auto rest = state[word]; rest != 0; rest &= rest - 1) {
      visit(static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace

SymmetryGroup::SymmetryGroup(std::uint32_t fluents, std::vector<std::uint32_t> move_counts,
                             std::vector<std::uint32_t> images)
    : fluents_(fluents), degree_(fluents), move_counts_(std::move(move_counts)), images_(std::move(images)) {
  constexpr std::uint32_t kMostPoints = 1U << 30;
  for (const auto count : move_counts_) {
    if (degree_ > kMostPoints || count > kMostPoints) throw std::invalid_argument("the group moves too many points");
    first_moves_.push_back(degree_);
    degree_ += count;
  }
  if (degree_ == 0 || images_.empty() || images_.size() % degree_ != 0) {
    throw std::invalid_argument("a group needs elements, each with an image for every fluent and move");
  }
  inverses_.resize(images_.size() / degree_);
  if (size() > kMostElements) throw std::invalid_argument("the group has too many elements to list");
  check_rows();
  find_base();
  find_inverses();
  zobrist_.resize(std::size_t{fluents_} * size());
  for (std::uint32_t fluent = 0; fluent < fluents_; ++fluent) {
    for (Element element = 0; element < size(); ++element) {
      zobrist_[fluent * size() + element] = number_of(row(element)[fluent]);
    }
  }
}

void SymmetryGroup::check_game(std::uint32_t fluents, std::span<const std::uint32_t> move_counts) const {
  if (fluents_ != fluents || !std::ranges::equal(move_counts_, move_counts)) {
    throw std::invalid_argument("the symmetries are those of another game");
  }
}

void SymmetryGroup::check_rows() const {
  std::vector<std::uint32_t> first(degree_), last(degree_);  // where the image of a point may lie
  std::fill(last.begin(), last.begin() + fluents_, fluents_);
  for (std::size_t role = 0; role < move_counts_.size(); ++role) {
    std::fill_n(first.begin() + first_moves_[role], move_counts_[role], first_moves_[role]);
    std::fill_n(last.begin() + first_moves_[role], move_counts_[role], first_moves_[role] + move_counts_[role]);
  }
  std::vector<Element> met(degree_, ~Element{0});
  for (Element element = 0; element < size(); ++element) {
    for (std::uint32_t point = 0; point < degree_; ++point) {
      const auto image = row(element)[point];
      if (image < first[point] || image >= last[point] || met[image] == element || (element == 0 && image != point)) {
        throw std::invalid_argument("an element of the group does not permute fluents and the moves of each role");
      }
      met[image] = element;
    }
  }
}

// Points are taken into the base as long as some elements have the same images of those that are in it.
void SymmetryGroup::find_base() {
  std::vector<std::uint64_t> keys(size(), 0);
  std::size_t kinds = 1;
  for (std::uint32_t point = 0; point < degree_ && kinds < size(); ++point) {
    auto finer = keys;
    for (Element element = 0; element < size(); ++element) {
      finer[element] = support::mix_bits(keys[element] ^ number_of(row(element)[point]));
    }
    auto sorted = finer;
    std::ranges::sort(sorted);
    const auto more = static_cast<std::size_t>(std::ranges::unique(sorted).begin() - sorted.begin());
    if (more == kinds) continue;
    kinds = more;
    keys = std::move(finer);
    base_.push_back(point);
  }
  for (Element element = 0; element < size(); ++element) {
    if (!known_.emplace(keys[element], element).second) throw std::invalid_argument("an element of the group is twice");
  }
}

std::uint64_t SymmetryGroup::key(std::span<const std::uint32_t> base_images) const {
  std::uint64_t out = 0;
  for (const auto image : base_images) out = support::mix_bits(out ^ number_of(image));
  return out;
}

void SymmetryGroup::find_inverses() {
  std::vector<std::uint32_t> back(degree_), images(base_.size());
  for (Element element = 0; element < size(); ++element) {
    for (std::uint32_t point = 0; point < degree_; ++point) back[row(element)[point]] = point;
    std::ranges::transform(base_, images.begin(), [&](std::uint32_t point) { return back[point]; });
    const auto found = known_.find(key(images));
    if (found == known_.end() || !std::equal(back.begin(), back.end(), row(found->second))) {
      throw std::invalid_argument("the elements do not make up a group");
    }
    inverses_[element] = found->second;
  }
}

SymmetryGroup::Element SymmetryGroup::product(Element first, Element second) const {
  if (first == 0) return second;
  if (second == 0) return first;
  std::uint64_t own = 0;
  for (const auto point : base_) own = support::mix_bits(own ^ number_of(row(second)[row(first)[point]]));
  const auto found = known_.find(own);
  if (found == known_.end()) throw std::logic_error("the elements do not make up a group");
  return found->second;
}

SymmetryGroup SymmetryGroup::fixing(std::span<const std::uint32_t> fluents) const {
  std::vector<std::uint32_t> kept;
  for (Element element = 0; element < size(); ++element) {
    const auto* images = row(element);
    if (std::ranges::all_of(fluents, [&](std::uint32_t fluent) { return images[fluent] == fluent; })) {
      kept.insert(kept.end(), images, images + degree_);
    }
  }
  return {fluents_, move_counts_, std::move(kept)};
}

void SymmetryGroup::apply(Element element, std::span<const std::uint64_t> state, std::span<std::uint64_t> out) const {
  std::ranges::fill(out, 0);
  const auto* images = row(element);
  for_each_fluent(state, [&](std::uint32_t fluent) { out[images[fluent] / 64] |= 1ULL << (images[fluent] % 64); });
}

// What changes in the hashes when a fluent comes to hold, or ceases to.
void SymmetryGroup::turn_over(std::uint32_t fluent, std::span<std::uint64_t> hashes) const {
  const auto* numbers = zobrist_.data() + fluent * hashes.size();
  for (std::size_t element = 0; element < hashes.size(); ++element) hashes[element] ^= numbers[element];
}

void SymmetryGroup::hash(std::span<const std::uint64_t> state, Scratch& scratch) const {
  scratch.hashes.assign(size(), 0);
  for_each_fluent(state, [&](std::uint32_t fluent) { turn_over(fluent, scratch.hashes); });
}

SymmetryGroup::Element SymmetryGroup::lowest_image(std::span<const std::uint64_t> state, Scratch& scratch) const {
  const auto best = static_cast<Element>(std::ranges::min_element(scratch.hashes) - scratch.hashes.begin());
  scratch.state.resize(state.size());
  if (best == 0) {
    std::ranges::copy(state, scratch.state.begin());
  } else {
    apply(best, state, scratch.state);
  }
  return best;
}

SymmetryGroup::Element SymmetryGroup::canonical(std::span<const std::uint64_t> state, Scratch& scratch) const {
  hash(state, scratch);
  return lowest_image(state, scratch);
}

SymmetryGroup::Element SymmetryGroup::canonical_near(std::span<const std::uint64_t> other,
                                                     std::span<const std::uint64_t> other_hashes,
                                                     std::span<const std::uint64_t> state, Scratch& scratch) const {
  scratch.hashes.assign(other_hashes.begin(), other_hashes.end());
  for (std::size_t word = 0; word < state.size(); ++word) {
    const std::uint64_t changed = state[word] ^ other[word];
    for_each_fluent({&changed, 1},
                    [&](std::uint32_t bit) { turn_over(static_cast<std::uint32_t>(word * 64) + bit, scratch.hashes); });
  }
  return lowest_image(state, scratch);
}

void SymmetryGroup::stabilise(std::span<const std::uint64_t> state, Scratch& scratch) const {
  hash(state, scratch);
  scratch.elements.clear();
  scratch.state.resize(state.size());
  for (Element element = 1; element < size(); ++element) {
    if (scratch.hashes[element] != scratch.hashes[0]) continue;
    apply(element, state, scratch.state);
    if (std::ranges::equal(scratch.state, state)) scratch.elements.push_back(element);
  }
}

std::uint32_t SymmetryGroup::lowest(const Scratch& scratch, std::uint32_t role, std::uint32_t move) const {
  auto out = move;
  for (const auto element : scratch.elements) out = std::min(out, this->move(element, role, move));
  return out;
}

}  // namespace woodstock::symmetry
