// The interpreter on small games, from text by way of the flat arrays it takes.
#include "woodstock/machine/interpret/interpreter.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "harness.hpp"
#include "woodstock/machine/playouts.hpp"
#include "woodstock/machine/random_play.hpp"

using namespace woodstock;
using namespace woodstock::machine;
using namespace woodstock::machine::interpret;

namespace {

// Reads rules in KIF without `or` and nested negation, and shows terms.
class Rules {
 public:
  explicit Rules(std::string_view text) : text_(text) {
    static constexpr const char* kNames[] = {"role",  "init",     "true", "does", "next",
                                             "legal", "terminal", "goal", "sees"};
    for (std::size_t i = 0; i < kKeywords; ++i) functor(kNames[i], kKeywordArity[i]);
    while (skip_blanks()) rule();
  }

  std::shared_ptr<const Program> program() const {
    std::vector<std::uint32_t> arities;
    std::vector<std::int32_t> values;
    for (const auto& [name, arity] : names_) {
      arities.push_back(arity);
      const bool number = std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
      values.push_back(number ? std::stoi(name) : -1);
    }
    return std::make_shared<const Program>(arities, values, code_);
  }

  std::string show(const Numbering::Code& code) const {
    std::size_t at = 0;
    return show(code, at);
  }

  const std::vector<std::int32_t>& code() const { return code_; }

 private:
  bool skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size();
  }
  bool take(std::string_view token) {
    skip_blanks();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  std::string name() {
    skip_blanks();
    const std::size_t end = std::min(text_.find_first_of(" \n()", at_), text_.size());
    const std::string result(text_.substr(at_, end - at_));
    at_ = end;
    return result;
  }
  std::int32_t functor(const std::string& name, std::uint32_t arity) {
    const auto [entry, added] = numbers_.try_emplace({name, arity}, static_cast<std::int32_t>(names_.size()));
    if (added) names_.emplace_back(name, arity);
    return entry->second;
  }
  void term() {
    if (take("?")) {
      const auto number = static_cast<std::int32_t>(variables_.size());
      code_.push_back(-1 - variables_.try_emplace(name(), number).first->second);
    } else if (take("(")) {
      const std::string head = name();
      const std::size_t place = code_.size();
      code_.push_back(0);
      std::uint32_t arity = 0;
      for (; !take(")"); ++arity) term();
      code_[place] = functor(head, arity);
    } else {
      code_.push_back(functor(name(), 0));
    }
  }
  void literal() {
    if (take("(not ")) {
      code_.push_back(1);
      term();
      take(")");
    } else if (take("(distinct ")) {
      code_.push_back(2);
      term();
      term();
      take(")");
    } else {
      code_.push_back(0);
      term();
    }
  }
  void rule() {
    variables_.clear();
    const std::size_t place = code_.size();
    code_.push_back(0);
    if (take("(<= ")) {
      term();
      const std::size_t count = code_.size();
      code_.push_back(0);
      for (; !take(")"); ++code_[count]) literal();
    } else {
      term();
      code_.push_back(0);
    }
    code_[place] = static_cast<std::int32_t>(variables_.size());
  }
  std::string show(const Numbering::Code& code, std::size_t& at) const {
    const auto& [head, arity] = names_[static_cast<std::size_t>(code[at++])];
    std::string text = head;
    for (std::uint32_t i = 0; i < arity; ++i) text += " " + show(code, at);
    return arity > 0 ? "(" + text + ")" : text;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::pair<std::string, std::uint32_t>> names_;
  std::map<std::pair<std::string, std::uint32_t>, std::int32_t> numbers_;
  std::map<std::string, std::int32_t> variables_;
  std::vector<std::int32_t> code_;
};

std::set<std::string> fluents(const Rules& rules, Interpreter& game) {
  const auto state = game.save();
  std::set<std::string> result;
  for (std::uint32_t number = 0; number < state.size() * 8; ++number) {
    if (((static_cast<unsigned char>(state[number / 8]) >> (number % 8)) & 1U) != 0) {
      result.insert(rules.show(game.fluent_numbers()->code(number)));
    }
  }
  return result;
}

// What an initial state holds under these rules.
std::set<std::string> initial(const std::string& text, const Limits& limits = {}) {
  const Rules rules(text);
  Interpreter game(rules.program(), limits);
  return fluents(rules, game);
}

using Names = std::set<std::string>;

constexpr const char* kNim = R"(
(role a) (role b) (init (heap 5)) (init (control a))
(minus 5 1 4) (minus 4 1 3) (minus 3 1 2) (minus 2 1 1) (minus 1 1 0)
(minus 5 2 3) (minus 4 2 2) (minus 3 2 1) (minus 2 2 0)
(other a b) (other b a)
(<= (legal ?p (take ?n)) (minus ?h ?n ?left) (true (control ?p)) (true (heap ?h)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (heap ?left)) (does ?p (take ?n)) (true (heap ?h)) (minus ?h ?n ?left))
(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
(<= (sees ?q (took ?n)) (does ?p (take ?n)) (other ?p ?q))
(<= terminal (true (heap 0)))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (goal ?p 0)))
)";

}  // namespace

