"""What a stranger installs: wheels that need no compiler, and a source distribution that says when it needs one."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wheels", ROOT / ".ci" / "wheels.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def python(version: str) -> str:
    found: str | None = script().find(f"python{version}")
    if found is None:
        pytest.skip(f"there is no Python {version} on this machine")
    return found


@cache
def wheel(folder: Path, version: str) -> Path:
    """The wheel that this version of Python builds, built once."""
    script_path, out = str(ROOT / ".ci" / "wheels.py"), str(folder / version)
    subprocess.run([sys.executable, script_path, "--out", out, python(version)], check=True, timeout=1800)
    (built,) = (folder / version).glob("*.whl")
    return built


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wheels")


def installed(interpreter: str, package: Path, place: Path) -> Path:
    """An empty environment with nothing but the package; its folder of commands."""
    subprocess.run([interpreter, "-m", "venv", place], check=True)
    pip = [str(place / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "install", str(package)], check=True, timeout=900)
    return place / "bin"


def run(commands: Path, *arguments: str) -> str:
    """What a command prints where nothing else is on the path: no compiler, no cmake."""
    environment = {"PATH": str(commands), "HOME": str(commands)}
    done = subprocess.run(
        [commands / "woodstock", *arguments], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout


@pytest.mark.parametrize(("built_by", "used_by"), [("3.11", "3.11"), ("3.12", "3.12"), ("3.12", "3.13")])
def test_a_match_after_one_pip_install(folder: Path, tmp_path: Path, built_by: str, used_by: str) -> None:
    interpreter = python(used_by)
    commands = installed(interpreter, wheel(folder, built_by), tmp_path / "venv")
    clocks = ("--start", "1", "--play", "0.1")
    told = json.loads(run(commands, "match", "connect_four", "woodstock", "uct", *clocks, "--json"))
    assert (told["matches"], told["errors"]) == (1, 0)
    listed = subprocess.run(
        [commands / "python", "-m", "pip", "list", "--format", "json"], capture_output=True, check=True, text=True
    )
    names = {one["name"].lower() for one in json.loads(listed.stdout)}
    assert "woodstock-ggp" in names
    heavy = {"igraph", "python-igraph", "dask", "distributed", "matplotlib", "starlette", "uvicorn", "gymnasium"}
    assert not names & heavy


def test_tags(folder: Path) -> None:
    assert re.fullmatch(r"woodstock_ggp-[^-]+-cp311-cp311-manylinux.*\.whl", wheel(folder, "3.11").name)
    stable = wheel(folder, "3.12")
    assert re.fullmatch(r"woodstock_ggp-[^-]+-cp312-abi3-manylinux.*\.whl", stable.name)
    for audit in (
        (sys.executable, "-m", "abi3audit", "--strict", stable),
        (sys.executable, "-m", "auditwheel", "show", stable),
    ):
        done = subprocess.run(audit, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_missing_compiler_is_said_in_one_line(tmp_path: Path) -> None:
    """The source distribution has all that is built from, and says what it needs."""
    code = "import sys, scikit_build_core.build as backend; backend.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, tmp_path], cwd=ROOT, check=True, capture_output=True)
    (packed,) = tmp_path.glob("woodstock_ggp-*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    tools = Path(sys.executable).parent
    command = [str(tools / "cmake"), "-S", str(source), "-B", str(tmp_path / "build"), "-G", "Ninja"]
    command.append(f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}")
    environment = {name: value for name, value in os.environ.items() if name != "CXX"} | {"PATH": str(tmp_path)}
    configured = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert configured.returncode != 0
    lines = " ".join(configured.stderr.split())
    assert "woodstock needs a C++20 compiler, and there is none: on Debian or Ubuntu, apt install g++" in lines
