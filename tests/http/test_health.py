"""Health tells the truth: what is wrong, in words, and that what still works goes on."""

import shutil
from pathlib import Path

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.doctor import examine
from auditor.errors import ControlsUnreadable
from auditor.free_space import free_space
from auditor.health import HealthProblem, for_anybody, health
from auditor.registry import Registry
from auditor.store.recheck import recheck
from auditor.store.store import FILE
from rules.controls.library import library
from tests import altered_stores
from tests.http.filing import log as room_log
from tests.http.filing import put_room, surrender, surrendered
from tests.http.kit import NDJSON, ended, hand_line, log, long_log, serving
from tests.processes import COMMAND, Forked
from tests.rules.filed import controls
from tests.services import application, unprotected

AT = "2026-03-15T08:00:00.000000Z"
GONE = "is not there any more: "


def reasons(answer):
    return [(each["part"], each["status"]) for each in answer.json["reasons"]]


def test_a_healthy_service_has_no_reasons(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json["status"], answer.json["reasons"]) == (200, "ok", [])
    assert answer.json["register"] == "unwitnessed"
    assert client.get("/healthz/live").json == {"status": "ok"}
    assert client.get("/healthz/ready").json == {"status": "ok", "reasons": []}


NAMED = "audit 1 of WA-0417, session 2026-03-14-T3"  # as the reason of a damaged row may name what it is of


@pytest.mark.parametrize(
    ("wanted", "is_told"),
    [
        (NewKey("automation", "nightly", person=False, all_rooms=True), True),
        (NewKey("administrator", "Dana Reyes"), True),
        (NewKey("automation", "nightly", person=False, rooms=["WA-0500"]), False),
        (NewKey("room", "Dana Reyes", rooms=["WA-0417"]), False),
        (None, False),
    ],
)
def test_what_names_a_room_is_told_to_who_may_read_metrics(tmp_path, monkeypatch, wanted, is_told):
    with application(tmp_path / "data", open_to_all=False) as app:
        store = app.extensions["auditor"].store
        headers = {}
        if wanted is not None:
            _, written = keys.make(store, wanted)
            headers = {"Authorization": f"Bearer {written}"}
        store.damage.note("audits", "1", f"What is on record of {NAMED} was altered.")
        monkeypatch.setenv("AUDITOR_LEAST_FREE", str(10**18))  # a reason that names nothing
        for path, status in (("/healthz", "failing"), ("/healthz/ready", "failing")):
            answer = app.test_client().get(path, headers=headers)
            assert (answer.status_code, answer.json["status"]) == (503, status)
            disk = next(each for each in answer.json["reasons"] if each["part"] == "disk")
            assert "bytes free, fewer than" in disk["reason"]
            assert (NAMED in answer.text) == (is_told and path == "/healthz")
        found = app.test_client().get("/healthz", headers=headers).json["reasons"]
        (of_results,) = [each for each in found if each["part"] == "results"]
        if not is_told:
            assert of_results == {
                "part": "results", "status": "degraded",
                "reason": "Something is wrong with: results. Bring a key that may read /metrics to see what "
                "it is; `auditor doctor` and the service's log say it, too.",
            }  # fmt: skip


@pytest.mark.of_the_file
@pytest.mark.parametrize("brought", ["Bearer nonsense", "Basic YTpi", "Bearer crk_x_y", ""])
def test_a_key_that_is_none_does_not_stop_who_looks_at_the_health(tmp_path, brought):
    with application(tmp_path / "data", open_to_all=False) as app:
        answer = app.test_client().get("/healthz", headers={"Authorization": brought})
        assert (answer.status_code, answer.json["status"]) == (200, "ok")
        store = app.extensions["auditor"].store
        _, written = keys.make(store, NewKey("automation", "nightly", all_rooms=True))
        store.connections.path.rename(tmp_path / "elsewhere")  # no key can be looked up
        answer = app.test_client().get("/healthz", headers={"Authorization": f"Bearer {written}"})
        assert (answer.status_code, [each["part"] for each in answer.json["reasons"]]) == (503, ["store"])


def test_a_room_is_not_named_by_any_reason_without_a_key():
    """Parts that are not known to name nothing are told in general, those that come later too."""
    made = [
        HealthProblem(part, "degraded", f"{part}: {NAMED}")
        for part in ("record", "controls", "webhooks", "new")
    ]
    assert [(each.part, NAMED in each.reason) for each in for_anybody([*made, *made])] == [
        ("record", False), ("controls", False), ("webhooks", False), ("new", False),
    ]  # fmt: skip


