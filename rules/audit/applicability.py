"""Where a check applies: by the rulesets of the hands, and the limits that are mandatory beside them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.audit.in_force import NO_RULESET, OTHER_GAME
from rules.checks.base import Check, HandsView, LogView, Tested, View, every_hand
from rules.controls.ruleset import Ruleset
from rules.hands import Flags

KEPT = 4096  # answers of either kind, of a check and a ruleset; a service sees ever new drafts


def within_rules(view: View, check: Check, tested: Tested) -> Tested:
    """What came of a check: inapplicable under revisions without such a rule, untestable under no revision at all.

    Where it is not known whether a mandatory limit holds, what the ruleset does not state itself is untestable.
    """
    if isinstance(view, HandsView):
        if reason := _unknown_limit(check, view.ruleset):
            return Tested(tested.findings, [(every_hand(view), reason)])
        if _applies(check, view.ruleset):
            return tested
        return Tested(tested.findings, tested.untestable, every_hand(view))
    assert isinstance(view, LogView)
    unruled: list[tuple[Flags, str]] = []
    if check.holds or check.applies is not None:
        unruled = [(mask, why) for mask, why in (*_unruled(view), *_unlimited(view, check)) if mask.any()]
    everywhere = all(_applies(check, ruleset) for ruleset in view.rulesets)
    if everywhere and not unruled and tested.inapplicable is None:
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
    """Hands of which it is not known whether a mandatory limit holds that the check would test."""
    for index, ruleset in enumerate(log.rulesets):
        if reason := _unknown_limit(check, ruleset):
            yield log.under == index, reason


def _unruled(log: LogView) -> Iterator[tuple[Flags, str]]:
    """Hands that no revision covers, or none of their game: what depends on a ruleset is not tested in them."""
    for game, mask in log.unruled.items():
        yield mask, NO_RULESET if game is None else OTHER_GAME[game]
