"""Checks of a tournament or a ledger, and findings in file order."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from msgspec import Struct, structs
from msgspec.structs import replace

from rules.checks.catalogue import CatalogueEntry
from rules.checks.ledger.ledger_view import LedgerView
from rules.checks.support.check import Check, Tested, View
from rules.checks.support.drafts import Draft, MoneyDrafts
from rules.checks.tournament.tournament_view import TournamentView
from rules.controls.ruleset import Ruleset
from rules.findings import Runner
from rules.results import Coverage, Failure, Finding

EventView = TournamentView | LedgerView


class EventChecked(Struct, frozen=True):
    """Findings of an event's checks in order of file, then logs."""

    findings: list[Finding]
    coverage: list[Coverage]
    failures: list[Failure]


def checked(
    view: EventView, entries: Sequence[CatalogueEntry], scope: str, rulesets: Sequence[Ruleset]
) -> EventChecked:
    """Run an event's checks. rulesets: that apply; the first for findings about none."""

    def within(_: View, check: Check, run: Callable[[View], Tested]) -> Tested:
        return _within(view, check, run(view), rulesets)

    runner = Runner(entries, within)
    runner.run(scope, view, rulesets[0] if rulesets else None)
    return EventChecked(_in_order(runner.found.single), runner.coverage(), runner.failures())


def _within(view: EventView, check: Check, tested: Tested, rulesets: Iterable[Ruleset]) -> Tested:
    """Result under the rulesets: inapplicable without such a rule, untestable under a doubtful limit; a ruled
    violation is a note.
    """
    assert not isinstance(tested.findings, MoneyDrafts)
    every = np.ones(tested.of or 1, np.bool_)
    if unknown := next(filter(None, (check.unknown_limit(each) for each in rulesets)), None):
        return Tested(untestable=[(every, unknown)], of=len(every))
    if not any(check.applies_to(each) for each in rulesets) and check.needs_a_rule:
        return Tested(inapplicable=every, of=len(every))
    return replace(tested, findings=[_ruled(view, check, each) for each in tested.findings])


def _ruled(view: EventView, check: Check, draft: Draft) -> Draft:
    ruling = view.ruling(draft)
    if ruling is None or (draft.kind or check.kind) != "violation":
        return draft
    return replace(
        draft, severity="note", message=f"{draft.message} The floor ruled: {ruling.removesuffix('.')}."
    )


def _in_order(findings: Iterable[Finding]) -> list[Finding]:
    ordered = sorted(
        findings,
        key=lambda each: (each.session, each.line or 0, each.code, each.entry or 0, each.player or ""),
    )
    seen: Counter[str] = Counter()
    return [_distinct(each, seen) for each in ordered]


def _distinct(finding: Finding, seen: Counter[str]) -> Finding:
    first = finding.fingerprint
    seen[first] += 1
    if seen[first] == 1:
        return finding
    again = hashlib.sha256(f"{first}#{seen[first]}".encode()).hexdigest()
    return structs.replace(finding, fingerprint=again[:32])
