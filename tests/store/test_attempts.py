"""Failed attempts: how long they make wait, whom they do not make wait, and many at once."""

import itertools
from multiprocessing.queues import Queue
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditor.store import Store
from auditor.store.attempts import CountedFailures, Limit
from tests.processes import forked, forks

RUNS = itertools.count()
NOON = 1_800_000_000.0
LIMIT = Limit(free=3, first=2, most=60, forget=3_600)
WIDE = Limit(free=10**6, first=1, most=1, forget=3_600)


def place(name="place", limit=LIMIT):
    return CountedFailures(name, limit)


def fail(store, times, at=NOON, of=None, others=()):
    """Fail as fast as possible; when the last attempt was made."""
    for _ in range(times):
        while wait := store.attempts.begin(of or place(), others, at):
            at += wait
    return at


def test_the_waits_double_up_to_the_longest(store: Store):
    waits = []
    at = NOON
    for _ in range(11):
        waits.append(store.attempts.begin(place(), [], at))
        at += waits[-1]
        if waits[-1]:
            assert store.attempts.begin(place(), [], at) == 0
    assert waits == [0, 0, 0, 2, 4, 8, 16, 32, 60, 60, 60]


def test_an_attempt_that_came_too_early_costs_nothing(store: Store):
    at = fail(store, 4)
    assert [store.attempts.begin(place(), [], at) for _ in range(20)] == [4] * 20
    assert store.attempts.begin(place(), [], at + 3.5) == 1
    assert store.attempts.begin(place(), [], at + 4) == 0


def test_success_forgets_the_failures_of_its_place_and_takes_back_one_of_the_others(store: Store):
    account = CountedFailures("account", LIMIT)
    at = fail(store, 3, others=[account])
    assert store.attempts.begin(place(), [account], at) == 2
    at += 2
    assert store.attempts.begin(place(), [account], at) == 0
    store.attempts.succeed(place(), [account], at)
    assert store.attempts.begin(place(), [], at) == 0
    assert store.attempts.begin(place("elsewhere"), [account], at) == 2  # as after three


def test_failures_are_forgotten_after_a_while(store: Store):
    at = fail(store, 9)
    assert store.attempts.begin(place(), [], at) == 60
    assert [store.attempts.begin(place(), [], at + 3_600) for _ in range(4)] == [0, 0, 0, 2]


def test_nobody_locks_a_person_out_from_elsewhere(store: Store):
    """Whoever succeeded at a place waits there for failures at that place only."""
    account = CountedFailures("account", LIMIT)
    assert store.attempts.begin(place("home"), [account], NOON) == 0
    store.attempts.succeed(place("home"), [account], NOON)
    at = fail(store, 30, at=NOON, of=place("attacker", WIDE), others=[account])
    assert store.attempts.begin(place("third"), [account], at) == 60
    assert store.attempts.begin(place("home"), [account], at) == 0
    assert [store.attempts.begin(place("home"), [account], at) for _ in range(3)] == [0, 0, 2]


def test_a_known_place_is_forgotten_after_ninety_days(store: Store):
    store.attempts.begin(place("home"), [], NOON)
    store.attempts.succeed(place("home"), [], NOON)
    for days, left in ((89, 1), (91, 0)):
        store.attempts.begin(place("other"), [], NOON + days * 86_400)
        rows = store.connections.db.execute("SELECT count(*) FROM attempts WHERE known = 1").fetchone()
        assert rows == (left,)


def test_what_is_counted_is_not_in_the_table(store: Store):
    fail(store, 1, of=place("place 192.0.2.1 dana.reyes@example.org"))
    (subject,) = store.connections.db.execute("SELECT subject FROM attempts").fetchone()
    assert "dana" not in subject
    assert len(subject) == 64


def test_the_table_keeps_nothing_that_counts_no_more(store: Store):
    for each in range(20):
        fail(store, 1, at=NOON + each, of=place(f"{each}"))
    fail(store, 1, at=NOON + 4_000)
    assert store.connections.db.execute("SELECT count(*) FROM attempts").fetchone() == (1,)


@given(
    free=st.integers(0, 8), first=st.floats(0.5, 10), most=st.floats(10, 10_000), failures=st.integers(0, 10**9)
)  # fmt: skip
def test_a_wait_never_falls_and_never_exceeds_the_longest(free, first, most, failures):
    limit = Limit(free, first, most, 10**6)
    assert 0 <= limit.wait(failures) <= limit.wait(failures + 1) <= most
    assert (limit.wait(failures) == 0) == (failures < free)
    if failures >= free and limit.wait(failures + 1) < most:
        assert limit.wait(failures + 1) == 2 * limit.wait(failures)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pauses=st.lists(st.floats(-100, 500), min_size=1, max_size=40))
def test_whatever_comes_when_no_two_are_looked_at_closer_than_the_wait(store: Store, pauses):
    """A clock that is set back gives nothing, and makes nobody wait longer. Who waits as long as is said is looked at."""
    of, at, failures, last = place(f"run {next(RUNS)}", LIMIT), NOON, 0, NOON
    for pause in pauses:
        at += pause
        last = min(last, at)
        wait = store.attempts.begin(of, [], at)
        if wait:
            assert failures >= LIMIT.free
            assert 0 < wait <= LIMIT.most
            at += wait
            assert store.attempts.begin(of, [], at) == 0
        if failures and at - last < LIMIT.wait(failures):
            raise AssertionError((failures, at - last))
        failures, last = failures + 1, at


def _try(folder: str, results: "Queue[int]") -> None:
    store = Store(Path(folder))
    results.put(sum(store.attempts.begin(place(), [], NOON) == 0 for _ in range(5)))
    store.close()


@pytest.mark.slow
def test_many_at_once_in_many_processes_are_looked_at_no_more_often(store: Store):
    results: Queue[int] = forks.Queue()
    processes = [forked(_try, str(store.folder), results) for _ in range(4)]
    for each in processes:
        each.start()
    assert sum(results.get(timeout=60) for _ in processes) == LIMIT.free
    for each in processes:
        each.join(60)
