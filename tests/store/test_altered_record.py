"""What somebody altered in the store's file, without the key: doctor names it, and nothing of it is served."""

import os
import signal
from contextlib import closing

import pytest

from auditor.doctor import StoreFault, examine, verify_register
from auditor.doctor.guarded import guarded
from auditor.jobs import register_verifying
from auditor.registry import known
from auditor.store import Store
from auditor.store.store import FILE
from tests import altered_stores
from tests.access.accounts import account
from tests.http.filing import approved, put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import words
from tests.rules.filed import controls
from tests.services import application, unprotected
from tests.witnesses.kit import until

CONTROLS = "/v1/rooms/WA-0417/controls/wa-0417-thirteen/1"


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """Two rooms, of which one has controls, a log and its audit, a refused file and a hold."""
    folder = tmp_path_factory.mktemp("altered") / "data"
    with application(folder) as app:
        client = app.test_client()
        put_room(client)
        put_room(client, "WA-0500")
        approved(client, controls(1, "2026-01-01"))
        body = log(hand_line(1, (0, 0, 0, 0)), hand_line(2))
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        other = log(hand_line(1), room="WA-0500")
        assert client.post("/v1/sessions", data=other, content_type=NDJSON).status_code == 201
        client.post("/v1/sessions", data=b"no log", content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [1]}).json["counts"]["findings"]
        assert client.post("/v1/audits", json={"sessions": [2]}).json["state"] == "finished"
        client.post("/v1/holds", json={"room": "WA-0417", "reason": "case 12"})
        assert client.post("/v1/audits/1/reports", json={}).status_code == 201
        drawn = {
            "room": "WA-0417",
            "from": "2026-03-14",
            "until": "2026-03-14",
            "hands": 1,
            "source": "dice",
            "value": "3 5 1",
        }
        assert client.post("/v1/samples", json=drawn).status_code == 201
        assert client.put("/v1/samples/1/hands/1", json={"unseen": "no video"}).status_code == 201
        assert client.post("/v1/samples/1/close", json={}).status_code == 200
        assert client.get("/v1/reports/1/report.pdf").status_code == 200
        account(app.extensions["auditor"].store, at="2026-01-01T00:00:00.000000Z")
    return folder


@pytest.fixture
def data(sound, tmp_path):
    altered_stores.copied(sound, tmp_path / "data")
    (tmp_path / "data").chmod(0o700)
    return tmp_path / "data"


def alter(folder, sql):
    """Alter rows as somebody may who has the file."""
    store = Store(folder)
    with unprotected(store.connections.db) as db:
        assert db.execute(sql).rowcount, sql
    store.close()


