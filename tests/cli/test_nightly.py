"""`auditor nightly` against a running service, night after night."""

import datetime as dt
import hashlib
import json

import pytest
import requests

from auditor.store import Store
from tests.cli import kit
from tests.cli.kit import call as run
from tests.http.earlier import kept
from tests.http.kit import ended
from tests.processes import COMMAND, Forked


@pytest.fixture
def night(url, tmp_path):
    def nightly(*args, **env):
        return run("nightly", "--url", url, "--state", tmp_path / "state.json", *args, **env)

    return nightly


@pytest.fixture
def send(url, tmp_path):
    def upload(data):
        path = tmp_path / "sent.ndjson"
        path.write_bytes(data)
        assert run("upload", "--url", url, path).status == 0

    return upload


def summary(done):
    """The labels and values of the text's head."""
    head = done.lines[: done.lines.index("")]
    return {line[:12].strip(): line[12:] for line in head}


def finished(url, answer):
    """An audit that was requested, once it has ended: on a busy machine it goes on for a while."""
    return ended(lambda: requests.get(f"{url}/v1/audits/{answer.json()['id']}", timeout=60).json())


def correction(before, **changes):
    """A right log that supersedes another."""
    digest = hashlib.sha256(before).hexdigest()
    return kit.right(supersedes={"sha256": digest, "reason": "net of hand 2", "by": "s-1"}, **changes)


@pytest.mark.slow
def test_what_is_new_tonight_persists_tomorrow_and_is_gone_once_it_is_corrected(night, send):
    send(kit.wrong())
    first = night()
    assert first.status == 1
    assert summary(first)["New audits"] == "1"
    assert summary(first)["Persisting"] == "none"
    new = [line.split("  ") for line in first.lines if line.startswith("new  ")]
    assert ["new", "discrepancy", "major", "SCR001", "WA-0417 s-1", "hand 2 seat 1 line 3", "WSGC-6d"] in [
        line[:7] for line in new
    ]
    second = night()
    assert second.status == 0
    assert summary(second)["New audits"] == "none"
    assert summary(second)["New"] == "none"
    assert summary(second)["Persisting"] == summary(first)["New"]
    send(correction(kit.wrong()))
    third = night()
    assert third.status == 0
    gone = [line.split("  ")[1:4] for line in third.lines if line.startswith("gone  ")]
    assert gone == [["discrepancy", "major", "SCR001"]] * 2
    fourth = night()
    assert (fourth.status, summary(fourth)["Gone"], summary(fourth)["New"]) == (0, "none", "none")


@pytest.mark.slow
def test_running_it_again_changes_nothing(night, send, url, tmp_path):
    send(kit.wrong())
    night()
    state = (tmp_path / "state.json").read_bytes()
    assert night().out == night().out
    assert (tmp_path / "state.json").read_bytes() == state
    assert night("--format", "json").json["audits"] == []


def test_nothing_on_record_at_all(night):
    done = night()
    assert (done.status, done.err) == (0, "")
    assert done.lines[-1] == "Nothing new at or above minor."


@pytest.mark.slow
def test_fail_on_and_undetermined_findings(night, send, tmp_path):
    send(kit.wrong())
    assert night("--fail-on", "critical").status == 0
    (tmp_path / "state.json").unlink()
    assert night("--fail-on", "major").status == 1


@pytest.mark.slow
def test_an_expected_log_that_is_missing_is_4(night, send):
    send(kit.right())
    common = ("--expect", "WA-0417", "--expect", "WA-0417/T1")
    assert night(*common, "--day", "2026-03-14").status == 0
    done = night(*common, "--expect", "WA-0417/T2", "--expect", "WA-0500", "--day", "2026-03-14")
    assert done.status == 4
    assert [line for line in done.lines if line.startswith("Missing")] == [
        "Missing     WA-0417/T2: there is no log of 2026-03-14",
        "Missing     WA-0500: there is no log of 2026-03-14",
    ]
    yesterday = night("--expect", "WA-0417")
    assert yesterday.status == 4


