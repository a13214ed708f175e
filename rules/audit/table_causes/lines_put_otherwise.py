"""Lines of a log with changes of some; and a hypothesis about one of them."""

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
    """The lines of a log as sent, each decoded; an empty one has nothing."""

    sent: list[bytes]
    said: list[Record]

    @classmethod
    def read(cls, data: bytes) -> TableLines:
        """The lines of a log that was read before, so that it is known to be one."""
        sent = data.split(b"\n")
        return cls(sent, [_said(each) for each in sent])

    def of(self, event: str) -> Iterator[tuple[int, Record]]:
        """The number and the record of each line of an event."""
        return ((line, each) for line, each in enumerate(self.said, 1) if each.get("event") == event)

    def with_lines(self, records: Mapping[int, Record]) -> TableLines:
        """The log with other records in the place of some lines."""
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
    """One fact of the terms otherwise than recorded. edited: the log with that.

    title and message: of the incident; field, stated and implied: as the format has them.
    """

    title: str
    message: str
    line: int
    field: str
    stated: Value
    implied: Value
    edited: TableLines


def facts_of_log(findings: LogFindings) -> Counter[Fact]:
    """Facts of the violations and discrepancies of a log: code, hand and seat, whatever amounts they state."""
    kind = findings.column("kind")
    breach = (kind == KINDS.index("violation")) | (kind == KINDS.index("discrepancy"))
    found = findings.where(breach)
    codes = found.columns.codes
    columns = (found.column(name).tolist() for name in ("check", "number", "seat"))
    return Counter((codes[check], number, seat) for check, number, seat in zip(*columns, strict=True))


def hands_with(facts: Counter[Fact], *codes: str) -> set[int]:
    """The numbers of the hands that findings of some checks are about."""
    return {number for code, number, _ in facts if code in codes and number != NONE}
