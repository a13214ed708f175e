"""The record of a demonstration: what each role finds in it."""

import datetime as dt

import pytest

from auditor.cli.demo_store import make_holders, new_folder
from auditor.demonstration.demonstration_controls import CONTROLS
from auditor.demonstration.week import ROOM, SILENT, StaffKeys, fill
from auditor.health import health
from auditor.incidents import IncidentSelection
from auditor.obstacles import why_not
from auditor.overdue import gaming_today, missing_days, overdue_rooms
from auditor.service import Service
from auditor.store.rows import Page, Selection
from auditor.store.service_clock import now

pytestmark = pytest.mark.slow
ALL = Page(1, 100)
day = dt.date.fromisoformat


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo") / "data"
    new_folder(folder)
    holders = make_holders(folder)
    fill(folder, StaffKeys(holders.staff, holders.compliance))
    made = Service(folder, lambda *_: None)
    yield made
    made.close()


@pytest.fixture
def ago(service):
    """The gaming day that was so many days ago, as text."""
    today = gaming_today(service.rooms.get(ROOM).terms, now())
    return lambda days: (today - dt.timedelta(days)).isoformat()


def incidents(service, on):
    """The incidents of a gaming day: severity, title and state."""
    found, _ = service.incidents.page(ROOM, IncidentSelection(first_day=on, last_day=on), ALL)
    return [(each.reported.severity, each.reported.title, each.state, each.overdue) for each in found]


PAID = "Seat 1's recorded result differs from what was due"


def test_staff_find_answers_that_are_due_and_one_that_is_overdue(service, ago):
    assert incidents(service, ago(20)) == [("major", PAID, "open", True)]
    (soon,) = service.incidents.page(ROOM, IncidentSelection(first_day=ago(14), last_day=ago(14)), ALL)[0]
    assert (soon.state, soon.due) == ("open", ago(-1))
    assert incidents(service, ago(7)) == []
    assert incidents(service, ago(6)) == [("major", PAID, "answered", False)]
    assert ("critical", "A card appears twice in the deal", "open", False) in incidents(service, ago(1))
    (answered,) = service.incidents.page(ROOM, IncidentSelection(states=("answered",)), ALL)[0]
    assert answered.events[-1].by == "Dana Reyes"


def test_a_log_was_corrected_and_the_correction_has_no_incident(service, ago):
    wrong, right = service.store.sessions.all(Selection(room=ROOM, first_day=ago(5), last_day=ago(5)))
    assert (wrong.superseded_by, right.supersedes) == (right.id, wrong.id)
    found, _ = service.incidents.page(ROOM, IncidentSelection(first_day=ago(5), last_day=ago(5)), ALL)
    assert [each.reported.severity for each in found] == ["major"] * 3
    assert {each.record.removed_by for each in found} == {right.id}


def test_a_log_cannot_be_audited_before_its_controls_are_approved(service, ago):
    (session,) = service.store.sessions.all(Selection(room=ROOM, first_day=ago(2), last_day=ago(2)))
    assert session.ruleset == f"{CONTROLS}@1"
    reason = why_not(session, None, service.registry.snapshot(), service.store.controls)
    assert f"{CONTROLS}@1" in reason
    ((waiting, submission),) = service.approval.queue()
    assert (waiting.name, submission.by) == (f"{CONTROLS}@1", "Lee Park")
    assert service.approval.examined(waiting).problems == ()
    draft = service.filing.get(ROOM, CONTROLS, 2)
    assert draft.standing == "draft"
    assert draft.starts == ago(-30)


def test_a_log_is_missing_and_another_room_is_silent(service, ago):
    assert service.store.sessions.all(Selection(room=ROOM, first_day=ago(3), last_day=ago(3))) == []
    days = {each.day for each in service.store.sessions.all(Selection(room=ROOM))}
    since, first, last = service.store.rooms.logs_expected_since([ROOM])[ROOM], day(ago(20)), day(ago(1))
    found = missing_days(service.rooms.get(ROOM).terms, days, since, first, last, now())
    assert found == {day(ago(3))}
    assert [(each.room, each.last_day) for each in overdue_rooms(service.store, now())] == [(SILENT, ago(7))]


def test_the_record_came_in_day_by_day_and_nothing_is_wrong_with_it(service, ago):
    sessions = service.store.sessions.all(Selection())
    received = [each.received_at for each in sessions]
    assert received[-1] <= now()
    assert all(session.day < at[:10] for session, at in zip(sessions, received, strict=True))
    service.start()
    assert health(service).reasons == []
