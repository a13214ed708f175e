"""Screening in bulk: what the service lists of the same logs, in any order, over several runs; the same deals in two rooms."""

import gzip
import hashlib
import json

import msgspec
import pytest

from auditor.bulk.bulk_run import run
from auditor.bulk.folder import Folder
from auditor.bulk.pools import LocalPools
from auditor.registry import known
from tests.bulk.kit import ON_RECORD, Threads, bulk, rows
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.rules.screening.screened import logs_of
from tests.services import application
from tests.store.screened_by_versions import as_of_version, sums_as_of_version

ROOM, OTHER = "WA-0417", "WA-0500"
CASES = ("voids-of-losses", "dead-winners", "repeats-copied")
LIST = "screening.ndjson"


def text_of(path, nth, room=ROOM, day=None):
    """A log of the cases, under a name and on a gaming day of its own."""
    log = gzip.decompress(path.read_bytes())
    head = json.loads(log.splitlines()[0])
    day = day or f"2026-04-{nth + 1:02d}"
    return (
        log.replace(b'"%s"' % head["session"].encode(), b'"S-%02d"' % nth)
        .replace(ROOM.encode(), room.encode())
        .replace(b"2026-03-15", day.encode())
        .replace(b"2026-03-14", day.encode())
    )


@pytest.fixture(scope="module")
def texts():
    return [text_of(path, nth) for nth, path in enumerate(path for case in CASES for path in logs_of(case))]


