"""Who dealt some hands of a log, and how many hands each dealt."""

from __future__ import annotations

import numpy as np

from rules.audit.incidents import Attendance
from rules.findings.columns import NONE
from rules.records.reader import LogReader
from tests.rules.build import hand, log, seat, session


def attended(*dealt: tuple[int, str | None], size: int = 2) -> Attendance:
    """A log of hands by number and dealer, taken some hands at a time."""
    hands = [
        hand(number, seat(1), seat(2), **({} if who is None else {"dealer_id": who})) for number, who in dealt
    ]
    (block,) = LogReader().blocks([log(session(), *hands)])
    found = Attendance()
    for start in range(0, len(block), size):
        found.add(block.take(np.arange(start, min(start + size, len(block)))))
    found.close(block.number)
    return found


def named(found: Attendance, *numbers: int) -> list[str | None]:
    places = found.dealers_of(np.array(numbers)).tolist()
    return [None if place == NONE else found.names[place] for place in places]


def test_the_dealer_of_a_hand_is_found_by_its_number() -> None:
    found = attended((1, None), (2, None), (3, "d-1"), (4, "d-2"), (5, None), (6, "d-1"))
    assert named(found, 6, 1, 4, 3, 5, 7) == ["d-1", None, "d-2", "d-1", None, None]
    assert [found.hands("dealer", who) for who in ("d-1", "d-2")] == [2, 1]


def test_of_a_number_used_twice_the_last_dealer_counts() -> None:
    found = attended((5, "d-1"), (3, "d-2"), (5, "d-3"), (5, None))
    assert named(found, 5, 3) == ["d-3", "d-2"]


def test_nobody_dealt_where_no_dealer_is_on_record() -> None:
    assert named(attended((1, None), (2, None)), 1, 2) == [None, None]
