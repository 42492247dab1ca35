"""Records in the form of ggp-base, the reference system for general game playing (its class `Match`).

The keys are the ones that ggp-base writes: times in milliseconds since 1970, clocks in seconds (-1 for no clock, as it
has it for `previewClock`), states and moves as KIF, and in `errors` a list for the start and one for each step with
"TO" (too late), "IL move" (illegal) or "CE" (no connection; here a player that failed). What ggp-base has no place for
stands under `woodstock`, which others may ignore.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from woodstock.engine.machine import Machine
from woodstock.errors import WoodstockError
from woodstock.kif.terms import canonical, spaced, split
from woodstock.referee.record import Deviation, Ending, Kind, Record
from woodstock.referee.replay import states
from woodstock.referee.seeds import derive

T = TypeVar("T")

NO_CLOCK = -1
_CODES = {Kind.TIMEOUT: "TO", Kind.ILLEGAL: "IL", Kind.EXCEPTION: "CE", Kind.CRASH: "CE"}


def to_dict(record: Record, machine: Machine | None) -> dict[str, Any]:
    """The record as JSON values; without a machine it has no states, which the moves determine."""
    completed = record.ending is Ending.TERMINAL
    data: dict[str, Any] = {
        "matchId": f"woodstock.{record.game}.{record.seed}",
        "randomToken": f"{derive(record.seed or 0, 'token'):032x}",
        "startTime": _milliseconds(record.began),
        "gameName": record.game,
        "gameRoleNames": list(record.roles),
        "isCompleted": completed,
        "isAborted": not completed,
        "states": [f"( {' '.join(map(spaced, machine.fluents(one)))} )" for one in states(machine, record)]
        if machine is not None
        else [],
        "moves": [[spaced(move) for move in joint_move] for joint_move in record.moves],
        "stateTimes": [_milliseconds(time) for time in record.state_times],
        "errors": _errors(record),
        "previewClock": _clock(record.preview_clock),
        "startClock": _clock(record.start_clock),
        "playClock": _clock(record.play_clock),
        "playerNamesFromHost": list(record.players),
        "isPlayerHuman": list(record.human or (False,) * len(record.roles)),
        "scrambled": record.scrambled,
        "woodstock": {
            "seed": record.seed,
            "ending": record.ending,
            "seconds": record.seconds,
            "rules": record.rules,
            "moveTimes": [[round(time, 6) for time in times] for times in record.move_times],
            "deviations": [
                {"step": note.step, "role": note.role, "kind": note.kind, "detail": note.detail, "trace": note.trace}
                for note in record.deviations
            ],
        },
    }
    if completed:
        data["goalValues"] = list(record.goals)
    return data


def from_dict(data: Mapping[str, Any]) -> Record:
    """The record; unknown keys are ignored, and of the known ones only `moves` has to be there."""
    try:
        return _read(data)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, WoodstockError) as error:
        what = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise WoodstockError(f"this is not the record of a match: {what}") from error


def _read(data: Mapping[str, Any]) -> Record:
    if not isinstance(data, Mapping):
        raise TypeError("it is not a JSON object")
    moves = tuple(tuple(canonical(_text(move)) for move in _list(joint_move)) for joint_move in _list(data["moves"]))
    roles = tuple(_text(role) for role in _list(data.get("gameRoleNames", [])))
    own = data.get("woodstock", {})
    if not isinstance(own, Mapping):
        raise TypeError("woodstock is not a JSON object")
    ending = _ending(data, own)
    width = len(roles) or (len(moves[0]) if moves else 0)
    goals = (
        tuple(_optional(_whole, goal) for goal in _list(data.get("goalValues", [])))
        if ending is Ending.TERMINAL
        else ()
    )
    return Record(
        game=_game_name(data),
        roles=roles,
        players=tuple(_text(name) for name in _list(data.get("playerNamesFromHost", []))),
        seed=_optional(_whole, own.get("seed")),
        start_clock=_read_clock(data.get("startClock")),
        play_clock=_read_clock(data.get("playClock")),
        moves=moves,
        goals=goals or (None,) * width,
        ending=ending,
        deviations=_deviations(data, own, roles),
        human=_people(data),
        scrambled=data.get("scrambled") is True,
        preview_clock=_read_clock(data.get("previewClock")),
        rules=_text(own.get("rules", "")),
        seconds=_number(own.get("seconds", 0)),
        began=_number(data.get("startTime", 0)) / 1000,
        state_times=tuple(_number(time) / 1000 for time in _list(data.get("stateTimes", []))),
        move_times=tuple(tuple(_number(time) for time in _list(times)) for times in _list(own.get("moveTimes", []))),
        states=tuple(_fluents(state) for state in _list(data.get("states", []))),
    )


def _ending(data: Mapping[str, Any], own: Mapping[str, Any]) -> Ending:
    if "ending" in own:
        return Ending(own["ending"])
    return Ending.TERMINAL if data.get("isCompleted") is True else Ending.ABORTED


def _game_name(data: Mapping[str, Any]) -> str:
    """`gameName`, or the last part of the repository's address that is not a version: `.../games/chess/v0/`."""
    if data.get("gameName") is not None:
        return _text(data["gameName"])
    parts = [part for part in _text(data.get("gameMetaURL", "")).split("/") if part]
    if len(parts) > 1 and parts[-1][:1] == "v" and parts[-1][1:].isdigit():
        parts.pop()
    return parts[-1] if parts else ""


