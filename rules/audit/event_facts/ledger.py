"""Facts that an audit shows of a ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from rules.audit.event_facts.sums import summed
from rules.ledgers.hits_due import DueHit
from rules.ledgers.ledger_days import AccountBook as Replayed
from rules.ledgers.ledger_days import LedgerDay
from rules.ledgers.ledger_records import Contribution, Count, Hit, Payout, RankingPayout
from rules.ledgers.ledger_replay import LedgerReplay
from rules.ledgers.ranking_due import DueRanking
from rules.shown_events import (
    Book,
    BookDay,
    BookHit,
    Contributed,
    HitShare,
    LedgerBefore,
    LedgerFacts,
    MoneyCount,
    Quarter,
    RankedPlayer,
)
from rules.tournaments.points_due import as_text
from rules.tournaments.tournament_undetermined import known

_Paid = Mapping[tuple[str, str], list[int]]  # by hit and player


def ledger_facts(replay: LedgerReplay) -> LedgerFacts:
    """Facts of a ledger's replay beside its file's."""
    paid: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for _, event in replay.file.events:
        if isinstance(event, Payout) and event.hit is not UNSET:
            paid[event.hit, event.player].append(event.amount)
    return LedgerFacts(
        books=[_book(replay, each) for each in replay.books.values()],
        hits=[_hit(replay, each, paid) for each in replay.hits],
        quarters=[_quarter(replay, each) for each in replay.rankings],
    )


# ---------------------------------------------------------------- accounts


def _book(replay: LedgerReplay, book: Replayed) -> Book:
    account, close = book.account, replay.file.close
    ruleset = replay.rulesets.get(account.account)
    return Book(
        account=account.account,
        kind=account.kind,
        ruleset=str(ruleset) if ruleset is not None else None,
        opening=account.opening,
        days=[*(_day(each) for each in book.days), *_rest(book)],
        balance=book.balance,
        stated=close[1].balances.get(account.account) if close is not None else None,
        counts=_counts(replay, book),
        contributions=[
            Contributed(
                line=line,
                at=known(each.at),
                tournament=known(each.tournament),
                prize_pool=known(each.prize_pool),
                amount=each.amount,
            )
            for line, each in replay.file.events
            if isinstance(each, Contribution) and each.account == account.account
        ],
        before=_before(replay, account.account),
    )


def _before(replay: LedgerReplay, account: str) -> LedgerBefore | None:
    found = replay.carried.get(account)
    return None if found is None else LedgerBefore(ledger=found.ledger, balance=found.book.balance)


def _day(day: LedgerDay) -> BookDay:
    return _of(
        day.moved, day=day.day, line=day.line, opening=day.opening, closing=day.closing, stated=day.stated
    )


def _rest(book: Replayed) -> list[BookDay]:
    if all(each == 0 for each in book.moved.values()):
        return []
    return [_of(book.moved, day=None, line=None, opening=book.opening, closing=book.balance, stated=None)]


def _of(moved: Mapping[str, int | None], **rest: Any) -> BookDay:
    return BookDay(
        drops=moved["drops"], paid_in=moved["in"], paid_out=moved["out"], hits=moved["hits"], **rest
    )


def _counts(replay: LedgerReplay, book: Replayed) -> list[MoneyCount]:
    return [
        MoneyCount(line=line, at=known(each.at), counted=each.amount, balance=_balance(book, line))
        for line, each in replay.file.events
        if isinstance(each, Count) and each.account == book.account.account
    ]


def _balance(book: Replayed, line: int) -> int | None:
    later = [at for at in book.before if at > line]
    return book.before[min(later)].balance if later else book.balance


# ---------------------------------------------------------------- jackpots that were won


def _hit(replay: LedgerReplay, due: DueHit, paid: _Paid) -> BookHit:
    hit = due.hit
    return BookHit(
        account=hit.account,
        hit=hit.hit,
        line=due.line,
        jackpot=hit.jackpot,
        at=known(hit.at),
        day=_day_of(replay, hit, due.line),
        session=known(hit.session),
        hand=known(hit.hand),
        players=known(hit.players),
        qualified=due.qualified,
        level=due.level,
        stated_level=known(hit.level),
        amount=due.amount,
        stated_amount=known(hit.amount),
        shares=[
            HitShare(
                seat=each.seat,
                player=each.player,
                role=known(each.role),
                due=None if due.shares is None else due.shares.get(each.seat, 0),
                stated=known(each.amount),
                paid=summed(paid.get((hit.hit, each.player), ())),
            )
            for each in sorted(hit.seats, key=lambda each: each.seat)
        ],
    )


def _day_of(replay: LedgerReplay, hit: Hit, line: int) -> str | None:
    book = replay.books.get(hit.account)
    return next((each.day for each in book.days if each.line > line), None) if book is not None else None


# ---------------------------------------------------------------- the ranking


def _quarter(replay: LedgerReplay, due: DueRanking) -> Quarter:
    payout = dict(replay.file.events)[due.line]
    assert isinstance(payout, RankingPayout)
    stated = {each.player: each for each in payout.prizes}
    owed = {each.player: each for each in due.prizes}
    return Quarter(
        account=due.account,
        period=due.period,
        line=due.line,
        pool=due.pool,
        stated_pool=known(payout.pool),
        points=as_text(due.points),
        price=as_text(due.price),
        players=[
            RankedPlayer(
                player=each,
                points=as_text(due.standing[each]) if each in due.standing else None,
                stated_points=known(stated[each].points) if each in stated else None,
                prize=owed[each].amount if each in owed else 0 if due.pool is not None else None,
                stated_prize=stated[each].amount if each in stated else None,
            )
            for each in (*owed, *(each for each in stated if each not in owed))
        ],
        others=sum(1 for player, held in due.standing.items() if held and player not in {**owed, **stated}),
    )
