"""A stack is not what the player had after the hand before.

Finds: a player whose `stack` differs from the player's stack in the hand before, what was won or lost, and the chips that came
and went between, wherever the player sits now; and a first stack at a cash table, or the first after the player had cashed
everything, that differs from what was bought (a first stack with more only where the players of the first hand all bought chips:
else it may hold chips of an earlier session). A player whose buy-in is on record may have sat out meanwhile. In a tournament,
where small chips left play between the two hands, a stack may differ by less than the next chip.
Why: chips that come from nowhere or go nowhere are somebody's money; and a player may not take chips off the table and
play on.
Example: seat 3 ends a hand with $180.00 and has $100.00 in front in the next.
Needs: `stack` of two hands in a row, and the net of the first or what gives it; for a first stack the player's buy-in. Fees and
penalties that may explain a difference make it untestable.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.checks.support import breach_words
from rules.checks.support.act_breaches import Breach, clauses_of, paths_of
from rules.checks.support.check import POTS, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.checks.support.replayed_acts import ReplayedAct
from rules.checks.support.views import PotView
from rules.checks.table.tested_stacks import NO_STACK, REASONS, TestedStacks, stacks_of_pots
from rules.replay.pots.breaches.breach_rows import NO_ACT


def _stack(view: PotView, hand: int, seat: int | None, act: ReplayedAct | None) -> int | None:
    return None if seat is None else int(view.hands.stack[hand, seat])


BREACHES = {
    "stack_differs": Breach(
        "the chips on record until then come to {due}",
        "pot.betting.calls",
        ("OLY-2.19-a", "external:RROP-betting"),
        stated=_stack,
        found=breach_words.stack,
        money_kind="unaccounted",
    ),
}
CHECK = Check(
    "STK018",
    "stack-differs",
    "violation",
    "major",
    clauses_of(BREACHES),
    title="{whose} stack does not follow from the hand before",
    quotes=False,
    scope="log",
    rule=paths_of(BREACHES),
    area="money",
    follows=("POT009", "POT010"),
    games=POTS,
)
_RULE = BREACHES["stack_differs"].rule


def run(log: LogView) -> Tested:
    played, tested = log.ruled(CHECK.applies_to), stacks_of_pots(log)
    if tested is None:
        return Tested((), [(played, REASONS[NO_STACK])])
    reasons = tested.with_first(len(log))
    untestable = [(played & (reasons == code), REASONS[code]) for code in range(NO_STACK, len(REASONS))]
    return Tested(broken_stacks_of_pots(log), untestable)


def broken_stacks_of_pots(log: LogView) -> list[Draft]:
    tested = stacks_of_pots(log)
    return [] if tested is None else list(_findings(log, tested))


def _findings(log: LogView, tested: TestedStacks) -> Iterator[Draft]:
    seating = tested.seating
    for each in tested.stacks_in(log.ruled(CHECK.applies_to)):
        ruleset = log.rulesets[int(seating.under[each.hand])]
        clause = ruleset.cite(_RULE, naming=BREACHES["stack_differs"].clauses)
        stated, expected = log.money(each.stated), log.money(each.expected)
        yield Draft(
            hand=log.position(int(seating.line[each.hand])),
            seat_number=each.column + 1,
            player=seating.players[seating.player[each.hand, each.column]],
            stated=each.stated,
            expected=each.expected,
            unit="money",
            money=abs(each.stated - each.expected),
            money_kind="unaccounted",
            clause=clause,
            rule=_RULE,
            fact=f"{NO_ACT}|stack_differs|{each.stated}|{each.expected}",
            message=(
                f"Hand {int(seating.number[each.hand])}, seat {each.column + 1}: its stack is {stated}; the chips on record "
                f"until then come to {expected} ({clause})."
            ),
        )
