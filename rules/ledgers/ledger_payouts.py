"""Players paid for jackpot hits or from a royal flush pool, and amounts due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.ledgers.hits_due import DueHit
from rules.ledgers.ledger_reader import LedgerFile
from rules.ledgers.ledger_records import Payout
from rules.tournaments.tournament_records import RoyalHit
from rules.tournaments.tournament_replay import Replay

Payouts = Sequence[tuple[int, Payout]]


class PaidFromLedger(NamedTuple):
    """A player's payment, and the amount due (None: unknown). line: where a difference is reported."""

    line: int
    player: str
    paid: int
    due: int | None


def payouts_of(file: LedgerFile) -> list[tuple[int, Payout]]:
    return [(line, each) for line, each in file.events if isinstance(each, Payout)]


def of_hit(payouts: Payouts, due: DueHit) -> list[tuple[int, Payout]]:
    of = (due.hit.account, due.hit.hit)
    return [(line, each) for line, each in payouts if (each.account, each.hit) == of]


def has_hit(payout: Payout, hits: Iterable[DueHit]) -> bool:
    """Whether a payout's hit is in the file."""
    return any((each.hit.account, each.hit.hit) == (payout.account, payout.hit) for each in hits)


def paid_of_hit(payouts: Payouts, due: DueHit) -> Iterator[PaidFromLedger]:
    """All with a seat in a hit, and all others paid of it. ``payouts``: of the hit."""
    shares: Counter[str] = Counter()
    for each in due.hit.seats:
        shares[each.player] += due.shares[each.seat] if due.shares is not None else 0
    for player, paid in _by_player(payouts, shares).items():
        yield PaidFromLedger(due.line, player, paid, shares[player] if due.shares is not None else None)


def paid_of_tournament(payouts: Payouts, tournament: Replay) -> Iterator[PaidFromLedger]:
    """All who hit a tournament's royal flush pool or were paid of it, each at the last line."""
    due = _royal_due(tournament)
    last = {each.player: line for line, each in payouts}
    for player, paid in _by_player(payouts, due).items():
        yield PaidFromLedger(last.get(player, payouts[-1][0]), player, paid, due.get(player, 0))


def _by_player(payouts: Payouts, also: Iterable[str]) -> dict[str, int]:
    found = dict.fromkeys(also, 0)
    for _, each in payouts:
        found[each.player] = found.get(each.player, 0) + each.amount
    return found


def _royal_due(tournament: Replay) -> dict[str, int | None]:
    players = {each.number: each.player for each in reversed(tournament.field.stakes)}
    hits = {line: event for line, event in tournament.file.events if isinstance(event, RoyalHit)}
    found: dict[str, int | None] = {}
    for each in tournament.royal:
        player = players.get(hits[each.line].entry)
        if player is not None:
            so_far = found.get(player, 0)
            found[player] = None if each.due is None or so_far is None else so_far + each.due
    return found
