"""The page on error codes: exit codes, exceptions, and the codes of `woodstock check`, each with a small example.

What the program says about an example is what it says when the page is made. `.ci/site.py` writes the page.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import io
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from woodstock import errors
from woodstock.cli import codes
from woodstock.cli.app import run

GAME = """\
(role x) (role o)
(init (cell 1 b)) (init (cell 2 b)) (init (cell 3 b)) (init (turn x))
(<= (legal ?r (mark ?n)) (true (turn ?r)) (true (cell ?n b)))
(<= (legal x noop) (true (turn o)))
(<= (legal o noop) (true (turn x)))
(<= (next (cell ?n ?r)) (does ?r (mark ?n)))
(<= (next (cell ?n ?w)) (true (cell ?n ?w)) (distinct ?w b))
(<= (next (cell ?n b)) (true (cell ?n b)) (does ?r (mark ?m)) (distinct ?n ?m))
(<= (next (turn o)) (true (turn x)))
(<= (next (turn x)) (true (turn o)))
(<= open (true (cell ?n b)))
(<= terminal (not open))
(<= (goal x 100) (true (cell 2 x)))
(<= (goal x 0) (not (true (cell 2 x))))
(<= (goal o 100) (true (cell 2 o)))
(<= (goal o 0) (not (true (cell 2 o))))
"""
"""A game without problems; each example spoils it."""

LONGEST = 100
"""Characters of a line of an example that are shown."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code, what it means, and how to get it: rules that the game loses, and rules that it gains. A code without
    either has no example that fits on a page."""

    name: str
    meaning: str
    gained: str = ""
    lost: str = ""

    @property
    def rules(self) -> str:
        """The rulesheet of the example."""
        lost = f"{self.lost}\n"
        assert not self.lost or lost in GAME
        return (GAME.replace(lost, "") if self.lost else GAME) + self.gained + "\n"


TEXT = (
    Code("syntax", "The text is not GDL: brackets do not match, or a rule is not written as one.", "(role z"),
    Code("too-large", "The rules are well formed, but writing them out in full exceeds a limit.",
         f"(<= huge {' '.join(['(or open (not open))'] * 40)})"),
    Code("keyword-arity", "A keyword of GDL has the wrong number of arguments.", "(goal x)"),
    Code("keyword-in-head", "`true` or `does` is the head of a rule. Only the state and the moves define them.",
         "(true (cell 1 x))"),
    Code("keyword-in-body", "`init`, `next` or `sees` is in the body of a rule.", "(<= empty (init (cell 1 b)))"),
    Code("role-by-rule", "A rule derives a role. Roles are facts.", "(<= (role z) open)"),
    Code("init-depends-on-state", "`init` depends on `true` or `does`.", "(<= (init done) (true (cell 1 x)))"),
    Code("depends-on-does", "`legal`, `terminal` or `goal` depends on `does`.", "(<= terminal (does x (mark 1)))"),
    Code("unsafe", "Nothing gives a variable its value.", "(<= (goal ?r 50) (true (cell 2 b)))"),
    Code("unsafe-unused", "The same, in a rule that cannot change the game.", "(<= (pair ?a ?b) (distinct ?a ?b))"),
    Code("unsafe-hint", "The same, in a rule for `base` or `input`, which the game does not need.",
         "(base (cell ?n b))"),
    Code("unstratified", "A relation depends on its own negation.", "(<= terminal odd)\n(<= odd (not odd))"),
    Code("stratification-unknown", "Millions of pairs of rules depend on one another: the check for `unstratified` was"
         " given up."),
    Code("recursion", "A relation depends on itself in a way that may produce infinitely many terms.",
         "(count 0)\n(<= (count (s ?n)) (count ?n))\n(<= terminal (count 5))"),
    Code("arity-clash", "A relation, fluent, move or percept has different numbers of arguments.",
         "(init (cell 1 2 b))"),
    Code("no-role", "There is no role.", lost="(role x) (role o)"),
    Code("no-terminal", "No rule ends the game.", lost="(<= terminal (not open))"),
    Code("no-legal", "No rule gives a role a legal move.", "(role z) (goal z 50)",
         lost="(<= (legal ?r (mark ?n)) (true (turn ?r)) (true (cell ?n b)))"),
    Code("no-goal", "No rule gives a role a goal.", "(role z) (legal z noop)"),
    Code("no-percept", "Other roles have percepts, and this one has none.", "(<= (sees x ?n) (does o (mark ?n)))"),
    Code("not-a-role", "A name is used as a role, but is not one.", "(legal z noop)"),
    Code("goal-value", "A goal is not a whole number from 0 to 100.", "(goal x 101)"),
    Code("missing-true", "A fluent is used as a relation.", "(<= terminal (turn z))"),
    Code("case", "A name is undefined, but another spelling of it is defined.", "(<= terminal Closed)\n(closed)"),
    Code("undefined-relation", "No rule defines a relation.", "(<= terminal closed)"),
    Code("undefined-fluent", "No rule makes a fluent true.", "(<= terminal (true (cel 1 x)))"),
    Code("undefined-move", "No rule makes a move legal.", "(<= (next done) (does x (mrk 1)))"),
    Code("probabilities", "`outcome` states probabilities, which GDL-II does not have.",
         "(outcome x noop (set heads tails) (set 1 1))"),
)  # fmt: skip
"""What the text of the rules shows."""

PLAY = (
    Code("several-goals", "A role has several goals when the game is over.", "(<= (goal x 0) (true (cell 3 o)))"),
    Code("no-goal-at-end", "A role has no goal when the game is over.",
         lost="(<= (goal x 0) (not (true (cell 2 x))))"),
    Code("no-move", "A role has no legal move although the game is not over.",
         lost="(<= (legal o noop) (true (turn x)))"),
    Code("no-end", "Playouts do not end, or no state is terminal. If some playouts end, it is a warning.",
         "(<= terminal (true (turn nobody)))\n(legal x noop)\n(legal o noop)",
         lost="(<= terminal (not open))"),
    Code("unplayable", "The rules can be neither compiled nor interpreted.",
         "(value high)\n(<= (goal x ?v) (value ?v))"),
    Code("not-played", "A limit of the interpreter was exceeded, so nothing is known about play."),
    Code("no-choice", "A role has only one legal move in every state.", "(role z) (legal z noop) (goal z 100)"),
    Code("sees-nothing", "A role sees the same after every move.", "(<= (sees ?r hello) (role ?r))"),
    Code("never-legal", "A move that the rules mention is never legal. If not all states were visited, it is a hint.",
         "(<= (legal x jump) (true (cell 4 b)))"),
    Code("never-true", "A fluent that the rules mention is never true. If not all states were visited, it is a hint.",
         "(<= (next moon) (true (cell 4 b)))"),
    Code("not-winnable", "A role never ends with 100. If not all states were visited, it is a hint.",
         "(<= (goal o 90) (true (cell 2 o)))", lost="(<= (goal o 100) (true (cell 2 o)))"),
    Code("goal-unreached", "A role never has a goal that the rules mention. If not all states were visited, it is a"
         " hint.", "(<= (goal x 50) (true (cell 4 x)))"),
    Code("goal-falls", "A goal decreases before the end, and no other goal increases.",
         "(role z) (legal z noop) (legal z wait)\n(<= (goal z 100) (true (turn x)))\n(<= (goal z 0) (true (turn o)))"),
)  # fmt: skip
"""What shows when the game is played."""

EXITS = {
    "OK": ("games", "--json"),
    "NO": ("check", "no-terminal.kif"),
    "BAD_INPUT": ("info", "ches"),
}
"""For exit codes by name: a command that ends with it."""

PAGE = """# Error codes

