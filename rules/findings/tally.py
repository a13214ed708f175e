"""Tally of hands, or sessions of a day, under a check: tested, untestable, inapplicable."""

from __future__ import annotations

import numpy as np

from rules.checks.catalogue import CatalogueEntry
from rules.checks.support.check import Draft, MoneyDrafts, Tested, View
from rules.hands import Flags
from rules.results import Coverage, Reason


class Tally:
    """Counts of one check over blocks or a gaming day. Every hand counts once."""

    def __init__(self, entry: CatalogueEntry) -> None:
        self._entry = entry
        self.hands = 0
        self.differing = 0
        self.open = 0
        self.untestable: dict[str, int] = {}
        self.inapplicable = 0

    def add(self, view: View, tested: Tested) -> None:
        """Take the check's result on a view."""
        size = len(view) if tested.of is None else tested.of
        drafts = tested.findings
        drafts = drafts if isinstance(drafts, MoneyDrafts) else list(drafts)
        if not len(drafts):
            self._count_without_findings(size, tested)
            return
        if isinstance(drafts, MoneyDrafts):
            differing = np.zeros(size, np.bool_)
            differing[drafts.hand] = True
            self._count(tested, differing, np.zeros(size, np.bool_), whole=False)
            return
        kind = self._entry.check.kind
        open_points = [draft for draft in drafts if (draft.kind or kind) == "undetermined"]
        breaches = [draft for draft in drafts if (draft.kind or kind) != "undetermined"]
        self._count(
            tested,
            _hands_found(view, size, breaches),
            _hands_found(view, size, open_points),
            whole=any(map(_of_the_log, breaches)),
        )

    def _count_without_findings(self, hands: int, tested: Tested) -> None:
        self.hands += hands
        rest: Flags | None = None  # all
        if tested.inapplicable is not None:
            inapplicable = _many(tested.inapplicable)
            self.inapplicable += inapplicable
            if inapplicable == hands:
                return
            rest = ~tested.inapplicable
        for mask, reason in tested.untestable:
            untested = mask if rest is None else mask & rest
            found = _many(untested)
            if found:
                self._untested(found, reason)
                rest = ~mask if rest is None else rest & ~mask

    def _count(self, tested: Tested, differing: Flags, open_: Flags, *, whole: bool) -> None:
        """whole: a finding is about the log as a whole."""
        self.hands += len(differing)
        open_hands = open_ & ~differing
        rest = ~(differing | open_hands)
        if tested.inapplicable is not None:
            self.inapplicable += _many(tested.inapplicable & rest)
            rest &= ~tested.inapplicable
        for mask, reason in tested.untestable:
            found = _many(mask & rest)
            if found:
                self._untested(found, reason)
                rest &= ~mask
        self.open += _many(open_hands)
        self.differing += _many(differing) or min(int(whole), _many(rest))

    def add_untestable(self, size: int, reason: str) -> None:
        """Add hands that the check never saw."""
        if size:
            self.hands += size
            self._untested(size, reason)

    def add_inapplicable(self, size: int) -> None:
        """Add hands with nothing to test."""
        self.hands += size
        self.inapplicable += size

    def _untested(self, size: int, reason: str) -> None:
        self.untestable[reason] = self.untestable.get(reason, 0) + size

    def coverage(self) -> Coverage:
        untestable = sum(self.untestable.values())
        tested = self.hands - untestable - self.inapplicable
        return Coverage(
            code=self._entry.code,
            name=self._entry.name,
            tested=tested,
            agreeing=tested - self.differing,
            differing=self.differing,
            open=self.open,
            untestable=untestable,
            inapplicable=self.inapplicable,
            because=[Reason(reason, hands) for reason, hands in sorted(self.untestable.items())],
        )


def _many(flags: Flags) -> int:
    return int(np.count_nonzero(flags))


def _of_the_log(draft: Draft) -> bool:
    return draft.hand is None and draft.hands is None and draft.number is None and draft.sessions is None


def _hands_found(view: View, size: int, drafts: list[Draft]) -> Flags:
    found = np.zeros(size, np.bool_)
    for draft in drafts:
        if draft.hand is not None:
            found[draft.hand] = True
        if draft.hands is not None:
            found |= view.numbered_as(draft.hands)
        elif draft.hand is None and draft.number is not None:
            found |= view.numbered_as([draft.number])
        if draft.sessions is not None:
            found[list(draft.sessions)] = True
    return found
