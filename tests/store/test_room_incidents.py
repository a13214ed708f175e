"""What becomes of incidents, in the store: each once, its steps on record, and what a purge leaves of them."""

import hashlib
import json
import threading
from dataclasses import replace
from datetime import date, timedelta

import pytest
from sqlite_utils import Database

from auditor.doctor import examine, verify_register
from auditor.errors import CannotStep, ChangedMeanwhile, DocumentDamaged, IncidentPurged, NotFound
from auditor.incidents import IncidentSelection, stated_sha256
from auditor.service import Service
from auditor.store import Store, results, seals
from auditor.store.caller import Caller
from auditor.store.connection import StoreError
from auditor.store.first_found import note_incidents
from auditor.store.migrations import MIGRATIONS
from auditor.store.rows import NewFile, Page
from auditor.store.seals import seal
from auditor.store.store import FILE
from rules.audit.incidents.builder import lost_id
from tests.http.filing import put_room
from tests.http.kit import hand_line, log
from tests.http.past import old_log, upload
from tests.services import application, unprotected
from tests.store.purging.kit import hold, purged

ROOM = "WA-0417"
WRONG = (300, 200, 300, -800)
MEMO = NewFile(b"%PDF-1.4 memo", "application/pdf", "memo needle-4d2.pdf")
WORDS = {"cause": "the dealer read needle-77c", "corrective_action": "the dealer is trained again"}


def wrong_log(client):
    put_room(client)
    upload(client, log(hand_line(1, WRONG)))
    upload(client, log(hand_line(1, (400, 100, 300, -800)), session="S-2"))
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def served(folder):
    with application(folder, filled=wrong_log) as app:
        yield app


@pytest.fixture
def client(served):
    return served.test_client()


@pytest.fixture
def service(served) -> Service:
    return served.extensions["auditor"]


def listed(service, **wanted):
    return service.incidents.page(ROOM, IncidentSelection(**wanted), Page())[0]


def answer(service, incident, *files, words=WORDS, **more):
    return service.incidents.answer(ROOM, incident, words, files, "Dana Reyes", **more)


def decide(service, incident, action, **words):
    return service.incidents.decide(ROOM, incident, action, words, "Agent 12")


def faults(folder):
    return [
        (each.table, each.row, each.found) for check in examine(folder / FILE).checks for each in check.faults
    ]


# --- which incidents a room has -----------------------------------------------------------------------------------------


def test_each_incident_is_one_of_its_room_with_its_code_and_clause(service):
    of_audit = [each.id for _, each in service.store.results.incidents.every(1)]
    found = listed(service)
    assert sorted(each.record.incident for each in found) == sorted(of_audit)
    assert [
        (each.record.session, each.record.day, each.record.code, each.record.clause, each.record.audit)
        for each in found
    ] == [("S-1", "2026-03-14", "SCR001", "WSGC-6d", 1), ("S-2", "2026-03-14", "SCR001", "WSGC-6d", 1)]
    assert [(each.state, each.changed, each.reported.id == each.record.incident) for each in found] == [
        ("open", None, True)
    ] * 2


def test_what_a_what_if_finds_is_no_incident_of_the_room(client, service):
    before = {each.record.incident for each in listed(service)}
    tried = client.post("/v1/audits", json={"sessions": [1], "ruleset": "wsgc-2-4", "what_if": True}).json
    of_trial = {each.id for _, each in service.store.results.incidents.every(tried["id"])}
    assert of_trial - before  # it finds others
    assert {each.record.incident for each in listed(service)} == before
    (first, *_) = of_trial - before
    assert service.store.room_incidents.get(ROOM, first) is None


def test_an_incident_that_a_correction_ends_is_listed_only_if_it_was_answered(client, service):
    one, two = (each.record.incident for each in listed(service))
    answer(service, one)
    sha256 = service.store.sessions.get(1).evidence
    for number, name in ((1, "S-1"), (2, "S-2")):
        sha256 = service.store.sessions.get(number).evidence
        supersedes = {"sha256": sha256, "reason": "mistyped", "by": "floor"}
        upload(client, log(hand_line(1), session=name, supersedes=supersedes))
    client.post("/v1/audits", json={"sessions": [3, 4]})
    assert [(each.record.incident, each.state, each.record.now) for each in listed(service)] == [
        (one, "answered", None)
    ]
    assert decide(service, one, "accepted").state == "accepted"
    assert service.incidents.get(ROOM, two).record.now is None


