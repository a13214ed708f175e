"""Logs, sessions and files of events by their facts: which fact is entered when, and nothing is decided on an altered row."""

import hashlib
import json
from contextlib import closing

import pytest
from msgspec.structs import fields as fields_of
from msgspec.structs import replace

from auditor.doctor import verify_register
from auditor.errors import Conflict, RecordDamaged
from auditor.evidence import Evidence
from auditor.facts.kinds.facts_of_uploads import KeyedAlterations, UploadAccepted
from auditor.facts.recorded_fact import KeptFile
from auditor.store import Store
from auditor.store.caller import Caller
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.store import FILE
from auditor.store.stored_evidence import Intake
from auditor.store.stored_sessions import keep_in
from rules.audit import read_facts
from rules.records.problems import Refused
from rules.shown_events import EventFacts
from tests import altered_stores
from tests.http.kit import hand_line, log, zipped
from tests.http.past import old_log, planned
from tests.services import unprotected

AT = "2026-03-15T08:00:00.000000Z"
LATER = "2026-03-16T08:00:00.000000Z"
NONSENSE = b'{"event": "nonsense"}\n'


@pytest.fixture
def store(tmp_path):
    terms = {
        "from": "2026-01-01",
        "time_zone": "UTC",
        "gaming_day_begins": "00:00",
        "licence_class": "F",
        "tables": 5,
    }
    with closing(Store(tmp_path / "data")) as made:
        made.rooms.put("WA-0417", AT, lambda _: [terms], day_of(0), None)
        yield made


def day_of(back):
    """Gaming days that begin some hours later than the calendar's."""
    return lambda terms, at: at[:10] if int(at[11:13]) >= back else f"{at[:8]}{int(at[8:10]) - 1:02}"


def keep(store, body, at=AT, keyed=None):
    evidence = Evidence(body)
    return store.sessions.keep(evidence, read_facts(evidence), "a.ndjson", at, keyed)


def refuse(store, body=NONSENSE, at=AT, **other):
    evidence = Evidence(body)
    try:
        read_facts(evidence)
    except Refused as refused:
        problems = [replace(each, **other) for each in refused.problems]
        store.evidence.keep_refused(evidence, Refused(problems, refused.count), "b.ndjson", at)
    return evidence.sha256


def correcting(body, *hands, session="S-1"):
    named = {"sha256": hashlib.sha256(body).hexdigest(), "reason": "a seat", "by": "Ann"}
    return log(*hands, session=session, supersedes=named)


def entered(store):
    """Kinds of facts about files, with their numbers or outcomes."""
    found = store.connections.db.execute(
        "SELECT record FROM register WHERE kind LIKE 'upload.%' OR kind LIKE 'event.%' ORDER BY entry"
    )
    records = [json.loads(text) for (text,) in found]
    return [(each["kind"], each.get("number", each.get("outcome"))) for each in records]


def alter(store, sql):
    with unprotected(store.connections.db) as db:
        assert db.execute(sql).rowcount == 1


def faults(store):
    return [(each.table, each.row) for each in verify_register(store.folder / FILE).faults]


# --- which fact is entered --------------------------------------------------------------------------------------------


def test_the_same_bytes_are_one_fact_and_other_bytes_of_the_log_another(store):
    body = log(hand_line(1))
    assert [keep(store, each)[1] for each in (body, body, zipped(body), zipped(body))] == [
        True,
        False,
        False,
        False,
    ]
    assert entered(store) == [("upload.accepted", 1), ("upload.repeated", 1)]
    packed = store.evidence.get(hashlib.sha256(zipped(body)).hexdigest())
    assert (packed.outcome, packed.content_sha256, packed.filename) == (
        "session",
        hashlib.sha256(body).hexdigest(),
        "a.ndjson",
    )


def test_a_file_that_is_refused_again_is_a_fact_where_its_problems_are_others(store):
    sha256 = refuse(store)
    refuse(store, at=LATER)
    assert entered(store) == [("upload.refused", "refused")]
    refuse(store, at=LATER, found="something else")
    assert entered(store) == [("upload.refused", "refused")] * 2
    found = store.evidence.get(sha256)
    assert [each["found"] for each in found.problems] == ["something else"]
    assert found.received_at == AT
    assert store.connections.db.execute("SELECT count(*) FROM fact_parts").fetchone() == (
        1,
    )  # the other was erased
    assert faults(store) == []


def test_a_refused_file_that_a_later_version_reads_is_a_session_without_problems(store):
    body = log(hand_line(1))
    evidence = Evidence(body)
    store.evidence.keep_refused(evidence, Refused([], 1, sentence="It was not read."), "b.ndjson", AT)
    session, new = keep(store, body, LATER)
    assert (new, session.received_at) == (True, LATER)
    found = store.evidence.get(evidence.sha256)
    assert (found.outcome, found.message, found.problem_count) == ("session", None, 0)
    assert (found.received_at, found.filename) == (AT, "b.ndjson")  # as it came first
    assert entered(store) == [("upload.refused", "refused"), ("upload.accepted", 1)]
    refuse(store, body)
    assert store.evidence.keep_refused(evidence, Refused([], 1, sentence="No more."), None, LATER)
    assert store.evidence.get(evidence.sha256).outcome == "session"
    assert len(entered(store)) == 2


