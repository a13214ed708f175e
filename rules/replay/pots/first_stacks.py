"""The first stack of each player of a table of pot games, beside the chips that were bought."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from rules.hands import Flags
from rules.records.events import Chips, Fee, TableEvent, Toke
from rules.records.table_events import TableEvents
from rules.replay.pots.between import instant
from rules.replay.pots.illegal import NO_ACT, Found, found
from rules.replay.pots.sitting import NOBODY_SAT, Sitting
from rules.times import NOT_RECORDED


class Firsts(Struct, frozen=True, eq=False):
    """wrong: rows of first stacks that are not what was bought. whole (M,): hands in which each stack could be compared."""

    wrong: Found
    whole: Flags


class _Brought:
    """What a player brought before the first hand: chips bought less those that went; None where it is not certain."""

    def __init__(self) -> None:
        self.amount, self.bought, self.unsure = 0, False, False
        self.last = NOT_RECORDED  # when the last of it came

    def take(self, event: Chips | Toke | Fee) -> None:
        """The next event of the player."""
        if isinstance(event, Fee):  # in chips or not
            self.unsure = True
        elif isinstance(event, Toke):
            self.amount -= event.amount
        elif event.kind == "cash_out":
            self.amount = 0
        else:
            self.amount += event.amount
            self.bought |= event.kind == "buy_in"
            self.unsure |= event.kind == "move"
        self.last = max(self.last, instant(event.at))


class FirstStacks:
    """Takes the hands of a table a block at a time, in the order of the log."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._events: list[tuple[int, TableEvent]] = []  # of players who were in no hand yet
        self._read = 0

    def add(self, sitting: Sitting, events: TableEvents) -> Firsts:
        """A block, with the events of the log so far."""
        self._events += [
            each for each in events[self._read :] if isinstance(each[1], Chips | Toke | Fee)
        ]  # those behind the block are kept for the next
        self._read = len(events)
        rows: list[tuple[int, int, int]] = []
        compared = np.zeros(sitting.player.shape, np.bool_)
        names = [sitting.players[each] for each in np.unique(sitting.player).tolist() if each != NOBODY_SAT]
        new = {name for name in names if name not in self._seen}
        for name in sorted(new):
            number = sitting.players.index(name)
            hand, seat = (int(each[0]) for each in np.nonzero(sitting.player == number))
            due = self._due(name, int(sitting.line[hand]), int(sitting.at[hand]))
            if due is not None and sitting.stack[hand, seat] != NOT_RECORDED:
                compared[hand, seat] = True
                if due != sitting.stack[hand, seat]:
                    rows.append((hand, seat, due))
        self._seen |= new
        self._events = [each for each in self._events if _of(each[1]) not in self._seen]
        hand_, seat_, due_ = np.array(sorted(rows), np.int64).reshape(-1, 3).T
        wrong = found("stack_differs", hand_, NO_ACT, seat_ + 1, due_)
        return Firsts(wrong, (compared | (sitting.player == NOBODY_SAT)).all(axis=1))

    def _due(self, name: str, line: int, at: int) -> int | None:
        brought = _Brought()
        for where, event in self._events:
            if where < line and _of(event) == name and isinstance(event, Chips | Toke | Fee):
                brought.take(event)
        late = NOT_RECORDED not in (at, brought.last) and brought.last > at
        return brought.amount if brought.bought and not brought.unsure and not late else None


def _of(event: TableEvent) -> str:
    """Whose event it is."""
    return event.player if isinstance(event, Chips | Toke | Fee) else ""
