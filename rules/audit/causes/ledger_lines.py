"""Lines of a ledger with a wrong account, and missing hits or diversions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec import UNSET

from rules.audit.causes.fact_names import kind_of, plain
from rules.audit.causes.hypotheses import Hypothesis, with_value
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.checks.support.check import money_text
from rules.ledgers.ledger_records import Diversion, Hit, HitSeat, JackpotName, Payout
from rules.results import Finding

_OPENING, _BALANCE = "JKP031", "JKP034"
_MOST_LINES = 8  # of an amount, one of which may name a wrong account


def wrong_openings(state: TriedEvent) -> Iterator[Hypothesis]:
    """Opening balances that the ledger before contradicts."""
    header = state.edited.file.header
    for each in state.breaches:
        if each.code != _OPENING:
            continue
        for at, account in enumerate(header.accounts):
            for name, words in (("opening", "opens with"), ("closing_level", "has the level")):
                if account.account == each.account and getattr(account, name) == each.stated:
                    stated, left = (
                        money_text(int(str(of)), header.currency) for of in (each.stated, each.expected)
                    )
                    yield Hypothesis(
                        title=None,
                        message=f"Account {account.account} {words} {stated}; the ledger before it leaves {left}.",
                        edited=state.edited.with_head(
                            with_value(header, ("accounts", at, name), each.expected)
                        ),
                        line=1,
                        field=f"accounts[{at}].{name}",
                        stated=plain(each.stated),
                        implied=plain(each.expected),
                    )


def moved_between_accounts(state: TriedEvent) -> Iterator[Hypothesis]:
    """An amount too much in one account and missing in another: a wrong account, or a missing line."""
    apart = [each for each in state.breaches if each.code == _BALANCE and each.difference and each.account]
    for one in apart:
        for other in apart:
            if (
                one.account != other.account
                and one.difference == -(other.difference or 0)
                and one.difference > 0
            ):
                yield from _of_the_other(state, one.difference, str(one.account), str(other.account))
                yield from _diverted(state, one.difference, one, other)


def _of_the_other(state: TriedEvent, amount: int, more: str, less: str) -> Iterator[Hypothesis]:
    lines = [
        (line, event) for line, event in state.edited.file.events if getattr(event, "amount", None) == amount
    ]
    for line, event in lines[:_MOST_LINES]:
        for name in ("account", "to", "from_"):
            now = getattr(event, name, None)
            if now not in (more, less):
                continue
            implied = less if now == more else more
            field = name.rstrip("_")
            yield Hypothesis(
                title="A line names the wrong account",
                message=(
                    f"Line {{line}} ({kind_of(event)}) names {now} as {field}; by the balances its "
                    f"{money_text(amount, state.edited.file.header.currency)} are of {implied}."
                ),
                edited=state.edited.with_line(line, with_value(event, (name,), implied)),
                line=line,
                field=field,
                stated=now,
                implied=implied,
            )


def _diverted(state: TriedEvent, amount: int, more: Finding, less: Finding) -> Iterator[Hypothesis]:
    events = dict(state.edited.file.events)
    first = min(each.line or 0 for each in (more, less))
    if first not in events:
        return
    moved = Diversion(
        from_=str(less.account), to=str(more.account), amount=amount, at=events[first].at, approved=True
    )
    shown = money_text(amount, state.edited.file.header.currency)
    yield Hypothesis(
        title="The line of a diversion is missing",
        message=(
            f"{shown} are in the balances of {more.account} and gone from those of {less.account}: a line that moves them is "
            "missing below line {line}."
        ),
        edited=state.edited.with_more(first - 1, moved),
        line=first - 1,
        implied=amount,
    )


def missing_hits(state: TriedEvent) -> Iterator[Hypothesis]:
    """Hits that payouts name and their account lacks."""
    file = state.edited.file
    there = {(each.account, each.hit) for _, each in file.events if isinstance(each, Hit)}
    of: dict[tuple[str, str], list[tuple[int, Payout]]] = {}
    for line, event in file.events:
        if isinstance(event, Payout) and event.hit is not UNSET and (event.account, event.hit) not in there:
            of.setdefault((event.account, event.hit), []).append((line, event))
    for (account, hit), paid in of.items():
        amount = sum(each.amount for _, each in paid)
        seats = [
            HitSeat(seat=at, player=each.player, amount=each.amount) for at, (_, each) in enumerate(paid, 1)
        ]
        line = paid[0][0]
        for jackpot in get_args(JackpotName):
            missing = Hit(
                hit=hit, account=account, jackpot=jackpot, seats=seats, amount=amount, at=paid[0][1].at
            )
            yield Hypothesis(
                title="The line of a jackpot that was hit is missing",
                message=(
                    f"No line is of hit {hit} of account {account}; {len(paid):,} lines below line {{line}} pay "
                    f"{money_text(amount, file.header.currency)} of it."
                ),
                edited=state.edited.with_more(line - 1, missing),
                line=line - 1,
                implied=hit,
            )
