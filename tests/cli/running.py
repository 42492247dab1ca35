"""Running the command line inside the test's own process."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import dataclass
from typing import Any

from woodstock.cli.app import run


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        answer = json.loads(self.out)
        assert isinstance(answer, dict)
        return answer

    def complaint(self) -> str:
        """The one line on standard error, with nothing on standard output."""
        assert self.out == ""
        return self.line()

    def line(self) -> str:
        """The one line on standard error."""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.rstrip("\n")


def woodstock(*arguments: object) -> Result:
    """Run `woodstock` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run([str(argument) for argument in arguments])
    return Result(code, out.getvalue(), err.getvalue())
