"""Hands of a table block by block, each also compared with those before."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter

import numpy as np
from msgspec.structs import replace

from rules.controls.sections.pots import PotGame
from rules.hands import Flags, Hands
from rules.records.events import TableEvent
from rules.records.table_events import TableEvents
from rules.replay.pots.block_replay import ReplayedPots, TableFacts, replay
from rules.replay.pots.breaches.breach_rows import CODES, NO_ACT, BreachRows, together
from rules.replay.pots.breaches.floor_rulings import excused_by_button
from rules.replay.pots.table.hand_to_hand import between, linked, moved, newly_seated
from rules.replay.pots.table.seated_stacks import SEATS, SeatsTaken, Sitting, joined, last_of, sitting_of

BEFORE = 5_000  # hands of a table before a block: nobody waits longer for cards, or comes back within the hour after more
Events = Sequence[tuple[int, TableEvent]]
_BLIND_SEAT = CODES.index("blind_seat")
_BLINDS_MISSING = [CODES.index(f"{name}_amount") for name in ("small_blind", "big_blind")]


class TableLog:
    """Hands of a log of pot games under one ruleset, added in log order."""

    def __init__(self, rules: PotGame, *, tournament: bool = False) -> None:
        self._rules, self._tournament = rules, tournament
        self._taken: list[SeatsTaken] = []  # a piece a block
        self._hands = 0  # before the block
        self._last: Sitting | None = (
            None  # the last hands, beside which those of the next block are looked at
        )

    def add(self, hands: Hands, events: TableEvents) -> ReplayedPots:
        """Replay a block, compared with the hands before. ``events``: of the log so far."""
        replayed = replay(hands, self._rules, TableFacts.of(self._tournament, events))
        mine = sitting_of(replayed.play, replayed.net)
        self._taken.append(SeatsTaken.of(mine))
        sitting = mine if self._last is None else joined([self._last, mine])
        what = moved(sitting, _since(events, sitting, whole=self._hands <= BEFORE))
        self._last, self._hands = last_of(sitting, BEFORE), self._hands + len(hands)
        table = None if self._tournament else self._rules.table
        rows = together(between(sitting, what, table, tournament=self._tournament))
        first = np.searchsorted(sitting.line, hands.line)
        illegal = _without_passed_blinds(replayed, newly_seated(sitting, what)[first])
        before = linked(sitting).at(first)
        illegal = excused_by_button(replayed.walk, illegal, before.unmoved)
        illegal = together([illegal, _of_block(rows, first)])
        return replace(replayed, illegal=illegal, linked=before)

    @property
    def taken(self) -> SeatsTaken | None:
        """Seats taken in all hands so far; None before the first block."""
        return SeatsTaken.joined(self._taken) if self._taken else None


def _since(events: TableEvents, sitting: Sitting, *, whole: bool) -> Events:
    return events if whole else events[bisect_left(events, int(sitting.line[0]), key=itemgetter(0)) :]


def _of_block(rows: BreachRows, places: np.ndarray[tuple[int], np.dtype[np.int64]]) -> BreachRows:
    position = {int(place): at for at, place in enumerate(places.tolist())}
    mine = np.isin(rows.hand, places)
    hand = np.array([position[place] for place in rows.hand[mine].tolist()], np.int64)
    return BreachRows(
        hand, *(getattr(rows, name)[mine] for name in ("act", "seat", "code", "due", "due_act"))
    )


def _without_passed_blinds(replayed: ReplayedPots, fresh: Flags) -> BreachRows:
    """Breaches without blinds that pass a newcomer's seat, or by which a newcomer buys the button: OLY-2.15. fresh: (H, 10)."""
    illegal = replayed.illegal
    hand, seat = illegal.hand, np.clip(illegal.due, 1, SEATS) - 1
    passed = (illegal.code == _BLIND_SEAT) & (fresh[hand, seat] | _bought(replayed, fresh)[hand])
    missing = np.isin(illegal.code, _BLINDS_MISSING) & (illegal.act == NO_ACT)
    passed |= missing & fresh[hand, np.maximum(illegal.seat, 1) - 1]
    return BreachRows(*(getattr(illegal, name)[~passed] for name in BreachRows.__struct_fields__))


def _bought(replayed: ReplayedPots, fresh: Flags) -> Flags:
    owed, found = replayed.walk.owed, np.zeros(len(fresh), np.bool_)
    hand, column = np.nonzero(owed.both)
    number = replayed.hands.seat[hand, column].astype(np.int64)
    there = (owed.first_left[hand] == number) | (owed.first_left[hand] == 0)
    found[hand[there & fresh[hand, number - 1]]] = True
    return found
