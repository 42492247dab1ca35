"""Lists the licence of everything that an installed woodstock needs, as the packages themselves declare it.

    .venv/bin/python .ci/licences.py [EXTRA ...]

With extras (`experiments`, `dev`) also what these need.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

OWN = "woodstock-ggp"


def needed(extras: set[str]) -> dict[str, Distribution]:
    """Installed packages that woodstock needs, and those that they need, by name."""
    found: dict[str, Distribution] = {}
    todo = [(OWN, extras)]
    while todo:
        name, own = todo.pop()
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # for another platform, or for an extra that is not installed
        todo += [(other, set()) for other in required(package, own) if other not in found and other != OWN]
        if name != OWN:
            found[name] = package
    return found


def required(package: Distribution, extras: set[str]) -> Iterator[str]:
    """Names of what a package asks for, with these extras of its own."""
    for line in package.requires or ():
        extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)", line)
        if extra is None or extra.group(1) in extras:
            yield re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0].lower().replace("_", "-")


def licence(package: Distribution) -> str:
    """What a package says of itself: an expression, else classifiers, else the first line of a text."""
    said = package.metadata.json
    if expression := said.get("license_expression"):
        return str(expression)
    classifiers = [text.rpartition(" :: ")[2] for text in said.get("classifier", ()) if text.startswith("License")]
    return "; ".join(classifiers) or str(said.get("license") or "not declared").strip().partition("\n")[0]


if __name__ == "__main__":
    packages = needed(set(sys.argv[1:]))
    width = max(map(len, packages), default=0)
    for name, package in sorted(packages.items()):
        print(f"{name.ljust(width)}  {package.version:12}  {licence(package)}")
