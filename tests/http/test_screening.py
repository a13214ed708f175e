"""Where to look first in a room: from the upload of a log to the result, over the API."""

import gzip
import json

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.errors import NoSuchAlarm
from auditor.store.stored_screening import ScreeningRows
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.rules.screening.screened import CASES, logs_of
from tests.services import application

ROOM = "WA-0417"
FIELDS = [
    "indicator", "version", "room", "unit", "year", "as_of", "place", "limit", "strata", "n", "N", "K", "k", "expected",
    "odds", "log10_e", "p", "alarm", "since", "listed", "hands", "innocent", "next", "sums",
]  # fmt: skip


def send(client, *cases):
    for case in cases:
        for path in logs_of(case):
            body = gzip.decompress(path.read_bytes())
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A store with voids of one player's losses, winners ruled dead, and a deal that is in two sessions."""
    folder = tmp_path_factory.mktemp("screening") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        send(client, "voids-of-losses", "dead-winners", "repeats-copied")
    return folder


@pytest.fixture
def client(folder):
    with application(folder) as app:
        yield app.test_client()


def results(client, **query):
    answer = client.get("/v1/screening", query_string={"room": ROOM, **query})
    assert answer.status_code == 200, answer.json
    return answer.json["results"]


def of(found, indicator, **unit):
    (only,) = [each for each in found if (each["indicator"], each["unit"]) == (indicator, unit)]
    return only


def test_a_list_is_of_one_reading_of_the_statistics(client, monkeypatch):
    """Results, sessions and facts of one moment: the same as asked one by one, of statistics that are read once."""
    screening, reads = client.application.extensions["auditor"].screening, []
    of_year = ScreeningRows.of_year
    monkeypatch.setattr(ScreeningRows, "of_year", lambda *asked: reads.append(asked[1:3]) or of_year(*asked))
    whole = screening.whole(ROOM, every=True)
    assert reads == [(ROOM, 2026)]
    assert whole.results == screening.screen(ROOM, every=True)
    assert (whole.tested, whole.noticed) == (screening.tested(ROOM), screening.noticed(ROOM))
    assert {each.indicator for each in whole.results if each.alarm} >= {"SCN002", "SCN006", "SCN007"}


def test_voids_of_one_players_losses_are_an_alarm_with_the_known_figures(client):
    found, answer = of(results(client), "SCN006", player="P1"), CASES["voids-of-losses"]["answer"]
    assert list(found)[: len(FIELDS)] == FIELDS
    assert (found["k"], found["K"], found["strata"]) == (answer["k"], answer["K"], 4)
    assert (found["expected"], found["p"]) == ("8.8", "4.12709e-05")
    assert found["sums"][:7] == answer["sums"]
    assert found["log10_e"] == {
        "year": "3.16255",
        "best_period": ["2026-03-14", "3.16255"],
        "combined": "2.68691",
    }
    assert (found["alarm"], found["since"], found["listed"]) == (True, "2026-03-14", True)
    assert found["place"] <= 5
    assert found["limit"] == 200
    assert found["innocent"].startswith("misdeals found at the showdown")


def test_the_hands_of_an_alarm_are_those_of_its_log_with_their_videos(client):
    found = of(results(client), "SCN006", player="P1")["hands"]
    log = [
        json.loads(line) for line in gzip.decompress(logs_of("voids-of-losses")[0].read_bytes()).splitlines()
    ]
    void = {each["hand"]: each.get("video") for each in log if each.get("void")}
    assert {each["hand"]: each["video"] for each in found} == void
    assert {(each["session"], each["video_until"]) for each in found} == {("s1002", "2026-03-21")}
    assert [each["hand"] for each in found] == sorted(void)


def test_winners_ruled_dead_are_an_alarm_of_the_supervisor(client):
    found, answer = of(results(client), "SCN007", supervisor="S"), CASES["dead-winners"]["answer"]
    assert [found[name] for name in ("k", "K", "n", "N")] == [answer[name] for name in ("k", "K", "n", "N")]
    assert (found["expected"], found["sums"]) == ("5.655", answer["sums"])
    assert (found["alarm"], len(found["hands"])) == (True, 12)


def test_a_deal_in_two_sessions_is_an_alarm_of_the_room_with_both_hands(client):
    found = of(results(client), "SCN002", room=ROOM)
    assert (found["k"], found["alarm"], found["since"]) == (1, True, "2026-03-14")
    assert [(each["session"], each["hand"]) for each in found["hands"]] == [("s1000", 73), ("s1001", 73)]


def test_results_are_sorted_and_every_unit_that_can_be_tested_is_shown_where_asked(client):
    noted, every = results(client), results(client, every="true", page_size=1000)
    order = [(each["indicator"], each["room"], list(each["unit"].items())) for each in every]
    assert order == sorted(order)
    assert [each for each in every if each["alarm"] or each["listed"]] == noted
    quiet = of(every, "SCN006", player="P2")
    assert (quiet["alarm"], quiet["since"], quiet["p"], quiet["hands"]) == (False, None, None, [])


