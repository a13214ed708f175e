"""What every seat had: amounts in few bytes, and who appears in which hands, found some thousand hands at a time."""

from __future__ import annotations

import numpy as np
import pytest

from rules.checks.support import seat_history
from rules.checks.support.seat_history import Appearances, CompactAmounts
from rules.hands import NOT_RECORDED
from rules.narrow import KeptRows


@pytest.mark.parametrize(("hands", "players"), [(0, 3), (1, 1), (9, 3), (seat_history._AT_ONCE + 40, 200)])
def test_a_players_hands_are_in_the_order_of_the_log(hands: int, players: int) -> None:
    sits = np.random.default_rng(hands).integers(-1, players, (hands, 4)).astype(np.int16)
    found = Appearances.of(sits)
    for player in range(min(players, 5)):
        hand, column = found.of_player(player)
        where = np.nonzero(sits == player)
        assert (hand.tolist(), column.tolist()) == (where[0].tolist(), where[1].tolist())


@pytest.mark.parametrize("player", [-1, 2])
def test_who_is_in_no_hand_appears_nowhere(player: int) -> None:
    hand, column = Appearances.of(np.array([[0, -1], [1, 0]], np.int8)).of_player(player)
    assert (hand.tolist(), column.tolist()) == ([], [])


AMOUNTS = [[0, NOT_RECORDED], [10**12, -(10**12)], [-1, 63], [NOT_RECORDED, -64]]


@pytest.mark.parametrize("last", [1, 3, 4])
def test_amounts_are_read_as_they_were(last: int) -> None:
    rows = np.array(AMOUNTS[:last], np.int64)
    kept = KeptRows(0)
    kept.add(CompactAmounts.stored(rows))
    amounts = CompactAmounts(kept.whole())
    assert len(amounts) == last
    assert amounts[:].tolist() == rows.tolist()
    assert amounts[:].dtype == np.int64
    assert [amounts[row, column] for row in range(last) for column in (0, 1)] == rows.ravel().tolist()
    assert amounts.recorded.tolist() == (rows != NOT_RECORDED).tolist()
    assert amounts.take(np.arange(last)[::-1])[0].tolist() == rows[-1].tolist()
    assert amounts.sum(rows != NOT_RECORDED) == int(rows[rows != NOT_RECORDED].sum())
