"""Normal rules as a logic program for clingo.

No name of a rulesheet reaches clingo: symbols, functions and predicates are numbered, so nothing in a stranger's text
can be read as a directive. `true` and `does` are free: any fluent that `init` or `next` can produce may hold, any move
that can be legal may be made. So are the relations of asking that demand-driven rewriting adds, which the reader of the
ground rules leaves out. Grounding this program lists every rule instance that some reachable state could need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from woodstock.gdl.names import ARITIES
from woodstock.gdl.normal import Literal, NormalFormula, NormalRule
from woodstock.gdl.terms import Atom, Symbol, Term, Variable
from woodstock.ground.transforms.demand import ASKED

KEYWORDS = dict(zip(ARITIES.items(), "ritdnlges", strict=False))
"""A letter for each keyword of play; `base` and `input`, which only help players, are relations like any other."""

_FRAME = """\
{t(F)} :- i(F).
{t(F)} :- n(F).
{d(R,M)} :- l(R,M), r(R).
#show r/1. #show i/1. #show t/1. #show d/2. #show n/1. #show l/2. #show g/2. #show s/2. #show e/0.
"""

_TOKEN = re.compile(r"([cf])(\d+)(\()?|,")


@dataclass
class Names:
    """Numbers given to the symbols, functions and predicates of a rulesheet, and the way back."""

    symbols: dict[str, int] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)
    predicates: dict[tuple[str, int], str] = field(default_factory=lambda: dict(KEYWORDS))

    def symbol(self, name: str) -> str:
        """What a symbol is called in the logic program."""
        return f"c{self.symbols.setdefault(name, len(self.symbols))}"

    def function(self, name: str) -> str:
        """What a function is called in the logic program."""
        return f"f{self.functions.setdefault(name, len(self.functions))}"

    def predicate(self, name: str, arity: int) -> str:
        """What a predicate is called in the logic program; keywords have fixed letters."""
        return self.predicates.setdefault((name, arity), f"p{len(self.predicates)}")

    def decoder(self) -> Decoder:
        """The way back, once all rules are encoded."""
        return Decoder(tuple(self.symbols), tuple(self.functions))


@dataclass(frozen=True)
class Decoder:
    """Turns clingo's text of a term back into KIF."""

    symbols: tuple[str, ...]
    functions: tuple[str, ...]

    def kif(self, text: str) -> str:
        """The KIF text of an encoded term: `f0(c1,c2)` becomes `(cell 1 2)`."""
        return _TOKEN.sub(self._token, text)

    def _token(self, match: re.Match[str]) -> str:
        kind, number, opened = match.groups()
        if kind is None:
            return " "
        name = (self.symbols if kind == "c" else self.functions)[int(number)]
        return f"({name} " if opened else name


def encode(rules: Iterable[NormalRule]) -> tuple[str, Names]:
    """The rules as a logic program, and the names that decode its answers."""
    names = Names()
    lines = [_rule(rule, names) for rule in rules]
    return "\n".join(lines) + "\n" + _FRAME, names


def _rule(rule: NormalRule, names: Names) -> str:
    variables: dict[str, str] = {}
    head = _atom(rule.head, names, variables)
    if rule.head.name.startswith(ASKED):
        head = f"{{{head}}}"
    if not rule.body:
        return f"{head}."
    return f"{head} :- {', '.join(_formula(formula, names, variables) for formula in rule.body)}."


def _formula(formula: NormalFormula, names: Names, variables: dict[str, str]) -> str:
    if isinstance(formula, Literal):
        text = _atom(formula.atom, names, variables)
        return text if formula.positive else f"not {text}"
    return f"{_term(formula.left, names, variables)}!={_term(formula.right, names, variables)}"


def _atom(atom: Atom, names: Names, variables: dict[str, str]) -> str:
    predicate = names.predicate(atom.name, len(atom.arguments))
    if not atom.arguments:
        return predicate
    return f"{predicate}({','.join(_term(argument, names, variables) for argument in atom.arguments)})"


def _term(term: Term, names: Names, variables: dict[str, str]) -> str:
    if isinstance(term, Symbol):
        return names.symbol(term.name)
    if isinstance(term, Variable):
        return variables.setdefault(term.name, f"X{len(variables)}")
    arguments = ",".join(_term(argument, names, variables) for argument in term.arguments)
    return f"{names.function(term.name)}({arguments})"
