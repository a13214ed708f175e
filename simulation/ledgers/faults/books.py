"""Openings, drops, closings, counts, balances and diversions that are wrong."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

from rules.ledgers.ledger_records import Closing, Count, Diversion, Drop
from simulation.faults.figures import Figure
from simulation.ledgers.faults.ledger_fault_base import LedgerAltered, LedgerFamily, LedgersAltering, moment
from simulation.ledgers.jackpot import ACCOUNT
from simulation.ledgers.months import PROMOTIONS
from simulation.ledgers.simulated_ledger_statements import movements

FAMILY = LedgerFamily()


@FAMILY.fault("opening-wrong", "opening-differs", restates="balances")
def opening_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """An account begins a month with more than the month before left."""
    if len(ledgers.made.ledgers) < 2:
        return None
    ledger = ledgers.random.choice(ledgers.made.ledgers[1:])
    account = next(each for each in ledger.header.accounts if each.account == PROMOTIONS)
    ledgers.adrift[ledger.header.ledger, PROMOTIONS] = 1_000
    return LedgerAltered(
        ledger=ledger, record=ledger.header, field="accounts.opening", recorded=account.opening + 1_000,
        true=account.opening, account=PROMOTIONS,
    )  # fmt: skip


@FAMILY.fault("closing-level-wrong", "opening-differs")
def closing_level_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A month begins with another level of hits than the last closing of the month before."""
    for ledger in ledgers.made.ledgers[1:]:
        for account in ledger.header.accounts:
            if isinstance(account.closing_level, int) and not ledgers.is_touched(ledger.header):
                true, account.closing_level = account.closing_level, account.closing_level + 2_500
                return LedgerAltered(
                    ledger=ledger, record=ledger.header, field="accounts.closing_level", recorded=account.closing_level,
                    true=true, account=account.account,
                )  # fmt: skip
    return None


@FAMILY.fault("drop-above-its-hands", "drop-differs")
def drop_above_its_hands(ledgers: LedgersAltering) -> LedgerAltered | None:
    """More was dropped than so many hands pay."""
    rules = ledgers.request.rulesets.get("jackpot")
    logged = {each.session.session for each in ledgers.made.logs}
    found = ledgers.any_of(Drop, lambda each: each.session not in logged)
    if rules is None or rules.sections.jackpot_pool is None or found is None:
        return None
    ledger, drop = found
    true, drop.hands = drop.hands, drop.amount // rules.sections.jackpot_pool.drop.money - 1
    return LedgerAltered(
        ledger=ledger, record=drop, field="hands", recorded=drop.hands, true=true, account=drop.account
    )


@FAMILY.fault("drop-before-the-line-above", "line-out-of-order")
def drop_before_the_line_above(ledgers: LedgersAltering) -> LedgerAltered | None:
    """The time of a drop is before that of the drop above it."""
    pairs = [
        (ledger, above, each)
        for ledger in ledgers.made.ledgers
        for above, each in pairwise(ledger.events)
        if isinstance(above, Drop) and isinstance(each, Drop) and not ledgers.is_touched(each)
    ]
    if not pairs:
        return None
    ledger, above, drop = ledgers.random.choice(pairs)
    true, drop.at = drop.at, (moment(above) - dt.timedelta(seconds=20)).isoformat()
    return LedgerAltered(
        ledger=ledger, record=drop, field="at", recorded=drop.at, true=true, account=drop.account
    )


@FAMILY.fault("line-before-the-period", "time-impossible")
def line_before_the_period(ledgers: LedgersAltering) -> LedgerAltered | None:
    """The first line of a month is of the day before the month."""
    firsts = [
        (ledger, ledger.events[0]) for ledger in ledgers.made.ledgers if isinstance(ledger.events[0], Drop)
    ]
    found = [each for each in firsts if not ledgers.is_touched(each[1])]
    if not found:
        return None
    ledger, drop = ledgers.random.choice(found)
    start = dt.date.fromisoformat(str(ledger.header.from_))
    at = moment(drop)
    true, drop.at = drop.at, (at - dt.timedelta(days=(at.date() - start).days + 1)).isoformat()
    return LedgerAltered(
        ledger=ledger, record=drop, field="at", recorded=drop.at, true=true, account=drop.account
    )


