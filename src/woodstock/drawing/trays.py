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


_STORES = frozenset("centre center middle pool table bank stock supply bag box deck".split())
"""Places that hold what nobody has."""


def all_trays(reader: Reader) -> dict[str, Tray]:
    """The trays of a game, by form: those that their own symbols tell, then those that hold the same things."""
    forms = reader.evidence.fluents
    found = {form: tray for form in forms if (tray := tray_of(reader, form)) is not None}
    for form in forms:
        if form not in found and (tray := _like(reader.evidence, form, list(found.values()))) is not None:
            found[form] = tray
    return found


def _like(evidence: Evidence, form: str, trays: Sequence[Tray]) -> Tray | None:
    """The tray of a form that speaks of the very things that lie in another one: dice set aside, the top of a pile."""
    arity = len(evidence.fluents[form][0])
    domains = [set(evidence.domain(form, place)) for place in range(arity)]
    for tray in trays:
        things = set(evidence.domain(tray.fluent, tray.value[0] - 1))
        if tray.style is Style.DIE and arity == 1 and domains[0] == things and not things <= _FACES:
            return Tray(form, (1,), style=Style.DIE)
        if tray.style is Style.PIECE and arity == 2 and domains[1] == things and domains[0] <= set(evidence.roles):
            return Tray(form, (2,), owner=1)
    return None


def tray_of(reader: Reader, form: str) -> Tray | None:
    """The tray of a form that is about dice or cards."""
    evidence = reader.evidence
    arity = len(evidence.fluents[form][0])
    domains = [set(evidence.domain(form, place)) for place in range(arity)]
    words = set(words_of(functor(form)))
    # A face may have a picture instead of pips.
    faces = [
        place
        for place in range(arity)
        if len(domains[place] & _FACES) > 2 and len(domains[place] - _FACES) <= (len(domains[place]) == 6)
    ]
    if words & _DICE and arity == 1 and faces:
        return Tray(form, (1,), style=Style.DIE)
    if words & _DICE and arity == 2 and faces:
        if len(faces) == 2 and _alone(evidence, form):
            return Tray(form, (1, 2), style=Style.DIE)
        counts = [place for place in range(arity) if "0" in domains[place]]
        if 0 in faces and reader.functional(form, (0,)) and len(domains[0]) == 6 and _total(evidence, form):
            return Tray(form, (1,), count=2, style=Style.DIE)
        if not counts and 1 in faces:
            return Tray(form, (2,), style=Style.DIE)  # each die by its number
    claimed = all(len(own & _FACES) > 2 and own <= _FACES | {"0"} for own in domains)
    if words & _CLAIMS and arity == 2 and claimed and _alone(evidence, form):
        return Tray(form, (1, 2), style=Style.DIE)
    if words & _DICE and (owned := _owned_dice(reader, form, domains, faces)) is not None:
        return owned
    if arity == 2 and _held(reader, form, domains):
        return Tray(form, (1,), owner=2)
    cards = [place for place in range(arity) if reader.is_card(form, place)]
    rest = [place for place in range(arity) if place not in cards]
    if cards and len(cards) == arity:
        return Tray(form, tuple(place + 1 for place in cards), style=Style.CARD)
    if len(cards) == 1 and len(rest) == 1 and not domains[rest[0]] <= set(evidence.roles) and cards[0] == 0:
        return Tray(form, (1,), count=2, style=Style.CARD) if reader.functional(form, (0,)) else None
    if len(cards) == 2 and len(rest) == 1:
        return Tray(form, tuple(place + 1 for place in cards), owner=rest[0] + 1, style=Style.CARD)
    return None


def _held(reader: Reader, form: str, domains: Sequence[set[str]]) -> bool:
    """Does a form say who has each of several things, where at first all lie in the middle?"""
    players = {role for role in reader.evidence.roles if role != "random"}
    held = {leaves[0] for leaves in reader.evidence.initial.get(form, ())}
    stores = {name for name in domains[1] - players if name.lower() in _STORES}
    return players < domains[1] == players | stores and held == domains[0] and reader.functional(form, (0,))


def _owned_dice(reader: Reader, form: str, domains: Sequence[set[str]], faces: Sequence[int]) -> Tray | None:
    """Dice that a role has, one fluent for all of them: (has_dice ?role ?high ?low)."""
    others = [place for place in range(len(domains)) if place not in faces]
    if len(others) != 1 or not faces or not domains[others[0]] <= set(reader.evidence.roles):
        return None
    tray = Tray(form, tuple(place + 1 for place in faces), owner=others[0] + 1, style=Style.DIE)
    return tray if reader.functional(form, (others[0],)) else None


def _alone(evidence: Evidence, form: str) -> bool:
    return max(len(state.get(form, ())) for state in evidence.states) <= 1


def _total(evidence: Evidence, form: str) -> bool:
    """Is the second symbol a number of dice? Then there are never more than a handful of them."""
    counts = [[leaves[1] for leaves in state.get(form, ())] for state in evidence.states]
    return all(count.isdigit() for own in counts for count in own) and max(sum(map(int, own)) for own in counts) <= 10


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