This page is made from the program itself: the messages are what it says about the examples.

## Exit codes

| code | name in `woodstock.cli.codes` | meaning | for example |
| --- | --- | --- | --- |
{exits}

An error is one line on standard error: `error: message`, or `file:line:column: error: message` if it has a place in a
file. [The command line](../command-line.md#what-scripts-can-rely-on) says what else scripts can rely on. A server of
the GGP protocol answers with HTTP statuses instead, which [the protocol](../protocol.md#http) lists.

## Exceptions

From Python, every error that you can act on is a `WoodstockError`:

| exception | meaning |
| --- | --- |
{exceptions}

## Problems that `woodstock check` finds

Every problem has a severity and a code. `error`: the rules cannot be played, or their meaning is unclear; the exit code
is {NO}. `warning`: probably a mistake. `hint`: worth a look. A code never changes its meaning. With `--lenient`,
{tolerable} are warnings if the meaning is clear. After `syntax` and `too-large` nothing else can be checked, and the
exit code is {BAD_INPUT}.

The examples change this game, which has no problems:

```lisp
{game}```

## Codes from the text of the rules

{text}
## Codes from play

`woodstock check` also plays the game, unless the text has errors or `--static` is given.
[What `check` finds in play](../command-line.md#what-check-finds-in-play) says how.

{play}"""


def problems(code: Code, *options: str) -> list[dict[str, Any]]:
    """What `woodstock check` finds in the example of a code."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
        path = Path(folder) / "game.kif"
        path.write_text(code.rules, encoding="utf-8")
        with contextlib.redirect_stderr(io.StringIO()):
            run(["check", str(path), "--json", *options])
    found: list[dict[str, Any]] = json.loads(out.getvalue())["problems"]
    return found


def exit_codes() -> Iterator[tuple[int, str, str]]:
    """The exit codes with their names and meanings, in the order of the module."""
    body = ast.parse(inspect.getsource(codes)).body
    for at, line in enumerate(body):
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            told = body[at + 1]
            assert isinstance(told, ast.Expr) and isinstance(told.value, ast.Constant), f"{line.lineno}: no docstring"
            name = line.targets[0].id
            yield getattr(codes, name), name, " ".join(str(told.value.value).split())


def exceptions() -> Iterator[tuple[str, str]]:
    """The exceptions with the first paragraphs of their docstrings."""
    for name, one in inspect.getmembers(errors, inspect.isclass):
        if issubclass(one, errors.WoodstockError):
            yield name, " ".join((inspect.getdoc(one) or "").split("\n\n")[0].split())


def section(code: Code, *options: str) -> str:
    """A code with its example and what the program says about it."""
    lines = [f"### {code.name}", "", code.meaning, ""]
    if not code.gained and not code.lost:
        return "\n".join([*lines, "Rules that lead to it are too long for this page.", ""])
    found = next(one for one in problems(code, *options) if one["code"] == code.name)
    where = f"game.kif:{found['line']}:{found['column']}: " if found["line"] else "game.kif: "
    if code.lost:
        lines += ["Without this rule:", "", "```lisp", code.lost, "```", ""]
    if code.gained:
        lines += ["With:", "", "```lisp", *map(_short, code.gained.splitlines()), "```", ""]
    return "\n".join([*lines, "```text", f"{where}{found['severity']}: {found['message']}", "```", ""])


def page() -> str:
    """The page."""
    from woodstock.gdl import TOLERABLE

    shown = {name: f"`woodstock {' '.join(words)}`" for name, words in EXITS.items()}
    exits = [f"| {number} | `{name}` | {told} | {shown.get(name, '')} |" for number, name, told in exit_codes()]
    return PAGE.format(
        exits="\n".join(exits),
        exceptions="\n".join(f"| `{name}` | {told} |" for name, told in exceptions()),
        game=GAME,
        tolerable=", ".join(f"`{code}`" for code in sorted(TOLERABLE)),
        text="\n".join(section(code, "--static") for code in TEXT),
        play="\n".join(section(code) for code in PLAY),
        NO=codes.NO,
        BAD_INPUT=codes.BAD_INPUT,
    )


def _short(line: str) -> str:
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} .."
