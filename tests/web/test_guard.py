"""Pages from elsewhere cannot drive the server, and nobody can flood it."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from web.serving import HOST, good, opened, serving
from woodstock.web.guard import POLICY, Access
from woodstock.web.limits import Limits

TOKEN = "a-token-that-nobody-guesses"


FOREIGN = (
    {"origin": "https://elsewhere.example"},
    {"origin": "null"},
    {"origin": f"http://{HOST}.elsewhere.example"},
    {"origin": "http://127.0.0.1:9999"},
    {"host": "elsewhere.example"},
    {"host": f"elsewhere.example:{HOST.rpartition(':')[2]}"},
    {"host": "127.0.0.1.elsewhere.example"},
    {"host": "192.168.1.7:9150"},
    {"host": ""},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
)


def test_a_page_elsewhere_can_neither_start_nor_change_nor_read_a_match(client: TestClient) -> None:
    view = opened(client, "nim", {"first": "person", "second": "person"})
    table = f"/api/tables/{view['id']}"
    move = view["picture"]["moves"]["first"][0]["move"]
    asked: list[tuple[str, str, Any]] = [
        ("POST", "/api/tables", {"game": "nim"}),
        ("POST", f"{table}/move", {"role": "first", "text": move}),
        ("POST", f"{table}/undo", {}),
        ("POST", "/api/tournaments", {"games": ["nim"], "players": ["random", "legal"]}),
        ("GET", table, None),
        ("GET", f"{table}/events", None),
        ("GET", f"{table}/analysis?seconds=60", None),
        ("DELETE", table, None),
    ]
    for headers in FOREIGN:
        for method, path, body in asked:
            answer = client.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403, (headers, method, path)
    assert good(client.get(table))["steps"] == 0


def test_the_own_page_is_let_in(client: TestClient) -> None:
    for headers in (
        {"origin": f"http://{HOST}", "sec-fetch-site": "same-origin"},
        {"host": "localhost:9150", "origin": "http://localhost:9150"},
        {"host": "[::1]:9150", "origin": "http://[::1]:9150"},
        {},
    ):
        assert client.get("/api/hello", headers=headers).status_code == 200


def test_every_answer_has_the_strict_policy(client: TestClient) -> None:
    for path in ("/", "/board.css", "/static/app.js", "/api/games", "/api/nothing", "/api/tables/unknown"):
        answer = client.get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in POLICY and "default-src 'none'" in POLICY


def test_uploads_are_bounded(client: TestClient) -> None:
    limits = Limits()
    large = "(role x)" * (limits.upload // 8)
    assert client.post("/api/check", json={"text": large}).status_code == 413

    def chunks() -> Any:
        for _ in range(40):
            yield b"x" * 65536

    answer = client.post("/api/check", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert client.post("/api/check", content=b"[" * 100_000).status_code == 400
    assert client.post("/api/check", content=b"\xff\xfe").status_code == 400
    assert client.post("/api/check", json=["text"]).status_code == 400


def test_a_server_for_others_wants_a_token() -> None:
    access = Access.at("0.0.0.0", TOKEN, ["box.lan"])
    with serving(Limits(spare=0), access) as client:
        for host in ("192.168.1.7:9150", "box.lan:9150", "127.0.0.1:9150"):
            assert client.get("/api/games", headers={"host": host}).status_code == 401
        assert client.get("/api/games", headers={"host": "elsewhere.example"}).status_code == 403
        assert client.get("/?token=wrong").status_code == 401
        assert client.get("/api/games", headers={"x-woodstock-token": TOKEN}).status_code == 200
        answer = client.get(f"/?token={TOKEN}", follow_redirects=False)
        assert answer.status_code == 303 and answer.headers["location"] == "/"
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie
        assert client.get("/api/games").status_code == 200, "the cookie is enough from now on"


def test_names_of_rules_are_escaped_in_pictures_and_pages(client: TestClient) -> None:
    name = "<script/x>&'"
    rules = f"""
    (role x) (init (cell 1 1 {name})) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 {name}))
    (<= (legal x (mark ?c ?r)) (true (cell ?c ?r ?v)))
    (<= (next (cell ?c ?r {name})) (does x (mark ?c ?r)))
    (<= terminal (true (cell 1 1 b))) (<= (goal x 100) (true (cell 1 1 ?v)))
    """
    answer = client.post("/api/tables", json={"text": rules, "name": name, "chairs": {"x": "person"}})
    view = good(answer)
    assert "<script" not in view["picture"]["svg"]
    page = client.get(f"/api/tables/{view['id']}/page")
    assert name not in page.text and "<script/x" not in page.text
    assert "<" not in page.headers["content-disposition"]