def test_an_answer_is_the_same_as_of_the_same_entry_and_empty_before_the_audit(client):
    first = results(client)
    moment = first[0]["as_of"]
    assert results(client, as_of=moment) == first
    assert results(client, as_of=1) == []


def test_days_are_selected(client):
    assert results(client, **{"from": "2026-03-15"}) == []
    assert results(client, until="2026-03-13") == []
    assert len(results(client, **{"from": "2026-03-14", "until": "2026-03-14"})) == len(results(client))


def test_an_etag_saves_the_body(client):
    first = client.get("/v1/screening", query_string={"room": ROOM})
    again = client.get(
        "/v1/screening", query_string={"room": ROOM}, headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    ("query", "status", "kind"),
    [
        ({"room": "WA-9"}, 404, "no-such-room"),
        ({"room": ROOM, "as_of": 9999}, 400, "no-such-moment"),
        ({}, 422, "invalid-request"),
        ({"room": ROOM, "from": "2026-03-14", "until": "2026-03-13"}, 422, "invalid-request"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_words(client, query, status, kind):
    answer = client.get("/v1/screening", query_string=query)
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (status, kind)
    assert answer.json["detail"]


@pytest.mark.parametrize(
    ("role", "status"),
    [("regulator", 200), ("compliance", 200), ("room", 403), ("automation", 403), ("administrator", 403)],
)
def test_the_agent_and_the_rooms_compliance_officer_may_read(folder, role, status):
    with application(folder, open_to_all=False) as app:
        store = app.extensions["auditor"].store
        of_rooms = {} if role == "administrator" else {"rooms": (ROOM,)}
        made = (
            NewKey(role, "Ann", authority="wsgc") if role == "regulator" else NewKey(role, "Ann", **of_rooms)
        )
        _, key = keys.make(store, made)
        answer = app.test_client().get(
            "/v1/screening", query_string={"room": ROOM}, headers={"Authorization": f"Bearer {key}"}
        )
        assert answer.status_code == status


def test_the_list_says_what_was_tested(client):
    def tested(**query):
        return client.get("/v1/screening", query_string={"room": ROOM, **query}).json["tested"]

    found = tested()
    assert (found["sessions"], found["failed"]) == (4, {})
    assert found["untestable"]["SCN013"] == {"no drop box was counted": 4}
    assert tested(**{"from": "2026-04-01"}) == {
        "sessions": 0, "untestable": {}, "failed": {}, "left_out": {"other_version": [], "not_screened": []},
    }  # fmt: skip


def test_a_page_gets_the_whole_year_with_what_could_not_be_tested(folder):
    with application(folder) as app:
        found = app.extensions["auditor"].screening.year(ROOM)
        assert (found.year, found.sessions, found.failed) == (2026, 4, {})
        codes = {each.entry.code for each in found.screened.units}
        assert {"SCN006", "SCN007", "SCN012"} <= codes
        assert sum(found.untestable["SCN013"].values()) <= 4
        assert app.extensions["auditor"].screening.year(ROOM, 2025) is None
        assert app.extensions["auditor"].screening.year(ROOM, as_of=1) is None


def test_a_unit_is_found_by_its_id_with_its_hands_also_without_an_alarm(client, folder):
    screening = client.application.extensions["auditor"].screening
    every = results(client, every="true", page_size=1000)
    alarmed = of(every, "SCN006", player="P1")
    quiet = next(each for each in every if each["indicator"] == "SCN012" and each["unit"]["player"] == "P2")
    assert screening.result(ROOM, alarmed["id"]).p == "4.12709e-05"
    found = screening.result(ROOM, quiet["id"])
    assert (found.alarm, found.unit, list(found.sums)) == (False, quiet["unit"], quiet["sums"])
    assert len(found.hands) == min(20, quiet["k"]) > 5
    with pytest.raises(NoSuchAlarm, match="has no unit 000"):
        screening.result(ROOM, "0" * 24)


def test_a_room_without_facts_lists_none(client):
    assert client.get("/v1/screening", query_string={"room": ROOM}).json["noticed"] == {
        "in_all": 0,
        "facts": [],
    }


def with_three_seats(log, session):
    """A log under a name, of which every second hand has three seats."""
    lines = [json.loads(line) for line in gzip.decompress(log.read_bytes()).splitlines()]
    lines[0]["session"] = session
    for line in [each for each in lines if "seats" in each][::2]:
        line["seats"] = line["seats"][:3]
    return b"\n".join(json.dumps(line).encode() for line in lines)


def test_of_equal_deals_with_several_numbers_of_seats_both_hands_of_each_pair_are_shown(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        for session in ("S-1", "S-2"):
            body = with_three_seats(logs_of("cards-fair")[0], session)
            assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        hands = of(results(client), "SCN002", room=ROOM)["hands"]
    one, other = ({each["hand"] for each in hands if each["session"] == name} for name in ("S-1", "S-2"))
    assert one == other
    assert len(hands) == 20
