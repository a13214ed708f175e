import pytest
from flask.testing import FlaskClient

from tests.http.earlier import on_record
from tests.http.kit import NDJSON, hand_line, log


@pytest.fixture
def five(client: FlaskClient) -> FlaskClient:
    """Five sessions: 1 to 4 of room WA-0417 on the 14th to the 17th at T1 and T2 in turn, 5 of another room."""
    for day in range(4):
        at = f"2026-03-{14 + day}T23:30:00-07:00"
        client.post(
            "/v1/sessions",
            data=log(session=f"S-{day}", table=f"T{day % 2 + 1}", opened_at=at),
            content_type=NDJSON,
        )
    client.post("/v1/sessions", data=log(room="WA-0500"), content_type=NDJSON)
    return client


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", [1, 2, 3, 4, 5]),
        ("?room=WA-0417", [1, 2, 3, 4]),
        ("?table=T2", [2, 4]),
        ("?from=2026-03-16", [3, 4]),
        ("?until=2026-03-14", [1, 5]),
        ("?from=2026-03-15&until=2026-03-16", [2, 3]),
        ("?room=WA-0417&table=T1&pending=true", [1, 3]),
        ("?room=nobody", []),
    ],
)
def test_sessions_are_found_by_where_and_when(five, query, ids):
    found = five.get(f"/v1/sessions{query}").json
    assert [each["id"] for each in found["sessions"]] == ids
    assert found["pagination"]["total"] == len(ids)


def test_pages_name_their_neighbours(five):
    answer = five.get("/v1/sessions?table=T1&page=2&page_size=1")
    assert [each["id"] for each in answer.json["sessions"]] == [3]
    assert answer.json["pagination"] == {
        "total": 3, "total_pages": 3, "page": 2, "page_size": 1, "previous_page": 1, "next_page": 3,
    }  # fmt: skip
    assert '</v1/sessions?table=T1&page=3&page_size=1>; rel="next"' in answer.headers["Link"]
    assert '</v1/sessions?table=T1&page=1&page_size=1>; rel="prev"' in answer.headers["Link"]
    assert '"total_pages": 3' in answer.headers["X-Pagination"]


def test_walking_the_links_meets_every_session_once(five):
    url, seen = "/v1/sessions?page_size=2", []
    while url:
        answer = five.get(url)
        seen += [each["id"] for each in answer.json["sessions"]]
        following = [part for part in answer.headers["Link"].split(", ") if 'rel="next"' in part]
        url = following[0].split(">")[0][1:] if following else ""
    assert seen == [1, 2, 3, 4, 5]


def test_a_page_past_the_end_is_empty(five):
    found = five.get("/v1/sessions?page=1000000").json
    assert (found["sessions"], found["pagination"]["previous_page"]) == ([], 1)


@pytest.mark.slow
def test_a_session_audited_under_its_own_ruleset_is_no_longer_pending(five):
    five.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4"})
    five.post("/v1/audits", json={"sessions": [2]})
    assert [each["id"] for each in five.get("/v1/sessions?pending=true").json["sessions"]] == [1, 3, 4, 5]
    assert [each["id"] for each in five.get("/v1/sessions?pending=false").json["sessions"]] == [2]


def test_a_hand_is_explained_from_the_record(client):
    wrong = hand_line(7, (300, 200, 300, -700))
    client.post("/v1/sessions", data=log(hand_line(6), wrong, hand_line(8)), content_type=NDJSON)
    shown = client.get("/v1/sessions/1/hands/7").json
    assert (shown["session"], shown["hand"], len(shown["exhibits"])) == (1, 7, 1)
    (exhibit,) = shown["exhibits"]
    assert (exhibit["line"], exhibit["hand"], exhibit["dealer"], exhibit["unit"]) == (3, 7, 4, 100)
    assert [seat["net"] for seat in exhibit["seats"]] == [300, 200, 300, -700]
    assert [seat["net"] for seat in exhibit["replay"]["seats"]] == [300, 100, 300, -700]
    assert exhibit["seats"][1]["back"] == "As7s5h5d5c"


def test_a_hand_number_that_repeats_shows_every_such_hand(client):
    client.post("/v1/sessions", data=log(hand_line(1), hand_line(2), hand_line(2)), content_type=NDJSON)
    assert [each["line"] for each in client.get("/v1/sessions/1/hands/2").json["exhibits"]] == [3, 4]


def test_a_hand_may_be_replayed_under_another_ruleset(client):
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    own = client.get("/v1/sessions/1/hands/1").json["exhibits"][0]["replay"]
    other = client.get("/v1/sessions/1/hands/1?ruleset=wsgc-2-4").json["exhibits"][0]["replay"]
    assert (own["ruleset"], other["ruleset"]) == ("wsgc-base@1", "wsgc-2-4@1")
    assert [seat["net"] for seat in other["seats"]] != [seat["net"] for seat in own["seats"]]


def test_a_hand_that_is_not_there_is_answered_with_those_that_are(client):
    client.post("/v1/sessions", data=log(hand_line(41), hand_line(42)), content_type=NDJSON)
    answer = client.get("/v1/sessions/1/hands/40")
    assert answer.status_code == 404
    assert answer.json["detail"] == "Session 1 has no hand 40; its hands are numbered 41 to 42."


def test_a_hand_without_a_ruleset_needs_one_named(client):
    on_record(client, log(ruleset=None))
    answer = client.get("/v1/sessions/1/hands/1")
    assert (answer.status_code, answer.json["type"]) == (409, "urn:cardroom-auditor:problem:no-ruleset")
    assert "wsgc-base" in answer.json["detail"]
    assert client.get("/v1/sessions/1/hands/1?ruleset=wsgc-base").status_code == 200
    unknown = client.get("/v1/sessions/1/hands/1?ruleset=wsgc-9-9")
    assert (unknown.status_code, unknown.json["errors"][0]["parameter"]) == (422, "ruleset")


@pytest.mark.parametrize("path", ["/v1/sessions/2", "/v1/sessions/2/log", "/v1/sessions/2/hands/1"])
def test_a_session_that_is_not_there_is_said_so(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json["detail"][:23]) == (404, "There is no session 2. ")
