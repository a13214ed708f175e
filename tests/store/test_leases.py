"""Leases: who has a piece of work, until when, and what becomes of one who lost it."""

import time

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule

from auditor.store import Store, leases
from auditor.store.leases import Lease, done
from tests.processes import Forked


def is_done(store: Store, lease: Lease) -> bool:
    with store.connections.writing() as db:
        return done(db, lease)


def passes(store: Store, seconds: float) -> None:
    """As if so much time had passed by the database's clock."""
    store.connections.db.execute("UPDATE leases SET ends = ends - ?", [seconds])


@pytest.fixture
def at_once(monkeypatch):
    """A lease that has ended is left to nobody."""
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.0)


def test_a_piece_of_work_is_one_owners_until_it_is_done(store: Store):
    first = store.leases.claim("piece", "x", "a")
    assert (first.kind, first.of, first.owner) == ("piece", "x", "a")
    assert store.leases.claim("piece", "x", "b") is None
    assert store.leases.claim("piece", "y", "b").of == "y"
    assert store.leases.claim("place", "x", "b").kind == "place"
    assert is_done(store, first) is True
    assert is_done(store, first) is False
    second = store.leases.claim("piece", "x", "b")
    assert (second.owner, second.epoch > first.epoch) == ("b", True)


def test_an_epoch_is_never_given_again(store: Store):
    epochs = []
    for _ in range(3):
        lease = store.leases.claim("piece", "x", "a")
        epochs.append(lease.epoch)
        store.leases.give_up([lease.epoch])
    assert len(set(epochs)) == 3
    assert epochs == sorted(epochs)


def test_a_lease_that_nobody_renewed_is_anothers_and_its_owner_writes_nothing(store: Store, at_once):
    slow = store.leases.claim("piece", "x", "slow", 5)
    passes(store, 4)
    assert store.leases.claim("piece", "x", "quick") is None
    passes(store, 2)
    quick = store.leases.claim("piece", "x", "quick")
    assert quick.owner == "quick"
    assert store.leases.keep([slow.epoch, quick.epoch]) == {quick.epoch}
    assert is_done(store, slow) is False
    store.leases.give_up([slow.epoch])
    assert is_done(store, quick) is True


def test_a_renewed_lease_lasts_as_long_again(store: Store, at_once):
    lease = store.leases.claim("piece", "x", "a", 5)
    passes(store, 4)
    assert store.leases.keep([lease.epoch]) == {lease.epoch}
    passes(store, 4)
    assert store.leases.claim("piece", "x", "b") is None
    passes(store, 2)
    assert store.leases.keep([lease.epoch]) == {lease.epoch}  # ended, and not taken yet
    assert store.leases.claim("piece", "x", "b") is None


def test_a_lease_that_has_ended_is_left_to_its_owner_for_a_while(store: Store, monkeypatch):
    """As after a sleep of the machine, where all leases have ended and everybody who is alive renews them."""
    alive = store.leases.claim("piece", "alive", "a")
    store.leases.claim("piece", "dead", "a")
    passes(store, 8 * 3600)
    monkeypatch.setattr(leases, "SEEN_SECONDS", 3600.0)
    assert store.leases.claim("piece", "dead", "b") is None
    assert store.leases.keep([alive.epoch]) == {alive.epoch}
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.0)
    assert store.leases.claim("piece", "alive", "b") is None
    assert store.leases.claim("piece", "dead", "b").owner == "b"


def test_a_renewal_between_two_looks_counts(store: Store, monkeypatch):
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.05)
    lease = store.leases.claim("piece", "x", "a", 0.001)
    until = time.monotonic() + 60
    while lease.epoch not in store.leases.ended("piece"):
        assert time.monotonic() < until
    store.leases.keep([lease.epoch])
    assert lease.epoch not in store.leases.ended("piece")


def test_a_clock_that_is_put_back_makes_no_lease_last_longer(store: Store, at_once):
    lost = store.leases.claim("piece", "x", "dead", 5)
    passes(store, -3600)
    assert store.leases.claim("piece", "x", "b").owner == "b"
    assert is_done(store, lost) is False


def test_a_lease_longer_than_any_that_is_given_keeps_nothing(store: Store, at_once):
    """Whoever writes it into the store's file stops no work."""
    store.connections.db.execute(
        "INSERT INTO leases (kind, of, owner, seconds, ends) VALUES ('piece', 'x', 'nobody', 1e9, unixepoch('subsec') + 5e8)"
    )
    assert store.leases.claim("piece", "x", "b").owner == "b"
    store.leases.claim("piece", "y", "a", leases.MOST_SECONDS)
    assert store.leases.claim("piece", "y", "b") is None


