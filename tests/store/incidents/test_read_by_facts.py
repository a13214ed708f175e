"""Somebody who has the store's file alters what incidents are read with, and nothing of it is given or decided on."""

from datetime import date, timedelta

import pytest

from tests.http.kit import hand_line, log
from tests.http.past import upload
from tests.store.incidents.kit import ROOM, answer, decide, faults, listed
from tests.store.incidents.test_decided_by_facts import is_refused, named, spoil
from tests.store.incidents.test_steps import played

__all__ = ["spoil"]


@pytest.fixture
def one(service):
    """An open incident."""
    return listed(service)[0].record.incident


def of_both(service, incident):
    """What reads an incident, and what decides about it."""
    return (lambda: service.incidents.get(ROOM, incident), lambda: answer(service, incident))


def test_the_day_on_which_an_answer_is_due_is_that_of_the_audit_that_facts_say(service, folder, one, spoil):
    spoil("UPDATE audits SET finished_at = '2020-01-01T00:00:00.000000Z' WHERE id = 1")
    for act in of_both(service, one):
        assert is_refused(service, act, "of audit 1")
    assert ("audits", "1") in named(folder)


def test_nothing_is_answered_about_an_incident_whose_result_was_altered(service, folder, one, spoil):
    """Its money is in the fact of the answer, by its digest."""
    spoil(f"UPDATE incidents SET incident = json_set(incident, '$.misallocated', 1) WHERE id = '{one}'")
    assert is_refused(service, lambda: answer(service, one), "of the result of audit 1")
    assert ("incidents", "0 of audit 1") in {(table, row) for table, row, _ in faults(folder)}


def test_no_log_removes_an_incident_that_does_not_correct_one_by_facts(client, service, folder, one, spoil):
    """An open incident may be closed once a correction removed it."""
    made = upload(client, log(hand_line(1), session="S-3"))
    client.post("/v1/audits", json={"sessions": [made]})
    spoil(f"UPDATE sessions SET supersedes = 1, session = 'S-1' WHERE id = {made}")
    act = (
        lambda: service.incidents.get(ROOM, one),
        lambda: decide(service, one, "closed", note="the correction removed it"),
    )
    for each in act:
        assert is_refused(service, each, f"of session {made}")
    assert ("sessions", f"{made}") in named(folder)


def test_the_table_and_the_currency_of_an_incident_are_those_of_its_log(client, service, one, spoil):
    spoil("UPDATE sessions SET table_name = 'T9', currency = 'EUR' WHERE id = 1")
    assert is_refused(service, lambda: service.incidents.get(ROOM, one), "of session 1")
    assert is_refused(service, lambda: service.sessions.currencies(ROOM, ["S-1"]), "of session 1")
    assert service.sessions.currencies(ROOM, ["S-2"]) == {"S-2": "USD"}


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("UPDATE incident_events SET at = '2020-01-01T00:00:00.000000Z' WHERE id = 1", None),
        ("UPDATE incident_events SET action = 'closed' WHERE id = 1", "step 1"),
        ("UPDATE room_incidents SET clause = clause || ' ' WHERE incident = '{one}'", None),
        ("UPDATE incident_events SET by = 'Mallory' WHERE id = 1", "step 1"),
    ],
)
def test_an_incident_is_said_to_repeat_another_by_steps_that_facts_say(
    client, service, one, spoil, sql, names
):
    """One that is no longer found so is left out, which the verification of the register finds."""
    at = date.fromisoformat(answer(service, one).events[0].at[:10])
    played(client, (at + timedelta(1)).isoformat(), "next day")
    (later,) = [each for each in listed(service) if each.record.session == "next day"]
    assert [each.incident for each in later.recurrence_of] == [one]
    spoil(sql.format(one=one))
    if names is None:
        assert service.incidents.get(ROOM, later.record.incident).recurrence_of == ()
    else:
        assert is_refused(service, lambda: service.incidents.get(ROOM, later.record.incident), f"of {names}")
