"""A room's year is the same to the byte in any order of its sessions and with any number of processes."""

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta

import msgspec
import pytest

from rules.screening.repeated_deals import repeated_deals
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import statistics_of
from tests.rules.screening.screened import FIRST_DAY, FOLDER, screened

pytestmark = pytest.mark.slow

NAMES = (
    "dealer-and-player-0", "voids-of-losses-0", "dead-winners-0", "pairs-dumped-0", "exits-with-wins-0",
    "missing-after-losses-0", "minutes-0", "repeats-copied-0", "repeats-copied-1",
)  # fmt: skip


def statistics_at(place):
    """The statistics of one of the logs, a session of its own; two sessions a gaming day."""
    session = screened(FOLDER / "logs" / f"{NAMES[place]}.ndjson.gz")
    header = msgspec.structs.replace(session.header, session=f"s{place}")
    return statistics_of([session], header, FIRST_DAY + timedelta(days=place // 2))


def statistics_as_bytes(place):
    return msgspec.msgpack.encode(statistics_at(place))


@pytest.fixture(scope="module")
def sessions():
    return [statistics_at(place) for place in range(len(NAMES))]


def as_bytes(sessions):
    """All that a room's year says of its units, and its repeated deals."""
    units = [
        (unit.entry.code, unit.unit, unit.strata, unit.place, unit.limit, unit.since, unit.withheld, unit.listed,
         str(unit.evidence.combined), str(unit.evidence.year), [str(each) for each in unit.evidence.best], repr(unit.stands))
        for unit in screened_year(sessions)
    ]  # fmt: skip
    repeats = [(each.seats, each.deals, each.pairs, str(each.bound)) for each in repeated_deals(sessions)]
    return msgspec.json.encode([units, repeats])


@pytest.fixture(scope="module")
def year(sessions):
    """The room's year, its sessions in their order."""
    return as_bytes(sessions)


def test_the_order_of_the_sessions_changes_no_byte(sessions, year):
    chance = random.Random(5)
    assert b"SCN006" in year
    for _ in range(2):
        assert as_bytes(chance.sample(sessions, len(sessions))) == year


def test_a_session_taken_out_and_put_in_again_changes_nothing(sessions, year):
    """A superseded log: its rows are taken out, those of the new one put in."""
    without = sessions[:3] + sessions[4:]
    assert as_bytes(without) != year
    assert as_bytes([*without, sessions[3]]) == year


def test_one_process_and_two_make_the_same_statistics():
    alone = [statistics_as_bytes(place) for place in range(4)]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        shared = list(pool.map(statistics_as_bytes, range(4)))
    assert shared == alone
