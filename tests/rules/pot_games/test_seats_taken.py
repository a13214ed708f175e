"""What is kept of a table from block to block: the last hands, and which seats were taken in every hand."""

from __future__ import annotations

import numpy as np

from rules.records.reader import LogReader
from rules.records.table_events import TableEvents
from rules.replay.pots.table_replay import TableLog
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
        table.add(hands, TableEvents())
    taken = table.taken
    assert taken is not None
    assert [taken.before(line) for line in range(first, first + 5)] == [
        set(), {1, 2, 10}, {2, 3}, {9, 10}, {9, 10},
    ]  # fmt: skip


def test_the_first_hand_of_a_block_is_compared_with_the_last_of_the_block_before():
    """The button stays in seat 3. Seat 2 won the 100 of seat 1, and has 300 less than that gave."""
    posts = [
        {"act": "post", "seat": seat, "kind": kind, "amount": amount}
        for seat, kind, amount in ((1, "small_blind", 100), (2, "big_blind", 200))
    ]
    acts = [*posts, {"act": "fold", "seat": 3}, {"act": "fold", "seat": 1}]
    stacks = [pot_seat(1, 19_900), pot_seat(2, 19_800), pot_seat(3)]
    log = pot_log(pot_hand(1, acts=acts), pot_hand(2, *stacks, acts=acts))
    (block,) = LogReader().blocks([log])
    for parts in ([[0, 1]], [[0], [1]]):
        table = TableLog(CLUB)
        last = [table.add(block.take(np.array(which)), TableEvents()) for which in parts][-1]
        found = last.presented(len(parts[-1]) - 1, "olympic-cash@1")["illegal"]
        assert [(each["code"], each["seat"], each["due"]) for each in found] == [
            ("button_not_moved", None, None), ("stack_differs", 2, {"stack": 20_100}),
        ]  # fmt: skip
