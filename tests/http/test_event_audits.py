"""Audits of tournaments and ledgers over HTTP: as a whole, again where something has changed, with what belongs to them."""

from tests.cli.test_replay_tournament import log_of
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.test_events import digest, send
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header, written

UNDERPAID = written(header(), *entries(2, paid=5000), *entries(3, paid=4500)[2:])


def audit_of(client, at="/v1/tournaments/1"):
    return client.put(f"{at}/audit")


def test_the_audit_of_a_tournament_reads_the_logs_that_name_it(client):
    send(client, UNDERPAID)
    client.post("/v1/sessions", data=written(*log_of(1, 2)), content_type=NDJSON)
    answer = audit_of(client)
    assert (answer.status_code, answer.json["state"]) == (201, "finished")
    made = answer.json
    assert made["event"] == {"id": 1, "kind": "tournament", "name": "T-1", "url": "/v1/tournaments/1"}
    assert (made["room"], made["day"], made["sessions"]) == ("TEST-2", None, [])
    assert made["request"] == {
        "event": 1,
        "tournaments": [],
        "sessions": [1],
        "ledgers": [],
        "number_before": None,
    }
    found = client.get(made["links"]["findings"]).json["findings"]
    (price,) = (each for each in found if each["code"] == "TRN006")
    assert (price["entry"], price["player"], price["line"], price["stated"], price["expected"]) == (
        3,
        "P03",
        4,
        4500,
        5000,
    )
    assert (price["table"], price["total"], price["account"]) == (None, None, None)
    whole = client.get(made["links"]["report_json"]).json
    assert [each["id"] for each in whole["event"]["files"]] == ["A"]
    assert whole["event"]["due"]["money"]["collected"] == 15_000
    assert client.get("/v1/tournaments/1/audit").json["id"] == made["id"]
    session = client.get("/v1/sessions/1").json
    assert session["pending"] is True  # its hands were not audited by this


def test_nothing_new_gives_the_newest_version_and_a_late_log_a_new_one(client):
    send(client, UNDERPAID)
    first = audit_of(client).json["id"]
    again = audit_of(client)
    assert (again.status_code, again.json["id"]) == (200, first)
    client.post("/v1/sessions", data=written(*log_of(1, 2)), content_type=NDJSON)
    late = audit_of(client)
    assert (late.status_code, late.json["request"]["sessions"]) == (201, [1])
    assert client.get("/v1/tournaments/1/audit").json["id"] == late.json["id"] > first


def test_a_corrected_file_is_audited_in_place_of_the_one_before(client):
    send(client, UNDERPAID)
    first = audit_of(client).json["id"]
    supersedes = {"sha256": digest(UNDERPAID), "reason": "typed wrong", "by": "s-1"}
    send(client, written(header(supersedes=supersedes), *entries(3, paid=5000)))
    refused = audit_of(client)
    assert refused.status_code == 409
    assert refused.json["detail"] == "Tournament 1 was corrected. The current file is /v1/tournaments/2."
    second = audit_of(client, "/v1/tournaments/2").json
    found = client.get(second["links"]["findings"]).json["findings"]
    assert [each for each in found if each["code"] == "TRN006"] == []
    assert client.get("/v1/tournaments/1/audit").json["id"] == second["id"] > first


def test_a_ledger_is_audited_with_the_sessions_and_tournaments_that_it_names(client):
    send(client, written(header(), *entries(2)))
    client.post("/v1/sessions", data=written(*log_of(1, 2)), content_type=NDJSON)
    moved = {"event": "drop", "account": "olympic", "amount": 500, "hands": 4, "session": "A"}
    share = {"event": "contribution", "account": "olympic", "amount": 1, "tournament": "T-1"}
    book = written(ledgers.header(), moved, share, {**moved, "session": "B"})
    send(client, book, "ledgers")
    made = audit_of(client, "/v1/ledgers/2").json
    assert made["request"] == {
        "event": 2,
        "tournaments": [1],
        "sessions": [1],
        "ledgers": [],
        "number_before": None,
    }
    found = client.get(made["links"]["findings"]).json["findings"]
    assert [(each["line"], each["account"]) for each in found if each["code"] == "JKP009"] == [
        (2, "olympic"),
        (4, "olympic"),
    ]
    assert client.get(made["links"]["report_json"]).json["event"]["missing"] == ["B"]


def month(number, first, last, opening, *lines, **stated):
    account = {**ledgers.JACKPOT, "opening": opening}
    return ledgers.header(
        account, ledger=f"L-{number}", number=number, until=last, **{"from": first}, **stated
    ), *lines


