"""Lines of a log with changes; a hypothesis about one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rules.audit.incidents.caused import Fact
from rules.findings.finding_columns import NONE
from rules.findings.finding_table import LogFindings
from rules.results import KINDS
from rules.typed import from_json

Record = dict[str, Any]
Value = bool | int | str | None


class TableLines(Struct, frozen=True):
    """Lines of a log, decoded; an empty one has nothing."""

    sent: list[bytes]
    said: list[Record]

    @classmethod
    def read(cls, data: bytes) -> TableLines:
        """Lines of a log that was read before."""
        sent = data.split(b"\n")
        return cls(sent, [_said(each) for each in sent])

    def of(self, event: str) -> Iterator[tuple[int, Record]]:
        """Number and record of each line of an event."""
        return ((line, each) for line, each in enumerate(self.said, 1) if each.get("event") == event)

    def with_lines(self, records: Mapping[int, Record]) -> TableLines:
        """The log with other records in some lines."""
        sent, said = list(self.sent), list(self.said)
        for line, record in records.items():
            sent[line - 1], said[line - 1] = msgspec.json.encode(record), record
        return TableLines(sent, said)

    @property
    def data(self) -> bytes:
        """The log as a file."""
        return b"\n".join(self.sent)


_record = from_json(Record)


def _said(line: bytes) -> Record:
    try:
        record: Record = _record(line)
    except msgspec.DecodeError:
        return {}
    return record


class TableHypothesis(Struct, frozen=True):
    """One fact of the terms otherwise. edited: the log with it. title, message: of the incident; field, stated, implied: as in
    the format.
    """

    title: str
    message: str
    line: int
    field: str
    stated: Value
    implied: Value
    edited: TableLines


def facts_of_log(findings: LogFindings) -> Counter[Fact]:
    """Facts of violations and discrepancies: code, hand and seat."""
    kind = findings.column("kind")
    breach = (kind == KINDS.index("violation")) | (kind == KINDS.index("discrepancy"))
    found = findings.where(breach)
    codes = found.columns.codes
    columns = (found.column(name).tolist() for name in ("check", "number", "seat"))
    return Counter((codes[check], number, seat) for check, number, seat in zip(*columns, strict=True))


def hands_with(facts: Counter[Fact], *codes: str) -> set[int]:
    """Numbers of hands with findings of some checks."""
    return {number for code, number, _ in facts if code in codes and number != NONE}
