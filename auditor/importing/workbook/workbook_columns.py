"""Types of the workbook's sheets and columns, whose choices and bounds are the log format's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, UnsetType

from rules.records import events
from rules.typed import from_plain

Kind = Literal["text", "whole", "money", "flag", "time", "cards", "choice", "people", "seats"]

GAMES = ("chinese", "ofc", "pineapple")
UNITS, POTS = "units", "pots"  # what the hands of a sheet are played for
AFTER = "after hand"


class TemplateColumn(Struct, frozen=True):
    """A column. field: path in its event; check: raises msgspec.ValidationError out of bounds."""

    title: str
    field: str
    kind: Kind
    check: Callable[[Any], Any]
    choices: tuple[str, ...] = ()
    needed: bool = False
    games: tuple[str, ...] = GAMES
    help: str = ""
    bounds: str = ""  # what check lets pass, in words

    @property
    def width(self) -> int:
        """In characters."""
        return {"time": 26, "cards": 18, "people": 18, "seats": 12}.get(
            self.kind, max(9, len(self.title) + 3)
        )


class WorkbookSheet(Struct, frozen=True):
    """A sheet with its columns, read in any order. played_for: units or pots, for one kind of hands."""

    name: str
    columns: tuple[TemplateColumn, ...]
    help: str
    played_for: tuple[str, ...] = (UNITS, POTS)

    def column(self, title: str) -> TemplateColumn:
        """The column of a title."""
        return next(each for each in self.columns if each.title == title)


def _types(record: Any) -> dict[str, Any]:
    return {each.name: each.type for each in msgspec.structs.fields(record)}


def _bare(kind: Any) -> Any:
    kept = [each for each in get_args(kind) if each is not UnsetType]
    if UnsetType not in get_args(kind):
        return kind
    return kept[0]


def of_record(
    title: str,
    field: str,
    kind: Kind,
    record: type[Struct],
    needed: bool = False,
    choices: tuple[str, ...] = (),
    help: str = "",
    games: tuple[str, ...] = GAMES,
) -> TemplateColumn:
    """Column of a record's field."""
    type_ = _bare(_types(record)[field.rpartition(".")[2]])
    values = tuple(str(each) for each in get_args(type_)) if kind == "choice" else ()
    return TemplateColumn(
        title, field, kind, from_plain(type_), choices or values, needed, games, help, _bounds(type_)
    )  # fmt: skip


def of_games(
    title: str, field: str, kind: Kind, records: Mapping[str, type[Struct]], help: str = "", **more: Any
) -> TemplateColumn:
    """Column of a field of some games' hands. records: by game; more: as in `of_record`."""
    games = tuple(game for game, record in records.items() if field in _types(record))
    return of_record(title, field, kind, records[games[0]], help=help, games=games, **more)


def of_type(title: str, field: str, kind: Kind, type_: Any, help: str = "", **more: Any) -> TemplateColumn:
    """Column of a type. more: of `TemplateColumn`."""
    return TemplateColumn(title, field, kind, from_plain(type_), help=help, bounds=_bounds(type_), **more)


def _bounds(type_: Any) -> str:
    found = _without_notes(msgspec.inspect.type_info(type_))
    if isinstance(found, msgspec.inspect.ListType):
        inner = _without_notes(found.item_type)
        if isinstance(inner, msgspec.inspect.IntType):
            return f"numbers of seats with commas between them, each {inner.ge or 0:,} to {inner.le:,}"
        return f"ids with commas between them, each {_of_text(inner)}"
    if isinstance(found, msgspec.inspect.IntType) and found.le is not None:
        return f"{found.ge or 0:,} to {found.le:,}"
    return _of_text(found)


def _of_text(found: Any) -> str:
    pattern, most = getattr(found, "pattern", None), getattr(found, "max_length", None)
    if pattern:
        return f"text of the form {pattern.strip('^$')}"
    return f"text of {getattr(found, 'min_length', None) or 0} to {most:,} characters" if most else ""


def _without_notes(found: Any) -> Any:
    return found.type if isinstance(found, msgspec.inspect.Metadata) else found


SESSION_ID = of_type(
    "session", "session", "text", events.Id, "needed if the sheet Session has more than one row"
)
HAND = of_type("hand", "hand", "whole", events.Number, "the hand's number")
AFTER_HAND = of_type(
    AFTER, AFTER, "whole", events.Number, "the number of the hand after which it happened; 0: before the first. "
    "Leave it empty where the hands have times",
)  # fmt: skip
