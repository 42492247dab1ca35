"""Constraints of XCSP3 that read a list as a word of an automaton: regular, mdd, precedence, stretch."""

from __future__ import annotations

import re
from dataclasses import dataclass

from woodstock.network.globals import Regular
from woodstock.network.values import Value
from woodstock.network.xcsp3.declarations import INTERVAL, Declarations, integers
from woodstock.network.xcsp3.markup import Element
from woodstock.network.xcsp3.parts import Parts, only, scope_of

Transition = tuple[str, Value, str]
MOST_TRANSITIONS = 2_000_000


def read_regular(element: Element, declared: Declarations, parts: Parts) -> None:
    """The values spell a word of an automaton, or a path through a decision diagram."""
    only(element, "list", "transitions", "start", "final")
    scope = scope_of(element, declared)
    listed = element.need("transitions")
    text = "".join(listed.text.split())
    if not re.fullmatch(r"(\([^(),]+,[^(),]+,[^(),]+\))*", text):
        raise listed.error("The transitions are not a sequence such as (a,0,b)(b,1,a)")
    written = re.findall(r"\(([^(),]+),([^(),]+),([^(),]+)\)", text)
    values = _letters(scope, declared)
    transitions = frozenset((source, values[by], target) for source, by, target in written if by in values)
    if element.tag == "mdd":
        sources, targets = {one for one, _, _ in written}, {one for _, _, one in written}
        (start, *_), ends = sorted(sources - targets) or [""], frozenset(targets - sources)
    else:
        start, ends = element.need("start").text, frozenset(element.need("final").text.split())
    parts.constraints.append(Regular(scope, transitions, start, ends))


def read_precedence(element: Element, declared: Declarations, parts: Parts) -> None:
    """No value is taken before the one that precedes it in a list of values; if they are covered, all are taken.

    The state of the automaton is how many of the values were met so far.
    """
    only(element, "list", "values")
    scope = scope_of(element, declared)
    letters = _letters(scope, declared)
    listed = element.find("values")
    ordered = _values(listed, letters) if listed else _common_values(element, scope, declared)
    _bound(element, len(letters) * len(ordered))
    places = {value: place for place, value in enumerate(ordered)}
    transitions: set[Transition] = set()
    for met in range(len(ordered) + 1):
        for value in letters.values():
            place = places.get(value, -1)
            if place <= met:
                transitions.add((f"q{met}", value, f"q{met + (place == met)}"))
    covered = listed is not None and listed.attributes.get("covered") == "true"
    ends = {f"q{met}" for met in range(len(ordered) if covered else 0, len(ordered) + 1)}
    parts.constraints.append(Regular(scope, frozenset(transitions), "q0", frozenset(ends)))


def read_stretch(element: Element, declared: Declarations, parts: Parts) -> None:
    """A value is taken so often in a row as its width allows; with patterns, only these pairs follow each other.

    The state of the automaton is the last value and how often it was taken in a row, as far as that matters.
    """
    only(element, "list", "values", "widths", "patterns")
    scope = scope_of(element, declared)
    letters = _letters(scope, declared)
    widths, patterns = _widths(element, letters), _patterns(element, letters)
    runs = {value: _Run(f"v{i}", *widths.get(value, (1, len(scope)))) for i, value in enumerate(letters.values())}
    _bound(element, len(runs) * sum(min(run.most, len(scope)) for run in runs.values()))
    transitions: set[Transition] = {("start", value, run.state(1)) for value, run in runs.items() if run.most > 0}
    ends: set[str] = set()
    for value, run in runs.items():
        for length in range(1, min(run.most, len(scope)) + 1):
            if length < run.most:
                transitions.add((run.state(length), value, run.state(length + 1)))
            if length < run.least:
                continue
            ends.add(run.state(length))
            transitions |= {
                (run.state(length), other, following.state(1))
                for other, following in runs.items()
                if other != value and following.most > 0 and (patterns is None or (value, other) in patterns)
            }
    parts.constraints.append(Regular(scope, frozenset(transitions), "start", frozenset(ends)))


@dataclass(frozen=True, slots=True)
class _Run:
    """How often a value may be taken in a row."""

    name: str
    least: int
    most: int

    def state(self, length: int) -> str:
        return f"{self.name}_{length}"


def _bound(element: Element, transitions: int) -> None:
    if transitions > MOST_TRANSITIONS:
        raise element.error(f"<{element.tag}> needs {transitions} transitions; {MOST_TRANSITIONS} are the most")


def _letters(scope: tuple[str, ...], declared: Declarations) -> dict[str, Value]:
    """All values of some variables, by what is written for them."""
    return {written: value for name in scope for written, value in declared.values(name).items()}


def _values(element: Element, letters: dict[str, Value]) -> list[Value]:
    """The values that are listed. For one that no variable has stands something that nobody ever takes."""
    found: list[Value] = []
    for token in element.text.split():
        written = map(str, integers(token, element)) if INTERVAL.fullmatch(token) else (token,)
        found += [letters.get(text, f"no {text}") for text in written]
    if len(set(found)) != len(found):
        raise element.error("A value occurs twice among the values")
    return found


def _common_values(element: Element, scope: tuple[str, ...], declared: Declarations) -> list[Value]:
    domains = {frozenset(declared.variables[name].domain) for name in scope}
    if len(domains) > 1:
        raise element.error("The variables have different domains, so <precedence> needs <values>")
    return sorted(*domains, key=lambda value: (value, "") if isinstance(value, int) else (0, str(value)))


def _widths(element: Element, letters: dict[str, Value]) -> dict[Value, tuple[int, int]]:
    """The least and the greatest width of each value that is listed."""
    values, listed = _values(element.need("values"), letters), element.need("widths")
    found = [INTERVAL.fullmatch(token if ".." in token else f"{token}..{token}") for token in listed.text.split()]
    bounds = [(int(bound[1]), int(bound[2])) for bound in found if bound]
    if len(found) != len(values) or len(bounds) != len(values):
        raise listed.error(f"The widths are not {len(values)} intervals such as 1..3, one for each value")
    return dict(zip(values, bounds, strict=True))


def _patterns(element: Element, letters: dict[str, Value]) -> set[tuple[Value, Value]] | None:
    listed = element.find("patterns")
    if listed is None:
        return None
    text = "".join(listed.text.split())
    if not re.fullmatch(r"(\([^(),]+,[^(),]+\))*", text):
        raise listed.error("The patterns are not a sequence such as (0,1)(1,0)")
    pairs = re.findall(r"\(([^(),]+),([^(),]+)\)", text)
    return {(letters[a], letters[b]) for a, b in pairs if a in letters and b in letters}
