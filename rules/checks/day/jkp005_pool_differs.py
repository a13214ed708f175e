"""The level of the jackpot does not follow from its drops and payments.

Finds: a level at the close after a gaming day that differs from the level at the close before it, with what all tables
dropped for the jackpot in between, less what jackpots paid; and two levels on record for one close.
Why: the jackpot is the players' own money. What is missing between two closes was taken out, or was never put in.
Example: the level was €5,000.00 at the close on 14 March; the tables dropped €123.00, nothing was paid, and the level
at the next close is €5,100.00.
Needs: `jackpot` events with the level at both closes, `fees` of every hand, the payments of jackpots that were hit, the
times of the hands, and the logs of all tables. What else was put in or taken out is in no log.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.day.day_view import DayView
from rules.checks.day.jackpot_account import JackpotBook, Twice, book_of
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.fee_triangle import Span

CHECK = Check(
    "JKP005",
    "pool-differs",
    "discrepancy",
    "major",
    ("OLY-4.3", "OLY-4.4", "external:FEES-counted"),
    title="The jackpot's level does not follow from drops and payments",
    quotes=False,
    scope="room",
    area="fees",
    follows=("LOG009", "LOG011", "LOG012"),
)


def run(view: DayView) -> Tested:
    found: list[Draft] = []
    reasons: list[tuple[tuple[int, ...], str]] = []
    groups = _by_money(view)
    for money, places in groups.items():
        if any(each.money == money for each in view.skipped):
            reasons.append((places, "another session of the day could not be audited"))
            continue
        book = book_of([view.sittings[at] for at in places], view.day.isoformat(), *view.span)
        if isinstance(book, str):
            reasons.append((places, book))
        elif isinstance(book, Twice):
            found.append(_twice(view, book, money, places))
        elif _testable(book):
            found += _differs(view, book, money, places)
        else:
            reasons.append((places, "the fees of some hands were not recorded"))
    with_jackpot = {at for places in groups.values() for at in places}
    return view.tested(found, reasons, [at for at in view.everywhere if at not in with_jackpot])


def _by_money(view: DayView) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for at, each in enumerate(view.sittings):
        if each.jackpot is not None and at not in view.in_chips:
            found[each.money] = (*found.get(each.money, ()), at)
    return found


def _testable(book: JackpotBook) -> bool:
    return Span(book.closing.amount, book.closing.amount).testable(book.balance)


def _differs(view: DayView, book: JackpotBook, money: str, places: tuple[int, ...]) -> Iterator[Draft]:
    stated = book.closing.amount
    over = Span(stated, stated).over(book.balance)
    if not over:
        return
    due = stated - over
    known = "" if book.drops.sure is not None else "at least "
    yield Draft(
        stated=stated,
        expected=due,
        unit="money",
        money=abs(over),
        fact=f"{money}|{book.closing.at}|{stated}|{due}",
        sessions=places,
        message=(
            f"Gaming day {view.day.isoformat()}: the jackpot's level was {view.money(book.opening.amount, money)} at "
            f"{view.clock(book.opening.at)}; {known}{view.money(book.drops.least, money)} was dropped and "
            f"{view.money(book.paid, money)} paid, which makes {known}{view.money(due, money)}; at "
            f"{view.clock(book.closing.at)} it was {view.money(stated, money)}, {view.money(abs(over), money)} "
            f"{'too much' if over > 0 else 'short'}."
        ),
    )


def _twice(view: DayView, book: Twice, money: str, places: tuple[int, ...]) -> Draft:
    low, high = sorted((book.one.amount, book.other.amount))
    return Draft(
        stated=high,
        expected=low,
        unit="money",
        money=high - low,
        fact=f"{money}|{book.one.at}|{low}|{high}|twice",
        sessions=places,
        message=(
            f"Gaming day {view.day.isoformat()}: for the close at {view.clock(book.one.at)}, the logs record the jackpot's "
            f"level as {view.money(low, money)} and as {view.money(high, money)}."
        ),
    )
