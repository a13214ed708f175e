"""No revision of the ruleset was in force when a hand was dealt.

Finds: hands whose gaming day lies outside the dates of every revision of the session's ruleset.
Why: a hand can only be tested under the controls of its day; without them, nothing in it can be tested.
Example: hands of 2012-05-01 under a ruleset in force from 2016-12-23.
Needs: `at` of the hand, or the session's `opened_at`.
"""

from __future__ import annotations

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.log_view import LogView

CHECK = Check(
    "CTL001",
    "no-ruleset-in-force",
    "violation",
    "major",
    ("external:RECORD-attributable", "CARN-event-two-day"),
    title="No ruleset was in force",
    quotes=False,
    scope="log",
    area="evidence",
    games=ANY_GAME,
    mutations=("ofc",),
)


def run(log: LogView) -> Tested:
    hands = log.number[log.under < 0].tolist()
    if not hands:
        return Tested()
    which = f"hand {hands[0]}" if len(hands) == 1 else f"{len(hands):,} hands, {hands[0]} to {hands[-1]}"
    pronoun = "it" if len(hands) == 1 else "they"
    return Tested(
        [
            Draft(
                hands=hands,
                stated=len(hands),
                expected=0,
                unit="hands",
                fact=log.rules.name,
                message=f"No revision of {log.rules.name} was in force on the day of {which}; {pronoun} cannot be tested.",
            )
        ]
    )