UNDONE = "summary = NULL, counts = NULL, result_sha256 = NULL, finished_at = NULL, finish = NULL"
REPORTS = ("/v1/audits/1/report.pdf", "/v1/audits/1/report.json")
ALTERATIONS = [  # what is altered; the addresses that gave it; the type of the problem that they give now
    ("DELETE FROM result_chunks WHERE audit = 1 AND list = 'findings'", ("/v1/audits/1/findings", *REPORTS), "result-damaged"),
    ("UPDATE result_documents SET root = printf('%064d', 0) WHERE audit = 1",
     ("/v1/audits/1/findings", *REPORTS), "result-damaged"),
    ("UPDATE result_chunks SET body = x'00' WHERE audit = 1 AND list = 'findings'",
     ("/v1/audits/1/findings", "/v1/night"), "result-damaged"),
    ("DELETE FROM incidents WHERE audit = 1", ("/v1/audits/1/incidents", "/v1/audits/1/report.pdf"), "result-damaged"),
    ("UPDATE result_chunks SET body = x'00' WHERE audit = 1 AND list = 'coverage'", REPORTS, "result-damaged"),
    ("UPDATE audits SET counts = '{}' WHERE id = 1", ("/v1/audits/1", "/v1/audits", "/v1/night"), "record-damaged"),
    ("UPDATE audits SET finished_at = '2026-01-01T00:00:00Z' WHERE id = 1", ("/v1/audits/1", *REPORTS), "record-damaged"),
    (f"UPDATE audits SET state = 'queued', {UNDONE} WHERE id = 1", ("/v1/audits/1", "/v1/audits"), "record-damaged"),
    ("DELETE FROM audit_sessions WHERE audit = 1", ("/v1/audits/1", "/v1/audits"), "record-damaged"),
    ("UPDATE sessions SET day = '2026-01-01' WHERE id = 1", ("/v1/sessions/1", "/v1/sessions", "/v1/night"), "record-damaged"),
    ("UPDATE sessions SET hands = 1 WHERE id = 1", ("/v1/sessions/1", "/v1/sessions?room=WA-0417"), "record-damaged"),
    ("UPDATE rooms SET terms = replace(terms, 'Los_Angeles', 'Denver') WHERE id = 'WA-0417'",
     ("/v1/rooms/WA-0417", "/v1/rooms"), "record-damaged"),
    ("UPDATE reports SET by = 'nobody'", ("/v1/reports/1", "/v1/reports", "/v1/reports/1/report.pdf"), "record-damaged"),
    ("UPDATE controls SET starts = '2020-01-01'", (CONTROLS, "/v1/rooms/WA-0417/controls"), "record-damaged"),
    ("UPDATE controls SET standing = 'draft'", (CONTROLS, "/v1/rooms/WA-0417/controls"), "record-damaged"),
    ("UPDATE filed SET filename = 'other.toml'", (f"{CONTROLS}/source.toml",), "record-damaged"),
    ("UPDATE changes SET reference = 'letter 2' WHERE action = 'approved'", (f"{CONTROLS}/history",), "record-damaged"),
    ("UPDATE holds SET last_day = '2026-01-01'", ("/v1/holds/1", "/v1/holds"), "record-damaged"),
    ("UPDATE evidence SET received_at = '2020-01-01' WHERE outcome = 'session'", ("/v1/sessions/1",), "record-damaged"),
    ("UPDATE samples SET value = '6 6 6'", ("/v1/samples/1", "/v1/samples"), "record-damaged"),
    ("UPDATE sample_draws SET drawn = '[]'", ("/v1/samples/1", "/v1/samples"), "record-damaged"),
    ("UPDATE fact_parts SET body = CAST('[[],null]' AS BLOB) WHERE digest = (SELECT seen FROM sample_hands)",
     ("/v1/samples/1",), "record-damaged"),
    ("DELETE FROM sample_closings", ("/v1/samples/1", "/v1/samples"), "record-damaged"),
    ("UPDATE sample_closings SET results = replace(results, 'null', 'true')", ("/v1/samples/1", "/v1/samples"), "record-damaged"),
    ("UPDATE engines SET version = '0.0.9'", (), ""),  # no address gives it
    ("UPDATE people SET until = '2999-01-01'", (), ""),
]  # fmt: skip


@pytest.mark.sampled(13)
@pytest.mark.parametrize(("sql", "addresses", "kind"), ALTERATIONS, ids=[each[0] for each in ALTERATIONS])
def test_an_altered_row_is_named_and_not_served(data, sql, addresses, kind):
    alter(data, sql)
    assert any(each.check in ("rows", "register") and each.faults for each in examine(data / FILE).checks)
    with application(data) as app:
        status = 503 if kind == "record-damaged" else 500
        for address in addresses:
            answer = app.test_client().get(address)
            assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (status, kind), (
                address,
                answer.json,
            )
        assert app.test_client().get("/v1/rooms/WA-0500").status_code == 200


@pytest.mark.slow
def test_every_address_serves_a_sound_record(data):
    with application(data) as app:
        for address in sorted({each for _, addresses, _ in ALTERATIONS for each in addresses}):
            assert app.test_client().get(address).status_code == 200, address


