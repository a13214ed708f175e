"""The session records no fees where the controls charge one.

Finds: a session none of whose hands has its fees on record, where the room's controls fix a fee for its hands. A hand that was
free has an empty list of fees.
Why: what was taken from the players, and whether the house has it, cannot be told. Leaving fees out hides both too much and too
little.
Example: the controls charge each player $1.00 a hand; none of 40 hands of four players has fees: at least $160.00 was due.
Needs: a room's own controls that fix the amount of a fee.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.fee_triangle import KINDS, WORDS, price, scheduled
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset


def charges(ruleset: Ruleset) -> bool:
    """Whether a room's own controls fix a fee."""
    return ruleset.of_a_room and bool(list(_charged(ruleset, ruleset.sections.fees.currency or "")))


def _charged(ruleset: Ruleset, currency: str) -> Iterator[tuple[str, str]]:
    for kind in KINDS:
        fixed = price(ruleset, kind, currency)
        path = scheduled(ruleset, kind) if fixed is None else fixed.path
        if path is not None:
            yield kind, path


CHECK = Check(
    "FEE037",
    "fees-not-recorded",
    "violation",
    "major",
    ("external:FEES-counted",),
    title="No fees are on record where the controls charge one",
    quotes=False,
    scope="log",
    rule=("fees.rake", "fees.hand_fee", "fees.jackpot", "pot.fees"),
    limits=(),
    area="fees",
    applies=charges,
    games=ANY_GAME,
)


def run(log: LogView) -> Tested:
    charged = log.ruled(charges) & ~log.void
    return Tested(_findings(log, charged.nonzero()[0].tolist()), inapplicable=~charged)


def _findings(log: LogView, charged: list[int]) -> Iterator[Draft]:
    if not charged or log.fees.recorded.any():
        return
    ruleset = log.rulesets[int(log.under[charged[0]])]
    kinds = list(_charged(ruleset, log.session.currency))
    due = sum(each.due.least for each in log.fees.sides)
    if not kinds or not due:
        return
    numbers = np.unique(log.number[charged])
    yield Draft(
        hands=numbers.tolist(),
        stated=0,
        expected=len(numbers),
        unit="hands",
        money=due,
        rule=kinds[0][1],
        fact=f"{len(numbers)}|{due}",
        message=(
            f"None of {len(numbers):,} {'hand' if len(numbers) == 1 else 'hands'} has fees on record; the controls charge "
            f"{' and '.join(WORDS[kind] for kind, _ in kinds)}, of which at least {log.money(due)} was due."
        ),
    )