def test_what_ended_is_removed_of_its_kind(store: Store, at_once):
    for of in ("x", "y"):
        store.leases.claim("piece", of, "dead", 5)
    store.leases.claim("place", "x", "dead", 5)
    passes(store, 6)
    store.leases.claim("piece", "z", "a")
    kept = store.connections.db.execute("SELECT kind, of FROM leases ORDER BY epoch").fetchall()
    assert kept == [("place", "x"), ("piece", "z")]


@pytest.mark.of_the_file
def test_who_asks_for_work_that_another_has_writes_nothing(store: Store):
    store.leases.claim("piece", "x", "a")
    other = Store(store.folder)
    (before,) = other.connections.db.execute("PRAGMA data_version").fetchone()
    assert store.leases.claim("piece", "x", "b") is None
    assert other.connections.db.execute("PRAGMA data_version").fetchone() == (before,)
    other.close()


def test_others_have_work_in_hand_until_their_leases_end(store: Store):
    assert store.leases.others_have("audit", "me") is False
    store.leases.claim("piece", "x", "a", 5)
    store.leases.claim("audit", "1", "me", 5)
    assert store.leases.others_have("audit", "me") is False
    store.leases.claim("audit", "2", "a", 5)
    assert store.leases.others_have("audit", "me") is True
    passes(store, 6)
    assert store.leases.others_have("audit", "me") is False


CLAIM = """
import sys, pathlib, time
from auditor.store import Store
lease = Store(pathlib.Path(sys.argv[1])).leases.claim("piece", "x", "other", 0.5)
print(lease and lease.epoch, flush=True)
time.sleep(600)
"""


@pytest.mark.slow
def test_the_lease_of_a_process_that_is_killed_ends(store: Store, monkeypatch):
    monkeypatch.setattr(leases, "SEEN_SECONDS", 0.1)
    with Forked(CLAIM, store.folder) as process:
        epoch = int(process.stdout.readline())
        process.kill()
        process.wait(60)
    until = time.monotonic() + 60
    while (lease := store.leases.claim("piece", "x", "me")) is None:
        assert time.monotonic() < until
    assert lease.epoch > epoch


LENGTH = leases.MOST_SECONDS
WORK = st.sampled_from(["x", "y"])


class Histories(RuleBasedStateMachine):
    """Owners that claim, renew, finish or lose pieces of work, in any order: the last epoch alone finishes."""

    made = Bundle("made")

    def __init__(self) -> None:
        super().__init__()
        self.store = _store()
        self.store.connections.db.execute("DELETE FROM leases")
        self.last: dict[str, Lease] = {}  # by work, that is not done
        self.left: dict[int, float] = {}  # seconds of each, by epoch
        self.before = leases.SEEN_SECONDS
        leases.SEEN_SECONDS = 0.0

    def teardown(self) -> None:
        leases.SEEN_SECONDS = self.before

    @rule(target=made, work=WORK, owner=st.sampled_from("abc"))
    def claim(self, work, owner):
        got = self.store.leases.claim("piece", work, owner, LENGTH)
        held = self.last.get(work)
        assert (got is None) == (held is not None and self.left[held.epoch] > 0)
        if got is not None:
            assert all(got.epoch > each for each in self.left)
            self.last[work], self.left[got.epoch] = got, LENGTH
            self._without_ended(but=work)
        return got

    @rule(lease=made)
    def keep(self, lease):
        if lease is not None:
            assert (self.store.leases.keep([lease.epoch]) == {lease.epoch}) == self._is_last(lease)
            if self._is_last(lease):
                self.left[lease.epoch] = LENGTH

    @rule(lease=made)
    def done(self, lease):
        if lease is not None:
            assert is_done(self.store, lease) == self._is_last(lease)
            if self._is_last(lease):
                del self.last[lease.of]

    @rule(seconds=st.sampled_from([LENGTH * 0.3, LENGTH * 0.6, LENGTH * 2]))
    def time_passes(self, seconds):
        passes(self.store, seconds)
        self.left = {epoch: left - seconds for epoch, left in self.left.items()}

    def _is_last(self, lease):
        return self.last.get(lease.of) == lease

    def _without_ended(self, but):
        """Who claims anything removes what has ended."""
        ended = [work for work, lease in self.last.items() if work != but and self.left[lease.epoch] <= 0]
        for work in ended:
            del self.last[work]


_STORES: list[Store] = []


def _store() -> Store:
    return _STORES[0]


@pytest.mark.slow
def test_the_last_epoch_alone_finishes(store: Store):
    from hypothesis.stateful import run_state_machine_as_test

    _STORES[:] = [store]
    run_state_machine_as_test(Histories)
