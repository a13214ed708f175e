"""Columns of a log that comes in blocks: the same as of one block, and small."""

import tracemalloc
from datetime import date

import numpy as np
import pytest

from rules.one_value import has_one_value
from rules.replay.row_replay import replay
from rules.screening.indicators import scn002_deal_repeated_elsewhere as deal_repeated
from rules.screening.indicators import scn004_paid_beyond_chance as paid_beyond_chance
from rules.screening.indicators import scn010_invented_cards as invented_cards
from rules.screening.screened_hands import ScreenedHands, ScreenedHandsKeeper
from rules.screening.session_statistics import ScreeningKeeper
from simulation.screened.evening_hands import replayed_evening, session_of
from simulation.screened.room_regulars import LIVED, regulars
from simulation.screened.screened_evening import evening
from tests.calibration.room_years import scoring

BLOCKS, HANDS = 80, 200


@pytest.fixture(scope="module")
def played():
    rules, chance = scoring(), np.random.default_rng(23)
    lived = evening(
        "T1", date(2026, 3, 1), regulars(chance, LIVED)[:9], LIVED, rules.scale, chance, hands=HANDS
    )
    return lived, replayed_evening(lived, rules)


def kept(*blocks):
    keeper = ScreenedHandsKeeper()
    for each in blocks:
        keeper.add(each)
    return keeper.close()


def columns(hands):
    names = [name for name in ScreenedHands.__struct_fields__ if name not in ("players", "names", "pot")]
    return {name: getattr(hands, name) for name in names}


def part(replayed, start, end):
    """Some of the hands, as wide as the most seats among them."""
    hands = replayed.hands.take(np.arange(len(replayed.hands))[start:end])
    return replay(hands, replayed.scoring)


def test_hands_in_two_blocks_are_those_of_one(played):
    _, whole = played
    together, apart = kept(whole), kept(part(whole, 0, 70), part(whole, 70, None))
    for name, column in columns(apart).items():
        other = columns(together)[name]
        assert (name, column.shape, column.tolist()) == (name, other.shape, np.asarray(other).tolist())


def test_payments_and_rulings_of_a_later_block_have_their_own_hands(played):
    _, whole = played
    twice, once = kept(whole, whole), kept(whole)
    later = twice.paid[len(once.paid) :]
    assert (later[:, 0] - len(once)).tolist() == once.paid[:, 0].tolist()
    assert later[:, 1:].tolist() == once.paid[:, 1:].tolist()


def test_columns_that_closed_games_do_not_have_are_held_once_and_the_others_are_small(played):
    _, whole = played
    hands = kept(whole, whole)
    found = columns(hands)
    alone = {name for name, column in found.items() if has_one_value(column)}
    assert alone == {"chose", "dealt", "royalty"}
    assert not hands.dealt.any()
    assert (hands.royalty == -1).all()
    size = sum(column.nbytes for name, column in found.items() if name not in alone)
    assert size / len(hands) < 320


@pytest.mark.parametrize("indicator", [deal_repeated, paid_beyond_chance, invented_cards])
def test_rows_of_many_hands_need_little_memory_beside_the_hands(played, indicator):
    """Orders of suits, sums of payments and counts of cards are worked out for a thousand hands at a time."""
    lived, whole = played
    keeper = ScreeningKeeper()
    for _ in range(BLOCKS):
        keeper.add(whole)
    (session,) = keeper.sessions(*session_of(lived))
    found = [*indicator.rows(session)]
    tracemalloc.start()
    assert [each.row for each in indicator.rows(session)] == [each.row for each in found]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak / len(session.hands) < 800  # bytes
