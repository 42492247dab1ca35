"""From the evidence to a layout: every form of fluents finds its board, or goes into the status line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from woodstock.drawing import pieces
from woodstock.drawing.board_builder import BoardBuilder, boards, joined, opened
from woodstock.drawing.domains import is_numeral
from woodstock.drawing.evidence import Evidence
from woodstock.drawing.forms import functor
from woodstock.drawing.graphs import as_graph
from woodstock.drawing.layout import Board, Kind, Layout, Piece, Style
from woodstock.drawing.moves import move_forms
from woodstock.drawing.readings import Reader, Reading
from woodstock.drawing.trays import all_trays, piece_tray

_GOOD = {1: 3.0, 2: 4.5, 4: 4.5}
"""The least score of a reading with so many keys."""
_MOST_PIECES = 300
"""Pieces that get a look of their own; others are drawn by their names."""
_LONGEST_PLACE = 4
"""Symbols that a fluent needs to say where something is."""
_TURN = ("control", "turn", "whose", "active", "mover", "tomove", "to_move", "player")
_MEN = {"pawn": "man", "king": "crowned"}
"""What chess pieces are called in draughts."""
_CHESS = frozenset({"king", "queen", "rook", "bishop", "knight", "pawn", "man", "crowned"})


def detect(evidence: Evidence) -> Layout:
    """The layout that the rules alone suggest."""
    reader = Reader(evidence)
    turn = tuple(form for form in evidence.fluents if _is_turn(reader, form))
    trays = all_trays(reader)
    readings: list[list[Reading]] = []
    for form, known in evidence.fluents.items():
        if known[0] and form not in turn and form not in trays and not _is_list(reader, form):
            good = [one for one in reader.readings(form) if one.score >= _GOOD[len(one.keys)]]
            readings += [good] if good else []
    # Forms with names for values go first: numbers are more often a note on what lies there.
    readings.sort(
        key=lambda own: (
            -len(own[0].keys),
            -own[0].score,
            _numbers_only(evidence, own[0]),
            -len(evidence.fluents[own[0].form]),
        )
    )
    turn_set = set(turn)
    builders: list[BoardBuilder] = []
    for own in readings:
        if not joined(reader, builders, own):
            builders.append(opened(reader, own[0]))
    made = [as_graph(reader, board) for builder in builders for board in boards(reader, builder)]
    if sum(len(board.rows) > 1 for board in made) > 1:
        made = [replace(board, title=board.title or board.name) for board in made]
    drawn = {layer.fluent for board in made for layer in board.layers}
    for form in evidence.fluents:
        if (
            form not in drawn | turn_set
            and form not in trays
            and (tray := piece_tray(evidence, form, made)) is not None
        ):
            trays[form] = tray
    drawn |= trays.keys()
    layout = Layout(
        boards=tuple(made),
        trays=tuple(trays.values()),
        turn=turn,
        status=tuple(form for form in evidence.fluents if form not in drawn and form not in turn),
        roles=pieces.role_colours(evidence.roles),
        moves=move_forms(reader, builders),
    )
    layout = _with_pieces(reader, layout, builders)
    layout = replace(layout, boards=tuple(_finished(layout, board) for board in layout.boards))
    return _with_men(layout) if any(map(_alternate, layout.boards)) else layout


def _with_men(layout: Layout) -> Layout:
    """Pawns and kings on every second square alone are those of draughts."""
    if {piece.shape for piece in layout.pieces.values()} & (_CHESS - {*_MEN, *_MEN.values()}):
        return layout
    men = {name: replace(one, shape=_MEN.get(one.shape, one.shape)) for name, one in layout.pieces.items()}
    return replace(layout, pieces=men)


def _is_list(reader: Reader, form: str) -> bool:
    """Is one fluent at a time a whole row of things: (order p6 p1 p7 p5 p3)?"""
    long = len(reader.evidence.fluents[form][0]) > _LONGEST_PLACE
    return long and all(len(state.get(form, ())) <= 1 for state in reader.evidence.states)


def _numbers_only(evidence: Evidence, reading: Reading) -> bool:
    return bool(reading.value) and all(
        is_numeral(name) for place in reading.value for name in evidence.domain(reading.form, place)
    )


def _is_turn(reader: Reader, form: str) -> bool:
    """Does a form say whose turn it is? One of its symbols is a role, and it is called so or there is one at a time."""
    evidence = reader.evidence
    known = evidence.fluents[form]
    roles = set(evidence.roles)
    places = [place for place in range(len(known[0])) if set(evidence.domain(form, place)) & roles]
    if len(known[0]) not in (1, 2) or len(places) != 1:
        return False
    called = functor(form).lower().startswith(_TURN)
    most = max(len(state.get(form, ())) for state in evidence.states)
    return called and most <= (len(roles) if set(evidence.domain(form, places[0])) <= roles else 1)


def _with_pieces(reader: Reader, layout: Layout, builders: Sequence[BoardBuilder]) -> Layout:
    """The layout with a look for every piece."""
    evidence = reader.evidence
    names: dict[str, None] = {}
    empty: dict[str, None] = {}
    families: list[list[str]] = []
    for board in layout.boards:
        for layer in board.layers:
            for place in layer.value:
                empty |= dict.fromkeys(sorted(pieces.empties(evidence, layer.fluent, place - 1)))
            if layer.style is not Style.LINE:
                families.append(list(dict.fromkeys(layer.text(leaves) for leaves in evidence.fluents[layer.fluent])))
                names |= dict.fromkeys(families[-1])
    shown = [name for name in names if name not in empty][:_MOST_PIECES]
    # Pieces of one form belong together: what they have in common is looked for among them alone.
    families = [[name for name in own if name not in empty] for own in families]
    owned = {name: owner for own in families for name, owner in pieces.owners(evidence, own).items()}
    told = {name: owner for builder in builders for name, owner in builder.exchanged.items()}
    for name in shown:
        roles = {told[word] for word in name.split() if word in told}
        if name not in owned and len(roles) == 1:
            owned[name] = roles.pop()
    short = pieces.short_names(shown, owned, evidence.roles)
    called = {name: kind for own in families for name, kind in pieces.kinds(evidence, own).items()}
    chess = any(map(pieces.lettered_chess, families))
    draughts = not chess and any(map(pieces.lettered_draughts, families))
    looks: dict[str, Piece] = {}
    for name in shown:
        if not is_numeral(name):
            looks[name] = pieces.piece_of(
                name,
                owned.get(name),
                layout.roles,
                short[name],
                kind=called.get(name, ""),
                chess=chess,
                draughts=draughts,
            )
    return replace(layout, pieces=looks, empty=tuple(empty))


def _finished(layout: Layout, board: Board) -> Board:
    """What is known only when pieces and moves are: letters beside a board, light and dark squares."""
    if board.kind not in (Kind.SQUARE, Kind.HEX):
        return board
    fluents = {layer.fluent for layer in board.layers}
    alike = {
        other.name
        for other in layout.boards
        if fluents & {layer.fluent for layer in other.layers}
        or (other.columns, other.rows) == (board.columns, board.rows)
    }
    cells = any(0 not in pair for form in layout.moves.values() if form.board in alike for pair in form.cells)
    numbers = all(map(is_numeral, (*board.columns, *board.rows))) and not board.columns[0].startswith("-")
    shapes = {
        layout.pieces[name].shape for name in layout.pieces if any(layer.style is Style.PIECE for layer in board.layers)
    }
    checkered = board.kind is Kind.SQUARE and (len(shapes & _CHESS) > 1 or _alternate(board))
    return replace(board, letters=cells and numbers, checkered=checkered)


def _alternate(board: Board) -> bool:
    """Are cells and gaps like the squares of a draughts board?"""
    cells = board.cells()
    return bool(board.gaps) and len({(x + y) % 2 for x, y in cells}) == 1 and len(cells) > 8
