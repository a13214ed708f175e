"""Somebody who has the store's file alters steps of incidents, and no decision rests on it: each is refused at once."""

import pytest

from auditor.doctor import verify_register
from auditor.errors import CannotStep, RecordDamaged
from auditor.facts.kinds.facts_of_incidents import IncidentAccepted, IncidentAnswered
from auditor.store.connection import StoreError
from auditor.store.fact_log import enter_fact
from auditor.store.incident_states import STATES
from auditor.store.recheck import recheck
from auditor.store.store import FILE
from tests.services import unprotected
from tests.store.incidents.kit import MEMO, ROOM, answer, decide, listed

AT = "2026-03-20T20:00:00.000000Z"
# A step that no fact says; the last value is the fact that it names.
FORGED = """
INSERT INTO incident_events (id, at, room, incident, action, audit, stated_sha256, files, fact)
SELECT 9, '2026-03-20', room, incident, '{action}', audit, printf('%064d', 0), '[]', {fact} FROM room_incidents
WHERE incident = '{incident}'
"""


@pytest.fixture
def incidents(service):
    """Two incidents, open."""
    return [each.record.incident for each in listed(service)]


@pytest.fixture
def spoil(service):
    def altered(*statements):
        with unprotected(service.store.connections.db, references=False) as db:
            for sql in statements:
                assert db.execute(sql).rowcount == 1, sql

    return altered


def is_refused(service, act, match="of the steps of incident|of step"):
    """Whether something is refused as altered, with no entry of it."""
    before = service.store.register.size()
    with pytest.raises(RecordDamaged, match=f"What the store has {match}"):
        act()
    return service.store.register.size() == before


def named(folder):
    return {(each.table, each.row) for each in verify_register(folder / FILE).faults}


@pytest.mark.parametrize("fact", ["NULL", "0", "(SELECT max(entry) FROM register)"])
def test_what_was_never_answered_is_not_accepted_for_a_row_that_says_so(
    service, folder, incidents, spoil, fact
):
    one, two = incidents
    answer(service, two)
    spoil(FORGED.format(action="answered", incident=one, fact=fact))
    assert is_refused(service, lambda: decide(service, one, "accepted"))
    assert is_refused(service, lambda: service.incidents.get(ROOM, one))
    assert ("incident_events", "9") in named(folder)
    decide(service, two, "accepted")  # another one goes on
    assert named(folder) == {("incident_events", "9")}


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE incident_events SET action = 'returned' WHERE id = 3",
        "DELETE FROM incident_events WHERE id = 3",
        "DELETE FROM incident_events WHERE id = 2",
        "UPDATE incident_events SET id = 9 WHERE id = 3",
        "UPDATE incident_events SET action = 'answered', fact = (SELECT fact FROM incident_events WHERE id = 1) WHERE id = 3",
        "UPDATE incident_events SET incident = (SELECT max(incident) FROM room_incidents WHERE incident != "
        "incident_events.incident) WHERE id = 3",
        "UPDATE incident_events SET room = 'WA-0500' WHERE id = 1",
        "UPDATE incident_events SET due = '2020-01-01' WHERE id = 1",
    ],
)
def test_what_was_closed_is_not_opened_again_by_an_altered_or_removed_step(
    service, folder, incidents, spoil, sql
):
    one, _ = incidents
    answer(service, one)
    for step in ("accepted", "closed"):
        decide(service, one, step)
    spoil(sql)
    for act in (
        lambda: answer(service, one),
        lambda: decide(service, one, "accepted"),
        lambda: decide(service, one, "returned", reason="why?"),
        lambda: decide(service, one, "closed", note="again"),
    ):
        assert is_refused(service, act)
    assert "incident_events" in {table for table, _ in named(folder)}


def test_all_steps_that_are_removed_leave_no_open_incident(service, incidents, spoil):
    one, two = incidents
    answer(service, one)
    spoil("DELETE FROM incident_events")
    assert is_refused(service, lambda: answer(service, one))
    assert is_refused(service, lambda: listed(service))
    answer(service, two)  # and has a number of its own
    assert [each.id for each in service.store.incident_events.of(two)] == [2]


def test_steps_of_two_incidents_that_are_swapped_decide_nothing(service, folder, incidents, spoil):
    one, two = incidents
    answer(service, one)
    answer(service, two)
    decide(service, two, "accepted")
    swap = f"UPDATE incident_events SET incident = CASE incident WHEN '{one}' THEN '{two}' ELSE '{one}' END WHERE id = "
    spoil(*(f"{swap}{number}" for number in (1, 2, 3)))
    assert is_refused(service, lambda: decide(service, one, "closed"))
    assert is_refused(service, lambda: decide(service, two, "accepted"))
    assert {("incident_events", f"{number}") for number in (1, 2, 3)} <= named(folder)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE room_incidents SET day = '2030-01-01'",
        "UPDATE room_incidents SET session = NULL",
        "UPDATE room_incidents SET position = 7",
        "UPDATE room_incidents SET code = 'SCR009', clause = 'x'",
        "UPDATE room_incidents SET fact = 0",
    ],
)
def test_nothing_is_decided_about_an_incident_that_its_audit_did_not_find_so(
    service, folder, incidents, spoil, sql
):
    one, two = incidents
    answer(service, one)
    spoil(f"{sql} WHERE incident = '{one}'")
    for act in (lambda: decide(service, one, "accepted"), lambda: service.incidents.get(ROOM, one)):
        assert is_refused(service, act, f"of incident {one} is not what was written")
    answer(service, two)
    assert named(folder) == {("room_incidents", one)}