TEST("interpreter: stepping through a game") {
  const Rules rules(kNim);
  Interpreter game(rules.program(), {});
  CHECK_EQ(game.roles(), 2u);
  CHECK_EQ(fluents(rules, game), (Names{"(control a)", "(heap 5)"}));
  Names moves;
  std::vector<std::uint32_t> joint_move(2);
  for_each_legal(game, 0, [&](std::uint32_t move) {
    moves.insert(rules.show(game.move_numbers(0)->code(move)));
    joint_move[0] = move;
  });
  CHECK_EQ(moves, (Names{"(take 1)", "(take 2)"}));
  for_each_legal(game, 1, [&](std::uint32_t move) { joint_move[1] = move; });
  CHECK(is_legal(game, joint_move));
  const auto seen = game.percepts(joint_move);
  CHECK_EQ(seen.size(), 1u);
  CHECK_EQ(seen[0].role, 1u);
  CHECK_EQ(rules.show(game.percept_numbers(1)->code(seen[0].number)).substr(0, 5), "(took");
  game.advance(joint_move);
  CHECK(!game.terminal() && !is_legal(game, joint_move));
  CHECK(!is_legal(game, std::vector<std::uint32_t>{1000, 1000}));
  std::vector<std::int32_t> goals(2);
  game.goals(goals);
  CHECK_EQ(goals, (std::vector<std::int32_t>{100, 0}));
  CHECK_THROWS(game.load(std::string(100, '\xFF')), std::invalid_argument);
}

TEST("interpreter: states are numbers inside and text outside, and can be forgotten") {
  const Rules rules(kNim);
  Interpreter game(rules.program(), {});
  const auto start = game.save();
  support::Random random(1);
  std::vector<std::uint32_t> joint_move(2);
  CHECK(choose_all(game, random, joint_move));
  game.advance(joint_move);
  const std::vector<std::uint64_t> after(game.state().begin(), game.state().end());
  const auto text = game.save();
  CHECK(text != start && game.encode(after) == text && game.decode(text) == after);
  game.set_state(game.initial());
  CHECK_EQ(game.save(), start);
  const auto fork = game.fork();
  fork->set_state(fork->decode(text));
  CHECK_EQ(fork->save(), text);
  game.set_state(after);
  game.forget();
  CHECK_EQ(game.encode(game.initial()), start);
  CHECK_THROWS(game.encode(after), std::out_of_range);
  CHECK(game.state()[0] != after[0]);  // a number is never given twice
  CHECK_EQ(game.encode(game.state()), text);
}

TEST("interpreter: perft counts sequences") {
  const std::atomic<bool> no_stop{false};
  Interpreter game(Rules(kNim).program(), {});
  const auto counted = perft(game, game.initial(), 6, support::Deadline::max(), &no_stop);
  CHECK_EQ(counted.counts, (std::vector<std::uint64_t>{2, 4, 7, 5, 1, 0}));
  CHECK(perft(game, game.initial(), 0, support::Deadline::max(), &no_stop).counts.empty());
}

