"""Pages of tournaments and ledgers: the list of a room, one with what belongs to it, its audit and its incidents."""

import hashlib

import pytest

from tests.cli.test_replay_tournament import log_of
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.web.kit import DANA, MARA, Person, signed_in, with_rooms_of_two_authorities, words
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header, written

ROOM = "WA-0417"
START = "2026-03-14T19:00:00-07:00"
OUT = {"event": "elimination", "entry": 1, "session": "Z", "table": "T9", "hand": 4}
MONDAY = written(
    header(title="Monday", number=12, starts_at=START, room=ROOM),
    *entries(2, paid=5000),
    *entries(3, paid=4500)[2:],
    OUT,
)
BOOK = written(
    ledgers.header(room=ROOM, ledger="March", until="2026-03-31", **{"from": "2026-03-01"}),
    {"event": "drop", "account": "olympic", "amount": 500, "hands": 4, "session": "A"},
)


def of_our_room(*lines):
    return [lines[0] | {"room": ROOM}, *lines[1:]]


def with_events(client):
    """A tournament with one table log, in which entry 3 paid too little, and a ledger; none is audited."""
    with_rooms_of_two_authorities(client)
    client.post("/v1/sessions", data=written(*of_our_room(*log_of(1, 2, 3))), content_type=NDJSON)
    for kind, data in (("tournaments", MONDAY), ("ledgers", BOOK)):
        assert client.post(f"/v1/{kind}", data=data, content_type=NDJSON).status_code == 201


FILLED = {"events": with_events}


@pytest.fixture
def events(app):
    return app


@pytest.fixture
def mara(events):
    return signed_in(events, MARA)


def test_the_list_of_a_room_has_its_tournaments_and_ledgers(mara):
    page = mara.get(f"/rooms/{ROOM}/events")
    said = words(page)
    assert "Tournament T-1 Monday Sat 14 March 2026 5 not audited yet" in said
    assert "Ledger March – Sun 1 March 2026 – Tue 31 March 2026 2 not audited yet" in said
    assert f'href="/rooms/{ROOM}/events' in mara.get(f"/rooms/{ROOM}").text


def test_a_room_without_any_says_so(events):
    put_room(events.test_client(), "WA-0500")
    assert "No tournament and no ledger is on record." in words(Person(events).get("/rooms/WA-0500/events"))


def test_a_tournament_is_audited_from_its_page_and_shows_what_was_found(mara):
    page = words(mara.get("/events/1"))
    assert "Running number 12 Planned start 2026-03-14 19:00" in page
    assert "Not on record, so what only they show cannot be tested: Z" in page
    assert "A T1" in page
    assert f"Audit 1 {ROOM}, Tournament T-1" in words(mara.send("/events/1/audit"))
    page = words(mara.get("/events/1"))
    assert "1 major" in page
    assert (
        "major Gaming day 2026-03-14, P03: another amount than the price was paid by P03 awaits an answer"
        in page
    )
    assert "Audit 1 finished" in page
    assert "1 major" in words(mara.get(f"/rooms/{ROOM}/events"))
    report = mara.client.get("/audits/1/report.pdf")
    assert report.data.startswith(b"%PDF")


def test_the_page_of_its_audit_and_of_its_incident_name_the_tournament(mara):
    mara.get("/events/1")
    audit = words(mara.send("/events/1/audit"))
    assert f"Audit 1 {ROOM}, Tournament T-1" in audit
    assert "Files read beside it 1" in audit
    assert "Not on record Z" in audit
    assert "could be tested" not in audit
    assert "With today's record" not in audit
    rows = mara.get("/events/1").text.split(f'href="/rooms/{ROOM}/incidents/')[1:]
    (link,) = [row.split('"')[0] for row in rows if "another amount than the price" in row.split("</tr>")[0]]
    incident = words(mara.get(f"/rooms/{ROOM}/incidents/{link.partition('?')[0]}"))
    assert "Tournament or ledger Tournament T-1" in incident
    assert "line 4 of the file" in incident
    assert "Cause" not in incident.partition("What was found")[0]


def test_the_page_of_an_incident_says_the_one_fact_that_it_comes_from(events):
    lines = [header(tournament="T-2", starts_at=START, room=ROOM, buy_in=4900), *entries(4, paid=5000)]
    sent = events.test_client().post("/v1/tournaments", data=written(*lines), content_type=NDJSON)
    assert sent.status_code == 201
    mara = signed_in(events, MARA)
    mara.get("/events/3")
    mara.send("/events/3/audit")
    rows = mara.get("/events/3").text.split(f'href="/rooms/{ROOM}/incidents/')[1:]
    (link,) = [row.split('"')[0] for row in rows if "buy-in differs" in row.split("</tr>")[0]]
    incident = words(mara.get(f"/rooms/{ROOM}/incidents/{link.partition('?')[0]}"))
    assert (
        "Cause The file's buy-in is €49.00, and 4 lines have €50.00. The amounts follow from the file as it is"
        in incident
    )


def test_a_log_that_came_in_later_is_said_until_it_is_audited_again(events):
    somebody = Person(events)
    somebody.get("/events/1")
    somebody.send("/events/1/audit")
    assert "something arrived later" not in words(somebody.get("/events/1"))
    late = [{**log_of(1, 2)[0], "session": "Z", "table": "T9"}, *log_of(1, 2)[1:]]
    events.test_client().post("/v1/sessions", data=written(*of_our_room(*late)), content_type=NDJSON)
    page = words(somebody.get("/events/1"))
    assert "something arrived later" in page
    assert "cannot be tested" not in page
    somebody.send("/events/1/audit")
    page = words(somebody.get("/events/1"))
    assert "something arrived later" not in page
    assert "Audit 2 finished" in page


def test_a_file_that_was_corrected_leads_to_its_correction(events):
    supersedes = {"sha256": hashlib.sha256(MONDAY).hexdigest(), "reason": "paid in full", "by": "s-1"}
    body = written(
        header(title="Monday", starts_at=START, room=ROOM, supersedes=supersedes), *entries(3, paid=5000)
    )
    events.test_client().post("/v1/tournaments", data=body, content_type=NDJSON)
    somebody = Person(events)
    old, new = words(somebody.get("/events/1")), words(somebody.get("/events/3"))
    assert "A correction has replaced this file. To the correction" in old
    assert "Audit it" not in old
    assert "It corrects an earlier file : paid in full." in new
    assert "Tournament T-1" in words(somebody.get(f"/rooms/{ROOM}/events"))
    assert words(somebody.get(f"/rooms/{ROOM}/events")).count("Tournament T-1") == 1


def test_a_ledger_has_what_it_names_and_its_file(events):
    somebody = Person(events)
    page = words(somebody.get("/events/2"))
    assert "Period Sun 1 March 2026 – Tue 31 March 2026" in page
    assert "Running number" not in page  # the file has none
    assert "A T1" in page
    assert somebody.client.get("/events/2/file").data == BOOK
    somebody.get("/events/9", 404)


def test_who_may_not_audit_is_offered_none(events):
    page = signed_in(events, DANA).get("/events/1").text
    assert "/events/1/audit" not in page
    assert "/events/1/file" in page