def test_the_day_on_which_an_answer_is_due_does_not_move_with_a_later_audit(client, service):
    (first, _) = listed(service)
    reported = date.fromisoformat(service.store.audits.get(1).finished_at[:10])
    assert first.due == (reported + timedelta(14)).isoformat()
    client.post("/v1/audits/1/again", json={"known": "now"})
    (again, _) = listed(service)
    assert (again.record.now, again.record.audit, again.due) == (2, 1, first.due)


def test_a_day_is_overdue_once_it_is_over_in_the_room_and_in_utc(service):
    incident = listed(service)[0]
    due = date.fromisoformat(incident.due)

    def overdue(day, clock):
        return service.incidents.get(ROOM, incident.record.incident, f"{day}T{clock}Z").overdue

    after, later = due + timedelta(1), due + timedelta(2)
    assert [overdue(due, "23:59:59"), overdue(after, "01:00:00"), overdue(after, "20:00:00"), overdue(later, "20:00:00")] == [
        False, False, True, True,
    ]  # fmt: skip
    assert [
        (each.record.incident, title) for each, title in service.incidents.overdue(f"{later}T20:00:00Z")
    ] == [(each.record.incident, each.reported.title) for each in listed(service)]
    assert service.incidents.overdue(f"{due}T20:00:00Z") == []


def test_a_room_without_an_authority_has_no_day(client, service):
    put_room(client, authority=None)
    assert {(each.due, each.overdue) for each in listed(service)} == {(None, False)}


# --- steps --------------------------------------------------------------------------------------------------------------


def test_an_incident_is_answered_returned_answered_again_accepted_and_closed(service):
    incident = listed(service)[0].record.incident
    due = listed(service)[0].due
    states = [answer(service, incident, MEMO).state]
    returned = decide(service, incident, "returned", reason="which dealer?")
    assert returned.due == (date.fromisoformat(returned.events[-1].at[:10]) + timedelta(14)).isoformat()
    states += [returned.state, answer(service, incident).state, decide(service, incident, "accepted").state]
    closed = decide(service, incident, "closed")
    assert [*states, closed.state] == ["answered", "returned", "answered", "accepted", "closed"]
    assert [(each.action, each.by, each.words, each.due) for each in closed.events] == [
        ("answered", "Dana Reyes", WORDS, due), ("returned", "Agent 12", {"reason": "which dealer?"}, None),
        ("answered", "Dana Reyes", WORDS, returned.due), ("accepted", "Agent 12", {}, None), ("closed", "Agent 12", {}, None),
    ]  # fmt: skip
    assert closed.due is None
    (file,) = closed.events[0].files
    assert (file.sha256, file.size, file.media_type, file.name) == (
        MEMO.sha256,
        13,
        "application/pdf",
        MEMO.filename,
    )
    assert service.incidents.file(ROOM, incident, MEMO.sha256)[1] == MEMO.body


@pytest.mark.parametrize(
    ("done", "step", "says"),
    [
        ((), "accepted", "The incident is open: it was not answered"),
        ((), "returned", "The incident is open"),
        ((), "closed", "The incident is open"),
        (
            ("answered",),
            "answered",
            "by Dana Reyes, so that it cannot be answered now. That is possible for one that is open or",
        ),
        (
            ("answered",),
            "closed",
            "so that it cannot be closed now. That is possible for one that is accepted or returned.",
        ),
        (("answered", "accepted"), "answered", "The incident was accepted at"),
        (("answered", "accepted"), "returned", "That is possible for one that is answered."),
        (("answered", "returned"), "accepted", "The incident was returned at"),
        (("answered", "accepted", "closed"), "closed", "The incident was closed at"),
    ],
)
def test_a_step_that_the_state_does_not_permit_is_refused(service, done, step, says):
    incident = listed(service)[0].record.incident

    def take(action):
        words = {"reason": "r"} if action == "returned" else {}
        return (
            answer(service, incident) if action == "answered" else decide(service, incident, action, **words)
        )

    for each in done:
        take(each)
    with pytest.raises(CannotStep) as refused:
        take(step)
    assert says in str(refused.value)
    assert [each.action for each in service.incidents.get(ROOM, incident).events] == list(done)


