"""What pieces look like: a shape by the piece's name, a colour by the role it belongs to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from woodstock import gdl
from woodstock.drawing.domains import is_numeral
from woodstock.drawing.evidence import Evidence
from woodstock.drawing.layout import Piece
from woodstock.drawing.variables import mentioned

EMPTY = frozenset("blank empty none nil nothing vacant unmarked unset e _ -".split())
"""Names of what is not there."""

COLOURS = frozenset("white black red blue green yellow orange purple pink grey gray brown cyan magenta teal".split())
"""Colours that names of roles and pieces can have."""

_ROLE_COLOURS = ("blue", "orange", "green", "pink", "yellow", "purple", "cyan", "brown")
"""Colours of roles whose names say nothing, in this order. Who cannot tell red from green can tell them apart."""

SHAPES: dict[str, str] = {
    "king": "king", "queen": "queen", "rook": "rook", "bishop": "bishop", "knight": "knight", "pawn": "pawn",
    "man": "man", "checker": "man", "disc": "disc", "disk": "disc", "stone": "disc", "x": "cross", "o": "ring",
    "wall": "wall", "brick": "brick", "block": "wall", "arrow": "burnt", "bomb": "bomb", "pellet": "pellet",
    "pacman": "pacman", "blinky": "ghost", "inky": "ghost", "pinky": "ghost", "clyde": "ghost", "ghost": "ghost",
    "fire": "fire", "gold": "gold", "pit": "pit", "coin": "disc", "heads": "heads", "tails": "tails",
    "north": "arrow0", "north_east": "arrow45", "east": "arrow90", "south_east": "arrow135", "south": "arrow180",
    "south_west": "arrow225", "west": "arrow270", "north_west": "arrow315", "star": "star", "fruit": "fruit",
    "apple": "fruit", "home": "house", "dirt": "dirt", "on": "lamp", "peg": "disc", "hit": "fire", "free": "ring",
    "water": "water", "miss": "water", "sunk": "burnt",
}  # fmt: skip
"""The shape for each word that a piece's name can have in it."""

_OWN_COLOURS = {
    "lamp": "yellow", "gold": "yellow", "fire": "orange", "brick": "brown", "pit": "black", "fruit": "red",
    "heads": "yellow", "tails": "yellow", "pacman": "yellow", "blinky": "red", "inky": "cyan", "pinky": "pink",
    "clyde": "orange", "pellet": "white", "wall": "grey", "bomb": "black", "dirt": "brown", "house": "brown",
    "burnt": "grey", "water": "cyan", "sunk": "red",
}  # fmt: skip
"""The colour of things that have one, whoever moves them; by name or by shape."""

ATTRIBUTES = (("short", "tall"), ("light", "dark"), ("square", "round"), ("solid", "hollow"))
"""What the pieces of Quarto differ in."""

_TEXTS = {
    "king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p",
}  # fmt: skip
_LETTERS = {"wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"}
_CHESS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}

SUITS = {
    "hearts": "♥",
    "diamonds": "♦",
    "spades": "♠",
    "clubs": "♣",
    "heart": "♥",
    "diamond": "♦",
    "spade": "♠",
    "club": "♣",
}
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J"} | {str(number): str(number) for number in range(2, 11)}


def words_of(name: str) -> list[str]:
    """The words that a name is made of.

    >>> words_of("white_King"), words_of("blackpawn"), words_of("bomb3")
    (['white', 'king'], ['black', 'pawn'], ['bomb', '3'])
    """
    spaced = re.sub(r"([a-z])([A-Z])", r"\1 \2", name)
    parts = [part for part in re.split(r"[\s_\-()]+|(?<=\D)(?=\d)", spaced) if part]
    found: list[str] = []
    for part in map(str.lower, parts):
        # Words that are written in one go: the colour comes first.
        stem = next((word for word in COLOURS if part.startswith(word) and part[len(word) :] in SHAPES), None)
        found += [part] if stem is None else [stem, part[len(stem) :]]
    return found


def role_colours(roles: Sequence[str]) -> dict[str, str]:
    """The colour of each role: the one that its name has in it, or one of our own."""
    found: dict[str, str] = {}
    for role in roles:
        colour = next((word for word in words_of(role) if word in COLOURS), None)
        if colour is None:
            colour = {"light": "white", "dark": "black"}.get(role.lower())
        if colour is not None and colour not in found.values():
            found[role] = colour
    spare = [colour for colour in _ROLE_COLOURS if colour not in found.values()]
    for at, role in enumerate(role for role in roles if role not in found):
        found[role] = "plain" if role == "random" else spare[at % len(spare)]
    return found


