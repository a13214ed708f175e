"""What the services of the tests in a browser have on record from the beginning: each is sent once a process."""

import hashlib
import re

from flask.testing import FlaskClient

from tests.http.filing import TOML, approved, put_room, step, surrender, surrendered, upload
from tests.http.filing import log as filed_log
from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_roles import OURS, fill
from tests.importing.workbooks import content, put, written
from tests.rules.filed import controls
from tests.rules.ledgers import build as ledgers
from tests.rules.pot_exhibits import log_of
from tests.rules.tournaments import build as tournaments
from tests.rules.tournaments.build import written as lines_written

DAY, NEXT_DAY = "2026-03-14", "2026-03-15"
ROOMS = ("WA-0417", "WA-0418", "WA-0419", "WA-0420")
TITLE = "Seat 2's recorded result differs from what was due"
ROW = "Hand 2, seats 2 and 4 (P2 and P4): nets off by $1.00"  # the same in a list
WRONG = (300, 200, 300, -800)  # nets of hand 2, under which a dollar went to the wrong player
NAME = "wa-0417-thirteen"
CONTROLS = f"/v1/rooms/WA-0417/controls/{NAME}"
BAD = log({**hand_line(1), "hand": "one"}, session="BAD")
OTHER = log(hand_line(1), session="S-TWO")  # in conflict with the log on record
# Three players of seven-card stud: as many cards and amounts as a hand has.
SEVEN_STUD = log_of("POT-GAME-14").replace(b"TEST-1", b"WA-0417").replace(b"2026-03-14", b"2026-04-20")
OF_POTS = 4  # the session of that log
PDF = b"%PDF-1.4\n%%EOF\n"
BEGUN = {
    "table": "T1", "opened_at": "2026-03-14 16:00", "game": "chinese", "ruleset": "wsgc-base", "currency": "USD", "unit": "1.00",
    "session": "S-9", **{f"player_{seat}": f"P{seat}" for seat in (1, 2, 3, 4)},
}  # fmt: skip


def played(client: FlaskClient) -> None:
    """Two rooms with a gaming day that was played and audited; controls of WA-0417 that were approved; a report."""
    for room in ("WA-0417", "WA-0500"):
        put_room(client, room, authority="wsgc", tables=3)
        made = log(hand_line(1), hand_line(2, WRONG), hand_line(3), room=room)
        assert client.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"room": room}).status_code == 201
    approved(client, controls(1, "2026-01-01"))
    assert client.post("/v1/audits/1/reports", json={}).status_code == 201


def awaiting(client: FlaskClient) -> None:
    """Of each of `ROOMS`: an incident that was answered; a log of the next day that was corrected after its audit; and a
    second revision with its document, submitted and not decided.
    """
    for number, room in enumerate(ROOMS, 1):
        put_room(client, room, authority="wsgc", tables=3)
        first, hand = log(hand_line(1), hand_line(2, WRONG), room=room), [hand_line(1), hand_line(2, WRONG)]
        second = next_day(log(*hand, room=room, session="S-2"))
        for made in (first, second):
            assert client.post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"room": room}).json["id"] == number
        at = incident_of(client, room)
        assert client.post(f"{at}/answer", json=ANSWER).status_code == 200
        why = {"sha256": digest(second), "reason": "hand 2 was keyed wrong", "by": "s-104"}
        mended = next_day(log(hand_line(1), hand_line(2), room=room, session="S-2", supersedes=why))
        assert client.post("/v1/sessions", data=mended, content_type=NDJSON).status_code == 201
        revisions_of(client, room)


def next_day(made: bytes) -> bytes:
    """A log as if it were of the next gaming day."""
    return made.replace(DAY.encode(), NEXT_DAY.encode())


def name_of(room: str) -> str:
    """The id of a room's controls."""
    return f"{room.lower()}-thirteen"


def revisions_of(client: FlaskClient, room: str) -> None:
    """An approved revision of a room's controls, and one that awaits a decision."""
    one = controls(1, "2026-01-01")
    two = controls(2, "2027-06-01", surrender=surrender(3), severity={"SCR001": "minor"})
    at = f"/v1/rooms/{room}/controls"
    for revision, text in ((1, one), (2, two)):
        filed = text.replace("wa-0417", room.lower()).replace("WA-0417", room)
        assert client.post(at, data=filed, content_type=TOML).status_code == 201
        address = f"{at}/{name_of(room)}/{revision}"
        document = client.put(f"{address}/document", data=PDF, content_type="application/pdf")
        assert document.status_code == 200
        assert step(client, "submit", address, by="Lee Park").status_code == 200
        if revision == 1:
            assert step(client, "approve", address, reference="WSGC 2026-1").status_code == 200


ANSWER = {
    "cause": "A payout was read from the wrong row.",
    "corrective_action": "From Monday a second person reads it.",
}


