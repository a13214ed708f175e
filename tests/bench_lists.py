"""Lists over a record of a state's size: what each page takes, and what the API gives for the same.

`python -m tests.bench_lists SESSIONS [NAME]` prints processor times in milliseconds as JSON, the medians of some runs: of whoever
sees everything, and of a regulator, who sees the rooms of an authority. NAME: only addresses that have it. A session in four
has incidents, a fifth of these are answered, a session in five has a report, and one in twenty a sample.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace
from sqlite_utils import Database

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.facts.canonical_record import from_record
from auditor.facts.recorded_fact import RecordedFact
from auditor.jobs import register_verifying
from auditor.store.fact_log import enter_fact
from auditor.store.fact_parts import keep_part
from tests.http.filing import TOML, step
from tests.http.web.kit import MARA, signed_in
from tests.large_record import ROOMS, begin, fill
from tests.rules.filed import controls
from tests.services import application

RUNS = 5
TABLES = 4  # of a room: sessions of a gaming day
ROOM = "WA-0007"
TODAY = dt.datetime.now(dt.UTC).date() - dt.timedelta(days=1)
DAY = (TODAY - dt.timedelta(days=5)).isoformat()
LISTS = (
    ("/rooms", "/v1/rooms"),
    ("/rooms?days=28&sort=severity", None),
    ("/rooms.csv", None),
    (f"/rooms/{ROOM}", f"/v1/rooms/{ROOM}"),
    (f"/rooms/{ROOM}/incidents", f"/v1/rooms/{ROOM}/incidents"),
    (f"/rooms/{ROOM}/days/{DAY}", f"/v1/rooms/{ROOM}/days/{DAY}"),
    (f"/rooms/{ROOM}/today", None),
    (f"/rooms/{ROOM}/controls", f"/v1/rooms/{ROOM}/controls"),
    (f"/rooms/{ROOM}/keyed", None),
    (None, f"/v1/rooms/{ROOM}/history"),
    ("/audits", "/v1/audits"),
    (f"/audits?room={ROOM}", f"/v1/audits?room={ROOM}"),
    (f"/audits?from={DAY}&until={DAY}", f"/v1/audits?from={DAY}&until={DAY}"),
    ("/audits?page=150", "/v1/audits?page=150"),
    ("/audits/500", "/v1/audits/500/incidents"),
    (None, "/v1/audits/500/findings"),
    ("/reports", "/v1/reports"),
    (f"/reports?room={ROOM}", f"/v1/reports?room={ROOM}"),
    ("/samples", "/v1/samples"),
    (f"/samples?room={ROOM}", f"/v1/samples?room={ROOM}"),
    ("/approvals", None),
    (None, "/v1/sessions"),
    (None, f"/v1/sessions?room={ROOM}"),
    (None, "/v1/sessions?pending=true"),
    (None, "/v1/originals"),
    (None, "/v1/holds"),
)


def main() -> None:
    sessions, only = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    register_verifying.FIRST_SECONDS = 3600.0  # most of what is copied is no entry of the register
    with tempfile.TemporaryDirectory() as folder, application(Path(folder) / "data") as app:
        client = app.test_client()
        _make(app, client, sessions)
        wanted = [each for pair in LISTS for each in pair if each is not None and only in each]
        everything = [_milliseconds(client, each) for each in wanted]
        person = signed_in(app, MARA).client
        _, key = keys.make(app.extensions["auditor"].store, NewKey("regulator", "Mara", authority="wsgc"))
        scoped = [_milliseconds(person, each, {"Authorization": f"Bearer {key}"}) for each in wanted]
    rows = [
        {"list": address, "milliseconds": all_rooms, "milliseconds_of_a_regulator": of_rooms}
        for address, all_rooms, of_rooms in zip(wanted, everything, scoped, strict=True)
    ]
    print(json.dumps(rows, indent=2))


def _make(app: Flask, client: FlaskClient, sessions: int) -> None:
    expected = {"every_days": 1, "overdue_hours": 12}
    begin(client, authority="wsgc", logs_expected=expected, **{"from": "2026-01-01"})
    assert client.post("/v1/audits/1/reports", json={}).status_code == 201
    asked = {
        "room": "WA-0000",
        "from": "2026-03-14",
        "until": "2026-03-14",
        "hands": 1,
        "source": "dice",
        "value": "3",
    }
    assert client.post("/v1/samples", json=asked).status_code == 201
    (incident, *_) = client.get("/v1/rooms/WA-0000/incidents").json["incidents"]
    words = {"cause": "A slip of the dealer.", "corrective_action": "The dealer was trained."}
    answer = client.post(f"/v1/rooms/WA-0000/incidents/{incident['id']}/answer", json=words)
    assert answer.status_code == 200, answer.json
    for room in range(ROOMS):
        _file_controls(client, f"WA-{room:04}")
    store = app.extensions["auditor"].store
    fill(store, sessions, _place, lambda db: _copy_what_was_done(db, sessions))


def _place(number: int) -> tuple[str, str, bool]:
    """The sessions of the latest days come first; a room has four a day."""
    day = TODAY - dt.timedelta(days=number // (ROOMS * TABLES))
    return f"WA-{number % ROOMS:04}", day.isoformat(), number // ROOMS % 4 == 0


def _file_controls(client: FlaskClient, room: str) -> None:
    """Controls that are approved, and a later revision that awaits a decision."""
    for revision, since in ((1, "2026-01-01"), (2, "2027-01-01")):
        text = controls(revision, since).replace("wa-0417", room.lower()).replace("WA-0417", room)
        at = f"/v1/rooms/{room}/controls"
        filed = client.post(at, data=text, content_type=TOML)
        assert filed.status_code in (200, 201), filed.json
        one = f"{at}/{room.lower()}-thirteen/{revision}"
        assert step(client, "submit", one).status_code == 200
        if revision == 1:
            assert step(client, "approve", one, reference="letter 1").status_code == 200


def _copy_what_was_done(db: Database, sessions: int) -> None:
    """Answers, reports with their entries of the register, and samples of the sessions that were copied."""
    for number in range(3, sessions + 1):
        room, _, wrong = _place(number)
        made = hashlib.sha256(b"%d" % number).hexdigest()
        if wrong and number % 5 == 0:
            about = {"room": room, "rooms": (room,), "incident": made, "audit": number}
            words = {"words": keep_part(db, {"cause": "A slip of the dealer."})}
            enter_fact(db, replace(_first_fact(db, "incident.answered"), number=number, parts=words, **about))
        if number % 5 == 1:
            issued = _first_fact(db, "report.issued")
            enter_fact(db, replace(issued, number=number, audit=number, sha256=made, rooms=(room,)))
            db.execute("UPDATE reports SET body = x'00' WHERE id = ?", [number])
        if number % 20 == 0:
            committed, drawn = (_first_fact(db, f"sample.{each}") for each in ("committed", "drawn"))
            enter_fact(db, replace(committed, number=number, room=room, rooms=(room,)))
            enter_fact(db, replace(drawn, sample=number, rooms=(room,)))
            db.execute(
                "UPDATE samples SET sessions = (SELECT sessions FROM samples WHERE id = 1) WHERE id = ?",
                [number],
            )


def _first_fact(db: Database, kind: str) -> RecordedFact:
    (record,) = db.execute(
        "SELECT record FROM register WHERE kind = ? ORDER BY entry LIMIT 1", [kind]
    ).fetchone()
    fact = from_record(record.encode())
    assert isinstance(fact, RecordedFact)
    return fact


def _milliseconds(client: FlaskClient, address: str, headers: dict[str, str] | None = None) -> float | None:
    taken = []
    for _ in range(RUNS + 1):  # the first one makes what is made once
        began = time.process_time()
        answer = client.get(
            address, headers=headers if address.startswith("/v1") else None, follow_redirects=True
        )
        taken.append(time.process_time() - began)
        if answer.status_code == 403:
            return None  # it is no page of theirs
        assert answer.status_code == 200, (address, answer.status_code, answer.text[:500])
    return round(1000 * statistics.median(taken[1:]), 1)


if __name__ == "__main__":
    main()
