"""Authorities: who licenses card rooms, which rulesets they make mandatory, and which deadlines they set."""

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
    """A number of days, and the clauses that set it; ``convention`` where no document does."""

    days: int
    cite: str | list[str]

    @property
    def clause(self) -> str:
        """The first clause that it cites."""
        return str(as_list(self.cite)[0])


class Years(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of years after the end of a fiscal year, and the clauses that set it."""

    years: int
    cite: str | list[str]

    @property
    def clause(self) -> str:
        """The first clause that it cites."""
        return str(as_list(self.cite)[0])


class Declaration(Struct, frozen=True, forbid_unknown_fields=True):
    """Declaration of a custodian of records about a room's logs, the oath over it, and the clauses that require it."""

    title: str
    statements: list[str]
    oath: str
    cite: str | list[str]

    @property
    def clauses(self) -> list[str]:
        """The clauses that it cites."""
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
    """One authority.

    mandatory: ids of the rulesets that apply to all of its rooms, each on the days of its revisions. video_days: gaming days
    for which a room keeps its recordings. response_days: days within which a room answers an audit. retention: years after
    the end of the fiscal year for which a record is kept at least. recurrence_days: days after an incident was answered or
    closed within which another one like it is a recurrence. None: the authority sets no such number. declaration: of a
    custodian of a room's records; None: the authority has no such form. licenses: False of what terms name where no authority
    of the library licenses the room.
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
        """The part that audits rest on, as JSON; equal content gives equal bytes. Retention, recurrence, declaration and
        licensing are no part.
        """
        rests_on = msgspec.to_builtins(self)
        for name in ("retention", "recurrence_days", "declaration", "licenses"):
            del rests_on[name]
        return msgspec.json.encode(rests_on)


def read(name: str, text: str) -> Authority:
    """Read an authority from the text of its file. Raises ValueError, which names the file and every problem in it."""
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
    """Fields that a declaration leaves empty."""
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
