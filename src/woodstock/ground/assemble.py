"""Sorts what clingo shows into fluents, moves, goals and percepts, each with its number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from woodstock.core import AspifReader
from woodstock.errors import RestrictionError
from woodstock.gdl.names import GOAL_VALUE
from woodstock.ground.encode import Decoder
from woodstock.ground.program import FACT, NEVER, GroundProgram, Ints, Offsets


def assemble(reader: AspifReader, decoder: Decoder, roles: Sequence[str]) -> GroundProgram:
    """The ground program. `roles` gives the roles in the order of the rules; what concerns no role is dropped."""
    shown: dict[str, dict[str, int]] = {key: {} for key in "ritdnlgse"}
    for text, atom in zip(reader.shown, reader.shown_atoms.tolist(), strict=True):
        shown[text[0]][text[2:-1]] = atom

    encoded_roles = {decoder.kif(text): text for text in shown["r"]}
    by_role = [encoded_roles[role] for role in roles]
    fluents = _by_name(shown["t"], decoder)
    does, legal = _split(shown["d"], by_role), _split(shown["l"], by_role)
    moves = [_by_name(own, decoder) for own in does]
    sees = _split(shown["s"], by_role)
    percepts = [_by_name(own, decoder) for own in sees]
    given = [*shown["t"].values(), *shown["d"].values()]
    offsets, literals = free_of_asking(reader.atoms, reader.heads, reader.offsets, reader.literals, given)
    either = _Either(reader.atoms)
    goals = [
        {value: either.of(atoms) for value, atoms in sorted(_by_value(own, decoder).items())}
        for own in _split(shown["g"], by_role)
    ]
    return GroundProgram(
        roles=tuple(roles),
        fluents=tuple(name for name, _ in fluents),
        moves=tuple(tuple(name for name, _ in own) for own in moves),
        percepts=tuple(tuple(name for name, _ in own) for own in percepts),
        goals=tuple(tuple(own) for own in goals),
        atoms=either.atoms,
        heads=np.concatenate((reader.heads, np.array(either.heads, dtype=reader.heads.dtype))),
        offsets=np.concatenate((offsets, offsets[-1] + 1 + np.arange(len(either.heads), dtype=offsets.dtype))),
        literals=np.concatenate((literals, np.array(either.bodies, dtype=literals.dtype))),
        initial=np.array([text in shown["i"] for _, text in fluents], dtype=np.bool_),
        true_atoms=_atoms(shown["t"], (text for _, text in fluents)),
        next_atoms=_atoms(shown["n"], (text for _, text in fluents)),
        does_atoms=tuple(_atoms(d, (text for _, text in own)) for d, own in zip(does, moves, strict=True)),
        legal_atoms=tuple(_atoms(d, (text for _, text in own)) for d, own in zip(legal, moves, strict=True)),
        sees_atoms=tuple(_atoms(d, (text for _, text in own)) for d, own in zip(sees, percepts, strict=True)),
        goal_atoms=tuple(np.array(list(own.values()), dtype=np.int32) for own in goals),
        terminal_atom=shown["e"].get("", NEVER),
    )


class _Either:
    """Atoms that hold where one of several does, and the rules that say so: one atom in the body of each."""

    def __init__(self, atoms: int) -> None:
        self.atoms = atoms
        self.heads: list[int] = []
        self.bodies: list[int] = []

    def of(self, atoms: list[int]) -> int:
        """The atom that holds where one of these does."""
        if len(atoms) == 1 or FACT in atoms:
            return FACT if FACT in atoms else atoms[0]
        self.atoms += 1
        self.heads += [self.atoms] * len(atoms)
        self.bodies += atoms
        return self.atoms


def _by_value(shown: dict[str, int], decoder: Decoder) -> dict[int, list[int]]:
    """The goal atoms of a role by what they are worth: 0 and 00 are the same. The interpreter refuses what is no number
    as well, once it gets there."""
    found: dict[int, list[int]] = {}
    for text, atom in shown.items():
        if not GOAL_VALUE.fullmatch(value := decoder.kif(text)):
            raise RestrictionError(f"the rules give the goal {value[:50]}, which is not a number from 0 to 100")
        found.setdefault(int(value), []).append(atom)
    return found


def free_of_asking(
    atoms: int, heads: Ints, offsets: Offsets, literals: Ints, given: Sequence[int]
) -> tuple[Offsets, Ints]:
    """The bodies without what is asked: positive literals whose atom is free but neither a fluent nor a move.

    Grounding has done with them. Other atoms that head no rule never hold and are only found negated.
    """
    known = np.zeros(atoms + 1, dtype=np.bool_)
    known[heads] = True
    known[np.array(given, dtype=np.int64)] = True
    kept = (literals < 0) | known[np.abs(literals)]
    if kept.all():
        return offsets, literals
    places = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)))
    return places[offsets], literals[kept]


def _by_name(texts: Iterable[str], decoder: Decoder) -> list[tuple[str, str]]:
    """Name and encoded text, in the order of the names: numbers do not depend on how the rules were transformed."""
    return sorted(((decoder.kif(text), text) for text in texts), key=lambda pair: natural(pair[0]))


def natural(name: str) -> tuple[tuple[int, int, str, str], ...]:
    """A sort key under which `(cell 2 1)` comes before `(cell 10 1)`.

    Of numbers without leading zeros the longer one is larger; so even those count that are too long for `int`.
    """
    words = name.replace("(", "( ").replace(")", " )").split()
    return tuple(_number(word) if word.isascii() and word.isdigit() else (1, 0, word, word) for word in words)


def _number(word: str) -> tuple[int, int, str, str]:
    digits = word.lstrip("0")
    return 0, len(digits), digits, word


def _split(shown: dict[str, int], roles: Sequence[str]) -> list[dict[str, int]]:
    """Per role, what is left of `role,rest` after the role."""
    parts: dict[str, dict[str, int]] = {role: {} for role in roles}
    for text, atom in shown.items():
        role, rest = _first_argument(text)
        if role in parts:
            parts[role][rest] = atom
    return [parts[role] for role in roles]


def _first_argument(text: str) -> tuple[str, str]:
    if text[0] == "c":  # a symbol, as nearly all roles are
        role, _, rest = text.partition(",")
        return role, rest
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            return text[:at], text[at + 1 :]
    return text, ""


def _atoms(shown: dict[str, int], texts: Iterable[str]) -> Ints:
    return np.array([shown.get(text, NEVER) for text in texts], dtype=np.int32)


assert FACT == 0  # AspifReader gives 0 for a fact
