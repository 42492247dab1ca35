// Connect four on any board whose columns, with one empty cell on top of each, fit 56 bits: who wins with best play?
//
// A board is two sets of cells, one bit each, column by column from the left and upwards in each: the discs of the
// player to move (`own`) and all discs (`filled`). The empty cell above a column keeps lines from running over from one
// column into the next. Values are -1, 0 and 1 for the player to move, and the search asks only yes-or-no questions: is
// a position worth at least 0, or at least 1? That is alpha-beta with null windows. A player reaches `target` if some
// move leaves the opponent short of `1 - target`.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

using Cells = std::uint64_t;

constexpr int max_width = 8;
constexpr int key_bits = 56;

class Solver {
 public:
  Solver(int width, int height, int table_bits)
      : width(width),
        height(height),
        stride(height + 1),
        shift(64 - table_bits),
        order(width),
        table(std::size_t{2} << table_bits),
        effort(std::size_t{1} << table_bits) {
    for (int number = 0; number < width; ++number) bottom |= Cells{1} << number * stride;
    board = bottom * ((Cells{1} << height) - 1);
    for (int row = height - 2; row >= 0; row -= 2) evenly |= bottom << row;
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int one, int other) { return off_middle(one) < off_middle(other); });
  }

  int off_middle(int number) const { return std::abs(2 * number - (width - 1)); }

  Cells column(int number) const { return ((Cells{1} << height) - 1) << number * stride; }

  // The cells that discs can be dropped to.
  Cells playable(Cells filled) const { return (filled + bottom) & board; }

  bool has_line(Cells discs) const {
    for (const int step : {1, stride - 1, stride, stride + 1}) {
      const Cells pairs = discs & (discs >> step);
      if (pairs & (pairs >> 2 * step)) return true;
    }
    return false;
  }

  // The empty cells that would give these discs a line of four.
  Cells threats(Cells discs, Cells filled) const {
    Cells found = (discs << 1) & (discs << 2) & (discs << 3);
    for (const int step : {stride - 1, stride, stride + 1}) {
      const Cells below = (discs << step) & (discs << 2 * step);
      const Cells above = (discs >> step) & (discs >> 2 * step);
      found |= (below & (discs << 3 * step)) | (below & (discs >> step));
      found |= (above & (discs << step)) | (above & (discs >> 3 * step));
    }
    return found & board & ~filled;
  }

  int value(Cells own, Cells filled) {
    if (filled == board) return 0;
    if (threats(own, filled) & playable(filled)) return 1;
    if (!reaches(own, filled, 0)) return -1;
    return reaches(own, filled, 1) ? 1 : 0;
  }

  std::uint64_t positions = 0;

 private:
  // A position by its key, and its least and greatest value, each plus one, in the lowest four bits.
  using Entry = std::uint64_t;

  // Whether the player to move, who cannot win at once, can get `target`, 0 or 1.
  bool reaches(Cells own, Cells filled, int target) {
    ++positions;
    const Cells other = own ^ filled;
    const Cells dangers = threats(other, filled);
    Cells moves = playable(filled);
    if (const Cells forced = moves & dangers) {
      if (forced & (forced - 1)) return false;  // two threats at once
      moves = forced;
    }
    moves &= ~(dangers >> 1);  // a disc below a threat lets the opponent carry it out
    if (!moves) return false;
    const int empty = std::popcount(board ^ filled);
    if (empty <= 2) return target == 0;
    if (target == 1 && !has_line(board & ~other)) return false;
    if (target == 0 && !has_line(board & ~own)) return true;
    if (follow_up(own, filled, other) < target) return false;

    const Cells key = own + filled + bottom;
    const std::size_t number = key * 0x9E3779B97F4A7C15 >> shift;
    int least = -1;
    int greatest = 1;
    for (const Entry entry : {table[2 * number], table[2 * number + 1]}) {
      if (entry >> 4 != key) continue;
      least = static_cast<int>(entry & 3) - 1;
      greatest = static_cast<int>(entry >> 2 & 3) - 1;
      if (least >= target) return true;
      if (greatest < target) return false;
    }

    const std::uint64_t before = positions;
    const bool reached = some_move_reaches(own, filled, moves, target);
    (reached ? least : greatest) = reached ? target : target - 1;
    store(number, key << 4 | static_cast<Entry>(greatest + 1) << 2 | static_cast<Entry>(least + 1), positions - before);
    return reached;
  }

  // What the player to move gets at most if the opponent answers each disc with one on top of it. That is possible
  // where every column has an even number of empty cells, and gives the opponent every other cell of each.
  int follow_up(Cells own, Cells filled, Cells other) const {
    const Cells firsts = playable(filled);
    if (firsts & ~evenly) return 1;
    const Cells empty = board ^ filled;
    if (has_line(own | (empty & evenly))) return 1;
    return has_line(other | (empty & ~evenly)) ? -1 : 0;
  }

  // Moves that make more threats come first, of equals those nearer to the middle.
  bool some_move_reaches(Cells own, Cells filled, Cells moves, int target) {
    std::array<Cells, max_width> sorted;
    std::array<int, max_width> threatened;
    int count = 0;
    for (int number = 0; number < width; ++number) {
      const Cells move = moves & column(order[number]);
      if (!move) continue;
      const int made = std::popcount(threats(own | move, filled | move));
      int place = count++;
      for (; place > 0 && threatened[place - 1] < made; --place) {
        sorted[place] = sorted[place - 1];
        threatened[place] = threatened[place - 1];
      }
      sorted[place] = move;
      threatened[place] = made;
    }
    return std::any_of(sorted.begin(), sorted.begin() + count,
                       [&](Cells move) { return !reaches(own ^ filled, filled | move, 1 - target); });
  }

  // Of the two entries in a bucket one is that which took the most work, the other the latest.
  void store(std::size_t number, Entry entry, std::uint64_t work) {
    Entry* const bucket = &table[2 * number];
    const auto cost = static_cast<std::uint8_t>(std::bit_width(work));
    if (bucket[0] >> 4 == entry >> 4 || cost >= effort[number]) {
      if (bucket[0] >> 4 != entry >> 4) bucket[1] = bucket[0];
      bucket[0] = entry;
      effort[number] = cost;
    } else {
      bucket[1] = entry;
    }
  }

  const int width;
  const int height;
  const int stride;
  const int shift;
  Cells bottom = 0;
  Cells board = 0;
  Cells evenly = 0;        // the cells with an odd number of cells above them
  std::vector<int> order;  // the columns, from the middle outwards
  std::vector<Entry> table;
  std::vector<std::uint8_t> effort;
};

}  // namespace

extern "C" {

void* connect_four_new(int width, int height, int table_bits) {
  if (width < 1 || width > max_width || height < 1 || width * (height + 1) > key_bits) return nullptr;
  if (table_bits < 1 || table_bits > 30) return nullptr;
  return new Solver(width, height, table_bits);
}

void connect_four_delete(void* solver) { delete static_cast<Solver*>(solver); }

// The value for the player to move, where nobody has a line yet.
int connect_four_value(void* solver, Cells own, Cells filled) {
  return static_cast<Solver*>(solver)->value(own, filled);
}

int connect_four_has_line(const void* solver, Cells discs) {
  return static_cast<const Solver*>(solver)->has_line(discs);
}

// How many positions were looked at so far.
std::uint64_t connect_four_positions(const void* solver) { return static_cast<const Solver*>(solver)->positions; }
}