# ----------------------------------------------------------------------------------------------- the disk


def test_a_disk_with_little_space_is_degraded_and_one_with_almost_none_is_failing(
    client, monkeypatch, tmp_path
):
    free = shutil.disk_usage(tmp_path).free
    monkeypatch.setenv("AUDITOR_LEAST_FREE", str(free * 2))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json["status"], reasons(answer)) == (
        200,
        "degraded",
        [("disk", "degraded")],
    )
    assert f"fewer than {free * 2:,}" in answer.json["reasons"][0]["reason"]
    assert client.get("/healthz/ready").status_code == 200
    monkeypatch.setenv("AUDITOR_LEAST_FREE", str(free * 20))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json["status"]) == (503, "failing")
    assert client.get("/healthz/ready").status_code == 503
    assert client.get("/healthz/live").status_code == 200


def test_the_limit_is_a_gigabyte_or_a_hundredth_of_a_small_disk(tmp_path):
    total = shutil.disk_usage(tmp_path).total
    assert free_space(tmp_path)[1] == min(1 << 30, total // 100)
    assert free_space(tmp_path, 17)[1] == 17


@pytest.mark.of_the_file
def test_a_full_store_answers_503_and_keeps_nothing(client, service):
    db = service.store.connections.db
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages}")
    answer = client.post("/v1/sessions", data=log(*map(hand_line, range(1, 400))), content_type=NDJSON)
    assert (answer.status_code, answer.json["type"]) == (
        503,
        "urn:cardroom-auditor:problem:store-unavailable",
    )
    db.execute("PRAGMA max_page_count = 0")
    db.execute("PRAGMA max_page_count = 1000000")
    assert client.get("/v1/sessions").json["sessions"] == []


NO_ROOM = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, 2 << 20))"


@pytest.mark.of_the_file
@pytest.mark.slow
def test_a_disk_without_room_keeps_all_that_was_acknowledged_and_nothing_else(tmp_path: Path):
    kept: dict[str, bytes] = {}
    with serving(tmp_path, settings=NO_ROOM) as server:  # no file of it may grow beyond 2 MB
        while True:
            session = f"S-{len(kept)}"
            body = long_log(300, session=session)
            answer = server.post_log(body)
            if answer.status_code != 201:
                break
            kept[session] = body
        unavailable = (503, "urn:cardroom-auditor:problem:store-unavailable")
        assert (answer.status_code, answer.json()["type"]) == unavailable
        assert len(kept) > 2
        for number, log_of_it in enumerate(kept.values(), 1):
            assert server.get(f"/v1/sessions/{number}/log").content == log_of_it
        server.kill()
    with serving(tmp_path) as server:  # there is room again
        assert [each["session"] for each in server.get("/v1/sessions").json()["sessions"]] == [*kept]
        assert server.post_log(body).status_code == 201
        audit = server.post_audit(sessions=[len(kept) + 1]).json()
        assert ended(lambda: server.get(f"/v1/audits/{audit['id']}").json())["state"] == "finished"
        server.stop()
    assert [fault for each in examine(tmp_path / FILE).checks for fault in each.faults] == []


# ----------------------------------------------------------------------------------------------- the data folder


@pytest.mark.slow
def test_an_upload_into_a_folder_that_was_removed_is_not_acknowledged(tmp_path: Path):
    data = tmp_path / "data"
    with serving(data) as server:
        assert server.post_log(log(session="S-1")).status_code == 201
        data.rename(tmp_path / "elsewhere")
        for body in (log(session="S-2"), log(session="S-1")):  # a new log, and one that is on record
            answer = server.post_log(body)
            assert (answer.status_code, GONE in answer.json()["detail"]) == (503, True), answer.text
        ill = server.get("/healthz")
        assert (ill.status_code, ill.json()["status"], ill.json()["store"]) == (503, "failing", False)
        assert GONE in ill.json()["reasons"][0]["reason"]
        assert server.get("/healthz/live").status_code == 200
        assert server.get("/healthz/ready").status_code == 503
        assert not data.exists()  # and none is made in its place
        (tmp_path / "elsewhere").rename(data)
        assert server.get("/healthz").json()["status"] == "ok"
        assert server.post_log(log(session="S-2")).status_code == 201
        server.kill()
    with serving(data) as server:
        assert [each["session"] for each in server.get("/v1/sessions").json()["sessions"]] == ["S-1", "S-2"]