def test_a_returned_incident_is_closed_with_a_note_only(service):
    incident = listed(service)[0].record.incident
    answer(service, incident)
    decide(service, incident, "returned", reason="no")
    with pytest.raises(CannotStep, match="Say in 'note' why it is closed all the same"):
        decide(service, incident, "closed")
    assert decide(service, incident, "closed", note="handed over as case 12").state == "closed"


def test_of_two_answers_at_once_one_is_kept(service):
    incident = listed(service)[0].record.incident
    ready, said = threading.Barrier(2), []

    def send(name):
        ready.wait()
        try:
            answer(service, incident, words={**WORDS, "cause": name})
            said.append(name)
        except CannotStep as refused:
            said.append(type(refused))

    threads = [threading.Thread(target=send, args=[name]) for name in ("one", "two")]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    (event,) = service.incidents.get(ROOM, incident).events
    assert sorted(said, key=str) == sorted([event.words["cause"], CannotStep], key=str)


def test_what_was_seen_before_another_step_is_no_ground_for_one(service):
    seen = listed(service)[0].record
    answer(service, seen.incident)
    with pytest.raises(ChangedMeanwhile):
        answer(service, seen.incident, seen=seen)


def test_steps_outlive_a_restart(folder):
    with application(folder, filled=wrong_log) as app:
        first = app.extensions["auditor"]
        incident = listed(first)[0].record.incident
        before = answer(first, incident, MEMO)
    with application(folder) as app:
        again = app.extensions["auditor"]
        assert again.incidents.get(ROOM, incident) == before
        assert again.incidents.file(ROOM, incident, MEMO.sha256)[1] == MEMO.body


# --- what later audits find ----------------------------------------------------------------------------------------------


def corrected(client, service, *hands):
    """Session S-1 is corrected, and audited."""
    sha256 = service.store.sessions.get(1).evidence
    made = upload(client, log(*hands, supersedes={"sha256": sha256, "reason": "mistyped", "by": "floor"}))
    client.post("/v1/audits", json={"sessions": [made]})


def test_an_answer_stays_and_says_that_the_incident_changed_since(client, service):
    incident = listed(service)[0].record.incident  # hand 1
    assert answer(service, incident).changed is False
    corrected(client, service, hand_line(1, (300, 250, 300, -850)))
    changed = listed(service)[0]
    assert (changed.record.incident, changed.state, changed.changed) == (incident, "answered", True)
    assert changed.reported.misallocated == 150
    assert changed.events[0].stated_sha256 != stated_sha256(changed.reported)


def test_what_was_decided_for_less_may_be_returned(client, service):
    incident = listed(service)[0].record.incident
    answer(service, incident)
    decide(service, incident, "accepted")
    decide(service, incident, "closed")
    with pytest.raises(CannotStep, match="The incident was closed at"):
        decide(service, incident, "returned", reason="more is known")
    corrected(client, service, hand_line(1, (300, 250, 300, -850)))
    assert decide(service, incident, "returned", reason="more is known").state == "returned"
    assert answer(service, incident).changed is False


def played(client, day, session):
    line = {**hand_line(1, WRONG), "at": f"{day}T17:00:00-07:00"}
    made = upload(client, log(line, session=session, opened_at=f"{day}T16:00:00-07:00"))
    client.post("/v1/audits", json={"sessions": [made]})


def test_an_incident_of_the_same_kind_within_ninety_days_is_a_recurrence(client, service):
    first = listed(service)[0].record.incident
    at = date.fromisoformat(answer(service, first).events[0].at[:10])
    for days, session in ((0, "same day"), (1, "next day"), (90, "last day"), (91, "too late")):
        played(client, (at + timedelta(days)).isoformat(), session)
    found = {each.record.session: each for each in listed(service) if each.record.day != "2026-03-14"}
    assert {name: [(one.incident, one.action) for one in each.recurrence_of] for name, each in found.items()} == {
        "same day": [], "next day": [(first, "answered")], "last day": [(first, "answered")], "too late": [],
    }  # fmt: skip
    put_room(client, authority=None)
    assert all(each.recurrence_of == () for each in listed(service))