@pytest.mark.slow
def test_a_session_that_cannot_be_audited_is_3_and_holds_up_no_other(night, send, url, tmp_path):
    kept(Store(tmp_path / "store"), kit.right(ruleset="house-rules"))
    send(kit.wrong(session="s-2"))
    done = night()
    assert done.status == 3
    assert "house-rules" in summary(done)["Incomplete"]
    assert "WA-0417 s-2  hand 2 seat 1 line 3" in done.out
    assert done.lines[-1].startswith("Incomplete: ")
    assert night().status == 3  # it still cannot


@pytest.mark.slow
def test_a_day_goes_on_without_a_log_that_cannot_be_audited_and_the_night_says_which(
    night, send, url, tmp_path
):
    terms = {"time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "tables": 3}
    requests.put(f"{url}/v1/rooms/WA-0417", json=terms, timeout=30).raise_for_status()
    kept(Store(tmp_path / "store"), kit.right(session="s-2", ruleset="house-rules"))
    send(kit.wrong())
    done = night("--day", "2026-03-14")
    assert done.status == 3
    (line,) = (each for each in done.lines if each.startswith("Incomplete  "))
    assert line.startswith(
        "Incomplete  The gaming day 2026-03-14 of room WA-0417 is incomplete. Session 1 (WA-0417, s-2) names a ruleset that "
        "is not in the library."
    )
    assert "WA-0417 s-1  hand 2 seat 1 line 3" in done.out
    day = requests.get(f"{url}/v1/rooms/WA-0417/days/2026-03-14/report.json", timeout=30).json()["day"]
    assert [each["session"] for each in day["sittings"]] == ["s-1"]
    assert [each["session"] for each in day["skipped"]] == ["s-2"]


def test_sessions_in_two_currencies_are_audited_in_one_night_each_with_its_own(night, send, url, tmp_path):
    send(kit.wrong(session="s-1"))
    send(kit.wrong(session="s-2", currency="EUR"))
    kept(Store(tmp_path / "store"), kit.right(session="s-3", ruleset="house-rules"))
    send(kit.wrong(session="s-4"))
    done = night()
    assert done.status == 3
    assert "s-3" in summary(done)["Incomplete"]
    assert "currency" not in done.out
    for session in ("s-1", "s-2", "s-4"):
        assert f"WA-0417 {session}  hand 2 seat 1 line 3" in done.out
    audits = requests.get(f"{url}/v1/audits", timeout=60).json()["audits"]
    assert sorted(each["sessions"] for each in audits) == [[1, 4], [2]]


def test_audits_that_others_made_by_day_are_reported_at_night(night, send, url):
    import requests

    send(kit.wrong())
    made = requests.post(f"{url}/v1/audits", json={"pending": True}, timeout=30)
    assert made.status_code in (201, 202)  # on a busy machine it goes on, and the night waits for it
    done = night()
    assert done.status == 1
    assert summary(done)["New audits"] == "1"


@pytest.mark.slow
def test_an_audit_done_again_as_it_was_is_no_record_of_how_things_stand(night, send, url):
    send(kit.wrong())
    assert night().status == 1
    again = requests.post(f"{url}/v1/audits/1/again", json={"known": "then"}, timeout=60)
    assert finished(url, again)["state"] == "finished"
    assert summary(night())["New audits"] == "none"
    finished(url, requests.post(f"{url}/v1/audits/1/again", json={"known": "now"}, timeout=60))
    assert summary(night())["New audits"] == "3"  # the third audit, that of now


@pytest.mark.slow
def test_a_what_if_is_no_record_of_what_was_found(night, send, url):
    send(kit.right())
    night()
    asked = requests.post(f"{url}/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4"}, timeout=30)
    assert finished(url, asked)["counts"]["findings"] > 0
    done = night()
    assert (done.status, summary(done)["New"]) == (0, "none")