@pytest.mark.of_the_file
@pytest.mark.slow
def test_an_upload_into_a_file_that_was_replaced_is_not_acknowledged(tmp_path: Path):
    data = tmp_path / "data"
    with serving(data) as server:
        server.post_log(log(session="S-1"))
        shutil.copyfile(data / FILE, data / "copy")
        (data / "copy").rename(data / FILE)
        for _ in range(5):  # whichever thread answers, also one whose connection is new
            answer = server.post_log(log(session="S-2"))
            assert (answer.status_code, "is another file than" in answer.json()["detail"]) == (503, True)
        ill = server.get("/healthz").json()
        assert (ill["status"], ill["reasons"][0]["part"]) == ("failing", "store")


@pytest.mark.of_the_file
def test_a_store_without_its_log_of_changes_takes_nothing(client, service, tmp_path):
    (tmp_path / "data" / f"{FILE}-wal").unlink()
    answer = client.post("/v1/sessions", data=log(), content_type=NDJSON)
    assert (answer.status_code, "has lost its log of changes" in answer.json["detail"]) == (503, True)
    assert client.get("/healthz").json["status"] == "failing"


@pytest.mark.of_the_file
def test_a_store_whose_log_of_changes_was_replaced_takes_nothing(client, service, tmp_path):
    """Another program may have made a new one: what is written now would go to the one that is gone."""
    wal = tmp_path / "data" / f"{FILE}-wal"
    shutil.copyfile(wal, tmp_path / "copy")
    (tmp_path / "copy").rename(wal)
    answer = client.post("/v1/sessions", data=log(), content_type=NDJSON)
    assert (answer.status_code, "has lost its log of changes" in answer.json["detail"]) == (503, True)
    assert client.get("/healthz").json["status"] == "failing"


# ----------------------------------------------------------------------------------------------- the schema


def migrated_by_a_later_version(data: Path) -> None:
    with altered_stores.altering(data) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('auditor', '9999_later', 'then')"
        )


def test_a_store_that_a_later_version_changed_meanwhile_is_failing(client, tmp_path):
    migrated_by_a_later_version(tmp_path / "data")
    answer = client.get("/healthz")
    assert (answer.status_code, reasons(answer)) == (503, [("schema", "failing")])
    assert "(9999_later). Restart the service with that version" in answer.json["reasons"][0]["reason"]


@pytest.mark.slow
def test_a_store_of_a_later_version_is_not_opened(tmp_path):
    with serving(tmp_path / "data") as server:
        server.stop()
    migrated_by_a_later_version(tmp_path / "data")
    with Forked(COMMAND, "serve", "--port", 0, "--data", tmp_path / "data", errors=True) as done:
        said = done.stdout.read()
    assert done.returncode == 2
    assert "made by a later version of the program (it has 9999_later); start that version" in said


# ----------------------------------------------------------------------------------------------- damage


def test_damaged_evidence_is_noted_never_given_out_and_healed_by_the_right_bytes(client, service):
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE evidence SET body = substr(body, 2)")
    assert client.get("/healthz").json["status"] == "ok"  # nobody has read it
    answer = client.get("/v1/sessions/1/log")
    assert (answer.status_code, answer.json["type"]) == (500, "urn:cardroom-auditor:problem:evidence-damaged")
    ill = client.get("/healthz")
    assert (ill.status_code, ill.json["status"], reasons(ill)) == (
        200,
        "degraded",
        [("evidence", "degraded")],
    )
    assert "The evidence of session 1 is no longer what was received" in ill.json["reasons"][0]["reason"]
    assert client.post("/v1/sessions", data=log(hand_line(7)), content_type=NDJSON).status_code == 409
    assert client.post("/v1/sessions?dry_run=true", data=log(), content_type=NDJSON).status_code == 200
    assert client.get("/v1/sessions/1/log").status_code == 500  # a dry run mends nothing
    assert client.post("/v1/sessions", data=log(), content_type=NDJSON).status_code == 200
    assert client.get("/v1/sessions/1/log").get_data() == log()
    assert client.get("/healthz").json["status"] == "ok"
    (repair,) = service.store.connections.db.query("SELECT * FROM repairs")
    assert (repair["subject"], repair["found_size"]) == ("evidence", len(log()) - 1)
    assert repair["sha256"] == client.get("/v1/sessions/1").json["sha256"]


