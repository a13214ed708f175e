"""`auditor incidents`: what it prints, and with which status it ends."""

import hashlib
from datetime import date, timedelta

import pytest
import requests

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.store import Store
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.services import application, listening

ROOM = "WA-0417"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A service with keys over a room with two incidents; (folder, keys by role)."""
    folder = tmp_path_factory.mktemp("incidents") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        for session, nets in (("S-1", (300, 200, 300, -800)), ("S-2", (400, 100, 300, -800))):
            client.post("/v1/sessions", data=log(hand_line(1, nets), session=session), content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"
    store = Store(folder)
    made = {
        "room": keys.make(store, NewKey("room", "Dana Reyes", rooms=(ROOM,)))[1],
        "regulator": keys.make(store, NewKey("regulator", "Agent 12", authority="wsgc"))[1],
    }
    store.close()
    return folder, made


@pytest.fixture
def run(filled):
    folder, made = filled
    with listening(folder, open_to_all=False) as url:

        def run(who, *args):
            return call("incidents", *args, "--url", url, AUDITOR_KEY=made[who])

        yield run


@pytest.mark.slow
def test_an_incident_goes_through_its_life(run, tmp_path):
    listed = run("room", "list", ROOM)
    assert (listed.status, len(listed.lines)) == (0, 2)
    (line, _) = listed.lines
    short, day, session, state, *rest = line.split("  ")
    assert (day, session, rest) == (
        "2026-03-14",
        "S-1",
        ["major", "Hand 1, seats 2 and 4 (P2 and P4): nets off by $1.00, $1.00 misallocated"],
    )
    assert state.startswith("open, due 20")
    memo = tmp_path / "memo.txt"
    memo.write_bytes(b"trained")
    answered = run(
        "room", "answer", ROOM, short[:6], "--cause", "row 2 was misread\nby the dealer", "--action", "trained again", "--file",
        str(memo),
    )  # fmt: skip
    assert (answered.status, answered.out.split("  ")[3]) == (0, "answered"), answered.err
    again = run("room", "answer", ROOM, short, "--cause", "c", "--action", "a")
    assert again.status == 2
    assert "The incident was answered at" in again.err
    refused = run("room", "accept", ROOM, short)
    assert refused.status == 2
    assert "may not accept and return answers, and close incidents" in refused.err
    assert (
        run("regulator", "return", ROOM, short, "--reason", "which dealer?")
        .out.split("  ")[3]
        .startswith("returned, due")
    )
    assert run("room", "answer", ROOM, short, "--cause", "Lee", "--action", "trained").status == 0
    assert run("regulator", "accept", ROOM, short).status == 0
    assert run("regulator", "close", ROOM, short, "--note", "letter 3").out.split("  ")[3] == "closed"
    shown = run("room", "show", ROOM, short).out
    for said in (
        "  found      ", "by audit 1; SCR001, WSGC-6d", "  The recorded net",
        "answered by Dana Reyes", "    cause: row 2 was misread", "      by the dealer", "    corrective action: trained again",
        f"    file: memo.txt, 7 bytes, SHA-256 {hashlib.sha256(b'trained').hexdigest()}", "returned by Agent 12",
        "    reason: which dealer?", "closed by Agent 12", "    note: letter 3",
    ):  # fmt: skip
        assert said in shown
    assert [each["action"] for each in run("room", "show", ROOM, short, "--format", "json").json["events"]] == [
        "answered", "returned", "answered", "accepted", "closed",
    ]  # fmt: skip
    assert [each["state"] for each in run("room", "list", ROOM, "--format", "json").json] == [
        "open",
        "closed",
    ]
    assert run("room", "list", ROOM, "--state", "closed").lines[0].split("  ")[0] == short
    none = run("room", "list", ROOM, "--overdue")
    assert (none.status, none.out, none.err) == (0, "", "auditor: There is no such incident.\n")


def test_what_is_not_there_and_what_is_not_clear_is_refused(run):
    unknown = run("room", "show", ROOM, "ffff")
    assert unknown.status == 2
    assert "No audit on record found an incident ffff in room WA-0417." in unknown.err
    both = run("room", "show", ROOM, "")
    assert both.status == 2
    assert "2 incidents of WA-0417 begin with ''; give more of the id." in both.err
    assert run("room", "list", "WA-9").status == 2


def test_a_service_that_is_not_there_is_said():
    gone = call("incidents", "list", ROOM, "--url", "http://127.0.0.1:9")
    assert gone.status == 5
    assert "cannot be reached" in gone.err


@pytest.mark.slow
def test_a_night_lists_the_incidents_whose_answer_is_overdue(tmp_path, monkeypatch):
    folder = tmp_path / "data"
    with listening(folder) as url:
        assert (
            call(
                "rooms",
                "put",
                ROOM,
                "--url",
                url,
                "--time-zone",
                "America/Los_Angeles",
                "--authority",
                "wsgc",
            ).status
            == 0
        )
        body = log(hand_line(1, (300, 200, 300, -800)))
        requests.post(f"{url}/v1/sessions", data=body, headers={"Content-Type": NDJSON}, timeout=60)

        def night(*args):
            return call(
                "nightly", "--url", url, "--state", tmp_path / "state.json", "--day", "2026-03-14", *args
            )

        first = night("--format", "json")
        assert (first.json["overdue_answers"], first.json["exit_status"]) == ([], 1)
        (incident,) = call("incidents", "list", ROOM, "--url", url, "--format", "json").json
        later = date.fromisoformat(incident["due"]) + timedelta(2)
        monkeypatch.setattr("auditor.service.now", lambda: f"{later}T20:00:00.000000Z")
        again = night()
        assert again.status == 0  # nothing is new
        (line,) = [line for line in again.lines if line.startswith("Unanswered  ")]
        assert line == (
            f"Unanswered  {ROOM} S-1: incident {incident['id'][:12]} (Seat 2's recorded result differs from what was due) "
            f"is not answered; that was due {incident['due']}, 2 days ago"
        )
        (found,) = night("--format", "json").json["overdue_answers"]
        assert (found["incident"], found["state"], found["days"]) == (incident["id"], "open", 2)


def test_an_incident_that_a_correction_removed_is_said_to_be_and_closed_with_a_note(tmp_path):
    with listening(tmp_path / "data") as url:
        first = log(hand_line(1, (400, 100, 300, -800)))
        supersedes = {"sha256": hashlib.sha256(first).hexdigest(), "reason": "keyed wrong", "by": "s-104"}
        for number, body in enumerate((first, log(hand_line(1), supersedes=supersedes)), 1):
            requests.post(f"{url}/v1/sessions", data=body, headers={"Content-Type": NDJSON}, timeout=60)
            requests.post(f"{url}/v1/audits", json={"sessions": [number]}, timeout=60)
        (line,) = call("incidents", "list", ROOM, "--url", url).lines
        short, _, _, state, severity, what = line.split("  ")
        assert (severity, what.split(":")[0]) == ("major", "Hand 1, seats 1 and 4 (P1 and P4)")
        assert state == "open, removed by a correction"
        shown = call("incidents", "show", ROOM, short, "--url", url).lines
        assert "  session 2 corrects the log that has it: it stays open until it is closed for that" in shown
        refused = call("incidents", "close", ROOM, short, "--url", url)
        assert (refused.status, "A correction removed the incident" in refused.err) == (2, True)
        closed = call("incidents", "close", ROOM, short, "--note", "seen on video", "--url", url)
        assert (closed.status, closed.lines[0].split("  ")[3]) == (0, "closed")
