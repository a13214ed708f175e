"""A result read from its document: pages by a filter, whole lists, the audit. What is read was compared with the root."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from auditor.store.documents.document_contents import KEPT, DocumentAltered
from auditor.store.documents.document_index import FindingIndex, IncidentIndex
from auditor.store.documents.document_rows import CorrectionRow, FindingRow, IncidentRow, with_corrections
from auditor.store.documents.verified_parts import StoredPart, VerifiedParts
from auditor.store.earlier_stores import typed
from auditor.store.rows import FindingFilter, IncidentFilter, Page
from rules.results import Audit, Coverage, Finding

Places = NDArray[Any]  # of rows in a list, ascending
_INDEXED: dict[str, Callable[[], FindingIndex | IncidentIndex]] = {
    "findings": FindingIndex,
    "incidents": IncidentIndex,
}


class StoredResult:
    """Result of an audit by its document. salt: None once a purge erased it. stored: reads a part. Raises DocumentAltered."""

    def __init__(self, root: str, contents: bytes, salt: bytes | None, stored: StoredPart) -> None:
        self._parts = VerifiedParts(root, contents, salt, stored)
        self._contents = self._parts.contents
        self._purged = salt is None

    def findings_page(self, wanted: FindingFilter, page: Page) -> tuple[list[FindingRow], int]:
        """Page of the findings in order, and the total."""
        return self._page("findings", self._findings_where(wanted), page)

    def findings(self, wanted: FindingFilter | None = None) -> Iterator[FindingRow]:
        """Findings in order, a chunk at a time."""
        return self._at("findings", self._findings_where(wanted or FindingFilter()))

    def compare_findings(self) -> None:
        """Compare all findings' parts, before the first of many is given."""
        for number in range(self._contents.parts("findings")):
            self._parts.body("findings", number)

    def findings_of(self, fingerprints: Sequence[str]) -> list[Finding]:
        """Findings by fingerprint, in the order asked for; others are left out."""
        places = self._parts.column("findings.fingerprint").rows(fingerprints)
        found = {each.fingerprint: each for _, each in self._at("findings", places)}
        return [found[each] for each in fingerprints if each in found]

    def fingerprints_about(self, player: str, *, exact: bool) -> set[str]:
        """Fingerprints of findings about a player. exact: the whole id, else a part in any case."""
        column = self._parts.column("findings.player")
        part = player.strip().lower()
        places = (
            column.rows([player])
            if exact
            else column.rows_where(lambda value: value is not None and part in f"{value}".lower())
        )
        return {each.fingerprint for _, each in self._at("findings", places)}

    def incidents_page(
        self, wanted: IncidentFilter, page: Page, ids: Collection[str] | None = None
    ) -> tuple[list[IncidentRow], int]:
        """Page of the incidents in order, and the total. ids: only these, as those in some states, which no document has."""
        return self._page("incidents", self._incidents_where(wanted, ids), page)

    def incidents(
        self, wanted: IncidentFilter | None = None, ids: Collection[str] | None = None
    ) -> Iterator[IncidentRow]:
        """Incidents in order, a chunk at a time."""
        return self._at("incidents", self._incidents_where(wanted or IncidentFilter(), ids))

    def corrections_page(self, page: Page) -> tuple[list[CorrectionRow], int]:
        """Page of the corrections in order, and the total."""
        return self._page("corrections", None, page)

    def corrections(self) -> Iterator[CorrectionRow]:
        """Corrections in order."""
        return self._at("corrections", None)

    def size_of(self, name: str) -> int:
        """Number of the rows of a list."""
        return int(self._contents.starts(name)[-1])

    def rows_at(self, name: str, places: Sequence[int]) -> Iterator[Any]:
        """Rows of a list at some places, ascending."""
        return self._at(name, np.asarray(places, dtype=np.int64))

    def coverage(self) -> list[Coverage]:
        """Coverage by check, in order."""
        return list(self._at("coverage", None))

    def summary(self) -> dict[str, Any]:
        """The audit as JSON without its other lists."""
        return msgspec.json.decode(self._parts.body("summary", 0))[0]

    def audit(self) -> Audit:
        """The whole audit."""
        summary = self.summary()
        whole = typed({**summary, "coverage": msgspec.to_builtins(self.coverage())})
        whole = msgspec.structs.replace(
            whole,
            findings=[each for _, each in self.findings()],
            **with_corrections(summary, [each for _, each in self.corrections()]),
        )
        if whole.incidents is not None:
            whole.incidents.extend(each for _, each in self.incidents())
        return whole

    def sessions_of_findings(self) -> list[int]:
        """Numbers of the sessions that findings are of, in order."""
        values = self._parts.column("findings.session").values or []
        return sorted(each for each in values if isinstance(each, int))

    def places(self) -> set[tuple[str, int]]:
        """List and number of each part that is kept."""
        there = (name for name in self._contents.names() if name in KEPT or not self._purged)
        return {(name, number) for name in there for number in range(self._contents.parts(name))}

    def faults(self) -> list[str]:
        """Sentences about each part that is missing or altered, and each column that does not fit its rows; of a purged result
        only about what is kept.
        """
        there = [name for name in self._contents.names() if name in KEPT or not self._purged]
        found: list[str] = []
        for name in (each for each in there if "." not in each):
            found += self._faults_of(name)
        return found

    def _faults_of(self, name: str) -> Iterator[str]:
        index = _INDEXED[name]() if name in _INDEXED else None
        whole = True
        for number in range(self._contents.parts(name)):
            try:
                rows = self._parts.rows(name, number)
            except DocumentAltered as fault:
                whole = False
                yield f"{fault}"
                continue
            if index is not None:
                for row in rows:
                    index.add(*row)
        if index is not None:
            yield from self._faults_of_index(name, index.columns() if whole else ())

    def _faults_of_index(self, name: str, columns: Iterable[tuple[str, bytes]]) -> Iterator[str]:
        made = dict(columns)
        for column in (each for each in self._contents.names() if each.startswith(f"{name}.")):
            try:
                body = self._parts.body(column, 0)
            except DocumentAltered as fault:
                yield f"{fault}"
                continue
            if made and body != made[column.partition(".")[2]]:
                yield f"The column {column} of the index does not fit the {name}."

    def _findings_where(self, wanted: FindingFilter) -> Places | None:
        asked: dict[str, Collection[Any]] = {
            "code": wanted.codes, "kind": wanted.kinds, "severity": wanted.severities, "hand": _one(wanted.hand),
            "session": _one(wanted.session), "player": _one(wanted.player),
        }  # fmt: skip
        return self._where("findings", asked)

    def _incidents_where(self, wanted: IncidentFilter, ids: Collection[str] | None) -> Places | None:
        asked: dict[str, Collection[Any]] = {
            "area": wanted.areas, "severity": wanted.severities, "pattern": _one(wanted.pattern),
            "session": _one(wanted.session),
        }  # fmt: skip
        places = self._where("incidents", asked)
        if ids is None:
            return places
        among = self._parts.column("incidents.id").rows(ids)
        return among if places is None else np.intersect1d(places, among, assume_unique=True)

    def _where(self, name: str, asked: dict[str, Collection[Any]]) -> Places | None:
        """Places of rows that have one of the values in each column; None: all rows."""
        found = [
            self._parts.column(f"{name}.{column}").rows(values) for column, values in asked.items() if values
        ]
        return (
            reduce(lambda one, other: np.intersect1d(one, other, assume_unique=True), found)
            if found
            else None
        )

    def _page(self, name: str, places: Places | None, page: Page) -> tuple[list[Any], int]:
        total = self._contents.starts(name)[-1] if places is None else len(places)
        first, last = page.offset, min(page.offset + page.size, total)
        here = np.arange(first, last) if places is None else places[first:last]
        return list(self._at(name, here)), total

    def _at(self, name: str, places: Places | None) -> Iterator[Any]:
        """Rows at some places, each chunk read once; None: all."""
        if places is None:
            for number in range(self._contents.parts(name)):
                yield from self._parts.rows(name, number)
            return
        starts, wanted, at = self._contents.starts(name), places.tolist(), 0
        while at < len(wanted):
            number = bisect_right(starts, wanted[at]) - 1
            begin, end = starts[number : number + 2]
            after = bisect_left(wanted, end, at)
            yield from self._parts.rows_at(name, number, [place - begin for place in wanted[at:after]])
            at = after


def _one(value: Any) -> tuple[Any, ...]:
    return () if value is None else (value,)
