"""Steps of incidents of a store of before facts: the same with their words and files, made by facts; what was altered is not."""

import json
from contextlib import closing

import pytest

from auditor.errors import RecordDamaged
from auditor.store import Store
from tests.store.legacy.test_adopted_rows import alter, faults, folder, rows

__all__ = ["folder"]

_STEPS = """
SELECT id, at, room, incident, action, audit, stated_sha256, due, words_sha256, correction, by, key FROM incident_events
"""
_FILES = """
SELECT f.sha256, a.size, f.media_type, a.received_at, a.body FROM incident_files AS f JOIN attachments AS a ON a.sha256 = f.sha256
"""


def test_a_step_is_that_of_before_with_its_words_and_its_file(folder):
    ((number, at, room, incident, action, audit, stated, due, digest, _, by, key),) = rows(folder, _STEPS)
    ((words,),) = rows(folder, "SELECT words FROM incident_words")
    ((sha256, size, media_type, received_at, body),) = rows(folder, _FILES)
    ((entry,),) = rows(folder, "SELECT entry FROM register WHERE kind = 'incident.answered'")
    with closing(Store(folder)) as store:
        (step,) = store.incident_events.of(incident)
        assert (step.id, step.at, step.room, step.action, step.audit) == (number, at, room, action, audit)
        assert (step.stated_sha256, step.due, step.by, step.key) == (stated, due, by, key)
        assert {**step.words, "files": [each.name for each in step.files]} == json.loads(words)
        assert [(each.sha256, each.size, each.media_type) for each in step.files] == [
            (sha256, size, media_type)
        ]
        assert store.incident_events.body(sha256) == body
        assert store.room_incidents.last_steps([incident])[incident].action == "answered"
    assert rows(folder, "SELECT words_sha256 FROM incident_events") == [(digest,)]  # reports may state it
    assert rows(folder, "SELECT sha256, size, received_at FROM attachments") == [(sha256, size, received_at)]
    ((record,),) = rows(
        folder, "SELECT record FROM register WHERE kind = 'incident.answered' AND record LIKE '%adopted%'"
    )
    fact = json.loads(record)
    assert (fact["entry"], fact["adopted"], fact["at"], fact["words_sha256"]) == (entry, True, at, digest)
    assert json.loads(words)["cause"] == "c"
    assert '"cause"' not in record
    assert faults(folder) == []


_INCIDENTS = "incident, audit, position, room, session, day, code, clause, event"


def test_incidents_of_rooms_are_those_of_before_and_name_the_audits_that_found_them(folder):
    sql = f"SELECT {_INCIDENTS} FROM room_incidents ORDER BY incident"
    before = rows(folder, sql)
    with closing(Store(folder)) as store:
        found = {each.incident: each for each in store.room_incidents.all()}
        assert [(each[0], found[each[0]].audit, found[each[0]].day) for each in before] == [
            (each[0], each[1], each[5]) for each in before
        ]
    assert rows(folder, sql) == before != []
    facts = rows(folder, "SELECT i.audit, json_extract(r.record, '$.number'), r.kind FROM room_incidents AS i "
                         "JOIN register AS r ON r.entry = i.fact")  # fmt: skip
    assert {kind for _, _, kind in facts} == {"audit.finished"}
    assert [audit for audit, _, _ in facts] == [number for _, number, _ in facts]
    assert len(facts) == len(before)


def test_an_incident_that_was_altered_before_is_given_to_nobody(folder):
    ((incident, room),) = rows(folder, "SELECT incident, room FROM incident_events")
    alter(folder, f"UPDATE room_incidents SET day = '2030-01-01' WHERE incident = '{incident}'")
    with (
        closing(Store(folder)) as store,
        pytest.raises(RecordDamaged, match=f"What the store has of incident {incident}"),
    ):
        store.room_incidents.get(room, incident)
    assert ("room_incidents", incident) in {each[:2] for each in faults(folder)}


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE incident_events SET by = 'Mallory'", {("incident_events", "1")}),
        ("UPDATE incident_events SET action = 'accepted'", {("incident_events", "1")}),
        ("UPDATE incident_words SET words = '{\"cause\":\"m\",\"files\":[null]}'", {("incident_events", "1")}),
        ("UPDATE incident_files SET media_type = 'text/html'", {("incident_events", "1")}),
        ("UPDATE attachments SET size = 5", {("incident_events", "1")}),
        ("DELETE FROM incident_words", {("incident_events", "1")}),
        ("DELETE FROM incident_events", set()),
    ],
)  # fmt: skip
def test_what_was_altered_before_decides_nothing_and_is_named(folder, sql, named):
    ((incident,),) = rows(folder, "SELECT incident FROM incident_events")
    ((entry,),) = rows(folder, "SELECT entry FROM register WHERE kind = 'incident.answered'")
    alter(folder, sql)
    with closing(Store(folder)) as store:
        if named:
            with pytest.raises(RecordDamaged, match="What the store has of the steps of incident"):
                store.incident_events.of(incident)
        else:
            assert store.incident_events.of(incident) == []
    assert named | {("register", f"{entry} (incident.answered of 1)")} <= {
        each[:2] for each in faults(folder)
    }


def test_what_follows_an_altered_step_gets_no_fact_either(folder):
    ((incident,),) = rows(folder, "SELECT incident FROM incident_events")
    alter(folder, "UPDATE incident_events SET by = 'Mallory'")
    alter(
        folder,
        "INSERT INTO incident_events (at, room, incident, action, audit, stated_sha256) "
        "SELECT at, room, incident, 'accepted', audit, stated_sha256 FROM incident_events",
    )
    with closing(Store(folder)) as store, pytest.raises(RecordDamaged):
        store.incident_events.of(incident)
    assert {("incident_events", "1"), ("incident_events", "2")} <= {each[:2] for each in faults(folder)}