def test_a_correction_of_last_month_shows_what_it_changes_in_this_one(client):
    """The ledger of March is audited again, for that of February has another drop now."""
    february = written(*month(2, "2026-02-01", "2026-02-28", 1_000, ledgers.drop(500)))
    march = written(*month(3, "2026-03-01", "2026-03-31", 1_500, ledgers.drop(200)))
    for each in (february, march):
        assert send(client, each, "ledgers").status_code == 201
    made = audit_of(client, "/v1/ledgers/2").json
    assert made["request"]["ledgers"] == [1]
    report = client.get(made["links"]["report_json"]).json
    assert report["event"]["ledger"]["books"][0]["before"] == {"ledger": "L-2", "balance": 1_500}
    assert [each["code"] for each in report["findings"] if each["code"] == "JKP031"] == []
    assert client.get("/v1/ledgers/2").json["pending"] is False

    supersedes = {"sha256": digest(february), "reason": "a drop was counted again", "by": "s-1"}
    lines = month(2, "2026-02-01", "2026-02-28", 1_000, ledgers.drop(400), supersedes=supersedes)
    assert send(client, written(*lines), "ledgers").status_code == 201
    assert client.get("/v1/ledgers/2").json["pending"] is True
    made = audit_of(client, "/v1/ledgers/2")
    assert (made.status_code, made.json["request"]["ledgers"]) == (201, [3])
    (found,) = (
        each
        for each in client.get(made.json["links"]["findings"]).json["findings"]
        if each["code"] == "JKP031"
    )
    assert (found["stated"], found["expected"], found["difference"]) == (1_500, 1_400, 100)
    assert client.get("/v1/ledgers/2").json["pending"] is False


def test_a_ledger_of_later_months_and_one_of_long_ago_do_not_belong_to_another(client):
    send(client, written(*month(3, "2026-03-01", "2026-03-31", 1_500)), "ledgers")
    send(client, written(*month(4, "2026-04-01", "2026-04-30", 1_500)), "ledgers")
    send(client, written(*month(1, "2025-01-01", "2025-02-28", 1_500)), "ledgers")
    assert audit_of(client, "/v1/ledgers/1").json["request"]["ledgers"] == []
    assert client.get("/v1/ledgers/1").json["pending"] is False


def gaps(client, made):
    """Numbers on both sides of what is missing before a tournament."""
    found = client.get(made["links"]["findings"]).json["findings"]
    return [(each["expected"], each["stated"]) for each in found if each["code"] == "TRN063"]


def test_a_number_that_no_tournament_of_the_room_has_is_missing_until_its_file_comes(client):
    for number in (7, 10):
        send(client, written(header(tournament=f"T-{number}", number=number), *entries(2)))
    send(client, written(header(tournament="T-9", number=9, room="WA-0417"), *entries(2)))  # another room's
    made = audit_of(client, "/v1/tournaments/2").json
    assert (made["request"]["number_before"], gaps(client, made)) == (7, [(8, 10)])
    assert client.get("/v1/tournaments/2").json["pending"] is False

    send(client, written(header(tournament="T-9", number=9), *entries(2)))
    assert client.get("/v1/tournaments/2").json["pending"] is True
    made = audit_of(client, "/v1/tournaments/2").json
    assert (made["request"]["number_before"], gaps(client, made)) == (9, [])
    assert gaps(client, audit_of(client, "/v1/tournaments/4").json) == [(8, 9)]

    send(client, written(header(tournament="T-6", number=6), *entries(2)))  # is before all that was missing
    assert [client.get(f"/v1/tournaments/{each}").json["pending"] for each in (1, 2)] == [True, False]


BY_THE_EVENTS_DAY = """
[ruleset]
id = "club-ranking"
revision = 1
title = "Ranking of the club"
authority = "Olympic Poker Club"
family = "tournament"
extends = ["olympic-ranking@1"]
in_force = { from = 2026-01-01 }
readings = { "AMB-OLY-quarter-day" = "event_day" }
"""


def of_quarter(number, first, last, *lines):
    """A ledger of the ranking under the club's own controls."""
    account = {"account": "ranking", "kind": "ranking", "ruleset": "club-ranking", "opening": 0}
    days = {"from": first, "until": last}
    return written(
        ledgers.header(account, ledger=f"R-{number}", number=number, room="WA-0417", **days), *lines
    )


