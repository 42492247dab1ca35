"""Dice, cards and pieces that lie beside the boards: forms whose symbols say what they are."""

from __future__ import annotations

from collections.abc import Sequence

from woodstock.drawing.evidence import Evidence
from woodstock.drawing.forms import functor
from woodstock.drawing.layout import Board, Style, Tray
from woodstock.drawing.pieces import words_of
from woodstock.drawing.readings import Reader

_DICE = frozenset("die dice showing rolled shows face faces".split())
_FACES = frozenset("123456")
_CLAIMS = frozenset("claimed claim announced".split())


def tray_of(reader: Reader, form: str) -> Tray | None:
    """The tray of a form that is about dice or cards."""
    evidence = reader.evidence
    arity = len(evidence.fluents[form][0])
    domains = [set(evidence.domain(form, place)) for place in range(arity)]
    words = set(words_of(functor(form)))
    faces = [place for place in range(arity) if domains[place] <= _FACES and len(domains[place]) > 2]
    if words & _DICE and arity == 1 and faces:
        return Tray(form, (1,), style=Style.DIE)
    if words & _DICE and arity == 2 and faces:
        if len(faces) == 2 and _alone(evidence, form):
            return Tray(form, (1, 2), style=Style.DIE)
        counts = [place for place in range(arity) if "0" in domains[place]]
        if 0 in faces and reader.functional(form, (0,)) and _total(evidence, form):
            return Tray(form, (1,), count=2, style=Style.DIE)
        if not counts and 1 in faces:
            return Tray(form, (2,), style=Style.DIE)  # each die by its number
    if words & _CLAIMS and len(faces) == arity == 2 and _alone(evidence, form):
        return Tray(form, (1, 2), style=Style.DIE)
    cards = [place for place in range(arity) if reader.is_card(form, place)]
    rest = [place for place in range(arity) if place not in cards]
    if cards and len(cards) == arity:
        return Tray(form, tuple(place + 1 for place in cards), style=Style.CARD)
    if len(cards) == 1 and len(rest) == 1 and not domains[rest[0]] <= set(evidence.roles) and cards[0] == 0:
        return Tray(form, (1,), count=2, style=Style.CARD) if reader.functional(form, (0,)) else None
    if len(cards) == 2 and len(rest) == 1:
        return Tray(form, tuple(place + 1 for place in cards), owner=rest[0] + 1, style=Style.CARD)
    return None


def _alone(evidence: Evidence, form: str) -> bool:
    return max(len(state.get(form, ())) for state in evidence.states) <= 1


def _total(evidence: Evidence, form: str) -> bool:
    """Is the second symbol a number of dice? Then there are never more than a handful of them."""
    totals = [sum(int(leaves[1]) for leaves in state.get(form, ())) for state in evidence.states]
    faces = {leaves[0] for leaves in evidence.fluents[form]}
    return faces == _FACES and max(totals) <= 10


def piece_tray(evidence: Evidence, form: str, boards: Sequence[Board]) -> Tray | None:
    """The tray of a form whose symbol is a piece of some board, or one of several things at a time."""
    known = evidence.fluents[form]
    if len(known[0]) != 1:
        return None
    pieces = {
        layer.text(leaves) for board in boards for layer in board.layers for leaves in evidence.fluents[layer.fluent]
    }
    names = {leaves[0] for leaves in known}
    if names <= pieces and not names <= set(evidence.roles) and not all(name.isdigit() for name in names):
        return Tray(form, (1,))
    return None
