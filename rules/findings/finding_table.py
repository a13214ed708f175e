"""Findings as a sequence over columns, made on reading."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from rules.findings.build import Trace, fingerprint, with_clause
from rules.findings.finding_columns import NONE, ROW, FindingColumns, FindingRow
from rules.hands import Flags, Ints
from rules.results import KINDS, SEVERITIES, Finding

_AT_ONCE = 1024


class Findings(Sequence[Finding]):
    """Findings in order. Equal to any sequence of the same."""

    @overload
    def __getitem__(self, at: int) -> Finding: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Finding]: ...
    def __getitem__(self, at: int | slice) -> Finding | Sequence[Finding]:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return False
        return all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # compared by content, as a list is

    def __repr__(self) -> str:
        return f"<{len(self):,} findings>"

    def __add__(self, other: Sequence[Finding]) -> Sequence[Finding]:
        return joined((self, other))

    def parts_by_log(self) -> Iterable[Sequence[Finding]]:
        """Findings of each log."""
        return (self,)


class LogFindings(Findings):
    """Findings of one log. rows (N,): positions in the columns."""

    def __init__(self, columns: Columns, rows: Ints) -> None:
        self.columns, self.rows = columns, rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, at: int) -> Finding: ...
    @overload
    def __getitem__(self, at: slice) -> LogFindings: ...
    def __getitem__(self, at: int | slice) -> Finding | LogFindings:
        if isinstance(at, slice):
            return LogFindings(self.columns, self.rows[at])
        row = int(self.rows[at])
        return self.columns.finding(row, self.columns.row(row))

    def __iter__(self) -> Iterator[Finding]:
        for row, values in self.columns.rows(self.rows):
            yield self.columns.finding(row, values)

    def counts(self, name: str) -> Counter[str]:
        """Number of findings by kind, severity or code."""
        position, names = self.columns.named(name)
        numbers = np.bincount(position[self.rows], minlength=len(names))
        return Counter({each: int(n) for each, n in zip(names, numbers, strict=True) if n})

    def named(self, name: str, value: str) -> LogFindings:
        """Findings of one kind, severity or code."""
        position, names = self.columns.named(name)
        wanted = names.index(value) if value in names else NONE
        return self.where(position[self.rows] == wanted)

    @property
    def log(self) -> tuple[str, str]:
        """Room and session."""
        return self.columns.room, self.columns.session

    def column(self, name: str) -> NDArray[Any]:
        """(N,) a column in order of findings, of the type in ROW."""
        column: NDArray[Any] = self.columns.values[name][self.rows].astype(ROW[name], copy=False)
        return column

    def fingerprints(self) -> Iterator[str]:
        """Fingerprints, without making findings."""
        for row, values in self.columns.rows(self.rows):
            yield self.columns.fingerprint(row, values)

    def where(self, mask: Flags) -> LogFindings:
        """Findings where a mask (N,) holds."""
        return LogFindings(self.columns, self.rows[mask])


class Fingerprints(Sequence[str]):
    """Fingerprints of a log's findings, made on reading. Equal to any sequence of the same."""

    def __init__(self, columns: Columns, rows: Ints) -> None:
        self.findings = LogFindings(columns, rows)

    def __len__(self) -> int:
        return len(self.findings)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Fingerprints: ...
    def __getitem__(self, at: int | slice) -> str | Fingerprints:
        rows, columns = self.findings.rows[at], self.findings.columns
        if isinstance(at, slice):
            return Fingerprints(columns, rows)
        return columns.fingerprint(int(rows), columns.row(int(rows)))

    def __iter__(self) -> Iterator[str]:
        return self.findings.fingerprints()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # compared by content, as a list is

    def __repr__(self) -> str:
        return f"<{len(self):,} fingerprints>"


