"""Tournaments: those of a folder, and one that is started from the page."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from web.serving import good, serving
from woodstock.web.limits import Limits


@pytest.mark.slow
def test_a_tournament_is_started_and_followed(tmp_path: Path) -> None:
    with serving(Limits(spare=0), folder=tmp_path) as client:
        assert good(client.get("/api/tournaments"))["tournaments"] == []
        given = {
            "games": ["nim"],
            "players": ["random", "legal"],
            "matches": 4,
            "seconds": 0.1,
            "title": 'A "small" one',
        }
        name = good(client.post("/api/tournaments", json=given))["file"]
        assert client.post("/api/tournaments", json=given).status_code == 400, "one at a time"
        end = time.monotonic() + 120
        done = 0
        while done < 4 and time.monotonic() < end:
            time.sleep(1.0)
            answer = client.get(f"/api/tournaments/{name}")
            done = answer.json().get("done", 0)
        found = good(client.get(f"/api/tournaments/{name}"))
        assert (found["done"], found["total"], found["title"]) == (4, 4, 'A "small" one')
        assert found["table"]["rows"] and found["bars"][0]["low"] <= found["bars"][0]["value"]
        assert [one["file"] for one in good(client.get("/api/tournaments"))["tournaments"]] == [name]


def test_only_results_of_the_folder_are_opened(tmp_path: Path) -> None:
    (tmp_path / "other.sqlite").write_text("no database", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    with serving(Limits(spare=0), folder=tmp_path / "folder") as client:
        for name in ("other.sqlite", "..%2Fother.sqlite", "%2Fetc%2Fpasswd", ".."):
            assert client.get(f"/api/tournaments/{name}").status_code in (400, 404)
        for given in (
            {"games": ["ches"], "players": ["random", "legal"]},
            {"games": ["nim"], "players": ["os.system", "legal"]},
            {"games": ["nim"], "players": ["person", "legal"]},
            {"games": ["nim"], "players": ["random"]},
            {"games": "nim", "players": []},
        ):
            assert client.post("/api/tournaments", json=given).status_code == 400
        assert list((tmp_path / "folder").iterdir()) == []
