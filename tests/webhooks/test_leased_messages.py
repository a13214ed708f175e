"""Messages that are being sent: each by one process, and by another where that one lost its lease."""

import pytest
from msgspec import structs

from auditor.store import Store, leases

AT = "2026-03-15T08:00:00.000000Z"
LATER = "2026-03-15T09:00:00.000000Z"
LAST = "2026-03-15T10:00:00.000000Z"


@pytest.fixture
def store(tmp_path):
    """A store with a message to each of two endpoints."""
    made = Store(tmp_path)
    made.outbox.listeners = lambda event, rooms: ("tracker", "other")
    made.outbox.log_overdue("WA-0417", "2026-03-14", AT)
    yield made
    made.close()


@pytest.fixture
def at_once(monkeypatch):
    """A lease that has ended is left to nobody."""
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.0)


def end_leases(store):
    store.connections.db.execute("UPDATE leases SET ends = ends - 3600")


def of(store, endpoint):
    return next(each for each in store.outbox.all() if each.endpoint == endpoint)


def test_a_message_is_one_processs_until_it_has_arrived(store):
    claimed = store.outbox.claim("a", "tracker", AT)
    assert (claimed.delivery.endpoint, claimed.delivery.attempts) == ("tracker", 1)
    assert (claimed.lease.kind, claimed.lease.of) == ("webhook", f"{claimed.delivery.id}")
    assert store.outbox.claim("b", "tracker", AT) is None
    assert store.outbox.claim("b", "other", AT).delivery.endpoint == "other"
    assert store.outbox.delivered(claimed.lease, LATER) is True
    assert (of(store, "tracker").state, of(store, "tracker").ended_at) == ("delivered", LATER)
    assert store.outbox.claim("b", "tracker", LATER) is None


def test_a_message_that_did_not_arrive_is_free_when_it_is_due(store):
    claimed = store.outbox.claim("a", "tracker", AT)
    assert store.outbox.not_delivered(claimed.lease, "it answers 500", AT, LATER) is True
    assert store.outbox.claim("b", "tracker", AT) is None
    again = store.outbox.claim("b", "tracker", LATER)
    assert (again.delivery.message, again.delivery.attempts) == (claimed.delivery.message, 2)
    assert store.outbox.not_delivered(again.lease, "it answers 503", LATER, None) is True
    assert (of(store, "tracker").state, of(store, "tracker").error) == ("failed", "it answers 503")


def test_who_lost_the_lease_of_a_message_writes_nothing(store, at_once):
    slow = store.outbox.claim("slow", "tracker", AT)
    end_leases(store)
    quick = store.outbox.claim("quick", "tracker", AT)
    assert structs.replace(quick.delivery, attempts=1) == slow.delivery
    assert store.outbox.not_delivered(slow.lease, "it answers 500", LATER, None) is False
    assert store.outbox.delivered(slow.lease, LATER) is False
    assert (of(store, "tracker").state, of(store, "tracker").error) == ("pending", None)
    assert store.outbox.delivered(quick.lease, LAST) is True
    assert of(store, "tracker").ended_at == LAST


def test_a_message_is_dropped_by_who_has_its_lease_alone(store, at_once):
    slow = store.outbox.claim("slow", "tracker", AT)
    end_leases(store)
    quick = store.outbox.claim("quick", "tracker", AT)
    assert store.outbox.drop(slow.lease) is False
    assert of(store, "tracker").id == quick.delivery.id
    assert store.outbox.drop(quick.lease) is True
    assert [each.endpoint for each in store.outbox.all()] == ["other"]
    assert store.leases.claim("webhook", f"{quick.delivery.id}", "anybody") is not None


def test_a_message_to_an_endpoint_that_was_removed_is_given_up_once_nobody_sends_it(store, at_once):
    store.outbox.claim("a", "tracker", AT)
    store.outbox.give_up_others(["other"], LATER)
    assert of(store, "tracker").state == "pending"
    end_leases(store)
    store.outbox.claim("a", "other", AT)  # who looks for messages removes what has ended
    store.outbox.give_up_others(["other"], LATER)
    assert (of(store, "tracker").state, of(store, "tracker").ended_at) == ("failed", LATER)
    assert of(store, "other").state == "pending"
