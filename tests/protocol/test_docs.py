"""The pages on playing against others and adding players tell the truth: their files, commands and Python are run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
TIMEOUT = 120


class Reader:
    """Somebody who follows a page in an empty folder. Ports are replaced by others that are free."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ports: dict[str, str] = {}
        self._running: list[subprocess.Popen[str]] = []

    def follow(self, page: str) -> None:
        text = (DOCS / page).read_text(encoding="utf-8")
        for name, code in re.findall(r"as `(\w+\.py)`[^`]*```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            (self._folder / name).write_text(code)
        commands = 0
        for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
            if language == "console":
                for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                    command, _, output = part.partition("\n")
                    self._run(command, output)
                    commands += 1
            elif ">>>" in block:
                self._session(block)
        assert commands >= 4

    def stop(self) -> None:
        for process in self._running:
            process.terminate()
            process.wait(20)

    def _run(self, command: str, output: str) -> None:
        words = shlex.split(self._free(command))
        if words[0] == "curl" and shutil.which("curl") is None:
            return
        starts = {"woodstock": [sys.executable, "-m", "woodstock.cli"], "python": [sys.executable]}
        arguments = [*starts.get(words[0], words[:1]), *words[1:]]
        expected = self._free(output)
        process = subprocess.Popen(
            arguments, cwd=self._folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self._path()
        )
        if words[1] == "serve" or words[0] == "python":
            self._running.append(process)
            assert process.stdout is not None
            shown = "".join(process.stdout.readline() for _ in expected.splitlines())
        else:
            shown, complaints = process.communicate(timeout=TIMEOUT)
            assert process.returncode == 0, (command, complaints)
        assert doctest.OutputChecker().check_output(expected, shown, ELLIPSIS), (command, shown)

    def _session(self, block: str) -> None:
        script = (
            f"import doctest, sys\nexample = doctest.DocTestParser().get_doctest({block!r}, {{}}, 'page', None, 0)\n"
        )
        script += "sys.exit(doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed)"
        (self._folder / "session.py").write_text(script)
        subprocess.run([sys.executable, "session.py"], cwd=self._folder, env=self._path(), timeout=TIMEOUT, check=True)

    def _path(self) -> dict[str, str]:
        return dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))

    def _free(self, text: str) -> str:
        return re.sub(r"\b91[45]\d\b", lambda port: self._port(port.group()), text)

    def _port(self, port: str) -> str:
        if port not in self._ports:
            with socket.socket() as one:
                one.bind(("127.0.0.1", 0))
                self._ports[port] = str(one.getsockname()[1])
        return self._ports[port]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    reader = Reader(tmp_path)
    yield reader
    reader.stop()


@pytest.mark.long
@pytest.mark.parametrize("page", ["play-against-others.md", "add-your-own-player.md"])
def test_page(reader: Reader, page: str) -> None:
    reader.follow(page)