@pytest.mark.slow
def test_the_reports_of_new_audits_are_saved(night, send, tmp_path):
    send(kit.wrong())
    done = night("--pdf", tmp_path / "pdf")
    path = tmp_path / "pdf" / "audit-1.pdf"
    assert summary(done)["Report"] == str(path)
    assert path.read_bytes().startswith(b"%PDF-")
    path.unlink()
    night("--pdf", tmp_path / "pdf")
    assert not path.exists()


def test_the_json_has_every_key(night, send, url):
    send(kit.wrong())
    done = night("--format", "json", "--day", "2026-03-14")
    reported = done.json
    assert list(reported) == [
        "service", "day", "audits", "new", "persisting", "gone", "missing", "overdue", "overdue_answers", "incomplete",
        "register", "reports", "exit_status",
    ]  # fmt: skip
    assert (reported["service"], reported["day"], reported["audits"], reported["exit_status"]) == (
        url,
        "2026-03-14",
        [1],
        1,
    )
    assert done.status == 1
    assert {each["hand"] for each in reported["new"] if each["code"] == "SCR001"} == {2}
    assert all(len(each["fingerprint"]) == 32 for each in reported["new"])


@pytest.mark.slow
def test_results_that_could_not_be_printed_are_reported_the_next_time(night, send, url, tmp_path):
    send(kit.wrong())
    with (
        open("/dev/full", "wb") as full,
        Forked(
            COMMAND, "nightly", "--url", url, "--state", tmp_path / "state.json", output=full.fileno(),
            environment=kit.environment(),
        ) as process,
    ):  # fmt: skip
        assert process.wait(60) == 74
    assert night().status == 1


@pytest.mark.slow
def test_another_store_at_the_same_address_is_reported_from_the_start(night, send, tmp_path):
    send(kit.wrong())
    night()
    path = tmp_path / "state.json"
    state = json.loads(path.read_bytes())
    state["cursor"] = state["cursor"].partition("-")[0] + "-" + "0" * 32
    path.write_text(json.dumps(state))
    assert night().status == 1


def test_a_state_file_that_is_something_else_is_left_alone(night, tmp_path):
    path = tmp_path / "state.json"
    path.write_text("my notes")
    done = night()
    assert done.status == 2
    assert "is no state file" in done.err
    path.write_text('{"format":"cardroom-nightly/1","service":"http://127.0.0.1:9","told":[]}')
    done = night()
    assert done.status == 2
    assert "is of the service at http://127.0.0.1:9" in done.err


@pytest.mark.slow
def test_a_state_file_of_the_first_format_is_replaced_and_everything_is_new(night, send, url, tmp_path):
    send(kit.wrong())
    night()
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"format": "cardroom-nightly/1", "service": url, "told": []}))
    done = night()
    assert done.status == 1
    assert "is of an earlier version (cardroom-nightly/1) and is replaced" in done.err
    assert json.loads(path.read_bytes())["format"] == "cardroom-nightly/2"
    again = night()
    assert (again.status, again.err) == (0, "")


def test_a_cursor_that_is_none_is_reported_and_the_state_stays(night, send, url, tmp_path):
    path = tmp_path / "state.json"
    state = json.dumps({"format": "cardroom-nightly/2", "service": url, "cursor": "yesterday"})
    path.write_text(state)
    done = night()
    assert (done.status, path.read_text()) == (3, state)
    assert "'yesterday' is not a cursor." in done.err


@pytest.mark.slow
def test_the_state_is_kept_in_its_usual_place(url, tmp_path):
    run("upload", "--url", url, kit.SAMPLE)
    run("nightly", "--url", url, XDG_STATE_HOME=str(tmp_path / "xdg"))
    (path,) = (tmp_path / "xdg" / "cardroom-auditor").iterdir()
    assert path.name == f"nightly-127-0-0-1-{url.rpartition(':')[2]}.json"


def test_no_service_is_5(tmp_path):
    done = run("nightly", "--url", "http://127.0.0.1:1", "--state", tmp_path / "s")
    assert (done.status, done.out) == (5, "")
    assert "cannot be reached" in done.err