def owners(evidence: Evidence, names: Iterable[str]) -> dict[str, str]:
    """Which role each piece belongs to: the one that its name has in it, the one that a relation gives it to, or the
    one whose moves put it on the board."""
    roles = [role for role in evidence.roles if role != "random"]
    found: dict[str, str] = {}
    placed = _placed(evidence, set(roles))
    related = {
        row[0]: row[1] for rows in evidence.tables.values() for row in rows if len(row) == 2 and row[1] in roles
    } | {row[1]: row[0] for rows in evidence.tables.values() for row in rows if len(row) == 2 and row[0] in roles}
    names = list(names)
    prefixed = _prefixed(names, roles)
    for name in names:
        by_name = [
            role
            for role in roles
            if name == role or set(words_of(role)) & set(words_of(name)) & (COLOURS | {role.lower(), "light", "dark"})
        ]
        starting = [role for role in roles if len(name) == 1 and role.lower().startswith(name[0].lower())]
        if len(by_name) == 1:
            found[name] = by_name[0]
        elif isinstance(related.get(name), str) and name not in roles:
            found[name] = str(related[name])
        elif len(placed.get(name, ())) == 1:
            found[name] = next(iter(placed[name]))
        elif name in prefixed:
            found[name] = prefixed[name]
        elif len(starting) == 1 and name[0].lower() != "b":
            found[name] = starting[0]
    return found


def _prefixed(names: Sequence[str], roles: Sequence[str]) -> dict[str, str]:
    """Short names that begin with the first letter of a role: wp and bk. All of them do, or this means nothing.

    >>> _prefixed(["wp", "wk", "bp"], ["white", "black"])
    {'wp': 'white', 'wk': 'white', 'bp': 'black'}
    """
    initials = {role[0].lower(): role for role in roles if role}
    short = [name for name in names if name.lower() not in EMPTY and name != "b"]
    found = {name: initials[name[0].lower()] for name in short if 1 < len(name) < 4 and name[0].lower() in initials}
    return found if len(initials) == len(roles) > 1 and len(found) == len(short) else {}