def test_a_conflict_is_a_fact_where_it_is_with_another_session(store):
    first, other = log(hand_line(1)), log(hand_line(2))
    keep(store, first)
    for _ in range(2):
        with pytest.raises(Conflict, match="session 1 with SHA-256"):
            keep(store, other)
    keep(store, correcting(first, hand_line(3)))
    with pytest.raises(Conflict, match="session 2 with SHA-256"):
        keep(store, other)
    conflict = ("upload.refused", "conflict")
    assert entered(store) == [("upload.accepted", 1), conflict, ("upload.accepted", 2), conflict]
    assert "session 2 with SHA-256" in store.evidence.get(hashlib.sha256(other).hexdigest()).message


def test_a_log_that_corrects_one_of_the_same_transaction_is_its_next_version(store):
    first = log(hand_line(1))
    made = []
    with store.connections.writing() as db:
        intake = Intake(db, store.log, store.sealed, AT, None)
        for body in (first, correcting(first, hand_line(2)), zipped(first)):
            evidence = Evidence(body)
            made.append(keep_in(intake, evidence, read_facts(evidence), None))
    assert [(session.id, session.supersedes, new) for session, new in made] == [
        (1, None, True),
        (2, 1, True),
        (1, None, False),
    ]
    assert faults(store) == []


def test_new_terms_say_which_sessions_have_another_day(store):
    for name, hour in (("S-1", "03"), ("S-2", "12")):
        keep(store, log(hand_line(1), session=name, opened_at=f"2026-03-15T{hour}:00:00+00:00"))
    store.rooms.put(
        "WA-0417", LATER, lambda terms: [*terms, {**terms[0], "from": "2026-02-01"}], day_of(6), None
    )
    (text,) = store.connections.db.execute(
        "SELECT record FROM register WHERE kind = 'room.terms' ORDER BY entry DESC LIMIT 1"
    ).fetchone()
    assert json.loads(text)["days"] == [{"day": "2026-03-14", "session": 1}]
    assert [store.sessions.get(number).day for number in (1, 2)] == ["2026-03-14", "2026-03-15"]
    assert "days" not in store.changes.of_room("WA-0417")[-1].details


def test_what_was_keyed_again_after_it_was_shown_is_in_the_fact(store):
    keyed = KeyedAlterations((2,), ("a" * 64,))
    keep(store, log(hand_line(1)), keyed=keyed)
    (text,) = store.connections.db.execute(
        "SELECT record FROM register WHERE kind = 'upload.accepted'"
    ).fetchone()
    assert json.loads(text)["keyed"] == {"altered": [2], "removed": ["a" * 64]}


# --- nothing is decided on an altered row -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE sessions SET received_at = '2020-01-01' WHERE id = 1",
        "UPDATE sessions SET facts = json_set(facts, '$.hands', 9) WHERE id = 1",
        "UPDATE evidence SET filename = 'x' WHERE outcome = 'session'",
    ],
)
def test_neither_a_correction_nor_a_conflict_rests_on_an_altered_session(store, sql):
    first = log(hand_line(1))
    keep(store, first)
    alter(store, sql)
    size = store.register.size()
    for body in (correcting(first, hand_line(2)), log(hand_line(3))):
        with pytest.raises(RecordDamaged, match="is not what was written"):
            keep(store, body)
    assert store.register.size() == size
    assert keep(store, log(hand_line(1), session="S-2"))[0].id == 2  # which rests on nothing of it


def test_no_file_is_added_to_a_session_that_was_made_another_ones(store):
    other = log(hand_line(2), session="S-2")
    keep(store, log(hand_line(1)))
    alter(store, f"UPDATE sessions SET content_sha256 = '{hashlib.sha256(other).hexdigest()}' WHERE id = 1")
    with pytest.raises(RecordDamaged, match="session 1 is not what was written"):
        keep(store, other)


def test_a_log_whose_session_was_removed_is_not_taken_as_new(store):
    body = log(hand_line(1))
    keep(store, body)
    alter(store, "DELETE FROM sessions WHERE id = 1")
    with pytest.raises(RecordDamaged, match="does not follow"):
        keep(store, body)
    session, _ = keep(store, log(hand_line(2), session="S-2"))
    assert session.id == 2  # nor is its number given again
    assert faults(store) == [("sessions", "1")]


def test_problems_are_not_written_over_an_altered_row(store):
    refuse(store)
    alter(store, "UPDATE evidence SET received_at = '2020-01-01'")
    with pytest.raises(RecordDamaged, match="What the store has of file"):
        refuse(store, found="something else")