namespace {

PlayoutResult play(Interpreter& game, std::uint64_t count, std::uint32_t length, const std::atomic<bool>* stop) {
  return playouts(game, {game.initial(), {count}, 1, length, support::Deadline::max(), stop}, std::nullopt);
}

}  // namespace

TEST("interpreter: playouts follow the seed") {
  const std::atomic<bool> no_stop{false};
  Interpreter game(Rules(kNim).program(), {});
  const auto all = play(game, 200, 100, &no_stop);
  CHECK_EQ(all.sums[0].playouts, 200u);
  CHECK_EQ(all.sums[0].goals[0] + all.sums[0].goals[1], 20000);
  Interpreter other(Rules(kNim).program(), {});
  play(other, 7, 100, &no_stop);  // what was evaluated before makes no difference
  CHECK_EQ(play(other, 200, 100, &no_stop).sums[0].goals, all.sums[0].goals);
  CHECK_EQ(play(game, 3, 2, &no_stop).sums[0].capped, 3u);
}

TEST("interpreter: copies share numbers, also between threads") {
  const std::atomic<bool> no_stop{false};
  const Rules rules(kNim);
  Interpreter game(rules.program(), {});
  const auto twin = game.copy();
  const auto count = [&](Machine& machine) {
    perft(machine, machine.initial(), 6, support::Deadline::max(), &no_stop);
  };
  std::thread thread([&] { count(*twin); });
  count(game);
  thread.join();
  support::Random random(3);
  std::vector<std::uint32_t> joint_move(2);
  twin->set_state(twin->initial());
  CHECK(choose_all(*twin, random, joint_move));
  twin->advance(joint_move);
  game.set_state(twin->state());
  CHECK_EQ(game.save(), twin->save());
  for (std::uint32_t role = 0; role < 2; ++role) CHECK(std::ranges::equal(game.legal(role), twin->legal(role)));
}

TEST("interpreter: recursion of every kind ends with all answers") {
  const std::string edges = "(edge a b) (edge b c) (edge c a) (edge c d) (<= (init ?x) (path b ?x))";
  const Names all{"a", "b", "c", "d"};
  CHECK_EQ(initial(edges + "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))"), all);
  CHECK_EQ(initial(edges + "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))"), all);
  CHECK_EQ(initial(edges + "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))"), all);
  CHECK_EQ(initial(edges + "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (hop ?x ?y) (path ?y ?z))"
                           "(<= (hop ?x ?y) (path ?x ?y)) (<= (hop ?x ?z) (hop ?x ?y) (hop ?y ?z))"),
           all);
  CHECK_EQ(initial("(<= (init ?x) (p ?x)) (<= (p ?x) (q ?x)) (<= (q ?x) (p ?x))"), Names{});
}

