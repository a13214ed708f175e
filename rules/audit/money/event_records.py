"""Net receipts of each party by the record, and its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import UNSET

from rules.checks.ledger.ledger_view import LedgerView
from rules.checks.tournament.tournament_view import TournamentView
from rules.ledgers.ledger_days import taken_out
from rules.ledgers.ledger_records import Contribution, Diversion, Drop, Event, Hit, Payout, RankingPayout
from rules.parties import PRIZES, ROYAL, UNKNOWN, account_party, is_player, party_of
from rules.tournaments.tournament_records import Bought, Prize, RoyalHit, Unregister
from rules.tournaments.tournament_records import Payout as PaidOut


class MoneyMoved(NamedTuple):
    """A movement between parties. amount None: unrecorded."""

    line: int
    payer: str
    payee: str
    amount: int | None


class RecordedParty(NamedTuple):
    """Net receipts by party (None: an amount is unrecorded), and numbers of players' lines."""

    sums: dict[str, int | None]
    lines: dict[str, int]


def recorded(moved: Iterable[MoneyMoved]) -> RecordedParty:
    """Sums of movements."""
    sums: Counter[str] = Counter()
    lines: dict[str, set[int]] = {}
    unknown: set[str] = set()
    for each in moved:
        for party, sign in ((each.payer, -1), (each.payee, 1)):
            sums[party] += sign * (each.amount or 0)
            lines.setdefault(party, set()).add(each.line)
            if each.amount is None:
                unknown.add(party)
    found = {party: None if party in unknown else amount for party, amount in sums.items()}
    return RecordedParty(found, {party: len(each) for party, each in lines.items() if is_player(party)})


def moved_in_tournament(view: TournamentView) -> Iterator[MoneyMoved]:
    """Payments for entries; receipts of prizes, bounties and royal flushes. A prize without a payout counts as stated."""
    players = {each.number: party_of(each.player) for each in reversed(view.field.stakes)}
    paid = {each.player for _, each in view.events(PaidOut) if each.of in (UNSET, "prize")}
    royal = {each.player for _, each in view.events(PaidOut) if each.of == "royal"}
    prizes = {each.player: line for line, each in view.events(Prize)}
    for line, event in view.all_events:
        if isinstance(event, Bought):
            payer = players.get(event.entry, UNKNOWN)
            yield MoneyMoved(line, payer, PRIZES, event.paid if event.paid is not UNSET else None)
        elif isinstance(event, Unregister):
            amount = event.refund if event.refund is not UNSET else None
            yield MoneyMoved(line, PRIZES, players.get(event.entry, UNKNOWN), amount)
        elif isinstance(event, PaidOut) and event.of != "refund":
            yield MoneyMoved(
                line, ROYAL if event.of == "royal" else PRIZES, party_of(event.player), event.amount
            )
        elif isinstance(event, Prize) and event.player not in paid and prizes[event.player] == line:
            yield MoneyMoved(line, PRIZES, party_of(event.player), event.amount)
        elif isinstance(event, RoyalHit) and view.player_of(event.entry) not in royal:
            yield MoneyMoved(line, ROYAL, players.get(event.entry, UNKNOWN), event.amount)


def moved_in_ledger(view: LedgerView) -> Iterator[MoneyMoved]:
    """Movements into and out of accounts. A hit is paid to those whom payouts name, else its seats."""
    of_hits = {(each.account, each.hit) for _, each in view.events(Payout) if each.hit is not UNSET}
    for line, event in view.all_events:
        yield from _moved(line, event, of_hits)


def _moved(line: int, event: Event, of_hits: set[tuple[str, str]]) -> Iterator[MoneyMoved]:
    if isinstance(event, Drop):
        yield MoneyMoved(line, UNKNOWN, account_party(event.account), event.amount)
    elif isinstance(event, Contribution):
        yield MoneyMoved(line, PRIZES, account_party(event.account), event.amount)
    elif isinstance(event, Diversion):
        yield MoneyMoved(line, account_party(event.from_), account_party(event.to), event.amount)
    elif isinstance(event, Payout):
        yield MoneyMoved(line, account_party(event.account), party_of(event.player), event.amount)
    elif isinstance(event, RankingPayout):
        for prize in event.prizes:
            yield MoneyMoved(line, account_party(event.account), party_of(prize.player), prize.amount)
    elif isinstance(event, Hit) and (event.account, event.hit) not in of_hits:
        yield from _of_hit(line, event)


def _of_hit(line: int, hit: Hit) -> Iterator[MoneyMoved]:
    account = account_party(hit.account)
    if all(each.amount is UNSET for each in hit.seats):
        yield MoneyMoved(line, account, UNKNOWN, taken_out(hit))
        return
    for each in hit.seats:
        amount = each.amount if each.amount is not UNSET else None
        yield MoneyMoved(line, account, party_of(each.player), amount)
