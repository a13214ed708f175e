"""What is kept of every hand of a table to the end of its log: which seats were taken in the last hand before a line."""

from __future__ import annotations

import numpy as np

from rules.records.reader import LogReader
from rules.replay.pots.table_log import TableLog
from tests.rules.pot_games.rulesets import CLUB
from tests.rules.pot_logs import pot_hand, pot_log, pot_seat


def seats(*taken):
    return [pot_seat(each, player=f"P{each}") for each in taken]


def test_the_seats_of_the_last_hand_before_a_line_are_known_over_blocks():
    log = pot_log(pot_hand(1, *seats(1, 2, 10)), pot_hand(2, *seats(2, 3)), pot_hand(3, *seats(9, 10)))
    first = sum(1 for line in log.splitlines() if b'"pot_hand"' not in line) + 1  # the line of hand 1
    (block,) = LogReader().blocks([log])
    table = TableLog(CLUB)
    assert table.taken is None
    for hands in (block.take(np.array(which)) for which in ([0, 1], [2])):
        table.add(hands, [])
    taken = table.taken
    assert taken is not None
    assert [taken.before(line) for line in range(first, first + 5)] == [
        set(), {1, 2, 10}, {2, 3}, {9, 10}, {9, 10},
    ]  # fmt: skip
