"""Events that moved players' chips, as columns, by player and next hand."""

from __future__ import annotations

from array import array

import numpy as np
from msgspec import Struct

from rules.checks.support.chip_chain import EventTimes
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import NOBODY, LogSeating
from rules.checks.support.view_cache import shared
from rules.hands import NOT_RECORDED, Flags, Ints
from rules.records.events import Chips, Fee, Jackpot, Toke
from rules.replay.penalties import PENALTY
from rules.times import parse_one

BUY_IN, ADD_ON, CASH_OUT, MOVE, TOKE, TIME = range(6)
_KINDS = {"buy_in": BUY_IN, "add_on": ADD_ON, "cash_out": CASH_OUT, "move": MOVE}
_COLUMNS = 8


class ChipEvents(Struct, frozen=True, eq=False):
    """E events of seated players, by player in log order.

    key: the player's number times ``size``, plus the position of a hand. kind: MOVE where the direction is unknown. change:
    chips in less out, or time paid. first, end: of a player's hands with uncertain chips. given: hands after penalties.
    """

    size: int  # one more than there are hands
    key: Ints  # (E,) ascending: of the player, and the hand that follows in the log
    kind: Ints  # (E,)
    change: Ints  # (E,)
    line: Ints  # (E,)
    first: Ints  # (S,) ascending keys
    end: Ints  # (S,) ascending keys after the last
    given: Ints  # ascending

    @classmethod
    def of(cls, log: LogView, seating: LogSeating) -> ChipEvents:
        """Events of a log beside a seating."""
        player, place, first, last, kind, change, sits, line = _listed(log, seating)
        size, sat = len(seating) + 1, np.diff(seating.appearances.first) > 0
        known = (player != NOBODY) & np.append(sat, False)[np.minimum(player, len(sat))]
        key = player * size + place
        order = np.flatnonzero(known)[np.argsort(key[known], kind="stable")]
        astray = (sits != player) & (place < len(seating)) & (kind != MOVE)
        apart = known & (first != last)
        own = known & astray
        other = astray & (sits != NOBODY) & ~(known & (kind == CASH_OUT))  # who leaves takes his own
        starts = (player * size + first)[apart], key[own], (sits * size + place)[other]
        ends = (player * size + last)[apart], key[own], (sits * size + place)[other]
        fines = np.array([each.line for each in log.irregularities if each.ruling == PENALTY], np.int64)
        return cls(
            size=size,
            key=key[order],
            kind=kind[order],
            change=change[order],
            line=line[order],
            first=np.sort(np.concatenate(starts)),
            end=np.sort(np.concatenate(ends)) + 1,
            given=np.sort(np.searchsorted(seating.line, fines, side="right")),
        )

    def unsure(self, keys: Ints) -> Flags:
        """(n,) keys at which a player's chips are uncertain."""
        begun = np.searchsorted(self.first, keys, side="right")
        found: Flags = begun > np.searchsorted(self.end, keys, side="right")
        return found


@shared  # every look at the accounts needs them
def events_of(log: LogView) -> tuple[ChipEvents, ChipEvents]:
    """Events beside the log's seatings of rows and of pots."""
    none = np.zeros(0, np.int64)
    nothing = ChipEvents(0, *(none,) * 7)
    found = [
        nothing if each is None else ChipEvents.of(log, each)
        for each in (log.people.seating, log.pots.seating)
    ]
    return found[0], found[1]


def _listed(log: LogView, seating: LogSeating) -> Ints:
    """(8, E) player, next hand by line, first and last by time, kind, chips, player in that seat next, line."""
    moving, found = (Chips, Toke, Fee), array("q")
    numbers = {name: at for at, name in enumerate(seating.players)}
    times, hands = EventTimes(seating.at), len(seating)
    after = np.searchsorted(seating.line, log.events.lines_of(*moving), side="right").tolist()
    for place, (line, event) in zip(after, log.events.of(*moving), strict=True):
        parsed = parse_one(event.at)
        around = times.around(place, parsed[0] if parsed else NOT_RECORDED)
        sits = int(seating.player[place, event.seat - 1]) if place < hands else NOBODY
        found.extend((numbers.get(event.player, NOBODY), place, *around, *_change(event), sits, line))
    for line, hit in log.events.of(Jackpot):
        found.extend(_hit(seating, int(np.searchsorted(seating.line, line)), line, hit))
    listed: Ints = np.frombuffer(found, np.int64).reshape(-1, _COLUMNS).T
    return listed


def _change(event: Chips | Toke | Fee) -> tuple[int, int]:
    match event:
        case Fee():
            return TIME, event.amount
        case Toke():
            return TOKE, -event.amount
        case Chips():
            return _KINDS[event.kind], -event.amount if event.kind == "cash_out" else event.amount


def _hit(seating: LogSeating, place: int, line: int, hit: Jackpot) -> array[int]:
    """A jackpot whose payment in chips makes its receivers' chips uncertain."""
    found = array("q")
    payouts = hit.payouts if place and isinstance(hit.payouts, list) else []
    for each in payouts:
        player = int(seating.player[place - 1, each.seat - 1]) if each.seat <= seating.width else NOBODY
        found.extend((player, place, place, place, MOVE, 0, player, line))
    return found