class Columns:
    """Columns of a log's findings. values (N,): rows of ROW in order of reports."""

    def __init__(self, found: FindingColumns, room: str, session: str, players: Sequence[str]) -> None:
        self.values = found.rows()
        self.single, self._groups = found.single, found.groups
        self._checks, self._clauses = list(found.checks), list(found.clauses)
        self.traces: list[Trace] = list(found.traces)
        self.codes = [check.code for check in self._checks]
        self.room, self.session = room, session
        self._again: dict[int, str] = {}
        known = {name: place for place, name in enumerate(players)}
        single = np.flatnonzero(self.values["group"] == NONE)
        named = [self.single[at].player for at in self.values["at"][single].tolist()]
        self.values["player"][single] = [
            NONE if name is None else known.setdefault(name, len(known)) for name in named
        ]
        self.players = list(known)

    def in_log_order(self) -> LogFindings:
        """Findings by line, seat and code, with fingerprints told apart."""
        rank = np.argsort(np.argsort(np.array(self.codes, str))) if self.codes else np.zeros(0, np.int64)
        values = self.values
        code = rank[values["check"]].astype(np.int16)
        order = np.lexsort((code, values["seat"], values["line"]))
        self._distinguish(order, code)
        return LogFindings(self, order.astype(np.int32))

    def _distinguish(self, order: Ints, code: NDArray[Any]) -> None:
        """Give repeated facts their own fingerprints, such as those of a hand number used twice."""
        seen: Counter[str] = Counter()
        for row in order[self._suspects(order, code)].tolist():
            first = self.fingerprint(row, self.row(row))
            seen[first] += 1
            if seen[first] > 1:
                again = hashlib.sha256(f"{first}#{seen[first]}".encode()).hexdigest()
                self._again[row] = again[:32]

    def _suspects(self, order: Ints, code: NDArray[Any]) -> Ints:
        number, seat = self.values["number"][order], self.values["seat"][order]
        code = code[order]
        by_place = np.arange(len(order))
        line = self.values["line"][order]
        if ((number[1:] <= number[:-1]) & (line[1:] > line[:-1])).any():
            by_place = np.lexsort((code, seat, number))
        columns = [each[by_place] for each in (number, seat, code)]
        level = np.ones(max(len(order) - 1, 0), np.bool_)
        for column in columns:
            level &= column[1:] == column[:-1]
        shared = np.zeros(len(order), np.bool_)
        shared[1:] |= level
        shared[:-1] |= level
        found: Ints = np.sort(by_place[shared])
        return found

    def replace(self, row: int, by: Finding) -> None:
        """Replace a finding that is not made from columns."""
        assert self.values["group"][row] == NONE
        self.single[int(self.values["at"][row])] = by

    def named(self, name: str) -> tuple[NDArray[Any], Sequence[str]]:
        """A column of positions, and the names that they stand for."""
        names: dict[str, tuple[str, Sequence[str]]] = {
            "kind": ("kind", KINDS), "severity": ("severity", SEVERITIES), "code": ("check", self.codes),
        }  # fmt: skip
        column, listed = names[name]
        return self.values[column], listed

    def row(self, at: int) -> FindingRow:
        """The row at a position."""
        return FindingRow._make(self.values[at].item())

    def rows(self, positions: Ints) -> Iterator[tuple[int, FindingRow]]:
        """Rows at positions (N,), each with its position."""
        for begin in range(0, len(positions), _AT_ONCE):
            some = positions[begin : begin + _AT_ONCE]
            yield from zip(some.tolist(), map(FindingRow._make, self.values[some].tolist()), strict=True)

    def fingerprint(self, at: int, row: FindingRow) -> str:
        """Fingerprint of a row."""
        if at in self._again:
            return self._again[at]
        if row.group == NONE:
            return self.single[row.at].fingerprint
        code, amounts = self.codes[row.check], f"{row.stated}|{row.expected}"
        return fingerprint(self.room, self.session, str(row.number), str(row.seat), code, amounts)

    def finding(self, at: int, row: FindingRow) -> Finding:
        """Finding of a row."""
        if row.group == NONE:
            found = self.single[row.at]
            again = self._again.get(at)
            return found if again is None else msgspec.structs.replace(found, fingerprint=again)
        made = self._groups[row.group]
        cites, tested = self._clauses[row.clause], self._checks[row.check]
        notes = [int(each[row.at]) for each in made.notes]
        said = made.sentence(row.number, row.seat, row.stated, row.expected, *notes)
        return Finding(
            code=tested.code,
            name=tested.name,
            kind=KINDS[row.kind],
            severity=SEVERITIES[row.severity],
            room=self.room,
            session=self.session,
            hand=row.number,
            seat=row.seat or None,
            player=None if row.player == NONE else self.players[row.player],
            line=row.line,
            stated=row.stated,
            expected=row.expected,
            difference=row.stated - row.expected,
            unit="money",
            money=abs(row.stated - row.expected),
            clause=cites,
            message=with_clause(said, cites),
            hands=None,
            readings=None,
            fingerprint=self.fingerprint(at, row),
        )


