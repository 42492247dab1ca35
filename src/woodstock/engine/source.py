"""Where rules come from: a bundled game, a file, or text."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from woodstock import games, gdl
from woodstock.errors import RestrictionError, UnknownGameError, WoodstockError
from woodstock.files import open_bytes


@dataclass(frozen=True, slots=True)
class Source:
    """A rulesheet and how to read it."""

    name: str
    text: bytes
    lenient: bool = False
    fold_case: bool = False
    path: Path | None = field(default=None, compare=False)
    """The file that the rules came from, if any."""

    def rules(self) -> tuple[gdl.NormalRule, ...]:
        """The rules in normal form, checked. The first breach of a restriction raises `RestrictionError`."""
        rules = gdl.parse(self.text, fold_case=self.fold_case)
        normal = gdl.normalise(rules)
        tolerable = gdl.TOLERABLE if self.lenient else frozenset()
        for problem in gdl.check(rules):
            if problem.severity == "error" and problem.code not in tolerable:
                remedy = "; --lenient plays it" if problem.code in gdl.TOLERABLE else ""
                raise RestrictionError(problem.message + remedy, problem.place)
        # Even if no unsafe rule matters, this drops the unsafe rules that can never fire.
        repaired = gdl.ground_unsafe(normal)
        for rule in repaired:
            if unclear := gdl.unsafe_variables(rule):
                raise RestrictionError(f"what ?{unclear[0].name} ranges over is not clear", rule.place)
        return repaired


def find(game: str | Path, *, lenient: bool = False, fold_case: bool = False) -> Source:
    """The rulesheet of a bundled game or at a path."""
    if isinstance(game, str) and game in games.names():
        return Source(game, games.text(game).encode(), lenient, fold_case)
    path = Path(game)
    try:
        with open_bytes(path) as file:
            text = file.read(gdl.Limits().text + 1)
    except (FileNotFoundError, NotADirectoryError):
        if path.suffix or len(path.parts) > 1:
            raise UnknownGameError(f"there is no rulesheet at {path}") from None
        games.text(str(game))  # raises, with a suggestion
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise WoodstockError(f"cannot read {path}: {reason}") from None
    return Source(path.stem, text, lenient, fold_case, path)
