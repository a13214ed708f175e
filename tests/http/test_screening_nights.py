"""Lists of each night, whose digests are in the register, and alarms that a person closed."""

import gzip
import hashlib
import json

import pytest
from msgspec.structs import replace

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.doctor.register_examined import register as register_faults
from auditor.errors import RecordDamaged, ResultDamaged
from auditor.facts.canonical_record import from_record
from auditor.facts.kinds.facts_of_reports import ScreeningClosed
from auditor.jobs.screening_nights import ScreeningNights
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.fact_parts import keep_part
from auditor.store.rows import NewHold
from auditor.store.service_clock import now
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.test_screening import ROOM, results, send
from tests.rules.screening.screened import logs_of
from tests.services import application, unprotected

TOMORROW = "2099-01-02T03:00:00.000000Z"


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data") as app:
        send(app.test_client(), "voids-of-losses")
        yield app


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def service(app):
    return app.extensions["auditor"]


def entries(store, kind):
    """What the register has of a kind, as (index, what it is about)."""
    rows = store.connections.db.execute(
        "SELECT entry, record FROM register WHERE kind = ? ORDER BY entry", [kind]
    )
    return [(entry, json.loads(record)) for entry, record in rows]


def test_the_digest_of_a_nights_list_is_in_the_register_and_the_list_is_found_again_as_of_its_entry(
    client, service
):
    made = service.screening.list_night(ROOM, now())
    ((entry, about),) = entries(service.store, "screening.listed")
    assert (about["room"], about["as_of"], about["results"], about["alarms"]) == (ROOM, made.as_of, 2, 2)
    assert about["as_of"] < entry
    lines = "".join(
        f"{json.dumps(each, separators=(',', ':'), ensure_ascii=False)}\n"
        for each in results(client, as_of=made.as_of)
    )
    assert hashlib.sha256(lines.encode()).hexdigest() == about["sha256"]
    assert service.store.screening_lists.body(made).decode() == lines
    assert list(register_faults(service.store.connections)) == []


def test_a_room_has_a_list_a_day_and_none_where_nothing_changed(client, service):
    assert service.screening.due(now()) == [ROOM]
    service.screening.list_night(ROOM, now())
    assert service.screening.due(now()) == []
    assert service.screening.due(TOMORROW) == []
    send(client, "dead-winners")
    assert service.screening.due(now()) == []
    assert service.screening.due(TOMORROW) == [ROOM]


def test_the_thread_keeps_the_lists_that_are_due_once(tmp_path, service):
    nights = ScreeningNights(service.store, service.screening)
    with open(tmp_path / "lock", "w") as mine, open(tmp_path / "lock", "w") as others:
        nights.list_if_mine(mine)
        nights.list_if_mine(others)  # which another process has
        nights.list_if_mine(mine)
    assert [about["room"] for _, about in entries(service.store, "screening.listed")] == [ROOM]


def test_a_list_of_the_year_before_is_found_again_in_the_next_year(tmp_path):
    with application(tmp_path / "other") as app:
        client, service = app.test_client(), app.extensions["auditor"]
        body = gzip.decompress(logs_of("voids-of-losses")[0].read_bytes()).replace(b"2026-", b"2025-")
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        before = service.screening.list_night(ROOM, now())
        send(client, "dead-winners")
        assert {each["year"] for each in results(client)} == {2026}
        again = results(client, as_of=before.as_of)
        assert [(each["year"], each["since"]) for each in again] == [(2025, "2025-03-14")] * 2
        assert len(again) == before.results


def test_an_altered_list_is_not_given(service):
    made = service.screening.list_night(ROOM, now())
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE screening_lists SET body = x'00'")
    with pytest.raises(ResultDamaged):
        service.store.screening_lists.body(made)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE screening_lists SET alarms = 0")
    with pytest.raises(RecordDamaged):
        service.store.screening_lists.last(ROOM)


def close(client, alarm, **body):
    return client.post(
        f"/v1/screening/{alarm}/close", json={"room": ROOM, "reason": "the videos show no fault", **body}
    )


def test_a_closed_alarm_is_left_out_with_its_reason_on_record(client, service):
    first, second = results(client)
    before = first["as_of"]
    done = close(client, first["id"], by="Agent 12")
    assert (done.status_code, done.json["alarm"], done.json["closed"]) == (
        200,
        False,
        "the videos show no fault",
    )
    assert [each["id"] for each in results(client)] == [second["id"]]
    (again,) = [each for each in results(client, every="true") if each["id"] == first["id"]]
    assert (again["alarm"], again["closed"], again["since"]) == (
        False,
        "the videos show no fault",
        first["since"],
    )
    assert [each["id"] for each in results(client, as_of=before)] == [first["id"], second["id"]]
    ((_, about),) = entries(service.store, "screening.closed")
    assert (about["result"], about["who"], about["log10_e"]) == (first["id"], "Agent 12", "2.68691")
    assert "reason" not in about
    assert "unit" not in about
    assert close(client, first["id"]).status_code == 404


