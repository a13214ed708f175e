"""Authorities, their mandatory rulesets and deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rules import shipped_toml
from rules.clauses import CONVENTION, catalogue
from rules.controls.ruleset import as_list
from rules.typed import from_plain

FILE = "authority.toml"
MOST_YEARS = 100  # that a record can be kept


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    cite: str | list[str]
    mandatory: list[str] = []
    licenses: bool = True


class DayLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of days, with its clauses, or ``convention``."""

    days: int
    cite: str | list[str]

    @property
    def clause(self) -> str:
        return str(as_list(self.cite)[0])


class Years(Struct, frozen=True, forbid_unknown_fields=True):
    """Years after the end of a fiscal year, with their clauses."""

    years: int
    cite: str | list[str]

    @property
    def clause(self) -> str:
        return str(as_list(self.cite)[0])


class Declaration(Struct, frozen=True, forbid_unknown_fields=True):
    """A custodian's declaration about a room's logs, with the oath."""

    title: str
    statements: list[str]
    oath: str
    cite: str | list[str]

    @property
    def clauses(self) -> list[str]:
        return [str(each) for each in as_list(self.cite)]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    authority: _Head
    video_days: DayLimit | None = None
    response_days: DayLimit | None = None
    recurrence_days: DayLimit | None = None
    retention: Years | None = None
    declaration: Declaration | None = None


_read_file = from_plain(_File)


class Authority(Struct, frozen=True):
    """One authority. None: it sets no such number.

    mandatory: rulesets for all its rooms, on the days of their revisions. video_days: gaming days of kept recordings.
    response_days: to answer an audit. retention: least years. recurrence_days: within which an incident like one answered or
    closed is a recurrence. declaration: None: no form. licenses: False: the terms of unlicensed rooms.
    """

    id: str
    title: str
    mandatory: tuple[str, ...]
    cites: tuple[str, ...]
    video_days: DayLimit | None = None
    response_days: DayLimit | None = None
    retention: Years | None = None
    recurrence_days: DayLimit | None = None
    declaration: Declaration | None = None
    licenses: bool = True

    @property
    def canonical(self) -> bytes:
        """JSON that audits rest on, without retention, recurrence, declaration and licensing."""
        rests_on = msgspec.to_builtins(self)
        for name in ("retention", "recurrence_days", "declaration", "licenses"):
            del rests_on[name]
        return msgspec.json.encode(rests_on)


def read(name: str, text: str) -> Authority:
    """Authority of a file's text. Raises ValueError with the file and all problems."""
    try:
        found = _read_file(shipped_toml.parsed(text))
    except (ValueError, msgspec.ValidationError) as error:
        raise ValueError(f"{name}: {error}") from error
    head = found.authority
    wrong = [*_uncited(found), *_unsaid(found.declaration)]
    if wrong:
        raise ValueError("\n".join(f"{name}: {each}" for each in wrong))
    return Authority(
        id=head.id,
        title=head.title,
        mandatory=tuple(head.mandatory),
        cites=tuple(as_list(head.cite)),
        video_days=found.video_days,
        response_days=found.response_days,
        retention=found.retention,
        recurrence_days=found.recurrence_days,
        declaration=found.declaration,
        licenses=head.licenses,
    )


def _uncited(found: _File) -> Iterable[str]:
    known = catalogue()
    tables: Mapping[str, Any] = {
        "authority": found.authority,
        "video_days": found.video_days,
        "response_days": found.response_days,
        "recurrence_days": found.recurrence_days,
        "retention": found.retention,
        "declaration": found.declaration,
    }
    for path, table in tables.items():
        for cite in as_list(table.cite) if table is not None else ():
            if cite != CONVENTION and cite not in known:
                yield f"{path}.cite: the catalogue has no clause {cite!r}"
        if isinstance(table, DayLimit) and table.days < 1:
            yield f"{path}.days: {table.days} is no number of days"
        if isinstance(table, Years) and not 1 <= table.years <= MOST_YEARS:
            yield f"{path}.years: {table.years} is no number of years from 1 to {MOST_YEARS}"


def _unsaid(declaration: Declaration | None) -> Iterable[str]:
    if declaration is None:
        return
    for name, text in (("title", declaration.title), ("oath", declaration.oath)):
        if not text.strip():
            yield f"declaration.{name}: it is empty; state it, or leave out the table"
    if not declaration.statements:
        yield "declaration.statements: there are none; state what is declared, or leave out the table"
    for number, text in enumerate(declaration.statements, 1):
        if not text.strip():
            yield f"declaration.statements: number {number} is empty; state it, or leave it out"
