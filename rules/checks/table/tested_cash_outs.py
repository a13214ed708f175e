"""Cash-outs beside players' chips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from rules.checks.support.chip_chains import ChipChains, chains, one_of
from rules.checks.support.chip_entries import entries
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.checks.support.view_cache import shared

NOT_SURE = (
    "a stack of a player who cashed out, or the result of the last hand, was not recorded or is not certain"
)
UNCLEAR_MOVES = "the record does not show how chips of a player who cashed out moved"
NO_FEES = "fees that a player who cashed out may have paid were not recorded, or do not name a seat"
FINED = "a penalty was given, which may have been paid from the chips of a player who cashed out"
MISSING = "a hand may be missing between a player's last one and the cash-out"
EARLIER = "a player who cashed out may have had chips of an earlier session besides those bought"
REASONS = (NOT_SURE, UNCLEAR_MOVES, NO_FEES, FINED, MISSING, EARLIER)


class TestedCashOut(Struct, frozen=True):
    """Cash-out of a player. hand: position of the hand before; line: of the last cash-out. left: brought back; over: beyond
    what he had. ends: no stack is on record. reason: why it may be right; empty: wrong."""

    player: str
    hand: int
    seat: int
    line: int
    taken: int
    left: int
    over: int
    ends: bool
    reason: str

    @property
    def had(self) -> int:
        return self.taken + self.left - self.over


class TestedCashOuts(Struct, frozen=True, eq=False):
    """Wrong or untestable cash-outs of a seating."""

    seating: LogSeating
    cash_outs: Sequence[TestedCashOut]


@shared  # several checks read what is found here
def cash_outs_of(log: LogView) -> Sequence[TestedCashOuts]:
    """Cash-outs of each seating."""
    return [
        TestedCashOuts(
            seating, [each for piece in entries(log, seating) for each in _open(seating, chains(piece))]
        )
        for seating in (log.people.seating, log.pots.seating)
        if seating is not None
    ]


def _open(seating: LogSeating, found: ChipChains) -> Iterator[TestedCashOut]:
    """Cash-outs of accounts that do not play on at once."""
    of, over = found.entries, found.owed
    rows = found.linked & of.took & ~found.adjacent & ~of.event & ~found.cleared
    right = found.settled & one_of(over, [found.maybe, of.maybe, of.charged])
    for row in np.flatnonzero(rows & ~right).tolist():
        before = row - 1
        yield TestedCashOut(
            player=seating.players[int(of.player[row])],
            hand=int(of.hand[before]),
            seat=int(of.seat[before]),
            line=int(of.cashed[row]),
            taken=int(of.taken[row]),
            left=0 if of.ends[row] else int(of.stack[row] + of.early[row]),
            over=int(over[row]),
            ends=bool(of.ends[row]) and int(found.origin[row]) < 0,
            reason=_reason(found, row),
        )


def _reason(found: ChipChains, row: int) -> str:
    """Reason why a cash-out may be right; empty: wrong."""
    of = found.entries
    if not found.settled[row]:
        return NOT_SURE
    if of.unsure[row]:
        return UNCLEAR_MOVES
    if of.missing[row]:
        return MISSING
    if of.fined[row]:
        return FINED
    over, perhaps = int(found.owed[row]), int(found.loose[row] + found.maybe[row] + found.slack[row])
    if over > 0 and found.earlier[row]:
        return EARLIER
    away = not of.ends[row]  # time may have been paid meanwhile
    return NO_FEES if over < 0 and (away or found.unpriced[row] or -over <= perhaps) else ""