@pytest.mark.parametrize(
    ("sql", "altered"),
    [
        ("UPDATE controls SET starts = '2020-01-01'", None),
        ("UPDATE controls SET room = 'WA-0500'", "WA-0500"),
        ("DELETE FROM controls", None),
        ("UPDATE rooms SET terms = replace(terms, 'Los_Angeles', 'Denver') WHERE id = 'WA-0417'", None),
    ],
)
def test_no_hand_of_a_room_whose_rules_were_altered_is_audited(data, sql, altered):
    """The hands of the other room are, unless something was put on its record."""
    alter(data, sql)
    with application(data) as app:
        client = app.test_client()
        for session, room in ((1, "WA-0417"), (2, "WA-0500")):
            asked = client.post("/v1/audits", json={"sessions": [session], "ruleset": "wsgc-2-4@1"})
            if room in ("WA-0417", altered):
                assert f"The approved controls of room {room} cannot be read" in asked.json["detail"]
                assert "is not what was written" in asked.json["detail"]
            else:
                assert asked.json["state"] == "finished"


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM changes",
        "UPDATE changes SET room = 'WA-0500'",
        "UPDATE changes SET details = replace(details, 'Angeles', 'X') WHERE action = 'terms' AND room = 'WA-0417'",
    ],
)
def test_hands_are_audited_under_the_terms_of_facts_whatever_changes_say(data, sql):
    alter(data, sql)
    with application(data) as app:
        client = app.test_client()
        assert client.post("/v1/audits", json={"sessions": [1]}).json["counts"]["findings"]
        rooms = known(app.extensions["auditor"].store, 99).terms
        assert {room: terms[0]["time_zone"] for room, terms in rooms.items()} == {
            "WA-0417": "America/Los_Angeles", "WA-0500": "America/Los_Angeles",
        }  # fmt: skip


def test_an_altered_record_is_served_no_more_once_the_register_was_verified(data, monkeypatch):
    """Nor by a process that begins later, until the record is as it was."""
    alter(data, "UPDATE evidence SET filename = 'other' WHERE outcome = 'session'")
    monkeypatch.setattr(register_verifying, "FIRST_SECONDS", 0.0)
    with application(data) as app:
        client = app.test_client()
        until(lambda: "register does not match" in client.get("/v1/rooms/WA-0500").json.get("detail", ""))
        for address in ("/v1/rooms/WA-0500", "/v1/sessions/2", "/v1/audits/2/report.pdf", "/v1/night"):
            answer = client.get(address)
            assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-damaged")
            assert answer.json["detail"].startswith("The register does not match: evidence ")
        reasons = client.get("/healthz").json["reasons"]
        assert any(
            each["part"] == "record" and "The register does not match" in each["reason"] for each in reasons
        )
        assert client.get("/v1/register/checkpoint").status_code == 200
        sent = client.post("/v1/sessions", data=log(hand_line(1), session="S-9"), content_type=NDJSON)
        assert sent.status_code == 201
        assert [each["code"] for each in sent.json["warnings"]] == ["record-damaged"]
    monkeypatch.setattr(register_verifying, "FIRST_SECONDS", 3600.0)
    with application(data) as app:
        assert app.test_client().get("/v1/rooms/WA-0500").status_code == 503
    alter(data, "UPDATE evidence SET filename = NULL WHERE filename = 'other'")
    monkeypatch.setattr(register_verifying, "FIRST_SECONDS", 0.0)
    with application(data) as app:
        until(lambda: app.test_client().get("/v1/rooms/WA-0500").status_code == 200)


def test_what_did_not_match_is_forgotten_once_it_does(data, monkeypatch):
    monkeypatch.setattr(register_verifying, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(register_verifying, "EVERY_SECONDS", 0.05)
    with application(data) as app:
        client, store = app.test_client(), app.extensions["auditor"].store
        store.damage.note(
            "register", "7", "The register does not match: an entry of an earlier verification."
        )
        until(lambda: client.get("/v1/rooms/WA-0500").status_code == 200)
        assert store.damage.all() == []


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ('{"kind":"x","at":"x"}', "a word that it does not know: 'x'"),
        ('{"about":1,"kind":"x","at":"x","of":[],"key":1,"rooms":1,"seals":7}',
         '{"about":1,"kind":"x","at":"x","of":[],"key":1,"rooms":1,"seals":7}'),
    ],
)  # fmt: skip
def test_a_record_without_its_parts_is_named(data, record, words):
    alter(data, f"UPDATE register SET record = '{record}' WHERE entry = 0")
    faults = [(each.table, each.row, each.found) for each in verify_register(data / FILE).faults]
    assert faults[1] == ("register", "0", words)


def broken(*_):
    """A fault of the verification itself, which no alteration that is known brings about."""
    yield 1 / 0