def test_new_terms_do_not_rest_on_an_altered_time(store):
    keep(store, log(hand_line(1), opened_at="2026-03-15T12:00:00+00:00"))
    alter(store, "UPDATE sessions SET opened_at = '2026-03-15T03:00:00+00:00' WHERE id = 1")
    with pytest.raises(RecordDamaged, match="session 1 is not what was written"):
        store.rooms.put(
            "WA-0417", LATER, lambda terms: [*terms, {**terms[0], "from": "2026-02-01"}], day_of(6), None
        )
    assert len(store.changes.of_room("WA-0417")) == 1


def test_the_gaming_day_goes_by_the_terms_that_facts_say(store):
    alter(store, """UPDATE rooms SET terms = json_set(terms, '$[0].gaming_day_begins', '23:00')""")
    assert keep(store, log(hand_line(1), opened_at="2026-03-15T12:00:00+00:00"))[0].day == "2026-03-15"


def test_a_forged_session_is_not_given_and_no_log_is_taken_over_it(store):
    keep(store, log(hand_line(1)))
    fact = UploadAccepted(
        at=AT, rooms=("WA-0417",), number=2, room="WA-0417", session="S-2", table="T1", currency="EUR", day="2026-03-15",
        opened_at=AT, hands=0, file=KeptFile("b" * 64, 1, "application/x-ndjson"), content_sha256="b" * 64, facts_sha256="c" * 64,
    )  # fmt: skip
    with altered_stores.altering(store.folder) as db:
        enter_fact(db, fact)
        db.execute("UPDATE sessions SET facts = (SELECT facts FROM sessions WHERE id = 1) WHERE id = 2")
        db.conn.commit()
    with pytest.raises(RecordDamaged, match="session 2 is not what was written"):
        store.sessions.get(2)
    with pytest.raises(StoreError, match="its key signed"):
        keep(store, log(hand_line(1), session="S-3"))
    assert store.sessions.get(1).id == 1


def test_since_when_logs_are_expected_is_what_facts_say(store):
    store.rooms.put(
        "WA-0417",
        LATER,
        lambda terms: [{**terms[0], "logs_expected": {"by": "12:00"}}],
        day_of(0),
        None,
    )
    alter(store, "UPDATE changes SET at = '2020-01-01' WHERE id = 2")
    assert store.rooms.logs_expected_since(["WA-0417", "WA-0500"]) == {"WA-0417": LATER}


def test_rulesets_of_other_rooms_are_those_of_facts(store):
    assert store.authority.rulesets_of_others(["WA-0417"]) == []
    sql, values = Caller("k", ("WA-0417",)).where_audit(store.authority)
    assert "changes" not in sql
    assert values[-1] == "[]"


# --- files of events --------------------------------------------------------------------------------------------------


def event(store, number, at=AT, **fields):
    evidence = Evidence(f"event {number}".encode())
    given = {"kind": "tournament", "id": "T-1", "room": "WA-0417", "currency": "EUR", "sha256": evidence.sha256, "bytes": 7,
             "lines": 1, "files": [], "day": "2026-03-14", "missing": []}  # fmt: skip
    unknown = {field.name: None for field in fields_of(EventFacts) if field.required}
    facts = EventFacts(**{**unknown, **given, **fields})
    return store.event_files.keep(evidence, facts, "t.ndjson", at)


def test_a_file_of_an_event_and_its_correction_are_facts(store):
    first, new = event(store, 1)
    assert (first.id, new) == (1, True)
    assert event(store, 1)[1] is False
    second, _ = event(store, 2, LATER, supersedes_sha256=first.sha256)
    assert (second.id, second.supersedes, store.event_files.body(second)) == (2, 1, b"event 2")
    assert entered(store) == [("event.accepted", 1), ("event.accepted", 2)]


def test_no_file_of_an_event_rests_on_an_altered_one(store):
    first, _ = event(store, 1)
    alter(store, "UPDATE event_files SET day = '2020-01-01'")
    for again in ({}, {"supersedes_sha256": first.sha256}):
        with pytest.raises(RecordDamaged, match="the file of event 1 is not what was written"):
            event(store, 2, **again)
    with pytest.raises(RecordDamaged, match="the file of event 1 is not what was written"):
        event(store, 1)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE sessions SET day = '2010-01-01' WHERE id = 1",
        "UPDATE evidence SET received_at = '2010-01-01' WHERE outcome = 'session'",
    ],
)
def test_a_log_is_not_purged_on_an_altered_row(store, sql):
    keep(store, old_log(), "2015-03-15T08:00:00.000000Z")
    due = planned(store).due[0].purgeable
    alter(store, sql)
    with pytest.raises(RecordDamaged, match="is not what was written"):
        store.purges.purge(due, "2026-11-01T00:00:00Z", "Dana", store.changes.latest())
    assert store.connections.db.execute("SELECT count(*) FROM purges").fetchone() == (0,)