@pytest.fixture(scope="module")
def files(texts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    return [written(folder, f"{nth}.ndjson", text) for nth, text in enumerate(texts)]


@pytest.fixture(scope="module")
def served(texts, tmp_path_factory):
    """The list of a service with the same logs, and what its store knows."""
    with application(tmp_path_factory.mktemp("served") / "data") as app:
        client, store = app.test_client(), app.extensions["auditor"].store
        assert put_room(client).status_code in (200, 201)
        for text in texts:
            assert client.post("/v1/sessions", data=text, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        found = client.get(f"/v1/screening?room={ROOM}").json["results"]
        return found, known(store, store.changes.latest())


def written(folder, name, text):
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(text)
    return folder / name


def screened(files, out, known=ON_RECORD, pools=None):
    folder = Folder(out)
    folder.begin()
    return run([str(each) for each in files], folder, known, pools or Threads(), screened=True)


def listed(out):
    return [json.loads(line) for line in (out / LIST).read_bytes().splitlines()]


@pytest.mark.slow
def test_the_list_is_that_of_the_service(files, served, tmp_path):
    expected, known_then = served
    made = screened(files, tmp_path, known_then)
    found = listed(tmp_path)
    assert [{**each, "as_of": None} for each in expected] == found
    alarms = {(each["indicator"], *each["unit"].values()) for each in found if each["alarm"]}
    assert alarms >= {("SCN002", ROOM), ("SCN006", "P1"), ("SCN007", "S")}
    assert all(each["hands"] for each in found)
    assert (made.screened.rooms, made.screened.sessions, made.screened.year) == (1, len(files), 2026)
    assert made.screened.alarms == sum(each["alarm"] for each in found)


@pytest.mark.slow
@pytest.mark.slow
def test_runs_in_turn_and_workers_change_no_byte(files, tmp_path):
    screened(files, tmp_path / "once")
    for file in reversed(files):
        screened([file], tmp_path / "nights")
    screened(files[::-1], tmp_path / "two", pools=LocalPools(2))
    bodies = [(tmp_path / name / LIST).read_bytes() for name in ("once", "nights", "two")]
    assert bodies[0] == bodies[1] == bodies[2] != b""


@pytest.mark.slow
def test_a_log_that_fails_is_named_and_the_rest_is_screened(files, tmp_path):
    broken = written(tmp_path / "logs", "broken.ndjson", b'{"event": "session", "room": "WA-0417"}\n')
    made = screened([*files[:1], broken], tmp_path / "out")
    assert [(each.what, each.status) for each in made.not_audited] == [(str(broken), "refused")]
    assert made.screened.sessions == 1


@pytest.mark.slow
def test_deals_of_one_room_that_are_dealt_in_another_are_an_alarm_of_both(tmp_path):
    one = logs_of("repeats-copied")[0]
    logs = tmp_path / "logs"
    here = [
        written(logs, "here.ndjson", text_of(one, 1)),
        written(logs, "quiet.ndjson", text_of(logs_of("dead-at-random")[0], 2)),
    ]
    there = written(logs, "there.ndjson", text_of(one, 1, OTHER, "2026-05-02"))
    made = screened([*here, there], tmp_path / "out", None)
    (found,) = (each for each in listed(tmp_path / "out") if each["indicator"] == "SCN002")
    assert (found["room"], found["unit"], found["alarm"]) == (ROOM, {"room": ROOM, "other": OTHER}, True)
    assert (found["k"], found["N"], found["since"]) == (200, 600, "2026-05-02")
    assert made.screened.between_rooms == 1
    sessions = {hand["session"] for hand in found["hands"]}
    assert sessions == {f"{ROOM}/S-01", f"{OTHER}/S-01"}
    assert len(found["hands"]) == 20
    alone = screened(here, tmp_path / "alone", None)
    assert alone.screened.between_rooms == 0


@pytest.mark.slow
def test_a_superseded_log_is_taken_out_and_two_of_a_session_are_named(texts, files, tmp_path):
    head, *lines = texts[0].splitlines()
    supersedes = {"sha256": hashlib.sha256(texts[0]).hexdigest(), "reason": "keyed twice", "by": "E-7"}
    kept = [line for line in lines if b'"void"' not in line]
    newer = b"\n".join([json.dumps({**json.loads(head), "supersedes": supersedes}).encode(), *kept])
    correction = written(tmp_path / "logs", "newer.ndjson", newer)
    screened([files[0]], tmp_path / "out")
    assert [each["unit"]["player"] for each in listed(tmp_path / "out")] == ["P1", "P1"]
    made = screened([correction], tmp_path / "out")
    assert listed(tmp_path / "out") == []
    assert made.screened.sessions == 1
    rival = written(tmp_path / "logs", "rival.ndjson", texts[0].replace(b'"recorded_by"', b'"recorded_by" '))
    twice = screened([files[0], rival], tmp_path / "rivals")
    named = [(each.what, each.reason) for each in twice.not_audited if each.what.startswith("screening")]
    assert named == [
        (
            f"screening of session S-00 of room {ROOM}",
            "there are several logs of it, and none says that it supersedes the others",
        )
    ]


@pytest.mark.slow
def test_a_run_that_does_not_screen_writes_as_before(files, tmp_path):
    plain = bulk(files[:1], tmp_path, ON_RECORD)
    assert plain.screened is None
    assert not (tmp_path / LIST).exists()
    assert not (tmp_path / "screening").exists()
    hands = rows(tmp_path, "hands")
    later = screened(files[:1], tmp_path)  # the log is read again for its statistics
    assert later.screened.sessions == 1
    assert rows(tmp_path, "hands") == hands
    assert [each.suffix for each in (tmp_path / "screening").rglob("*.*")] == [".msgpack"]


@pytest.mark.slow
def test_the_last_year_of_a_room_counts(files, tmp_path):
    path = logs_of("dead-winners")[0]
    before = written(tmp_path / "logs", "before.ndjson", text_of(path, 9, day="2025-12-30"))
    made = screened([files[0], before], tmp_path / "out")
    assert (made.screened.year, made.screened.sessions) == (2026, 1)
    assert {each["indicator"] for each in listed(tmp_path / "out")} == {"SCN006"}
    alone = screened([before], tmp_path / "alone")
    assert (alone.screened.year, alone.screened.sessions) == (2025, 1)
    assert {each["indicator"] for each in listed(tmp_path / "alone")} == {"SCN007"}


def test_a_log_that_another_version_screened_is_named_and_left_out(files, tmp_path):
    screened(files[:1], tmp_path / "out")
    (part,) = (tmp_path / "out" / "screening").rglob("*.msgpack")
    statistics, sums = msgspec.msgpack.decode(part.read_bytes())
    part.write_bytes(msgspec.msgpack.encode([as_of_version(statistics), sums_as_of_version(sums)]))
    made = screened(files[1:2], tmp_path / "out")
    assert made.screened.sessions == 1
    named = [(each.what, each.status) for each in made.not_audited if "statistics" in each.reason]
    assert named == [(f"screening of session S-00 of room {ROOM}", "left out")]
