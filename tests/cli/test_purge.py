"""`auditor purge` and `auditor holds`: what they print, and with which status they end."""

import getpass

import pytest

from auditor.store import Store
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import ended, log, serving
from tests.http.past import old_log, upload
from tests.services import application, listening


@pytest.fixture
def data(tmp_path):
    """A folder with a session whose time is over, its audit, and a session of this year."""
    folder = tmp_path / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        upload(client, old_log())
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        upload(client, log(session="S-new", closed_at="2026-03-14T23:00:00-07:00"))
    return folder


def is_purged(data, number=1):
    store = Store(data)
    found = store.sessions.get(number).purged
    store.close()
    return found


def test_without_yes_it_lists_and_changes_nothing(data):
    done = call("purge", "--data", data)
    assert (done.status, done.err) == (0, "")
    assert done.lines[0] == (
        "due     session WA-0417 S-old, 2015-03-14: kept until 2018-06-30, wsgc:retention.years (external:WAC-230-06-070-5)"
    )
    assert done.lines[1].endswith(f"{len(old_log())} bytes")
    assert done.lines[2:] == [
        f"May be purged: 1 (1 file, {len(old_log())} bytes); --yes does it. Held: 0.",
        "In their time: 1; the next may be purged on 2029-07-01.",
    ]
    assert is_purged(data) is None


@pytest.mark.slow
def test_with_yes_it_purges_what_it_listed_and_names_who_did(data):
    done = call("purge", "--data", data, "--yes")
    assert (done.status, done.err) == (0, "")
    assert done.lines[0].startswith("purged  session WA-0417 S-old, 2015-03-14: kept until 2018-06-30")
    assert done.lines[2:5] == [
        "        with the findings of audit 1",
        f"Purged: 1 (1 file, {len(old_log())} bytes). Held: 0. Left: 0.",
        "In their time: 1; the next may be purged on 2029-07-01.",
    ]
    assert is_purged(data).by == getpass.getuser()
    assert is_purged(data, 2) is None
    assert call("purge", "--data", data, "--yes").lines[0] == "Nothing may be purged."


@pytest.mark.slow
def test_programs_get_the_ground_the_digest_and_the_outcome(data):
    (listed,) = call("purge", "--data", data, "--format", "json").json["due"]
    assert (listed["room"], listed["session"], listed["first_day"], listed["last_day"]) == (
        "WA-0417", "S-old", "2015-03-14", "2015-03-14",
    )  # fmt: skip
    assert (listed["fiscal_year_ends"], listed["years"], listed["kept_until"], listed["clause"]) == (
        "2015-06-30", 3, "2018-06-30", "external:WAC-230-06-070-5",
    )  # fmt: skip
    assert (listed["audited"], listed["held"], listed["purged"], listed["audits"]) == (True, [], False, [])
    (done,) = call("purge", "--data", data, "--yes", "--by", "Dana", "--format", "json").json["due"]
    assert (done["purged"], done["left"], done["audits"]) == (True, None, [1])
    assert is_purged(data).by == "Dana"


@pytest.mark.of_the_file
def test_copies_beside_the_store_are_named(data):
    copy = data / "auditor.sqlite.before-0016"
    copy.write_bytes(b"")
    done = call("purge", "--data", data, "--yes")
    assert done.lines[-1] == (
        f"{copy} is a copy of the store and still has what is purged. Remove it when you no longer need it."
    )


def test_a_folder_without_a_store_is_refused_and_not_made(tmp_path):
    done = call("purge", "--data", tmp_path / "slip")
    assert (done.status, "is not the data folder of a service" in done.err) == (2, True)
    assert not (tmp_path / "slip").exists()


@pytest.mark.slow
def test_it_purges_beside_a_running_service(tmp_path):
    with serving(tmp_path / "data") as server:
        assert server.post_log(old_log()).status_code == 201
        server.post_audit(sessions=[1])
        assert ended(lambda: server.get("/v1/audits/1").json())["counts"]["findings"] > 0
        done = call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana")
        assert (done.status, done.err) == (0, "")
        assert server.get("/v1/sessions/1/log").status_code == 410
        assert server.get("/v1/audits/1/report.json").status_code == 410
        assert server.post_log(log(session="S-2")).status_code == 201
        assert server.get("/healthz").json()["status"] == "ok"
        assert call("doctor", "--data", tmp_path / "data").status == 0


def test_holds_are_made_listed_and_lifted(tmp_path):
    with listening(tmp_path / "data") as url:
        assert call("rooms", "put", "WA-0417", "--time-zone", "America/Los_Angeles", "--url", url).status == 0
        none = call("holds", "list", "--url", url)
        assert (none.status, none.out) == (0, "")
        assert "There is no hold" in none.err
        made = call("holds", "make", "WA-0417", "--from", "2015-03-01", "--until", "2015-03-31", "--reason", "case 12",
                    "--by", "Agent 12", "--url", url)  # fmt: skip
        assert made.out.startswith(
            "1  WA-0417, every session, from 2015-03-01 until 2015-03-31: case 12 (Agent 12, 20"
        )
        slip = call("holds", "make", "WA-0417", "--session", "S-9", "--reason", "case 12", "--url", url)
        assert (slip.status, "has no session 'S-9' on record" in slip.err) == (2, True)
        lifted = call("holds", "lift", "1", "--reason", "closed", "--by", "Agent 7", "--url", url)
        assert lifted.out.endswith("by Agent 7: closed\n")
        assert call("holds", "lift", "1", "--reason", "closed", "--url", url).status == 2
        assert len(call("holds", "list", "--url", url).lines) == 1
        assert call("holds", "list", "--in-force", "--format", "json", "--url", url).json == []


def test_what_is_held_is_listed_with_the_hold_and_left(tmp_path):
    with listening(tmp_path / "data") as url:
        assert call("rooms", "put", "WA-0417", "--time-zone", "America/Los_Angeles", "--url", url).status == 0
        (tmp_path / "old.ndjson").write_bytes(old_log())
        assert call("upload", tmp_path / "old.ndjson", "--url", url).status == 0
        call("holds", "make", "WA-0417", "--reason", "case 12", "--by", "Agent 12", "--url", url)
        done = call("purge", "--data", tmp_path / "data", "--yes")
        assert done.status == 0
        assert done.lines[0].startswith("held    session WA-0417 S-old, 2015-03-14")
        assert done.lines[1] == "        it was never audited"
        assert done.lines[3].endswith("by Agent 12: case 12")
        call("holds", "lift", "1", "--reason", "closed", "--url", url)
        assert call("purge", "--data", tmp_path / "data", "--yes").lines[0].startswith("purged ")
        again = call("upload", tmp_path / "old.ndjson", "--url", url)
        assert (again.status, "It is not stored again." in again.err + again.out) == (2, True)
