"""Changes of results by the corrections that came in a month, from both logs of each, for the screening of the room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from threading import Lock

from msgspec.structs import replace

from auditor.errors import EvidenceDamaged, EvidencePurged
from auditor.jobs.received_logs import evidence_of
from auditor.store import Store
from auditor.store.rows import SessionRecord
from rules.screening.across_sessions import end_of_month
from rules.screening.changed_nets import log_nets, net_changes
from rules.screening.filed_month import FiledMonth, NetChange

_MOST = 2048  # corrections whose changes are kept in memory
Corrected = tuple[int, int]  # numbers of the superseded session and of its correction


class CorrectedNets:
    """Changes by corrections, by the digests of both logs: lists and pages ask again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[tuple[str, str], Sequence[NetChange]] = OrderedDict()

    def with_changes(
        self, store: Store, months: Iterable[FiledMonth], corrections: Mapping[date, Sequence[Corrected]]
    ) -> list[FiledMonth]:
        """The months with what the corrections that came in them changed. A log that was purged or damaged has no changes."""
        return [
            replace(
                month,
                changes=[
                    change for each in corrections.get(month.month, ()) for change in self._of(store, each)
                ],
            )
            for month in months
        ]

    def by_session(
        self, store: Store, corrections: Mapping[date, Sequence[Corrected]], days: Collection[date]
    ) -> list[tuple[int, NetChange]]:
        """Changes by the corrections of months, with the number of each, the largest amounts first. days: last ones of months
        that count.
        """
        found = [
            (each[1], change)
            for month, of in corrections.items()
            if end_of_month(month) in days
            for each in of
            for change in self._of(store, each)
        ]
        return sorted(found, key=lambda each: (-abs(each[1].after - each[1].before), each[0]))

    def _of(self, store: Store, corrected: Corrected) -> Sequence[NetChange]:
        first, second = map(store.sessions.get, corrected)
        assert first is not None  # they are on record
        assert second is not None
        if first.purged or second.purged:
            return ()
        key = first.evidence, second.evidence
        with self._lock:
            found = self._known.get(key)
        if found is None:
            try:
                found = _changes(store, first, second)
            except (EvidenceDamaged, EvidencePurged):
                return ()
            self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, str], found: Sequence[NetChange]) -> None:
        with self._lock:
            self._known[key] = found
            while len(self._known) > _MOST:
                self._known.popitem(last=False)


def _changes(store: Store, first: SessionRecord, second: SessionRecord) -> Sequence[NetChange]:
    before, after = (log_nets(evidence_of(store, each).chunks()) for each in (first, second))
    author = second.facts.supersedes_by or second.facts.recorded_by
    return net_changes(before, after, second.evidence, author)
