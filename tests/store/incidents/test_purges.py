"""What a purge leaves of incidents and of their answers."""

import pytest

from auditor.doctor import verify_register
from auditor.errors import IncidentPurged, RecordDamaged
from auditor.store.store import FILE
from tests.services import unprotected
from tests.store.incidents.kit import MEMO, ROOM, WORDS, answer, decide, faults, listed
from tests.store.purging.kit import hold, purged


def in_store(service, needle):
    service.store.connections.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return needle in (service.store.folder / FILE).read_bytes()


@pytest.mark.of_the_file
@pytest.mark.slow
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


FORGED = """
INSERT INTO purges (id, at, subject, key, sha256, size, room, last_day, year_ends, years, kept_until, parameter, clause, by, fact)
VALUES (9, '2026-03-20', 'audits', '1', printf('%064d', 0), 1, 'WA-0417', '2015-03-14', '2015-12-31', 5, '2020-12-31', 'p', 'c',
    'Mallory', {fact})
"""


@pytest.mark.parametrize("fact", ["NULL", "(SELECT fact FROM incident_events WHERE id = 1)"])
def test_words_are_not_gone_for_a_purge_that_no_fact_says(service, folder, fact):
    one, two = (each.record.incident for each in listed(service))
    answer(service, one)
    answer(service, two)
    with unprotected(service.store.connections.db) as db:
        db.execute("DELETE FROM fact_parts WHERE digest = (SELECT words FROM incident_events WHERE id = 1)")
        db.execute("DELETE FROM incidents WHERE id = ?", [one])
        db.execute(FORGED.format(fact=fact))
    with pytest.raises(RecordDamaged, match="What the store has of step 1 is not what was written"):
        service.store.incident_events.of(one)
    (other,) = service.store.incident_events.of(two)
    assert other.words == WORDS
    assert {("incident_events", "1"), ("purges", "audits, 1")} <= {each[:2] for each in faults(folder)}