@pytest.mark.parametrize("wrong", [("--expect", "/T1"), ("--expect", "WA-0417/"), ("--day", "14 March")])
def test_wrong_usage_is_said_before_the_service_is_asked(wrong, tmp_path):
    done = run("nightly", "--url", "http://127.0.0.1:1", "--state", tmp_path / "s", *wrong)
    assert done.status == 2
    assert "Usage: auditor nightly" in done.err


@pytest.mark.slow
def test_open_points_are_counted_and_listed_only_when_they_count(night, url):
    run("upload", "--url", url, kit.SAMPLE)
    reported = night().lines
    assert [line for line in reported if "  undetermined  note  " in line] == []
    (line,) = [line for line in reported if line.startswith("new  undetermined  ")]
    assert line.endswith("that the controls leave open; --count-undetermined lists them.")


@pytest.mark.slow
def test_open_points_are_listed_where_they_count(night, url):
    run("upload", "--url", url, kit.SAMPLE)
    reported = night("--count-undetermined", "--fail-on", "note").lines
    listed = [line for line in reported if line.startswith("new  undetermined  note  ")]
    assert any("  SCR004  WA-0417 2026-03-14-T3  hands 4, 7, " in line for line in listed)


# ---------------------------------------------------------------- gaming days of rooms on record


@pytest.fixture
def room(url):
    zone = ("--time-zone", "America/Los_Angeles", "--gaming-day-begins", "06:00", "--from", "2026-03-14")
    assert run("rooms", "put", "WA-0417", "--url", url, *zone).status == 0


@pytest.mark.slow
def test_a_rooms_gaming_day_is_audited_as_a_whole_and_again_when_a_log_comes_late(
    room, night, send, tmp_path
):
    send(kit.right(number=1))
    first = night("--day", "2026-03-14", "--pdf", tmp_path / "pdf")
    assert summary(first)["New audits"] == "1"
    path = tmp_path / "pdf" / "day-WA-0417-2026-03-14.pdf"
    assert summary(first)["Report"] == str(path)
    assert path.read_bytes().startswith(b"%PDF-")
    assert summary(night("--day", "2026-03-14"))["New audits"] == "none"
    send(kit.right(session="s-3", number=3, table="T2", opened_at="2026-03-14T19:00:00-07:00"))
    late = night("--day", "2026-03-14")
    assert summary(late)["New audits"] == "2"
    assert [line.split("  ")[3] for line in late.lines if "LOG009" in line] == ["LOG009"]
    send(kit.right(session="s-2", number=2, table="T3", opened_at="2026-03-14T20:00:00-07:00"))
    mended = night("--day", "2026-03-14")
    assert [line.split("  ")[0] for line in mended.lines if "LOG009" in line] == ["gone"]


def test_a_day_without_a_log_is_reported_once(room, night):
    first = night("--day", "2026-03-15")
    assert first.status == 1
    assert [[each.strip() for each in line.split("  ")[:5]] for line in first.lines if "LOG011" in line] == [
        ["new", "violation", "major", "LOG011", "WA-0417"],
    ]  # fmt: skip
    again = night("--day", "2026-03-15")
    assert (again.status, summary(again)["New"]) == (0, "none")


@pytest.mark.slow
def test_a_room_that_is_closed_is_expected_to_have_no_log(room, night, url):
    """It is licensed for no table from that day on."""
    terms = {
        "time_zone": "America/Los_Angeles",
        "gaming_day_begins": "06:00",
        "tables": 0,
        "from": "2026-03-15",
    }
    assert requests.put(f"{url}/v1/rooms/WA-0417", json=terms, timeout=30).status_code == 200
    after = night("--day", "2026-03-16")
    assert (after.status, summary(after)["New audits"]) == (0, "none")
    last = night("--day", "2026-03-15")  # the last day on which it was open is reported the night after, too
    assert summary(last)["New"] == "1 finding on days of 1 room (1 major)"
    assert [line.split(": ")[0].rpartition("  ")[2] for line in last.lines if "LOG011" in line] == [
        "Gaming day 2026-03-14 of room WA-0417"
    ]