@pytest.mark.parametrize("register", [broken, lambda *_: guarded("register", "3", broken())])
def test_a_verification_that_breaks_down_is_no_agreement(data, monkeypatch, register):
    """Nor is it a register that does not match, so that the record is given on."""
    monkeypatch.setattr(register_verifying, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(register_verifying, "register", register)
    with application(data) as app:
        client = app.test_client()
        until(lambda: client.get("/healthz").json["reasons"])
        (reason,) = client.get("/healthz").json["reasons"]
        assert reason["part"] == "record"
        assert reason["reason"].startswith("The register could not be verified; the service's log says why.")
        assert client.get("/v1/rooms/WA-0500").status_code == 200


def test_an_entry_that_does_not_match_counts_where_another_cannot_be_examined(data, monkeypatch):
    faults = [*guarded("register", "3", broken()), StoreFault("register", "4", "this leaf", "another one")]
    monkeypatch.setattr(register_verifying, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(register_verifying, "register", lambda *_: (each for each in faults))
    with application(data) as app:
        client = app.test_client()
        words = "The register does not match: register 4: expected this leaf; found another one."
        until(lambda: words in client.get("/v1/rooms/WA-0500").json.get("detail", ""))


@pytest.mark.of_the_file  # the process has the environment of the one that forks it
def test_a_long_register_is_verified_in_a_process_of_its_own(data, monkeypatch):
    """It notices the same, and forgets it as well."""
    monkeypatch.setattr(register_verifying, "SHORT", 0)
    monkeypatch.setattr(register_verifying, "mismatches", None)  # nothing is verified in this process
    alter(data, "UPDATE evidence SET filename = 'other' WHERE outcome = 'session'")
    with closing(Store(data)) as store:
        register_verifying.Verifying(store)._verify()
        words = "The register does not match: evidence "
        assert [each.words[: len(words)] for each in store.damage.all()] == [words] * 2
        alter(data, "UPDATE evidence SET filename = NULL WHERE filename = 'other'")
        register_verifying.Verifying(store)._verify()
        assert store.damage.all() == []


@pytest.mark.of_the_file  # the process has the environment of the one that forks it
def test_a_verification_that_is_stopped_halfway_changes_nothing(data, monkeypatch):
    monkeypatch.setattr(register_verifying, "SHORT", 0)
    with closing(Store(data)) as store:
        verifying = register_verifying.Verifying(store)
        store.damage.note("register", "7", "of an earlier verification")
        verifying._stopping.set()
        verifying._verify()
        assert [each.key for each in store.damage.all()] == ["7"]


@pytest.mark.of_the_file  # the process has the environment of the one that forks it
def test_a_process_that_is_killed_while_it_verifies_is_no_agreement(data, monkeypatch):
    monkeypatch.setattr(register_verifying, "SHORT", 0)
    monkeypatch.setattr(register_verifying, "_verify_apart", killed)
    with closing(Store(data)) as store, (data / register_verifying.LOCK).open("w") as lock:
        register_verifying.Verifying(store)._verify_if_mine(lock)
        (noted,) = store.damage.all()
        assert noted.words == "The register could not be verified; the service's log says why."


def killed(*_):
    """Work of a process that is ended from outside."""
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("sql", "address"),
    [
        ("UPDATE sessions SET facts = '{}' WHERE id = 1", "/v1/sessions"),
        ("UPDATE sessions SET facts = '[1]' WHERE id = 1", "/v1/sessions/1"),
        ("UPDATE audits SET knowledge = '[]' WHERE id = 1", "/v1/audits/1"),
        ("UPDATE audits SET counts = 'no json' WHERE id = 1", "/v1/audits"),
        ("UPDATE samples SET sessions = '{}' WHERE id = 1", "/v1/samples/1"),
    ],
)
def test_a_value_that_cannot_be_read_is_damage_and_no_fault_of_the_service(data, sql, address):
    with application(data) as app:
        client = app.test_client()
        assert client.get(address).status_code == 200
        with altered_stores.altering(data) as db:
            db.execute(sql)
        refused = client.get(address)
        page = client.get("/rooms/WA-0417" if address == "/v1/sessions" else address.removeprefix("/v1"))
    assert (refused.status_code, refused.json["type"].rpartition(":")[2]) == (503, "record-damaged"), (
        refused.json
    )
    assert page.status_code == 503
    assert "is not what was written" in words(page)