def test_another_code_is_no_recurrence(client, service):
    first = listed(service)[0].record.incident
    at = date.fromisoformat(answer(service, first).events[0].at[:10])
    day = (at + timedelta(3)).isoformat()
    line = {**hand_line(1), "at": f"{day}T17:00:00-07:00"}
    line["seats"][0]["front"] = line["seats"][1]["front"]  # a card twice
    made = upload(client, log(line, session="cards", opened_at=f"{day}T16:00:00-07:00"))
    client.post("/v1/audits", json={"sessions": [made]})
    others = [each for each in listed(service) if each.record.session == "cards"]
    assert others
    assert {each.record.code for each in others}.isdisjoint({"SCR001"})
    assert all(each.recurrence_of == () for each in others)


# --- the register, seals and the doctor ----------------------------------------------------------------------------------


def entered(service):
    rows = service.store.connections.db.execute(
        "SELECT record FROM register WHERE kind LIKE 'incident.%' ORDER BY entry"
    )
    return [json.loads(text) for (text,) in rows]


def test_each_step_is_entered_with_digests_and_without_its_words(service, folder):
    incident = listed(service)[0].record.incident
    answer(service, incident, MEMO)
    decide(service, incident, "returned", reason="which dealer?")
    answer(service, incident)
    decide(service, incident, "accepted")
    decide(service, incident, "closed")
    found = entered(service)
    assert [each["kind"] for each in found] == [
        f"incident.{each}" for each in ("answered", "returned", "answered", "accepted", "closed")
    ]
    first = found[0]
    words = json.dumps({**WORDS, "files": [MEMO.filename]}, separators=(",", ":")).encode()
    assert (first["rooms"], first["of"], first["about"]["by"], first["about"]["words_sha256"]) == (
        [ROOM], 1, "Dana Reyes", hashlib.sha256(words).hexdigest(),
    )  # fmt: skip
    assert first["about"]["files"] == [[MEMO.sha256, 13, "application/pdf"]]
    assert (first["about"]["incident"], first["about"]["code"], first["about"]["session"]) == (
        incident,
        "SCR001",
        "S-1",
    )
    assert "needle" not in json.dumps(found)
    assert verify_register(folder / FILE).faults == []
    assert faults(folder) == []


def test_a_refused_step_enters_nothing(service):
    incident = listed(service)[0].record.incident
    before = service.store.register.size()
    with pytest.raises(CannotStep):
        decide(service, incident, "accepted")
    assert service.store.register.size() == before


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE incident_events SET by = 'nobody'",
        "DELETE FROM incident_events",
        "UPDATE incident_words SET words = '{}'",
        "DELETE FROM incident_words",
        "UPDATE incident_files SET media_type = 'text/html'",
        "DELETE FROM incident_files",
        "UPDATE attachments SET body = x'00'",
        "UPDATE attachments SET body = x''",
        "DELETE FROM attachments",
        "UPDATE room_incidents SET day = '2020-01-01'",
        "DELETE FROM room_incidents",
        "INSERT OR REPLACE INTO incident_words VALUES (1, '{}')",
    ],
)
def test_no_program_alters_or_removes_what_is_on_record(service, sql):
    answer(service, listed(service)[0].record.incident, MEMO)
    with pytest.raises(StoreError, match="is never"):
        service.store.connections.db.execute(sql)


@pytest.mark.parametrize(
    ("sql", "table", "row"),
    [
        ("UPDATE incident_events SET by = 'nobody'", "incident_events", "1"),
        ("UPDATE room_incidents SET day = '2020-01-01' WHERE position = 0", "room_incidents", "0 of audit 1"),
        ("UPDATE incident_words SET words = '{}'", "incident_words", "1"),
        ("UPDATE incident_files SET media_type = 'text/html'", "incident_files", "1, 0"),
        ("UPDATE attachments SET body = x'00'", "attachments", MEMO.sha256),
        ("DELETE FROM incident_words", "incident_words", "1"),
    ],
)
def test_the_doctor_names_what_was_altered(service, folder, sql, table, row):
    answer(service, listed(service)[0].record.incident, MEMO)
    with unprotected(service.store.connections.db) as db:
        db.execute(sql)
    assert (table, row) in {(each[0], each[1]) for each in faults(folder)}


def test_the_register_names_an_answer_that_was_altered_and_sealed_anew(service, folder):
    answer(service, listed(service)[0].record.incident)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE incident_events SET by = 'nobody'")
        seals.seal(db, "incident_events", 1)
    (fault,) = verify_register(folder / FILE).faults
    assert fault.row.endswith("(incident.answered of 1)")
    assert (fault.expected, fault.found) == ('by "Dana Reyes"', '"nobody"')


