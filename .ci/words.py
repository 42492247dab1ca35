"""Checks the wording of the pages and of the messages: phrases that we avoid, and sentences that are too long.

    .venv/bin/python .ci/words.py

`make check` runs it after codespell. Looked at are the prose of README, SECURITY, CONTRIBUTING, CHANGELOG and the pages
in docs, the strings and docstrings of the package, and the help texts of the core. Code blocks and inline code are not.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 35
"""Words of a sentence in the README and the tutorials."""
TUTORIALS = [
    "README.md",
    *(f"docs/{name}.md" for name in ("index", "first-hour", "write-a-game", "run-a-tournament", "class-exercise")),
    *(
        f"docs/{name}.md"
        for name in (
            "web",
            "add-your-own-player",
            "train-a-player",
            "play-against-others",
            "experiments",
            "python",
            "reinforcement-learning",
            "learn-breakthrough",
        )
    ),
]
LEFT_OUT = {"docs/paper-000.md"}

AVOIDED = {
    r"\b(?:it|that|this|which) is no (?!longer|more|less|need|other|reason|way)": "is not a",
    r"\b(?:go|goes|going|gone) on with\b": "resume, continue",
    r"\bstopped and (?:go|goes|gone) on\b": "stopped and resumed",
    r"\b[Aa]sked for (?:was|were)\b": "the target was",
    r"\bin in time\b": "processed in time",
    r"\bto who\b": "the player who",
    r"(?:^|(?<=[.;:] ))[Ww]ho (?:begins|changes|draws|leaves|makes|plays|takes|wants)\b": "a player that, if you",
    r"\bunder way\b": "in progress",
    r"\banew\b": "again",
    r"\bso many (?:seconds|steps|matches|times)\b": "N seconds",
    r"\bis wanted\b": "expected",
    r"\bdescents\b": "simulations",
    r"\blaid out whole\b": "built in extensive form",
    r"\bprincipal line\b": "principal variation",
    r"\brim of the tree\b": "frontier",
    r"\bmachine itself\b": "local machine",
    r"\bplayers? elsewhere\b": "remote player",
    r"\bprocessor time\b": "CPU time",
    r"\btells (?:how|what)\b": "say, explain, show",
    r"\bfor ever\b": "forever",
    r"\bthere is not\b": "does not exist",
}
"""Patterns, and what to write instead."""


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs, items and table cells of a page with the number of their first line, without code."""
    fenced, start, lines = False, 0, list[str]()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        cut = fenced or fence or not line.strip() or line.startswith(("    ", "#")) or line.lstrip().startswith("|")
        if (cut or re.match(r"\s*(?:[-*]|\d+\.) ", line)) and lines:
            yield start, " ".join(lines)
            lines = []
        if line.lstrip().startswith("|") and not fenced:
            yield from ((number, plain(cell)) for cell in line.split("|"))
        elif not cut:
            start = start if lines else number
            lines.append(plain(line.strip()))


def plain(text: str) -> str:
    """Without inline code and the targets of links."""
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "`code`", text))


def sentences(paragraph: str) -> list[str]:
    """Split where a sentence ends and another begins."""
    return re.split(r"(?<=[.?!])[)*\"]* (?=[A-Z`(*\[\"])", paragraph)


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The strings and docstrings of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(line.value) for line in ast.walk(tree) if isinstance(line, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, " ".join(plain(node.value).split()) if id(node) in told else node.value


def helps(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a C++ file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        yield from ((number, text) for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line))


def pages() -> list[Path]:
    """Those that people read."""
    names = ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md")
    found = [*(ROOT / name for name in names), *sorted((ROOT / "docs").glob("*.md"))]
    return [path for path in found if str(path.relative_to(ROOT)) not in LEFT_OUT]


def problems() -> Iterator[str]:
    """A line for each phrase or sentence to be changed."""
    texts = [(path, prose(path.read_text(encoding="utf-8"))) for path in pages()]
    texts += [(path, messages(path)) for path in sorted((ROOT / "src").rglob("*.py"))]
    texts += [(path, helps(path)) for path in sorted((ROOT / "core/woodstock").rglob("*.?pp"))]
    for path, passages in texts:
        name = str(path.relative_to(ROOT))
        for number, text in passages:
            for pattern, better in AVOIDED.items():
                if found := re.search(pattern, text):
                    yield f"{name}:{number}: {found.group()!r}: write {better}"
            if name in TUTORIALS:
                for sentence in sentences(text):
                    if len(sentence.split()) > LONGEST:
                        yield f"{name}:{number}: a sentence of {len(sentence.split())} words: {sentence[:60]} .."


def main() -> int:
    """Print what is found; 1 if there is anything."""
    found = list(problems())
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