@FAMILY.fault("closing-wrong", "pool-differs")
def closing_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A closing states more than there is; the next one is right again."""
    found = ledgers.closing_alone()
    if found is None:
        return None
    ledger, closing, following = found
    true, closing.balance = closing.balance, closing.balance + 5_000
    return LedgerAltered(
        ledger=ledger, record=closing, field="balance", recorded=closing.balance, true=true, account=closing.account,
        also=[("pool-differs", following)],
    )  # fmt: skip


@FAMILY.fault("balance-at-the-end-wrong", "pool-differs")
def balance_at_the_end_wrong(ledgers: LedgersAltering) -> LedgerAltered | None:
    """The last line of a month states too little of an account."""
    ledger = ledgers.random.choice(ledgers.made.ledgers)
    account = ledgers.random.choice(sorted(ledger.close.balances))
    true = ledger.close.balances[account]
    if true < 100:
        return None
    ledger.close.balances[account] = true - 100
    return LedgerAltered(
        ledger=ledger, record=ledger.close, field="balances", recorded=true - 100, true=true, account=account
    )


FAMILY.figure(
    "count-wrong",
    "pool-count-differs",
    "A count finds more money than the book has.",
    Figure(Count, "amount", more=(300,)),
)


@FAMILY.fault("closing-read-late", "closing-late")
def closing_read_late(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A closing was read in the morning, after it was due."""
    found = ledgers.any_of(Closing)
    if found is None:
        return None
    ledger, closing = found
    true, at = closing.at, moment(closing)
    closing.at = at.replace(hour=8, minute=30).isoformat()
    return LedgerAltered(
        ledger=ledger, record=closing, field="at", recorded=closing.at, true=true, account=closing.account
    )


@FAMILY.fault("closing-left-out", "closing-missing")
def closing_left_out(ledgers: LedgersAltering) -> LedgerAltered | None:
    """A day has no closing."""
    found = ledgers.closing_alone()
    if found is None:
        return None
    ledger, closing, following = found
    ledger.events[:] = [each for each in ledger.events if each is not closing]
    return LedgerAltered(
        ledger=ledger, record=following, field="day", recorded=following.day, true=closing.day, account=closing.account
    )  # fmt: skip


FAMILY.figure(
    "diversion-not-approved", "diversion-without-approval", "Money was moved between accounts without approval.",
    Figure(Diversion, "approved"), where=lambda each: each.approved is True,
)  # fmt: skip


@FAMILY.fault("account-overdrawn", "pool-overdrawn")
def account_overdrawn(ledgers: LedgersAltering) -> LedgerAltered | None:
    """More was moved out of an account than there was, and came back at once."""
    found = ledgers.any_of(Closing)
    if found is None:
        return None
    ledger, after = found
    balance = next(each.opening for each in ledger.header.accounts if each.account == PROMOTIONS)
    for event in ledger.events:
        balance += sum(amount for account, amount in movements(event) if account == PROMOTIONS)
        if event is after:
            break
    out = Diversion(from_=PROMOTIONS, to="cage", amount=balance + 500, reason="float", approved=True)
    back = Diversion(from_="cage", to=PROMOTIONS, amount=balance + 500, reason="float", approved=True)
    ledgers.insert(ledger, out, after)
    ledgers.insert(ledger, back, out)
    ledgers.touched.append(back)
    return LedgerAltered(
        ledger=ledger, record=out, field="amount", recorded=out.amount, true=balance, account=PROMOTIONS
    )


@FAMILY.fault("jackpot-to-the-house", "jackpot-money-diverted", restates="balances")
def jackpot_to_the_house(ledgers: LedgersAltering) -> LedgerAltered | None:
    """Money of a jackpot that is for prizes alone was moved to promotions."""
    rules = ledgers.request.rulesets.get("jackpot")
    money = rules.sections.jackpot_money if rules is not None else None
    closings = ledgers.of(Closing, lambda each: not ledgers.matters(moment(each), None))
    if money is None or not money.prizes_only or not closings:
        return None
    ledger, after = closings[0]
    diversion = Diversion(from_=ACCOUNT, to=PROMOTIONS, amount=7_500, reason="promotion", approved=True)
    ledgers.insert(ledger, diversion, after)
    diversion.at = (moment(after) + dt.timedelta(minutes=1)).isoformat()
    return LedgerAltered(
        ledger=ledger, record=diversion, field="to", recorded=PROMOTIONS, account=ACCOUNT
    )  # fmt: skip


@FAMILY.fault("number-passed-over", "ledger-number-gap")
def number_passed_over(ledgers: LedgersAltering) -> LedgerAltered | None:
    """The last month has the number after the one that is due."""
    ledger = ledgers.made.ledgers[-1]
    true = ledger.header.number
    if len(ledgers.made.ledgers) < 2 or not isinstance(true, int) or ledgers.is_touched(ledger.header):
        return None
    ledger.header.number = true + 1
    return LedgerAltered(ledger=ledger, record=ledger.header, field="number", recorded=true + 1, true=true)