def test_a_damaged_file_is_not_given_out_and_not_relied_on(service):
    one, two = (each.record.incident for each in listed(service))
    answer(service, one, MEMO)
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE attachments SET body = x'00'")
    with pytest.raises(DocumentDamaged, match="Restore the store from a backup"):
        service.incidents.file(ROOM, one, MEMO.sha256)
    with pytest.raises(DocumentDamaged, match="Nothing of this answer is kept"):
        answer(service, two, MEMO)
    assert service.incidents.get(ROOM, two).state == "open"
    assert [each.subject for each in service.store.damage.all()] == ["attachments"]


# --- purges --------------------------------------------------------------------------------------------------------------


def with_old_sessions(client):
    put_room(client)
    for number, session in enumerate(("S-old", "S-two"), 1):
        upload(client, old_log(session=session))
        client.post("/v1/audits", json={"sessions": [number]})


@pytest.fixture
def old(folder):
    with application(folder, filled=with_old_sessions) as app:
        yield app.extensions["auditor"]


def in_store(service, needle):
    service.store.connections.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return needle in (service.store.folder / FILE).read_bytes()


def test_an_answer_goes_with_the_last_result_of_its_incident_and_leaves_who_and_when(old, folder):
    incident = next(each.record.incident for each in listed(old) if each.record.session == "S-old")
    answer(old, incident, MEMO)
    decide(old, incident, "returned", reason="needle-77c again")
    assert (done := purged(folder)).status == 0, done.err
    found = old.incidents.get(ROOM, incident)
    assert (found.state, found.reported, found.changed) == ("returned", None, None)
    assert [(each.action, each.by, each.words, each.purged.id) for each in found.events] == [
        ("answered", "Dana Reyes", {}, found.purged.id), ("returned", "Agent 12", {}, found.purged.id),
    ]  # fmt: skip
    assert [(file.sha256, file.name) for file in found.events[0].files] == [(MEMO.sha256, None)]
    with pytest.raises(IncidentPurged, match=f"The file {MEMO.sha256} was purged on"):
        old.incidents.file(ROOM, incident, MEMO.sha256)
    with pytest.raises(IncidentPurged, match="so that it cannot be answered any more"):
        answer(old, incident)
    assert not any(in_store(old, each) for each in (b"needle-77c", b"needle-4d2", MEMO.body))
    assert faults(folder) == []
    assert verify_register(folder / FILE).faults == []


def test_an_incident_that_was_purged_unanswered_says_so(old, folder):
    incident = listed(old)[0].record.incident
    assert (done := purged(folder)).status == 0, done.err
    assert listed(old) == []
    with pytest.raises(IncidentPurged, match="The result that has this incident was purged on"):
        old.incidents.get(ROOM, incident)


def test_a_hold_keeps_the_answers_of_what_it_covers(old, folder):
    by_session = {each.record.session: each.record.incident for each in listed(old)}
    for incident in by_session.values():
        answer(old, incident, MEMO)
    hold(old.store, session="S-two")
    assert (done := purged(folder)).status == 0, done.err
    assert old.incidents.get(ROOM, by_session["S-old"]).events[0].words == {}
    kept = old.incidents.get(ROOM, by_session["S-two"]).events[0]
    assert (kept.words, kept.files[0].name) == (WORDS, MEMO.filename)
    assert old.incidents.file(ROOM, by_session["S-two"], MEMO.sha256)[1] == MEMO.body  # of both answers
    assert faults(folder) == []


def test_a_file_that_was_purged_may_be_attached_to_another_answer(old, folder):
    by_session = {each.record.session: each.record.incident for each in listed(old)}
    answer(old, by_session["S-old"], MEMO)
    held = hold(old.store, session="S-two")
    assert (done := purged(folder)).status == 0, done.err
    assert old.store.connections.db.execute("SELECT length(body) FROM attachments").fetchone() == (0,)
    answer(old, by_session["S-two"], MEMO)
    assert old.incidents.file(ROOM, by_session["S-two"], MEMO.sha256)[1] == MEMO.body
    assert (held.id, faults(folder)) == (1, [])


# --- a store of before ---------------------------------------------------------------------------------------------------


