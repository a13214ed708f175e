"""Money of a tournament from buy-in to payouts, as steps that add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import UNSET

from rules.audit.event_facts.sums import whole
from rules.shown_events import MoneyStep, PaidAs, PaidOut, Part, Step
from rules.tournaments.prizes import Satellite
from rules.tournaments.tournament_records import AnnouncedPool, Bought, Payout, Prize, Reentry
from rules.tournaments.tournament_replay import Replay
from rules.tournaments.tournament_undetermined import known

_PAID: tuple[PaidAs, ...] = ("prize", "bounty", "royal", "refund", "ticket")


def money_steps(replay: Replay) -> list[MoneyStep]:
    """Steps from the money collected to the prizes and the rest."""
    stated = _stated(replay)
    return [*_collected(replay, stated), *_pool(replay, stated), *_divided(replay)]


def payouts(replay: Replay) -> list[PaidOut]:
    """Payouts by kind, with amounts due."""
    lines = [each for _, each in replay.file.events if isinstance(each, Payout)]
    due: dict[str, int | None] = {"prize": whole(replay.due.values())}
    if replay.bounties is not None:
        due["bounty"] = whole(replay.bounties.values())
    if replay.royal:
        due["royal"] = whole(each.due for each in replay.royal)
    found = []
    for what in _PAID:
        mine = [each.amount for each in lines if (each.of if each.of is not UNSET else "prize") == what]
        if mine or due.get(what):
            found.append(PaidOut(what=what, lines=len(mine), recorded=sum(mine), due=due.get(what)))
    return found


def _collected(replay: Replay, stated: dict[str, int]) -> Iterator[MoneyStep]:
    header, field = replay.file.header, replay.field
    again = [each for each in field.counted if isinstance(each.record, Reentry)]
    first = [each for each in field.counted if not isinstance(each.record, Reentry)]
    bought: list[tuple[Step, list[Bought], int]] = [
        ("entries", [each.record for each in first], header.buy_in),
        ("reentries", [each.record for each in again], header.buy_in),
        ("rebuys", [each for _, each in field.rebuys], _price(header.rebuy)),
        ("add_ons", [each for _, each in field.add_ons], _price(header.add_on)),
    ]
    for what, lines, price in bought:
        if lines or what == "entries":
            yield _step(what, "in", len(lines) * price, len(lines), whole(each.paid for each in lines))
    every = whole(each.paid for _, lines, _ in bought for each in lines)
    yield _step("collected", "sum", replay.money.collected, None, every, stated.get("collected"))


def _price(offered: object) -> int:
    return getattr(offered, "price", 0)


def _pool(replay: Replay, stated: dict[str, int]) -> Iterator[MoneyStep]:
    money = replay.money
    taken = money.collected + money.added - money.fees - money.bounties - money.royal == money.prize_pool
    shares: list[tuple[Step, Part, int]] = [
        ("added", "in", money.added),
        ("fees", "out" if taken else "beside", money.fees),
        ("bounties", "out" if taken else "beside", money.bounties),
        ("royal", "out" if taken else "beside", money.royal),
    ]
    for what, part, amount in shares:
        if amount or stated.get(what):
            yield _step(what, part, amount, stated=stated.get(what))
    yield _step("prize_pool", "sum", money.prize_pool, stated=stated.get("prize_pool"))
    if money.ranking or stated.get("ranking"):
        off = money.distributable != money.prize_pool
        yield _step("ranking", "out" if off else "beside", money.ranking, stated=stated.get("ranking"))
    yield _step("distributable", "sum", money.distributable, stated=stated.get("distributable"))


def _divided(replay: Replay) -> Iterator[MoneyStep]:
    if replay.satellite is not None:
        yield from _tickets(replay, replay.satellite)
        return
    lines = [each.amount for _, each in replay.file.events if isinstance(each, Prize)]
    due = whole(replay.due.values())
    paid = sum(1 for each in replay.due.values() if each)
    recorded = sum(lines) if lines else None
    yield _step("prizes", "out", due, paid if due is not None else None, recorded)
    payments = next((each for each in payouts(replay) if each.what == "prize" and each.lines), None)
    if payments is not None:
        yield _step("paid", "beside", due, payments.lines, payments.recorded)
    yield _step("left", "sum", None if due is None else replay.money.distributable - due)


def _tickets(replay: Replay, satellite: Satellite) -> Iterator[MoneyStep]:
    left = satellite.remainder
    due = None if left is None else replay.money.distributable - left
    yield _step("tickets", "out", due, satellite.tickets)
    yield _step("left", "sum", left)


def _step(
    what: Step, part: Part, due: int | None, number: int | None = None, recorded: int | None = None,
    stated: int | None = None,
) -> MoneyStep:  # fmt: skip
    return MoneyStep(what=what, part=part, number=number, due=due, recorded=recorded, stated=stated)


def _stated(replay: Replay) -> dict[str, int]:
    close = replay.file.close
    totals = close[1].totals if close is not None else UNSET
    pools = [each for _, each in replay.file.events if isinstance(each, AnnouncedPool)]
    found = _amounts(pools, ("prize_pool", "ranking", "distributable"))
    names = ("collected", "fees", "bounties", "royal", "added", "prize_pool", "ranking", "distributable")
    return found | _amounts([] if totals is UNSET else [totals], names)


def _amounts(records: Iterable[object], names: Iterable[str]) -> dict[str, int]:
    pairs = ((name, known(getattr(each, name))) for each in records for name in names)
    return {name: amount for name, amount in pairs if amount is not None}
