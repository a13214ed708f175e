"""Applicability of a check under the hands' rulesets and mandatory limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from rules.audit.in_force import NO_RULESET, OTHER_GAME
from rules.checks.support.check import (
    Check,
    HandsView,
    Tested,
    View,
    every_hand,
    inapplicable,
    nothing_to_test,
)
from rules.checks.support.log_view import LogView
from rules.checks.support.record_needs import not_shown
from rules.controls.fixed_currency import foreign_currency
from rules.controls.ruleset import Ruleset
from rules.hands import Flags

KEPT = 4096  # answers of either kind, of a check and a ruleset; a service sees ever new drafts


def within_rules(view: View, check: Check, run: Callable[[View], Tested]) -> Tested:
    """Run a check: inapplicable under revisions without such a rule, untestable under none.

    Where a mandatory limit is in doubt, what the ruleset does not state is untestable.
    """
    if isinstance(view, HandsView):
        return _within_block(view, check, run)
    assert isinstance(view, LogView)
    return _within_log(view, check, run)


def without_rule(view: View, check: Check) -> bool:
    """Whether every hand is under a ruleset and none has what a check tests."""
    if isinstance(view, HandsView):
        return not _concerns(check, view.ruleset)
    assert isinstance(view, LogView)
    if not check.needs_a_rule or not view.rulesets or view.unruled:
        return False
    return not any(_concerns(check, ruleset) for ruleset in view.rulesets)


@lru_cache(maxsize=KEPT)
def _concerns(check: Check, ruleset: Ruleset) -> bool:
    return _applies(check, ruleset) or _unknown_limit(check, ruleset) is not None


def _within_block(view: HandsView, check: Check, run: Callable[[View], Tested]) -> Tested:
    if check.compares_money and (foreign := foreign_currency(view.ruleset, view.session.currency)):
        return nothing_to_test(view, foreign.reason) if _applies(check, view.ruleset) else inapplicable(view)
    tested = _as_shown(view, check, run) if _applies(check, view.ruleset) else inapplicable(view)
    if reason := _unknown_limit(check, view.ruleset):
        return Tested(tested.findings, [(every_hand(view), reason)])
    return tested


def _as_shown(view: HandsView | LogView, check: Check, run: Callable[[View], Tested]) -> Tested:
    reason = not_shown(check.needs, view.session)
    return run(view) if reason is None else nothing_to_test(view, reason)


def _foreign(log: LogView) -> Iterator[str]:
    for ruleset in log.rulesets:
        if found := foreign_currency(ruleset, log.session.currency):
            yield found.reason


def _within_log(view: LogView, check: Check, run: Callable[[View], Tested]) -> Tested:
    tested = _in_any_currency(view, check, run)
    reason = next(_foreign(view), None) if check.compares_money else None
    if reason is None:
        return tested
    return Tested((), [(every_hand(view), reason)], tested.inapplicable)


def _in_any_currency(view: LogView, check: Check, run: Callable[[View], Tested]) -> Tested:
    of_a_rule = check.needs_a_rule
    unruled = [*_unruled(view), *_unlimited(view, check)] if of_a_rule else []
    applies = [_applies(check, ruleset) for ruleset in view.rulesets]
    tested = Tested() if of_a_rule and applies and not any(applies) else _as_shown(view, check, run)
    if all(applies) and not unruled and tested.inapplicable is None:
        return tested  # most checks of most logs
    none = view.ruled(lambda ruleset: not _applies(check, ruleset))
    if tested.inapplicable is not None:
        none |= tested.inapplicable
    for mask, _ in unruled:
        none &= ~mask
    return Tested(tested.findings, [*unruled, *tested.untestable], none if none.any() else None)


@lru_cache(maxsize=KEPT)
def _applies(check: Check, ruleset: Ruleset) -> bool:
    return check.applies_to(ruleset)


@lru_cache(maxsize=KEPT)
def _unknown_limit(check: Check, ruleset: Ruleset) -> str | None:
    return check.unknown_limit(ruleset)


def _unlimited(log: LogView, check: Check) -> Iterator[tuple[Flags, str]]:
    for index, ruleset in enumerate(log.rulesets):
        if reason := _unknown_limit(check, ruleset):
            mask = log.under == index
            if mask.any():
                yield mask, reason


def _unruled(log: LogView) -> Iterator[tuple[Flags, str]]:
    """Hands that no revision, or none of their game, covers; untestable where a ruleset decides."""
    for game, mask in log.unruled.items():
        yield mask, NO_RULESET if game is None else OTHER_GAME[game]