def test_a_store_of_before_has_its_incidents_after_the_migration(folder, tmp_path):
    with application(folder, filled=wrong_log) as app:
        expected = [each.record for each in listed(app.extensions["auditor"])]
    before = tmp_path / "before"
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setattr(MIGRATIONS, "_migrations", [e for e in MIGRATIONS._migrations if e.name < "0021"])
        earlier.setattr(seals, "OF_AUDITS", tuple(e for e in seals.OF_AUDITS if e != "room_incidents"))
        earlier.setattr(results, "note_incidents", lambda *_: None)
        Store(before).close()
        with application(before) as app:
            wrong_log(app.test_client())
            names = app.extensions["auditor"].store.connections.db.table_names()
            assert "room_incidents" not in names
    with application(before) as app:
        service = app.extensions["auditor"]
        found = [each.record for each in listed(service)]
        assert [strip(each) for each in found] == [strip(each) for each in expected]
        answer(service, found[0].incident, MEMO)
    assert faults(before) == []
    assert verify_register(before / FILE).faults == []


def strip(record):
    return replace(record, found_at="")


def test_a_store_without_the_tables_is_examined_all_the_same(tmp_path):
    early = Database(tmp_path / FILE)
    MIGRATIONS.apply(early, stop_before="0022_incidents_of_rooms")
    early.close()
    (tmp_path / FILE).chmod(0o600)
    tables = {each[0] for each in faults(tmp_path)}
    assert tables.isdisjoint({"incident_events", "incident_words", "attachments", "register"})
    Store(tmp_path).close()


# --- gaming days, and audits of several rooms -----------------------------------------------------------------------------


def test_an_incident_of_a_gaming_day_as_a_whole_is_answered_too(client, service, folder):
    made = client.put(f"/v1/rooms/{ROOM}/days/2026-03-14/audit", query_string={"tables": "T1,T9"}).json
    (whole,) = [each for each in listed(service) if each.record.code == "LOG012"]
    assert (whole.record.session, whole.record.day, whole.record.audit, whole.record.now) == (
        None, "2026-03-14", made["id"], made["id"],
    )  # fmt: skip
    found = client.get("/v1/night").json
    (of_day,) = [each for each in found["new"] if each["code"] == "LOG012"]
    answered = answer(service, whole.record.incident, MEMO)
    assert (answered.state, answered.changed) == ("answered", False)
    later = client.get("/v1/night").json
    assert of_day in later["persisting"]
    assert "LOG012" not in {each["code"] for each in later["new"]}
    assert faults(folder) == []


def test_an_incident_is_of_one_room_also_where_an_audit_covers_several(client, service):
    put_room(client, "WA-0500")
    upload(client, log(hand_line(1, WRONG), room="WA-0500"))
    assert client.post("/v1/audits", json={"sessions": [1, 3]}).json["state"] == "finished"
    ours = service.seen_by(Caller("aaaaaaaa", (ROOM,)))
    assert [each.record.room for each in listed(ours)] == [ROOM, ROOM]
    (theirs,), _ = service.incidents.page("WA-0500", IncidentSelection(), Page())
    assert (theirs.record.session, theirs.record.audit) == ("S-1", 2)
    for room in (ROOM, "WA-0500"):
        with pytest.raises(NotFound):
            ours.incidents.get(room, theirs.record.incident)
    with pytest.raises(NotFound):
        ours.incidents.page("WA-0500", IncidentSelection(), Page())


def test_money_without_a_finding_is_an_incident_of_its_session(service):
    """Its root is no finding, and its row names no session: the hand does."""
    db = service.store.connections.db
    with unprotected(db):
        db.execute("DELETE FROM room_incidents")
        (text,) = db.execute("SELECT incident FROM incidents WHERE position = 1").fetchone()
        lost = json.loads(text) | {"root": "", "findings": [], "clause": ""}
        lost["id"] = lost_id(ROOM, "S-2", lost["hands"][0]["hand"], lost["seats"][0])
        db.execute(
            "UPDATE incidents SET id = ?, session = NULL, incident = ? WHERE position = 1",
            [lost["id"], json.dumps(lost)],
        )
        note_incidents(db, 1)
        seal(db, "room_incidents", 1)
    found = service.store.room_incidents.get(ROOM, lost["id"])
    assert (found.session, found.day, found.code, found.now) == ("S-2", "2026-03-14", "SCR001", 1)
