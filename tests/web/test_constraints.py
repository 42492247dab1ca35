"""The constraint side: networks shown and solved, quantified ones played."""

from __future__ import annotations

from starlette.testclient import TestClient

from web.serving import good
from woodstock.network import AllDifferent, Network, Variable
from woodstock.web.graphs import edges

QUEENS = """<instance format="XCSP3" type="CSP"><variables><array id="q" size="[4]"> 0..3 </array></variables>
<constraints><allDifferent> q[] </allDifferent>
<allDifferent> add(q[0],0) add(q[1],1) add(q[2],2) add(q[3],3) </allDifferent>
<allDifferent> sub(q[0],0) sub(q[1],1) sub(q[2],2) sub(q[3],3) </allDifferent></constraints></instance>"""


def test_a_network_is_shown_and_solved(client: TestClient) -> None:
    found = good(client.post("/api/networks", json={"text": QUEENS, "solve": True}))
    assert found["kind"] == "CSP" and found["counts"]["variables"] == 4
    assert len(found["edges"]) == 6
    answer = found["answer"]
    rows = [int(value) for value in answer["solution"].values()]
    assert answer["status"] == "satisfiable" and answer["work"]["nodes"] >= 1
    assert all(len({row + way * at for at, row in enumerate(rows)}) == 4 for way in (-1, 0, 1))
    assert good(client.post("/api/networks", json={"text": QUEENS}))["answer"] is None


def test_what_is_no_network_is_told(client: TestClient) -> None:
    answer = client.post("/api/networks", json={"text": "<instance>", "solve": True})
    assert answer.status_code == 400 and answer.json()["error"]


def test_a_quantified_csp_is_played_to_its_end(client: TestClient) -> None:
    opened = good(client.post("/api/quantified", json={"shape": {"n": 6, "d": 3}, "seed": 3}))
    assert {one["universal"] for one in opened["variables"]} == {True, False}
    values: list[str] = []
    standing = opened
    while standing["winner"] is None:
        variable = standing["variables"][len(values)]
        given = {
            "text": opened["text"],
            "values": values,
            "side": "exists",
            "value": variable["domain"][0],
            "seconds": 0.1,
        }
        standing = good(client.post("/api/quantified/answer", json=given))
        values = standing["values"]
    assert len(values) == 6 and standing["winner"] in ("exists", "forall")
    wrong = {"text": opened["text"], "values": [], "side": "exists", "value": "99"}
    assert client.post("/api/quantified/answer", json=wrong).status_code == 400
    assert client.post("/api/quantified", json={"shape": {"n": 10_000, "d": 3}}).status_code == 400


def test_a_graph_joins_variables_that_share_a_constraint() -> None:
    scopes = [("a", "b"), ("b", "a"), ("a", "c", "b"), ("d",)]
    network = Network([Variable(name, (0, 1)) for name in "abcd"], map(AllDifferent, scopes))
    assert sorted(edges(network) or []) == [(0, 1, 3), (0, 2, 1), (1, 2, 1)]


def test_a_large_network_is_not_drawn() -> None:
    assert edges(Network([Variable(f"x{number}", (0, 1)) for number in range(61)], [])) is None
