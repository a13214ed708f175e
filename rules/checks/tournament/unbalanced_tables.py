"""Hands dealt out of balance."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.checks.support.event_outcomes import INAPPLICABLE, Outcome, Outcomes
from rules.checks.tournament.dealt_hand_words import apart, of_hand, tables_of, unsized, where
from rules.checks.tournament.tournament_view import TournamentView
from rules.controls.sections.tournaments import Balance
from rules.tournaments.tournament_seats import DealtHand


class UnbalancedSince(NamedTuple):
    """Tables that wait for balance.

    at: difference. beyond: players too many or too few. said, said_of_two: sentence from table, difference, sizes and
    ``at``; of any two tables.
    """

    at: Callable[[Balance], int]
    beyond: Callable[[DealtHand, Balance], int]
    said: str
    said_of_two: str


def dealt_unbalanced(view: TournamentView, waiting: UnbalancedSince) -> Outcomes:
    """Outcome of each hand; reported once until within the limit."""
    rule = view.rules.seating.balance if view.rules.seating is not None else None
    if rule is None:
        return
    limit, reported = waiting.at(rule), False
    for hand in view.seating.hands:
        reason = unsized(view, hand)
        if reason is not None:
            yield reason
            continue
        found = _outcome(hand, rule, waiting)
        yield INAPPLICABLE if found is not None and reported else found
        reported = apart(hand.sizes) >= limit and (reported or found is not None)


def _outcome(hand: DealtHand, rule: Balance, waiting: UnbalancedSince) -> Outcome:
    limit, difference = waiting.at(rule), waiting.beyond(hand, rule)
    if difference < limit:
        return None
    text = waiting.said_of_two if rule.measure == "any_two" else waiting.said
    said = text.format(
        table=hand.table, difference=difference, sizes=tables_of(hand.sizes), most=limit - 1, at=limit
    )
    return of_hand(
        hand, stated=difference, expected=limit - 1, unit="players", message=f"{where(hand)}: {said}"
    )