@pytest.mark.slow
def test_what_only_the_day_shows_stays_when_a_session_is_audited_alone(room, night, send, url):
    """Two sessions have one number, which is reported for the second; an audit of that session alone withdraws nothing."""
    send(kit.right(number=1))
    send(kit.right(session="s-2", number=1, table="T2", opened_at="2026-03-14T19:00:00-07:00"))
    first = night("--day", "2026-03-14")
    assert [line.split("  ")[0] for line in first.lines if "LOG010" in line] == ["new"]
    for number in (1, 2):
        alone = requests.post(f"{url}/v1/audits", json={"sessions": [number]}, timeout=60)
        assert alone.status_code == 201
    again = night("--day", "2026-03-14", "--format", "json").json
    assert [each["code"] for each in again["gone"]] == []
    assert "LOG010" in [each["code"] for each in again["persisting"]]


@pytest.mark.slow
def test_a_day_that_is_not_over_gives_way_to_the_day_before_with_its_tables(url, night):
    """The night ends at half past five, and the room's day at six: what is over is the day before."""
    today = dt.datetime.now(dt.UTC).date()
    begins = (today - dt.timedelta(days=3)).isoformat()
    hour = ("--time-zone", "Pacific/Pago_Pago", "--gaming-day-begins", "23:59", "--from", begins)
    assert run("rooms", "put", "WA-0417", "--url", url, *hour).status == 0
    last = today - dt.timedelta(days=1)  # over at the earliest a day and a half from its noon in that zone
    while requests.put(f"{url}/v1/rooms/WA-0417/days/{last}/audit", timeout=60).status_code == 409:
        last -= dt.timedelta(days=1)
    running = (last + dt.timedelta(days=1)).isoformat()
    reported = night("--day", running, "--expect", "WA-0417/T9")
    days = requests.get(f"{url}/v1/rooms/WA-0417/days/{last}", timeout=60).json()["audits"]
    assert len(days) == 2  # without tables, and with T9
    assert requests.get(f"{url}/v1/rooms/WA-0417/days/{running}", timeout=60).json()["audits"] == []
    assert any("LOG011" in line for line in reported.lines)


def test_a_day_before_the_rooms_first_terms_is_not_audited(room, night):
    assert summary(night("--day", "2026-03-01"))["New audits"] == "none"


@pytest.mark.slow
def test_a_room_whose_last_log_is_overdue_is_reported_though_nothing_else_happens(night, send, url):
    room = (
        "rooms",
        "put",
        "WA-0417",
        "--url",
        url,
        "--time-zone",
        "America/Los_Angeles",
        "--from",
        "2026-03-14",
    )
    assert run(*room, "--log-every", 2, "--overdue-after", 6).status == 0
    shown = run("rooms", "--url", url).lines
    assert "a log every 2 gaming days, overdue after 6 h" in shown[0]
    send(kit.right())
    night("--day", "2026-03-14")
    again = night("--day", "2026-03-14")
    assert again.status == 4
    overdue = summary(again)["Overdue"]
    assert overdue.startswith(
        "WA-0417: its last log is of 2026-03-14; that of 2026-03-16 was due 2026-03-17T13:00:00Z, "
    )
    assert again.lines[-1] == "1 room with an overdue log."
    (found,) = night("--day", "2026-03-14", "--format", "json").json["overdue"]
    assert (found["room"], found["last_day"], found["day"]) == ("WA-0417", "2026-03-14", "2026-03-16")
    assert run(*room).status == 0
    assert night("--day", "2026-03-14").status == 0


def test_hours_until_overdue_need_how_often_a_log_is_expected(url):
    done = run(
        "rooms", "put", "WA-0417", "--url", url, "--time-zone", "America/Los_Angeles", "--overdue-after", 6
    )
    assert (done.status, "--overdue-after needs --log-every DAYS." in done.err) == (2, True)
