"""Who renews the leases of a process: a thread, while there are some, and nobody while there are none."""

import time

import pytest

from auditor.jobs import audit_worker
from auditor.store import Store, leases
from auditor.store.lease_holder import LeaseHolder
from auditor.store.leases import done
from tests.services import application


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(leases, "RENEWED_SECONDS", 0.02)


@pytest.fixture
def holder(store: Store):
    made = LeaseHolder(store.leases)
    yield made
    made.stop()


def until(what):
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def ends(store: Store) -> dict:
    return dict(store.connections.db.execute("SELECT of, ends FROM leases").fetchall())


def data_version(store: Store) -> int:
    (version,) = store.connections.db.execute("PRAGMA data_version").fetchone()
    return version


def test_all_leases_in_hand_are_renewed_and_others_are_not(store: Store, holder: LeaseHolder):
    kept = [store.leases.claim("piece", of, holder.id) for of in ("x", "y")]
    store.leases.claim("piece", "another's", "a")
    before = ends(store)
    with holder.keeping(kept[0]), holder.keeping(kept[1]):
        until(lambda: all(ends(store)[of] > before[of] for of in ("x", "y")))
        assert [holder.has(each) for each in kept] == [True, True]
    assert ends(store)["another's"] == before["another's"]
    assert [holder.has(each) for each in kept] == [False, False]


def test_who_has_none_in_hand_renews_none_and_then_the_next_one(
    store: Store, holder: LeaseHolder, monkeypatch
):
    renewals, keep = [], store.leases.keep
    monkeypatch.setattr(store.leases, "keep", lambda epochs: renewals.append(set(epochs)) or keep(epochs))
    for of in ("x", "y"):
        assert renewals == []
        lease = store.leases.claim("piece", of, holder.id)
        with holder.keeping(lease):
            until(lambda: len(renewals) >= 3)
        with store.connections.writing() as db:
            assert done(db, lease) is True
        until(lambda: holder._changed._waiters)  # the thread sleeps until there is another
        assert renewals == [{lease.epoch}] * len(renewals)
        renewals.clear()


def test_a_lease_that_another_took_is_not_held_any_more(store: Store, holder: LeaseHolder):
    lease = store.leases.claim("piece", "x", holder.id)
    with holder.keeping(lease):
        store.leases.give_up([lease.epoch])
        other = store.leases.claim("piece", "x", "other")
        until(lambda: not holder.has(lease))
        assert store.leases.keep([other.epoch]) == {other.epoch}


def test_who_stops_gives_up_what_it_has(store: Store, holder: LeaseHolder):
    lease = store.leases.claim("piece", "x", holder.id)
    with holder.keeping(lease):
        holder.stop()
        assert holder.has(lease) is False
        assert store.leases.claim("piece", "x", "other").owner == "other"
    until(lambda: not holder._thread.is_alive())


@pytest.mark.of_the_file
def test_a_store_that_fails_for_a_while_loses_no_lease(store: Store, holder: LeaseHolder, caplog):
    lease = store.leases.claim("piece", "x", holder.id)
    aside = store.folder / "aside"
    with holder.keeping(lease):
        (store.folder / "auditor.sqlite").rename(aside)
        until(lambda: "leases are renewed again in a moment" in caplog.text)
        aside.rename(store.folder / "auditor.sqlite")
        before = ends(store)["x"]
        until(lambda: ends(store)["x"] > before)
        assert holder.has(lease) is True


@pytest.mark.of_the_file
def test_an_idle_service_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(audit_worker, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(audit_worker, "POLL_SECONDS", 0.01)
    with application(tmp_path / "data") as app:
        queue, looks = app.extensions["auditor"].store.queue, []
        take_back = queue.take_back
        monkeypatch.setattr(queue, "take_back", lambda *given: looks.append(take_back(*given)))
        until(lambda: looks)
        watcher = Store(tmp_path / "data")
        before, seen = data_version(watcher), len(looks)
        until(lambda: len(looks) > seen + 20)
        assert data_version(watcher) == before
        watcher.close()