def _deviations(data: Mapping[str, Any], own: Mapping[str, Any], roles: Sequence[str]) -> tuple[Deviation, ...]:
    if "deviations" in own:
        return tuple(
            Deviation(
                _whole(one["step"]),
                _optional(_text, one["role"]),
                Kind(one["kind"]),
                _text(one["detail"]),
                _text(one.get("trace", "")),
            )
            for one in _list(own["deviations"])
        )
    notes: list[Deviation] = []
    for step, errors in enumerate(_list(data.get("errors", [])), -1):
        for role, error in enumerate(_list(errors)):
            if text := _text(error):
                kind = {"TO": Kind.TIMEOUT, "IL": Kind.ILLEGAL}.get(text[:2], Kind.EXCEPTION)
                notes.append(Deviation(step, roles[role] if role < len(roles) else str(role), kind, text))
    return tuple(notes)


def _people(data: Mapping[str, Any]) -> tuple[bool, ...]:
    people = tuple(person is True for person in _list(data.get("isPlayerHuman", [])))
    return people if any(people) else ()


def _errors(record: Record) -> list[list[str]]:
    """One list for the start and one for each step, with a text for each role. There is no place for a failed stop."""
    errors = [[""] * len(record.roles) for _ in range(len(record.moves) + 1)]
    for note in record.deviations:
        if note.role is not None and note.step + 1 < len(errors):
            role = record.roles.index(note.role)
            code = _CODES.get(note.kind, "")
            errors[note.step + 1][role] = errors[note.step + 1][role] or (
                f"IL {note.detail}" if note.kind is Kind.ILLEGAL else code
            )
    return errors


def _fluents(state: Any) -> frozenset[str]:
    text = _text(state).strip()
    if not (text.startswith("(") and text.endswith(")")):
        raise ValueError("a state is not a list of fluents")
    return frozenset(split(text[1:-1]))


def _milliseconds(time: float) -> int:
    return round(time * 1000)


def _clock(seconds: float | None) -> float:
    """ggp-base has whole seconds; ours are written as such where they are."""
    if seconds is None:
        return NO_CLOCK
    return int(seconds) if seconds == int(seconds) else seconds


def _read_clock(value: Any) -> float | None:
    seconds = None if value is None else _number(value)
    return None if seconds is None or seconds <= 0 else seconds


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"expected a list, not {str(value)[:50]!r}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected text, not {str(value)[:50]!r}")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or abs(value) > 1e15:
        raise TypeError(f"expected a number, not {str(value)[:50]!r}")
    return float(value)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"expected an integer, not {str(value)[:50]!r}")
    return value


def _optional(read: Callable[[Any], T], value: Any) -> T | None:
    return None if value is None else read(value)