def test_an_incident_that_no_audit_found_is_not_given(service, folder, incidents, spoil):
    one, _ = incidents
    columns = "audit, position, room, session, day, code, clause, fact"
    spoil(f"INSERT INTO room_incidents (incident, {columns}) SELECT printf('%064d', 7), {columns} FROM room_incidents "
          f"WHERE incident = '{one}'")  # fmt: skip
    assert is_refused(service, lambda: service.incidents.get(ROOM, f"{7:064}"), "of incident 0")
    assert is_refused(service, lambda: listed(service), "of incident 0")
    assert named(folder) == {("room_incidents", f"{7:064}")}


def test_an_incident_whose_row_was_removed_is_that_of_its_first_audit_when_one_finds_it_again(
    service, client, folder, incidents, spoil
):
    one, _ = incidents
    db = service.store.connections.db
    row = db.execute("SELECT * FROM room_incidents WHERE incident = ?", [one]).fetchone()
    spoil(f"DELETE FROM room_incidents WHERE incident = '{one}'")
    assert named(folder) == {("room_incidents", one)}
    assert client.post("/v1/audits", json={"sessions": [1, 2]}).json["state"] == "finished"
    assert named(folder) == {("room_incidents", one)}  # its row names another audit now, and no fact is wrong
    spoil(f"DELETE FROM room_incidents WHERE incident = '{one}'")
    db.execute(f"INSERT INTO room_incidents VALUES ({', '.join('?' * len(row))})", row)
    assert named(folder) == set()
    assert service.incidents.get(ROOM, one).record.audit == 1


def test_a_step_is_not_taken_in_another_room(service, folder, incidents, spoil):
    one, _ = incidents
    answer(service, one)
    spoil("INSERT INTO rooms (id, terms, change) VALUES ('WA-0500', '[]', 1)")
    spoil(f"UPDATE room_incidents SET room = 'WA-0500' WHERE incident = '{one}'",
          "UPDATE incident_events SET room = 'WA-0500'")  # fmt: skip
    with pytest.raises(RecordDamaged):
        service.store.room_incidents.get("WA-0500", one)
    size = service.store.register.size()
    with pytest.raises(RecordDamaged):
        service.incidents.decide("WA-0500", one, "accepted", {}, "Agent 12")
    assert service.store.register.size() == size
    assert ("incident_events", "1") in named(folder)


@pytest.mark.parametrize(
    "sql",
    [
        f"INSERT INTO attachments (sha256, size, received_at) VALUES ('{MEMO.sha256}', 13, '2020-01-01')",
        f"INSERT INTO attachments (sha256, size, received_at, fact) VALUES ('{MEMO.sha256}', 13, '{AT}', 0)",
    ],
)
def test_no_answer_rests_on_a_file_that_no_fact_says(service, incidents, spoil, sql):
    one, _ = incidents
    spoil(sql)
    assert is_refused(
        service, lambda: answer(service, one, MEMO), "of attached file .* is not what was written"
    )
    answer(service, one)


def test_a_step_that_was_removed_is_noticed_where_it_is_read_and_forgotten_once_it_is_back(
    service, incidents, spoil
):
    one, _ = incidents
    answer(service, one)
    db = service.store.connections.db
    row = db.execute("SELECT * FROM incident_events").fetchone()
    spoil("DELETE FROM incident_events")
    for read in (
        lambda: service.incidents.get(ROOM, one),
        lambda: service.incidents.standings(("open",)),
        lambda: service.incidents.became([one]),
        lambda: service.store.incident_events.of(one),
    ):
        assert is_refused(service, read, f"of the steps of incident {one} is not what was written")
    assert [(each.subject, each.key) for each in service.store.damage.all()] == [(STATES, one)]
    assert recheck(service.store.connections, service.store.damage, service.store.authority) == 1
    db.execute(f"INSERT INTO incident_events VALUES ({', '.join('?' * len(row))})", row)
    assert recheck(service.store.connections, service.store.damage, service.store.authority) == 0
    assert service.incidents.get(ROOM, one).state == "answered"


def test_a_forged_step_with_what_it_makes_is_not_believed_and_nothing_is_written_over_it(
    service, folder, incidents
):
    one, two = incidents
    about = {"room": ROOM, "rooms": (ROOM,), "at": AT, "incident": one, "audit": 1, "stated_sha256": "0" * 64}
    db = service.store.connections.db
    enter_fact(db, IncidentAnswered(number=1, **about))
    number = enter_fact(db, IncidentAccepted(number=2, who="Agent 12", **about))
    assert is_refused(service, lambda: service.incidents.get(ROOM, one))
    for act in (lambda: decide(service, one, "closed"), lambda: answer(service, two)):
        with pytest.raises((RecordDamaged, StoreError)):
            act()
    assert service.store.register.size() == number + 1
    assert ("checkpoints", "") in named(folder)


def test_a_step_that_does_not_follow_is_refused_before_any_row_is_looked_at(service, incidents):
    one, _ = incidents
    with pytest.raises(CannotStep, match="The incident is open"):
        decide(service, one, "accepted")
    about = {"room": ROOM, "rooms": (ROOM,), "at": AT, "incident": one, "audit": 1, "stated_sha256": "0" * 64}
    store = service.store
    size = store.register.size()
    words = f"incident {one} is open, and it has to be answered"
    with pytest.raises(RecordDamaged, match=words), store.connections.writing() as db:
        store.log.append(db, IncidentAccepted(number=1, **about))
    assert store.register.size() == size
