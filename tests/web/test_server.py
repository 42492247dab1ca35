"""The command `woodstock web` before it serves anything."""

from __future__ import annotations

import sys

import pytest

from cli.running import woodstock


@pytest.mark.parametrize("package", ["starlette.applications", "uvicorn"])
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("woodstock.web.app")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    result = woodstock("web", "--no-open", "--port", "0")
    assert result.code == 2
    assert result.err == "error: woodstock web needs two more packages: pip install 'woodstock-ggp[web]'\n"
