"""More was collected from a table for a period than is allowed.

Finds: collections for the same time that come to more than the most a table and period. A time that is longer than a
period counts as so many as it takes to cover it. Where collections for other times overlap, a sum above the limit is left
to a person.
Why: the limit is what a table costs, however many sit there; what is beyond it was taken from all of them.
Example: ten players paid €26.00 each for 20:00 to 20:30, where €250.00 a table is the most.
Needs: `fee` events.
Clauses: OLY-2.37-a
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.checks.base import Check, Draft, LogView, Tested
from rules.checks.fees import foreign, left_open, limited
from rules.checks.hours import MINUTE
from rules.checks.time_fees import Collection, by_period, held_to, missing, span
from rules.controls.ruleset import Ruleset

CHECK = Check(
    "FEE014",
    "time-above-table-limit",
    "violation",
    "major",
    ("OLY-2.37-a",),
    scope="log",
    holds=("fees.time.table_period", "fees.time.period", "fees.currency"),
)
_LIMIT = "fees.time.table_period"
_MOST = f"{_LIMIT}.max_money"


def run(log: LogView) -> Tested:
    ruled, elsewhere = limited(log, _MOST)
    return Tested(_findings(log), [*elsewhere, *missing(log, ruled, covers=True)])


def _findings(log: LogView) -> Iterator[Draft]:
    mine = [
        each
        for each in held_to(log, lambda ruleset: ruleset.get(_MOST) is not None)
        if each.ruleset is not None and not foreign(each.ruleset, log.session.currency)
    ]
    periods = by_period(mine)
    for (begins, ends), listed in periods.items():
        ruleset = listed[0].ruleset
        assert ruleset is not None
        most = ruleset.get(_MOST) * _periods(ruleset, begins, ends)
        alone = sum(each.amount for each in listed)
        if alone > most:
            rounded = alone - most < _slack(ruleset, listed)
            yield _finding(
                log, ruleset, listed, (begins, ends), alone, most, None if not rounded else "rounded"
            )
            continue
        beside = _overlapping(periods, begins, ends)
        if alone + beside > most:
            yield _finding(log, ruleset, listed, (begins, ends), alone + beside, most, "overlap")


def _periods(ruleset: Ruleset, begins: int, ends: int) -> int:
    """How many periods it takes to cover a time."""
    length = ruleset.get("fees.time.period.minutes") * MINUTE
    return int(-(-(ends - begins) // length))


def _slack(ruleset: Ruleset, listed: Sequence[Collection]) -> int:
    """What rounding every share up may bring beyond the limit, and more: nothing where that is not how shares are read."""
    step = ruleset.get("fees.time.split.step_money", 1)
    players = len({each.player for each in listed})
    odd = ruleset.get("fees.time.split.odd")
    up = odd == "round_up" or (odd is not None and left_open(ruleset, "fees.time.split.odd") is not None)
    return step * players if up else 0


def _overlapping(periods: dict[tuple[int, int], list[Collection]], begins: int, ends: int) -> int:
    """What was paid for other times that hold the middle of this one, by those that are no shorter."""
    middle = (begins + ends) // 2
    return sum(
        each.amount
        for (first, last), listed in periods.items()
        if (first, last) != (begins, ends) and first <= middle < last and last - first >= ends - begins
        for each in listed
    )


def _finding(
    log: LogView, ruleset: Ruleset, listed: list[Collection], period: tuple[int, int], stated: int, most: int,
    open_: str | None,
) -> Draft:  # fmt: skip
    clause = ruleset.cite(_LIMIT)
    last = max(each.line for each in listed)
    why = {
        None: "",
        "rounded": "; rounding every share up can explain it",
        "overlap": ", with what was paid for other times that overlap",
    }[open_]
    return Draft(
        line=last,
        stated=stated,
        expected=most,
        unit="money",
        kind="undetermined" if open_ else None,
        severity="note" if open_ else None,
        money=stated - most,
        clause=clause,
        fact=f"{period[0]}|{period[1]}|{stated}|{most}",
        message=(
            f"{log.money(stated)} was collected from the table for {span(log, *period)}{why}; the most for that time is "
            f"{log.money(most)} ({clause})."
        ),
    )