def test_damage_that_was_put_right_from_outside_is_forgotten_at_the_next_start(client, service):
    client.post("/v1/sessions", data=log(hand_line(1, (0, 0, 0, 0))), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE evidence SET body = x'00'")
        (chunk,) = db.execute("SELECT body FROM result_chunks WHERE list = 'findings'").fetchone()
        db.execute("UPDATE result_chunks SET body = x'00' WHERE list = 'findings'")
    assert client.get("/v1/sessions/1/log").status_code == 500
    assert client.get("/v1/audits/1/findings").status_code == 500
    noticed = [("evidence", "degraded"), ("results", "degraded")]
    assert sorted(reasons(client.get("/healthz"))) == noticed
    assert recheck(service.store.connections, service.store.damage, service.store.authority) == 2
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE evidence SET body = ?", [log(hand_line(1, (0, 0, 0, 0)))])
        db.execute("UPDATE result_chunks SET body = ? WHERE list = 'findings'", [chunk])
    assert sorted(reasons(client.get("/healthz"))) == noticed
    assert recheck(service.store.connections, service.store.damage, service.store.authority) == 0
    assert client.get("/healthz").json["reasons"] == []
    assert client.get("/v1/audits/1/findings").status_code == 200


@pytest.mark.slow
def test_an_issued_report_that_somebody_emptied_stays_damaged(client, service):
    client.post("/v1/sessions", data=log(hand_line(1, (0, 0, 0, 0))), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    pulled = client.post("/v1/audits/1/reports", json={}).json["links"]["pdf"]
    body = client.get(pulled).data
    for left, damaged in ((b"", 1), (body[:-1], 1), (body, 0)):
        with unprotected(service.store.connections.db) as db:
            db.execute("UPDATE reports SET body = ?", [left])
        assert client.get(pulled).status_code == (500 if damaged else 200)
        assert recheck(service.store.connections, service.store.damage, service.store.authority) == damaged
        noticed = [("record", "degraded")] if damaged else []
        assert reasons(client.get("/healthz")) == noticed


def test_refused_bytes_that_were_damaged_are_healed_too(client, service):
    client.post("/v1/sessions", data=b"no log", content_type=NDJSON)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE evidence SET body = x'00'")
    assert client.post("/v1/sessions", data=b"no log", content_type=NDJSON).status_code == 422
    assert service.store.connections.db.execute("SELECT body FROM evidence").fetchone() == (b"no log",)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("sql", "wrong", "right"),
    [
        ("UPDATE result_chunks SET body = x'00' WHERE list = 'findings'",
         ("findings", "report.json", "report.pdf", "findings.csv"), ("incidents", "incidents.csv")),
        ("DELETE FROM result_chunks WHERE list = 'findings'", ("findings", "report.json", "report.pdf"), ("incidents",)),
        ("UPDATE incidents SET incident = json_set(incident, '$.title', 'x')", ("incidents", "report.json", "incidents.csv"),
         ("findings", "findings.csv")),
        ("UPDATE result_chunks SET body = x'00' WHERE list = 'coverage'", ("report.json", "report.pdf"),
         ("findings", "incidents")),
    ],
)  # fmt: skip
def test_a_damaged_result_is_never_given_out(client, service, sql, wrong, right):
    body = log(hand_line(1, (0, 0, 0, 0)), hand_line(2, (0, 0, 0, 0)))
    client.post("/v1/sessions", data=body, content_type=NDJSON)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["counts"]["findings"] > 2
    with unprotected(service.store.connections.db) as db:
        db.execute(sql)
    for path in wrong:
        answer = client.get(f"/v1/audits/1/{path}")
        assert (answer.status_code, answer.json["type"]) == (
            500,
            "urn:cardroom-auditor:problem:result-damaged",
        ), path
        assert "The result of audit 1 is no longer what was stored" in answer.json["detail"]
    for path in right:
        assert client.get(f"/v1/audits/1/{path}").status_code == 200, path
    assert ("results", "degraded") in reasons(client.get("/healthz"))
    again = client.post("/v1/audits/1/again", json={"known": "then"}).json
    assert (again["id"], again["state"]) == (2, "finished")
    assert client.get("/v1/audits/2/report.json").status_code == 200


@pytest.mark.slow
def test_an_audit_whose_own_row_was_altered_is_not_done_again_from_it(client, service):
    client.post("/v1/sessions", data=log(hand_line(1, (0, 0, 0, 0))), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE audits SET summary = json_set(summary, '$.hands', 7)")
    for path in ("", "/report.json", "/report.pdf", "/findings"):
        answer = client.get(f"/v1/audits/1{path}")
        assert (answer.status_code, answer.json["type"]) == (
            503,
            "urn:cardroom-auditor:problem:record-damaged",
        )
        assert "What the store has of audit 1 is not what was written" in answer.json["detail"]
    assert ("results", "degraded") in reasons(client.get("/healthz"))
    assert client.post("/v1/audits/1/again", json={"known": "then"}).status_code == 503
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    assert client.get("/v1/audits/2/findings").status_code == 200
    # The incidents of its report were found by the altered one first.
    assert client.get("/v1/audits/2/report.json").status_code == 503


def test_a_session_whose_row_was_altered_is_of_the_record(client, service):
    client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE sessions SET hands = 7")
    assert client.get("/v1/sessions/1").json["type"] == "urn:cardroom-auditor:problem:record-damaged"
    assert ("record", "degraded") in reasons(client.get("/healthz"))
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE sessions SET hands = 1")
    assert recheck(service.store.connections, service.store.damage, service.store.authority) == 0
    assert client.get("/v1/sessions/1").json["hands"] == 1


def test_a_page_of_findings_whose_own_chunk_is_whole_is_given_out(client, service):
    body = log(*(hand_line(number, (0, 0, 0, 0)) for number in range(1, 41)))
    client.post("/v1/sessions", data=body, content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE result_chunks SET body = x'00' WHERE list = 'findings' AND number = 1")
    assert client.get("/v1/audits/1/findings?page_size=64").status_code == 200
    assert client.get("/v1/audits/1/findings?page_size=64&page=2").status_code == 500


# ----------------------------------------------------------------------------------------------- approved controls


def approved_in(client, room, base="wsgc-2-4@1"):
    """A room with approved controls that extend a ruleset; the controls' name."""
    put_room(client, room)
    name = f"{room.lower()}-thirteen"
    text = controls(1, "2026-01-01", surrender=surrender(2)).replace("wa-0417-thirteen", name)
    address = f"/v1/rooms/{room}/controls"
    filed = client.post(address, data=text.replace("wsgc-2-4@1", base), content_type="application/toml")
    assert filed.status_code == 201
    assert client.post(f"{address}/{name}/1/submit", json={"by": "room"}).status_code == 200
    approval = {"by": "agent", "reference": "L"}
    assert client.post(f"{address}/{name}/1/approve", json=approval).status_code == 200
    return name


@pytest.fixture
def two_rooms(client):
    """Two rooms with approved controls, and a log of each."""
    for room in ("WA-0417", "WA-0500"):
        name = approved_in(client, room)
        body = room_log(surrendered(1, "2026-03-14T17:00:00-07:00", 200), room=room, ruleset=f"{name}@1")
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    return client


@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", [b"", b"[surrender]"])
def test_an_unreadable_approved_file_takes_down_its_own_room_only(two_rooms, service, part):
    client = two_rooms
    (source, text) = service.store.connections.db.execute(
        "SELECT source, body FROM controls JOIN filed ON sha256 = source WHERE room = 'WA-0417'"
    ).fetchone()
    with unprotected(service.store.connections.db) as db:
        altered = text.replace(part, b"[no") if part else b"\x00\xff"
        db.execute("UPDATE filed SET body = ? WHERE sha256 = ?", [altered, source])
    service.registry._snapshots.clear()  # as another process, or this one when it starts again
    answer = client.post("/v1/audits", json={"sessions": [1]})
    words = "The approved controls of room WA-0417 cannot be read: the file of wa-0417-thirteen@1 is no longer what"
    assert (answer.status_code, words in answer.json["errors"][0]["detail"]) == (422, True)
    asked = client.post("/v1/audits", json={"pending": True}).json
    assert [each["session"] for each in asked["skipped"]] == [1]
    assert (asked["state"], asked["sessions"]) == ("finished", [2])
    assert client.get("/v1/rooms/WA-0417").json["unreadable"].startswith(words)
    assert client.get("/v1/rooms/WA-0500").json["unreadable"] is None
    assert [each["revision"] for each in client.get("/v1/rooms/WA-0500").json["controls"]] == [1]
    one = client.get("/v1/rooms/WA-0417/controls/wa-0417-thirteen/1")
    assert one.status_code == 500
    assert one.json["type"].rpartition(":")[2] in ("document-damaged", "controls-unreadable")
    source_file = client.get("/v1/rooms/WA-0417/controls/wa-0417-thirteen/1/source.toml")
    assert (source_file.status_code, source_file.json["type"].rpartition(":")[2]) == (500, "document-damaged")
    ill = client.get("/healthz")
    assert (ill.status_code, ill.json["status"]) == (200, "degraded")
    assert ("controls", "degraded") in reasons(ill)
    again = client.post(
        "/v1/rooms/WA-0417/controls?by=clerk", data=bytes(text), content_type="application/toml"
    )
    assert (again.status_code, again.json.get("standing")) == (200, "approved"), again.json
    assert client.get("/healthz").json["status"] == "ok"
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    (repair,) = service.store.connections.db.query("SELECT * FROM repairs")
    assert (repair["subject"], repair["sha256"], repair["by"]) == ("filed", source, "clerk")


@pytest.mark.slow
def test_approved_controls_that_rest_on_what_the_program_no_longer_has(two_rooms, service):
    name = approved_in(two_rooms, "WA-0600", base="wsgc-1-6@1")
    known = service.registry.snapshot().library
    later = library().holding(each for each in library().revisions() if each.id != "wsgc-2-4")
    snapshot = Registry(service.store, later).snapshot()
    assert sorted(snapshot.unreadable) == ["WA-0417", "WA-0500"]
    assert "wsgc-2-4@1" in snapshot.unreadable["WA-0417"]
    assert snapshot.library.get(f"{name}@1").digest == known.get(f"{name}@1").digest
    with pytest.raises(ControlsUnreadable, match="No hand of this room can be audited until they can"):
        snapshot.of_room("WA-0417")


def test_an_audit_that_waited_fails_with_the_reason(two_rooms, service, monkeypatch):
    client = two_rooms
    monkeypatch.setattr(service, "_wait", 0)  # the request does not wait for an audit that nobody takes up
    service.worker.stop()
    client.post("/v1/audits", json={"sessions": [1]})
    with unprotected(service.store.connections.db) as db:
        db.execute(
            "UPDATE filed SET body = x'00' WHERE sha256 = (SELECT source FROM controls WHERE room = 'WA-0417')"
        )
    service.registry._snapshots.clear()
    from auditor.jobs import Worker

    worker = Worker(service.store, service.registry, lambda *_: None)
    worker.start()
    audit = ended(lambda: client.get("/v1/audits/1").json)
    worker.stop()
    assert audit["state"] == "failed"
    assert "The approved controls of room WA-0417 cannot be read" in audit["error"]


# ----------------------------------------------------------------------------------------------- workers


def test_a_process_without_a_worker_is_degraded_while_another_one_has_an_audit(client, service, monkeypatch):
    assert health(service).status == "ok"
    service.worker.stop()
    monkeypatch.setattr(service, "_wait", 0)  # the request does not wait for an audit that nobody takes up
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    client.post("/v1/audits", json={"sessions": [1]})
    claimed = service.store.queue.claim("another process", AT)
    found = health(service)
    assert (found.status, found.worker) == ("degraded", False)
    assert [(each.part, each.reason) for each in found.reasons] == [
        (
            "worker",
            "This process audits nothing; another one does. Restart the service if it should have a worker.",
        )
    ]
    service.store.queue.release(claimed.lease)
    found = health(service)
    assert [(each.part, each.status) for each in found.reasons] == [("worker", "failing")]
    assert found.reasons[0].reason.startswith("No worker runs: audits wait and none is begun.")


def test_a_worker_that_breaks_down_goes_on(client, service, monkeypatch, caplog):
    claimed, broken = service.store.queue.claim, []

    def breaks(owner, at):
        if not broken:
            broken.append(owner)
            raise ZeroDivisionError
        return claimed(owner, at)

    monkeypatch.setattr(service.store.queue, "claim", breaks)
    client.post("/v1/sessions", data=log(), content_type=NDJSON)
    audit = client.post("/v1/audits", json={"sessions": [1]}).json
    assert (broken, audit["state"]) == ([service.worker.holder.id], "finished")
    assert "the worker broke down; it goes on in a moment" in caplog.text
    assert health(service).worker is True