def incident_of(client: FlaskClient, room: str = "WA-0417") -> str:
    """The address of the incident of the first played day in which money went to the wrong player."""
    found = client.get(f"/v1/rooms/{room}/incidents?from={DAY}&until={DAY}").json["incidents"]
    (one,) = [each["id"] for each in found if each["title"] == TITLE]
    return f"/v1/rooms/{room}/incidents/{one}"


def attach(client: FlaskClient, revision: int) -> None:
    """Attach the document of a revision."""
    answer = client.put(f"{CONTROLS}/{revision}/document", data=PDF, content_type="application/pdf")
    assert answer.status_code == 200, answer.text


def everything(client: FlaskClient) -> None:
    """Something of all that a page can show, in more than one state: see `fill` for what is closed and approved."""
    fill(client, OURS)
    put_room(client, "WA-0500", authority="wsgc")
    post = client.post
    for made in (
        log(hand_line(1), hand_line(2, WRONG), hand_line(3), session="S-TWO"),
        log(hand_line(1, (100, 300, 300, -700)), hand_line(2), session="S-NEW", room="WA-0500"),
    ):
        assert post("/v1/sessions", data=made, content_type=NDJSON).status_code == 201
    assert post("/v1/audits", json={"sessions": [2]}).json["state"] == "finished"
    assert post("/v1/sessions", data=BAD, content_type=NDJSON).status_code == 422
    assert post("/v1/sessions", data=OTHER, content_type=NDJSON).status_code == 409
    sheets = content()
    put(sheets, "Hands", 2, "front", "Jc9d1s")
    assert post("/v1/originals", data=written(sheets)).status_code in (200, 201, 422)
    approved(client, controls(1, "2026-01-01"))
    for revision, sections in ((2, {"severity": {"SCR001": "minor"}}), (3, {})):
        filed = controls(revision, "2027-06-01", surrender=surrender(3), **sections)
        assert post(CONTROLS.rpartition("/")[0], data=filed, content_type=TOML).status_code == 201
    attach(client, 2)
    assert step(client, "submit", f"{CONTROLS}/2", by="Lee Park").status_code == 200
    tried = {"room": "WA-0417", "ruleset": f"{NAME}@2", "what_if": True}
    assert post("/v1/audits", json=tried).json["state"] == "finished"
    drawn = {"room": "WA-0417", "from": DAY, "until": DAY, "hands": 2, "source": "dice", "value": "3 5 1"}
    assert post("/v1/samples", json=drawn).status_code == 201
    begin_to_key(client)
    assert post("/v1/sessions", data=SEVEN_STUD, content_type=NDJSON).json["id"] == OF_POTS
    events(client)


def events(client: FlaskClient) -> None:
    """A tournament that was audited and names a log that is not on record, and a ledger that was not audited."""
    tournament = tournaments.header(room="WA-0417", title="Monday", starts_at=f"{DAY}T19:00:00-07:00")
    out = {"event": "elimination", "entry": 1, "session": "S-GONE"}
    lines = lines_written(tournament, *tournaments.entries(3, paid=4500), out)
    assert client.post("/v1/tournaments", data=lines, content_type=NDJSON).json["id"] == 1
    assert client.put("/v1/tournaments/1/audit").status_code == 201
    book = lines_written(ledgers.header(room="WA-0417"), ledgers.drop(500, session="S-TWO"))
    assert client.post("/v1/ledgers", data=book, content_type=NDJSON).json["id"] == 2


def begin_to_key(client: FlaskClient) -> None:
    """Begin a session that staff key."""
    found = re.search(r'name="form_token" value="([0-9a-f]+)"', client.get("/rooms/WA-0417/keyed").text)
    assert found
    assert client.post("/rooms/WA-0417/keyed", data={"form_token": found[1], **BEGUN}).status_code == 303


def digest(body: bytes) -> str:
    """The SHA-256 of a file, as its page has it in the address."""
    return hashlib.sha256(body).hexdigest()


SURRENDERS = 6_000  # hands: a what-if of them takes a while


def surrendering(client: FlaskClient) -> None:
    """Controls of WA-0417 under which who surrenders pays two units, and a long log in which each hand has one who does."""
    put_room(client, authority="wsgc")
    approved(client, controls(1, "2026-01-01", surrender=surrender(2)))
    head, hand = filed_log(surrendered(12345678, "2026-05-31T20:10:00-07:00", 200)).splitlines()
    before, after = hand.split("12345678")
    lines = [f"{before}{number}{after}\n" for number in range(1, SURRENDERS + 1)]
    assert upload(client, f"{head}\n{''.join(lines)}") == 1


# What `everything` has, by the names in the addresses of its pages; a new name needs a value here.
THINGS = {
    "room": "WA-0417", "session": 2, "audit": 1, "other": 5, "report": 1, "sample": 1, "original": 1, "date": DAY, "hand": 2,
    "ruleset": NAME, "revision": 1, "draft": 1, "person": 1, "event": 1, "sha256": digest(BAD), "unit": "0" * 24,
    "incident": "62c479d93de706fe89b41437528be84f5ae01d18930a97c759d1fd8dd21a1fc8",
}  # fmt: skip
