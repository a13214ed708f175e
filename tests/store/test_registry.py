"""Snapshots of the registry: properties of approvals in any order, over a real store."""

import datetime as dt
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.approval import Approval
from auditor.filing import Filing
from auditor.registry import Registry
from auditor.rooms import Rooms
from auditor.store import Store
from rules.audit import BytesSource, audit_log, replay_log
from rules.controls.library import library
from tests.examples import examples
from tests.http.filing import log, surrender, surrendered
from tests.rules.filed import controls
from tests.services import empty_store

ROOM = "WA-0417"
TERMS = {"from": None, "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "authority": "wsgc"}
STARTS = ("2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01")
DAYS = st.dates(dt.date(2025, 12, 1), dt.date(2027, 1, 31))


class Desk:
    """What files rooms and controls, over one store."""

    def __init__(self, store, registry):
        self.rooms = Rooms(store, registry)
        self.filing = Filing(store, registry, self.rooms)
        self.approval = Approval(store, registry)


@contextmanager
def filing():
    with tempfile.TemporaryDirectory() as folder:
        empty_store(Path(folder) / "data")
        store = Store(Path(folder) / "data")
        registry = Registry(store, library())
        try:
            yield Desk(store, registry), registry
        finally:
            store.close()


def approve(desk, revision, units=None):
    """Approve a revision in which a surrender pays as many units as its number is."""
    text = controls(revision, STARTS[revision - 1], surrender=surrender(units or revision))
    record = desk.filing.draft(ROOM, text.encode(), None, None).record
    desk.approval.approve(desk.approval.submit(record, "room", None), "agent", "L", None, {})


def due(known, day):
    """What a surrender at noon of a day pays, and the revision that says so."""
    source = BytesSource(log(surrendered(1, f"{day.isoformat()}T12:00:00-08:00", 100)).encode())
    (reported,) = replay_log(source, library=known.of_room(ROOM), room=known.rooms[ROOM])
    return reported["ruleset"], [(each["seat"], each["net"]) for each in reported["seats"]]


@pytest.mark.slow
@examples(15)
@given(order=st.permutations([1, 2, 3, 4]), day=DAYS)
def test_the_order_of_approvals_never_changes_the_result_for_a_hand(order, day):
    reported = []
    for each in (order, [1, 2, 3, 4]):
        with filing() as (desk, registry):
            desk.rooms.put(ROOM, TERMS, None)
            for revision in each:
                approve(desk, revision)
            known = registry.snapshot()
            reported.append((due(known, day), known.library.digest))
    assert reported[0] == reported[1]


@pytest.mark.slow
@examples(15)
@given(upto=st.integers(1, 3), day=DAYS)
def test_a_future_dated_revision_never_changes_an_earlier_hand(upto, day):
    with filing() as (desk, registry):
        desk.rooms.put(ROOM, TERMS, None)
        for revision in range(1, upto + 1):
            approve(desk, revision)
        source = BytesSource(log(surrendered(1, f"{day.isoformat()}T12:00:00-08:00", 100)).encode())
        seen = []
        for _ in range(2):
            known = registry.snapshot()
            audit = audit_log(source, library=known.of_room(ROOM), room=known.rooms[ROOM])
            seen.append((due(known, day), audit.findings, audit.coverage, audit.rulesets))
            if len(seen) == 1:
                approve(desk, upto + 1)
        if day < dt.date.fromisoformat(STARTS[upto]):
            assert seen[0] == seen[1]
        else:
            assert seen[1][0][0] == f"wa-0417-thirteen@{upto + 1}"


def test_what_was_known_at_an_earlier_change_stays_known():
    with filing() as (desk, registry):
        desk.rooms.put(ROOM, TERMS, None)
        moments = []
        for revision in (1, 2):
            approve(desk, revision)
            moments.append(registry.snapshot())
        desk.rooms.put(ROOM, {**TERMS, "gaming_day_begins": "12:30"}, None)
        day = dt.date(2026, 5, 1)
        assert due(registry.snapshot(moments[0].as_of), day) == ("wa-0417-thirteen@1", [(1, 100), (2, -100)])
        assert due(registry.snapshot(moments[1].as_of), day) == ("wa-0417-thirteen@2", [(1, 200), (2, -200)])
        assert registry.snapshot(moments[1].as_of).rooms[ROOM].terms[0].day_begins == dt.time(6)
        assert registry.snapshot().rooms[ROOM].terms[0].day_begins == dt.time(12, 30)
        assert registry.snapshot(0).rooms == {}


def test_another_process_sees_an_approval_at_once():
    with tempfile.TemporaryDirectory() as folder:
        stores = [Store(Path(folder)) for _ in range(2)]
        (here, _), (_, there) = (
            (Desk(each, registry := Registry(each, library())), registry) for each in stores
        )
        here.rooms.put(ROOM, TERMS, None)
        assert there.snapshot().rooms[ROOM].controls == ()
        approve(here, 1)
        assert there.snapshot().rooms[ROOM].controls == ("wa-0417-thirteen",)
        for each in stores:
            each.close()


def test_a_draft_is_examined_once_at_a_change_and_again_after_the_next_one():
    with filing() as (desk, registry):
        desk.rooms.put(ROOM, TERMS, None)
        text = controls(1, STARTS[0], surrender=surrender(1))
        record = desk.filing.draft(ROOM, text.encode(), None, None).record
        first = registry.examined(record)
        assert first.problems == ()
        assert registry.examined(record) is first
        desk.rooms.put(ROOM, {**TERMS, "authority": None}, None)
        (problem,) = registry.examined(record).problems
        assert "the authority of room WA-0417 is not on record on 2026-01-01" in problem
        earlier = registry.examined(record, registry.snapshot(registry.snapshot().as_of - 1))
        assert earlier.problems == ()
