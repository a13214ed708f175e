"""Payments of a ledger to players: jackpot hits, royal flush pools, ranking prizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from rules.audit.money.event_pools import PaymentPool, PoolPayment, by_party
from rules.checks.ledger.hit_words import AMOUNT_OPEN, shares_open
from rules.checks.ledger.ledger_view import LedgerView
from rules.checks.ledger.ranking_payouts import BY_LOT, NOT_WHOLE, rankings
from rules.ledgers.hits_due import DueHit, paid_on
from rules.ledgers.ledger_days import taken_out
from rules.ledgers.ledger_payouts import of_hit, paid_of_tournament, payouts_of
from rules.ledgers.ledger_records import Hit, Payout, RankingPayout
from rules.ledgers.lines_together import together
from rules.ledgers.ranking_due import DueRanking
from rules.parties import UNKNOWN, account_party, party_of

_OF_LEVELS = "JKP017"
_OF_HITS = (_OF_LEVELS, "JKP018", "JKP019", "JKP020", "JKP025")
_OF_RANKINGS = ("JKP027", "JKP028", "JKP029")
_NO_RULES = "the account has no ruleset that says what is due"
_NO_SEATS = "what each seat got was not recorded"

_Lines = list[tuple[int, Payout]]


def ledger_pools(view: LedgerView) -> list[PaymentPool]:
    """Pools of a ledger by line."""
    payouts = payouts_of(view.replay.file)
    found = [_hit(view, each, of_hit(payouts, each)) for each in view.replay.hits]
    of_tournaments = [(line, each) for line, each in payouts if isinstance(each.tournament, str)]
    found += [
        _royal(view, each) for each in together(of_tournaments, lambda each: (each.account, each.tournament))
    ]
    found += [_ranking(*each) for each in rankings(view)]
    return sorted((each for each in found if each.payments), key=lambda each: each.lines)


# ---------------------------------------------------------------- jackpots


def _hit(view: LedgerView, due: DueHit, paid: _Lines) -> PaymentPool:
    """A hit; none is due where the file does not list its account."""
    hit = due.hit
    lines = (due.line, *(line for line, _ in paid))
    has = _received(hit, paid)
    listed, rules = hit.account in view.accounts, view.rules(hit.account)
    shares: Mapping[str, int] | None = None
    if not listed or not due.qualified:
        shares = {}
    elif due.shares is not None:
        shares = by_party((party_of(each.player), due.shares[each.seat]) for each in hit.seats)
    unknown = listed and (rules is None or rules.jackpot_pool is None)
    payments = tuple(_of_hit(due, has, shares, _NO_RULES if unknown else "", paid))
    codes = tuple(each for each in _OF_HITS if each != _OF_LEVELS or _can_follow(view, due, payments))
    return PaymentPool(account_party(hit.account), f"The payments of hit {hit.hit}", codes, payments, lines)


def _can_follow(view: LedgerView, due: DueHit, payments: Sequence[PoolPayment]) -> bool:
    """Whether payments of a hit can follow from its line's level: not if somebody got the due level's share and
    nobody the other's.
    """
    hit, rules = due.hit, view.rules(due.hit.account)
    if rules is None or rules.jackpot_pool is None or hit.level is UNSET or taken_out(hit) != due.amount:
        return True
    _, shares = paid_on(hit.level, hit, rules.jackpot_pool)
    if shares is None:
        return True
    other = by_party((party_of(each.player), shares[each.seat]) for each in hit.seats)
    differing = [each for each in payments if each.due != other.get(each.party, 0)]
    as_due = any(each.has == each.due for each in differing)
    as_other = any(other.get(each.party, 0) in (each.has, each.noted) for each in differing)
    return as_other or (bool(differing) and not as_due)


def _received(hit: Hit, paid: _Lines) -> dict[str, int] | None:
    if paid:
        return by_party((party_of(each.player), each.amount) for _, each in paid)
    return _stated(hit)


def _stated(hit: Hit) -> dict[str, int] | None:
    """Amounts that a hit's seats state. If they sum to the hit's, the other seats got nothing."""
    amounts = [(party_of(each.player), each.amount) for each in hit.seats if each.amount is not UNSET]
    if not amounts or (len(amounts) < len(hit.seats) and hit.amount != sum(amount for _, amount in amounts)):
        return None
    return by_party(amounts)


def _of_hit(
    due: DueHit,
    has: Mapping[str, int] | None,
    shares: Mapping[str, int] | None,
    because: str,
    paid: _Lines,
) -> Iterator[PoolPayment]:
    if has is not None and shares is not None:
        noted = _stated(due.hit) if paid else None
        for party in dict.fromkeys((*shares, *has)):
            written = None if noted is None else noted.get(party, 0)
            yield PoolPayment(due.line, party, has.get(party, 0), shares.get(party, 0), noted=written)
        return
    taken = sum(has.values()) if has is not None else taken_out(due.hit)
    amount = 0 if shares == {} else due.amount
    if taken is not None and amount is not None and (taken != amount or not amount):
        yield PoolPayment(due.line, UNKNOWN, taken, amount)
    if shares != {}:
        open_ = AMOUNT_OPEN if due.amount is None else shares_open(due) if shares is None else _NO_SEATS
        yield PoolPayment(due.line, UNKNOWN, None, None, because or open_)


# ---------------------------------------------------------------- royal flush pools of tournaments


def _royal(view: LedgerView, paid: _Lines) -> PaymentPool:
    line, last = paid[-1]
    tournament = view.tournament_of(str(last.tournament))
    if tournament is None:
        payments: tuple[PoolPayment, ...] = (
            PoolPayment(line, UNKNOWN, None, None, "the file of the tournament was not given"),
        )
    else:
        payments = tuple(
            PoolPayment(
                each.line,
                party_of(each.player),
                each.paid,
                each.due,
                "" if each.due is not None else AMOUNT_OPEN,
            )
            for each in paid_of_tournament(paid, tournament)
        )
    what = f"The payments of the royal flush pool of tournament {last.tournament}"
    return PaymentPool(
        account_party(last.account), what, ("JKP025",), payments, tuple(line for line, _ in paid)
    )


# ---------------------------------------------------------------- rankings


def _ranking(line: int, event: RankingPayout, due: DueRanking | None) -> PaymentPool:
    if due is None or due.pool is None:
        because = _NO_RULES if due is None else NOT_WHOLE
        payments: tuple[PoolPayment, ...] = (PoolPayment(line, UNKNOWN, None, None, because),)
    else:
        best = {party_of(each.player): each.amount for each in due.prizes}
        has = by_party((party_of(each.player), each.amount) for each in event.prizes)
        payments = tuple(
            PoolPayment(line, party, has.get(party, 0), owed, "" if owed is not None else BY_LOT)
            for party, owed in {**dict.fromkeys(has, 0), **best}.items()
        )
    what = f"The prizes of the ranking for {event.period}"
    return PaymentPool(account_party(event.account), what, _OF_RANKINGS, payments, (line,))