def _placed(evidence: Evidence, roles: set[str]) -> dict[str, set[str]]:
    """Which roles' moves bring about a fluent with a symbol: (<= (next (cell ?m ?n x)) (does xplayer (mark ?m ?n)))."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for rule in evidence.rules:
        if rule.head.name != "next" or (head := mentioned(rule.head)) is None:
            continue
        doers = {
            part.atom.arguments[0].name
            for part in rule.body
            if isinstance(part, gdl.Literal)
            and part.positive
            and part.atom.name in ("does", "true")
            and isinstance(part.atom.arguments[0], gdl.Symbol)
        }
        doers |= {
            leaf.name
            for part in rule.body
            if isinstance(part, gdl.Literal) and part.positive and (mention := mentioned(part.atom)) is not None
            for leaf in mention[1]
            if isinstance(leaf, gdl.Symbol) and "control" in mention[0]
        }
        for leaf in head[1]:
            if isinstance(leaf, gdl.Symbol) and doers & roles:
                found[leaf.name] |= doers & roles
    return found


def kinds(evidence: Evidence, names: Sequence[str]) -> dict[str, str]:
    """What a relation calls pieces whose own names say nothing: (is_type wra rook). Most of them, or it is none."""
    wanted = {name for name in names if not any(word in SHAPES for word in words_of(name))}
    for rows in evidence.tables.values():
        found: dict[str, set[str]] = {}
        for row in rows:
            said = [name.lower() for name in row[1:] if isinstance(name, str) and len(name) > 1]
            if isinstance(row[0], str) and row[0] in wanted:
                found.setdefault(row[0], set()).update(word for word in said if word in SHAPES)
        if len(found) * 2 > len(wanted) and all(len(words) == 1 for words in found.values()):
            return {name: next(iter(words)) for name, words in found.items()}
    return {}


def empties(evidence: Evidence, form: str, place: int) -> frozenset[str]:
    """The values of a place that mean that nothing is there."""
    found = {name for name in evidence.domain(form, place) if name.lower() in EMPTY}
    if "b" in evidence.domain(form, place) and not found:
        # `b` is blank where every cell has a value from the start and most have this one; else it may be black.
        others = [name for name in evidence.domain(form, place) if name != "b"]
        counts = Counter(leaves[place] for leaves in evidence.initial.get(form, ()))
        if len(others) > 2 and all(map(is_numeral, others)):
            found.add("b")  # the gap among numbered tiles
        elif counts and counts["b"] * 3 >= sum(counts.values()) and counts["b"] == max(counts.values()):
            found.add("b")
    return frozenset(found)


def lettered_draughts(names: Iterable[str]) -> bool:
    """Are these the pieces of draughts in two letters each: wp, wk?"""
    return {"wp", "bp", "wk", "bk"} >= {name.lower() for name in names} - {"w", "b"} >= {"wp", "bp"}


def lettered_chess(names: Iterable[str]) -> bool:
    """Are these chess pieces in two letters each: wk, bp?"""
    return len(_LETTERS & {name.lower() for name in names}) * 2 >= len(_LETTERS)


def piece_of(
    name: str,
    owner: str | None,
    roles: Mapping[str, str],
    short: str,
    *,
    kind: str = "",
    chess: bool = False,
    draughts: bool = False,
) -> Piece:
    """How a piece is drawn. `short` is what stands for it in a terminal, `kind` what the rules call it besides; `chess`
    and `draughts` say that wk is the white king of that game."""
    words = words_of(name)
    colour = next((word for word in words if word in COLOURS), None)
    lower = name.lower()
    if owner is not None:
        colour = roles[owner]
    if all(any(word in words for word in pair) for pair in ATTRIBUTES):
        said = "-".join(word for pair in ATTRIBUTES for word in pair if word in words)
        return Piece(f"quarto-{said}", "white" if "light" in words else "black", short)
    shape = SHAPES.get(lower) or next((SHAPES[word] for word in reversed(words) if word in SHAPES), None)
    shape = shape or SHAPES.get(kind)
    if chess and lower in _LETTERS:
        shape = _CHESS[lower[1]]
        colour = colour if owner is not None else "white" if lower[0] == "w" else "black"
    if draughts and lower in _LETTERS:
        shape = "crowned" if lower[1] == "k" else "man"
        colour = colour if owner is not None else "white" if lower[0] == "w" else "black"
    if shape is None and (owner == name or words == [colour] or (owner is not None and name in ("w", "b", "r"))):
        shape = "disc"
    if shape is None and owner is not None and set(words) <= set(words_of(owner)) | COLOURS:
        shape = "disc"
    own = next((_OWN_COLOURS[key] for key in (*words, shape or "") if key in _OWN_COLOURS), None)
    if shape == "man" and "king" in words:
        shape = "crowned"
    return Piece(shape or "initials", own or colour or "plain", short)


def short_names(names: Sequence[str], owned: Mapping[str, str], roles: Sequence[str]) -> dict[str, str]:
    """A short text for each piece, no two the same: initials, in capitals for the first role's chess pieces.

    >>> short_names(["red", "blue", "black"], {}, ())
    {'red': 'r', 'blue': 'b', 'black': 'bl'}
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    numbered = [re.fullmatch(r"([a-z]+)(\d+)", name) for name in names]
    if len(names) > 4 and all(numbered) and len({match[1] for match in numbered if match}) == 1:
        return {match[0]: match[2] for match in numbered if match}  # s0, s1, .. are numbers of stones
    for name in names:
        words = words_of(name) or ["?"]
        shape = next((SHAPES[word] for word in reversed(words) if word in SHAPES), "")
        tries: list[str] = []
        if shape in _TEXTS and (len(words) > 1 or name not in _TEXTS):
            letter = _TEXTS[shape]
            tries.append(letter.upper() if owned.get(name) == (roles[0] if roles else None) else letter)
        if name.lower() in ("x", "o") or len(name) == 1 or (name.isdigit() and len(name) < 4):
            tries.insert(0, name)
        initials = "".join(word[0] for word in words)
        tries += [words[0][0], initials, *(words[0][:length] for length in range(2, 5)), initials.upper(), name]
        found[name] = next((one for one in tries if one not in taken and one != "."), name)
        taken.add(found[name])
    return found
