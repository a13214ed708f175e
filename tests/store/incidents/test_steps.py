"""What is done about incidents: answers and decisions, and what later audits find of them."""

import threading
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from auditor.errors import CannotStep, ChangedMeanwhile
from auditor.incidents import stated_sha256
from tests.http.kit import hand_line, log
from tests.http.past import upload
from tests.services import application
from tests.store.incidents.kit import MEMO, ROOM, WORDS, WRONG, answer, decide, listed, wrong_log

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
    with pytest.raises(CannotStep, match="Say in a note why it is closed all the same"):
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
    opened, dealt = (
        datetime.combine(date.fromisoformat(day), time(hour), ZoneInfo("America/Los_Angeles")).isoformat()
        for hour in (16, 17)
    )
    made = upload(client, log({**hand_line(1, WRONG), "at": dealt}, session=session, opened_at=opened))
    client.post("/v1/audits", json={"sessions": [made]})


@pytest.mark.slow
def test_an_incident_of_the_same_kind_within_ninety_days_is_a_recurrence(client, service):
    first = listed(service)[0].record.incident
    at = date.fromisoformat(answer(service, first).events[0].at[:10])
    for days, session in ((0, "same day"), (1, "next day"), (90, "last day"), (91, "too late")):
        played(client, (at + timedelta(days)).isoformat(), session)
    found = {each.record.session: each for each in listed(service) if each.record.day != "2026-03-14"}
    assert {name: [(one.incident, one.action) for one in each.recurrence_of] for name, each in found.items()} == {
        "same day": [], "next day": [(first, "answered")], "last day": [(first, "answered")], "too late": [],
    }  # fmt: skip


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