def test_a_closed_alarm_is_raised_again_when_its_evidence_grew_tenfold(client, service):
    first = results(client)[0]
    assert close(client, first["id"]).status_code == 200
    for log10_e, raised in (("1.68692", False), ("1.68691", True)):
        _close_again(service.store, log10_e)
        assert (first["id"] in {each["id"] for each in results(client)}) == raised


def _close_again(store, log10_e):
    """Close the alarm that was closed first as if it had had other evidence then."""
    with store.connections.writing() as db:
        (record,) = db.execute("SELECT record FROM register WHERE kind = 'screening.closed'").fetchone()
        number = store.log.number_after(db, "screening_closings", "screening.closed")
        parts = {"words": keep_part(db, [{}, "looked at"])}
        store.log.append(
            db, replace(from_record(record.encode()), number=number, log10_e=log10_e, parts=parts)
        )


@pytest.mark.parametrize(
    ("role", "person", "status"),
    [("regulator", True, 200), ("regulator", False, 403), ("compliance", True, 403)],
)
def test_a_person_of_the_authority_closes_alarms(tmp_path, role, person, status):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        send(app.test_client(), "voids-of-losses")
        alarm = results(app.test_client())[0]["id"]
    with application(tmp_path / "data", open_to_all=False) as app:
        store = app.extensions["auditor"].store
        of = {"authority": "wsgc"} if role == "regulator" else {"rooms": (ROOM,)}
        _, key = keys.make(store, NewKey(role, "Mara Ortiz", person=person, **of))
        assert close(_With(app, key), alarm).status_code == status
        closed = [about["who"] for _, about in entries(store, "screening.closed")]
        assert closed == (["Mara Ortiz"] if status == 200 else [])


class _With:
    """A client that brings a key."""

    def __init__(self, app, key):
        self._client, self._headers = app.test_client(), {"Authorization": f"Bearer {key}"}

    def post(self, *args, **options):
        return self._client.post(*args, headers=self._headers, **options)


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({}, 404, "no-such-alarm"),
        ({"reason": ""}, 422, "invalid-request"),
        ({"room": "WA-9"}, 404, "no-such-room"),
    ],
)
def test_what_cannot_be_closed_is_refused_in_words(client, body, status, kind):
    answer = close(client, "0" * 24, **body)
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (status, kind)


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE screening_closings SET by = 'Mallory'", "the closed alarm 1 is not what was written"),
        ("UPDATE screening_closings SET log10_e = '9'", "the closed alarm 1 is not what was written"),
        ("UPDATE fact_parts SET body = x'5b7b7d2c2278225d'", "the closed alarm 1 is not what was written"),
        ("DELETE FROM fact_parts", "the closed alarm 1 is not what was written"),
    ],
)
def test_a_closed_alarm_that_was_altered_is_not_believed_and_nothing_is_closed_on_it(
    client, service, sql, says
):
    first = results(client)[0]
    assert close(client, first["id"]).status_code == 200
    with unprotected(service.store.connections.db) as db:
        assert db.execute(sql).rowcount == 1
    with pytest.raises(RecordDamaged, match=says):
        service.screening.closings(ROOM)
    size = service.store.register.size()
    answer = close(client, first["id"])
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (503, "record-damaged")
    assert service.store.register.size() == size
    assert [each.table for each in register_faults(service.store.connections)] == ["screening_closings"]


def test_a_forged_closing_under_the_old_note_closes_no_alarm(client, service):
    """Somebody enters it as the program would, with what it makes."""
    first = results(client)[0]
    with unprotected(service.store.connections.db) as db:
        parts = {"words": keep_part(db, [{}, "looked at"])}
        about = {
            "room": ROOM,
            "result": first["id"],
            "indicator": "SCN007",
            "year": 2026,
            "log10_e": "9",
            "as_of": 0,
        }
        enter_fact(db, ScreeningClosed(number=1, at=now(), rooms=(ROOM,), parts=parts, **about))
    with pytest.raises(RecordDamaged, match="the closed alarm 1 is not what was written"):
        service.store.screening_lists.closed(ROOM, 1_000)
    with pytest.raises(StoreError, match="Nothing is written"):
        service.store.holds.make(NewHold(ROOM, None, None, None, "case 12", "Agent 12"), now())