TEST("interpreter: a settled call inside a recursion does not end the others early") {
  // `even 4` is settled by its first answer while the calls it depends on are still open.
  std::string text = "(<= (init yes) (even 4)) (<= (init ?x) (odd ?x)) (even 0)";
  for (int i = 0; i < 6; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  text += "(<= (even ?y) (odd ?x) (succ ?x ?y)) (<= (odd ?y) (even ?x) (succ ?x ?y)) (<= (even ?x) (even ?x) (odd ?y))";
  CHECK_EQ(initial(text), (Names{"1", "3", "5", "yes"}));
}

TEST("interpreter: negation is by answer, and loops through it are reported") {
  CHECK_EQ(initial("(move a b) (move b c) (move c d) (move a c) (<= (init ?x) (win ?x))"
                   "(<= (win ?x) (not (win ?y)) (move ?x ?y))"),
           (Names{"a", "c"}));
  CHECK_THROWS(initial("(q a) (<= (init ?x) (p ?x)) (<= (p ?x) (q ?x) (not (p ?x)))"), InterpretError);
}

TEST("interpreter: unbound variables name their rule") {
  try {
    initial("(q a) (<= (init ?x) (q ?x) (not (r ?y)))");
    CHECK(false);
  } catch (const InterpretError& error) {
    CHECK(error.fault() == Fault::kRestriction);
    CHECK_EQ(error.rule(), 1);
  }
}

TEST("interpreter: terms are taken apart and put together") {
  const std::string lists =
      "(item a) (item b) (<= (init ?x) (reversed (l a (l b (l a nil))) nil ?x))"
      "(<= (reversed nil ?done ?done) (kept ?done)) (<= (kept ?x) (ok ?x)) (ok (l a (l b (l a nil))))"
      "(<= (reversed (l ?x ?rest) ?done ?all) (item ?x) (reversed ?rest (l ?x ?done) ?all))";
  CHECK_EQ(initial(lists), Names{"(l a (l b (l a nil)))"});
  const std::string parts = "(at (p 1 2) x) (at (p 2 2) y) (at (p 2 3) z) (<= (same ?p ?c) (at ?p ?c))";
  CHECK_EQ(initial(parts + "(<= (init ?y) (same (p 2 ?y) ?c))"), (Names{"2", "3"}));
  CHECK_EQ(initial(parts + "(<= (init ?y) (same (p ?y ?y) ?c))"), Names{"2"});
  CHECK_EQ(initial(parts + "(<= (init (f ?y (g ?c))) (same (p ?y 2) ?c))"), (Names{"(f 1 (g x))", "(f 2 (g y))"}));
}

TEST("interpreter: deep recursion does not use the machine's stack") {
  std::string text = "(<= (init far) (reach 0 20000)) (<= (reach ?x ?x) (number ?x)) (number 20000)";
  for (int i = 0; i < 20000; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  CHECK_EQ(initial(text + "(<= (reach ?x ?z) (succ ?x ?y) (reach ?y ?z))"), Names{"far"});
}

TEST("interpreter: what does not end is ended by a limit, and the interpreter lives on") {
  Limits limits;
  limits.terms = 100'000;
  limits.table_cells = 1'000'000;
  limits.term_depth = 2'000;
  limits.open_calls = 10'000;
  for (const char* endless : {"(<= (p ?x) (p (s ?x)))", "(p 0) (<= (p (s ?x)) (p ?x)) (<= (p ?x) (p ?y) (p ?x))",
                              "(p 0) (<= (p (f ?x ?y)) (p ?x) (p ?y))", "(<= (p ?x) (p (f ?x ?x)))"}) {
    const std::string text = std::string(endless) + "(role r) (init s) (<= (legal r ?x) (p ?x)) (<= (legal r x) (p a))";
    const Rules rules(text);
    Interpreter game(rules.program(), limits);
    for (int i = 0; i < 2; ++i) {
      try {
        game.legal(0);
        CHECK(false);
      } catch (const InterpretError& error) {
        CHECK(error.fault() == Fault::kLimit);
      }
    }
    CHECK(!game.terminal());
  }
}

TEST("interpreter: a raised flag ends a long call") {
  Interpreter game(Rules(kNim).program(), {});
  const std::atomic<bool> raised{true}, no_stop{false};
  CHECK_EQ(play(game, 1000, 100, &raised).sums[0].all(), 0u);
  game.watch(&raised);
  CHECK_THROWS(game.percepts(std::vector<std::uint32_t>{0, 0}), InterpretError);
  game.watch(nullptr);
  CHECK_EQ(play(game, 10, 100, &no_stop).sums[0].playouts, 10u);
}

TEST("interpreter: damaged code is refused") {
  const Rules rules(kNim);
  const auto program = rules.program();
  std::vector<std::int32_t> values(program->functors(), -1);
  std::vector<std::int32_t> code = rules.code();
  code.pop_back();
  CHECK_THROWS(Program(program->arities(), values, code), std::invalid_argument);
  code = rules.code();
  code[1] = 100'000;
  CHECK_THROWS(Program(program->arities(), values, code), std::invalid_argument);
  CHECK_THROWS(Program({1, 2}, {0, 0}, code), std::invalid_argument);
}