class JoinedFindings(Findings):
    """Findings of several logs."""

    def __init__(self, parts: Iterable[Sequence[Finding]]) -> None:
        self.parts: tuple[Sequence[Finding], ...] = tuple(
            inner for each in parts for inner in (each.parts if isinstance(each, JoinedFindings) else (each,))
        )

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    @overload
    def __getitem__(self, at: int) -> Finding: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Finding]: ...
    def __getitem__(self, at: int | slice) -> Finding | Sequence[Finding]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        place = at if at >= 0 else at + len(self)
        for part in self.parts:
            if 0 <= place < len(part):
                return part[place]
            place -= len(part)
        raise IndexError(at)

    def __iter__(self) -> Iterator[Finding]:
        for part in self.parts:
            yield from part

    def parts_by_log(self) -> Iterable[Sequence[Finding]]:
        """Findings of each log."""
        return self.parts


def joined(parts: Iterable[Sequence[Finding]]) -> Sequence[Finding]:
    """Several sequences of findings as one, without copying."""
    listed = [each for each in parts if len(each)]
    return listed[0] if len(listed) == 1 else JoinedFindings(listed)


def counts(findings: Sequence[Finding], name: str) -> Counter[str]:
    """Number of findings by ``kind``, ``severity`` or ``code``."""
    found: Counter[str] = Counter()
    for part in _parts(findings):
        found += (
            part.counts(name)
            if isinstance(part, LogFindings)
            else Counter(getattr(each, name) for each in part)
        )
    return found


def counts_by_log(findings: Sequence[Finding]) -> Counter[tuple[str, str, str]]:
    """Number of findings by room, session and kind."""
    found: Counter[tuple[str, str, str]] = Counter()
    for part in _parts(findings):
        if isinstance(part, LogFindings):
            found.update({(*part.log, kind): number for kind, number in part.counts("kind").items()})
        else:
            found.update((each.room, each.session, each.kind) for each in part)
    return found


def of(findings: Sequence[Finding], name: str, value: str) -> Sequence[Finding]:
    """Findings of one ``kind``, ``severity`` or ``code``."""
    return joined(
        part.named(name, value)
        if isinstance(part, LogFindings)
        else [each for each in part if getattr(each, name) == value]
        for part in _parts(findings)
    )


def fingerprints(findings: Sequence[Finding]) -> Iterator[str]:
    for part in _parts(findings):
        if isinstance(part, LogFindings):
            yield from part.fingerprints()
        else:
            yield from (each.fingerprint for each in part)


def sources(findings: Sequence[Finding]) -> Iterator[tuple[str, tuple[str, str], str]]:
    """Fingerprint, (room, session) and code of each finding."""
    for part in _parts(findings):
        if isinstance(part, LogFindings):
            codes = (part.columns.codes[check] for check in part.column("check").tolist())
            yield from ((each, part.log, code) for each, code in zip(part.fingerprints(), codes, strict=True))
        else:
            yield from ((each.fingerprint, (each.room, each.session), each.code) for each in part)


def _parts(findings: Sequence[Finding]) -> Iterable[Sequence[Finding]]:
    return findings.parts_by_log() if isinstance(findings, Findings) else (findings,)