def test_a_quarter_is_paid_by_the_days_of_tournaments_that_only_earlier_ledgers_name(client):
    """An event of 31 March was booked on 1 April: by its own day it is of the first quarter, whoever names it."""
    put_room(client, authority="none")
    made = client.post("/v1/rooms/WA-0417/controls", data=BY_THE_EVENTS_DAY, content_type="application/toml")
    assert made.status_code == 201, made.json
    for what, more in (("submit", {}), ("approve", {"reference": "letter 1"})):
        answer = client.post(f"/v1/rooms/WA-0417/controls/club-ranking/1/{what}", json={"by": "c-1", **more})
        assert answer.status_code == 200, answer.json
    night, april = "2026-04-01T00:40:00+03:00", "2026-04-12T23:00:00+03:00"
    booked = (ledgers.contribution(400, night, tournament="Q"), ledgers.award("P1", 9, night, tournament="Q"))
    own = (ledgers.contribution(700, april), ledgers.award("P2", 9, april))
    prizes = [{"player": "P2", "points": 9, "amount": 700}]
    paid = {
        "event": "ranking_payout",
        "account": "ranking",
        "period": "2026-Q2",
        "pool": 700,
        "prizes": prizes,
    }
    for body in (
        of_quarter(1, "2026-04-01", "2026-04-30", *booked, *own),
        of_quarter(2, "2026-05-01", "2026-05-31"),
        of_quarter(3, "2026-06-01", "2026-06-30", {**paid, "at": "2026-06-30T23:00:00+03:00"}),
    ):
        assert send(client, body, "ledgers").status_code == 201
    first = audit_of(client, "/v1/ledgers/3").json
    assert (first["request"]["tournaments"], first["request"]["ledgers"]) == ([], [2, 1])
    assert pools(client, first) == [(700, 1_100)]
    assert client.get("/v1/ledgers/3").json["pending"] is False

    event = header(tournament="Q", room="WA-0417", starts_at="2026-03-31T18:00:00+03:00")
    assert send(client, written(event, *entries(2))).status_code == 201
    assert [client.get(f"/v1/ledgers/{number}").json["pending"] for number in (2, 3)] == [True, True]
    again = audit_of(client, "/v1/ledgers/3")
    assert (again.status_code, again.json["request"]["tournaments"]) == (201, [4])
    assert pools(client, again.json) == []
    assert client.get("/v1/ledgers/3").json["pending"] is False
    assert audit_of(client, "/v1/ledgers/2").json["request"]["tournaments"] == []  # May pays no quarter


def pools(client, made):
    """The pools of quarters that an audit found to differ: stated and due."""
    found = client.get(made["links"]["findings"]).json["findings"]
    return [(each["stated"], each["expected"]) for each in found if each["code"] == "JKP028"]


def test_an_event_that_was_not_audited_says_how(client):
    send(client, UNDERPAID)
    answer = client.get("/v1/tournaments/1/audit")
    assert answer.status_code == 404
    assert (
        answer.json["detail"]
        == "The tournament T-1 of room TEST-2 was not audited. PUT /v1/tournaments/1/audit does it."
    )


def test_a_file_under_no_ruleset_is_not_audited_and_says_why(client):
    send(client, written(header(ruleset="nobodys"), *entries(2)))
    made = audit_of(client).json
    assert made["state"] == "failed"
    assert "The library has no ruleset 'nobodys'" in made["error"]


def test_incidents_of_an_event_are_incidents_of_its_room_and_not_of_its_gaming_day(client):
    put_room(client)
    body = written(
        header(room="WA-0417", starts_at="2026-03-14T19:00:00-07:00"),
        *entries(2, paid=5000),
        *entries(3, paid=4500)[2:],
    )
    send(client, body)
    audit_of(client)
    listed = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    (incident,) = (each for each in listed if each["code"] == "TRN006")
    assert (incident["event"], incident["session"], incident["day"]) == ("tournament T-1", None, "2026-03-14")
    assert (incident["title"], incident["in_record"]) == (
        "Another amount than the price was paid by P03",
        True,
    )
    assert client.put("/v1/rooms/WA-0417/days/2026-03-14/audit").status_code == 201
    again = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    assert [each["in_record"] for each in again if each["code"] == "TRN006"] == [True]


def test_a_night_has_what_is_new_of_an_event(client):
    send(client, written(header(), *entries(3, paid=5000)))
    audit_of(client)
    cursor = client.get("/v1/night").json["cursor"]
    supersedes = {
        "sha256": digest(written(header(), *entries(3, paid=5000))),
        "reason": "typed wrong",
        "by": "s-1",
    }
    corrected = written(header(supersedes=supersedes), *entries(2, paid=5000), *entries(3, paid=4500)[2:])
    send(client, corrected)
    audit_of(client, "/v1/tournaments/2")
    night = client.get("/v1/night", query_string={"since": cursor}).json
    assert [(each["code"], each["room"], each["session"], each["line"]) for each in night["new"] if each["code"] == "TRN006"] == [
        ("TRN006", "TEST-2", "", 4)
    ]  # fmt: skip


def test_the_audit_of_an_event_is_done_again_as_it_was(client):
    send(client, UNDERPAID)
    first = audit_of(client).json["id"]
    again = client.post(f"/v1/audits/{first}/again", json={"known": "then"})
    assert (again.status_code, again.json["state"], again.json["event"]["id"]) == (201, "finished", 1)
    now = client.post(f"/v1/audits/{first}/again", json={"known": "now"})
    assert now.status_code == 409
    assert "PUT /v1/tournaments/1/audit makes a new version" in now.json["detail"]
