"""One field of a record that a fault replaces; the field's type says how."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import UNSET, Struct, inspect


class Replaced(Struct, frozen=True):
    true: Any
    recorded: Any


class Figure(Struct, frozen=True):
    """A field of a kind of record, and the value that replaces an honest one.

    A number: ``more`` of it, one at random, or ``to``. A word: ``to``. A mark: False. Raises ValueError for a field that the kind
    lacks, or that cannot have such a value.
    """

    kind: type[Any]
    field: str
    more: tuple[int, ...] = ()
    to: int | str | None = None

    def __post_init__(self) -> None:
        if not self._type():
            raise ValueError(
                f"{self.field} of {self.kind.__name__} cannot become another by {self.more or self.to}"
            )

    def _type(self) -> inspect.Type | None:
        for each in field_types(self.kind, self.field):
            match each:
                case inspect.IntType() if self.more or isinstance(self.to, int):
                    return each
                case inspect.StrType() if isinstance(self.to, str):
                    return each
                case inspect.LiteralType() if self.to in each.values:
                    return each
                case inspect.BoolType() if not self.more and self.to is None:
                    return each
        return None

    def replace(self, record: Any, random: Random) -> Replaced | None:
        """Alters a record; None where it states no number, or the result is out of bounds."""
        true, recorded = getattr(record, self.field), self.to
        if self.more:
            if not isinstance(true, int):
                return None
            recorded = true + (random.choice(self.more) if len(self.more) > 1 else self.more[0])
        kind = self._type()
        if isinstance(kind, inspect.IntType) and isinstance(recorded, int) and recorded < (kind.ge or 0):
            return None
        setattr(record, self.field, False if recorded is None else recorded)
        return Replaced(true, getattr(record, self.field))


def field_types(kind: type[Any], field: str) -> tuple[inspect.Type, ...]:
    """Types of a field; none where the kind has no such field."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    found = next((each.type for each in info.fields if each.name == field), None)
    if isinstance(found, inspect.Metadata):
        found = found.type
    if isinstance(found, inspect.UnionType):
        return tuple(each.type if isinstance(each, inspect.Metadata) else each for each in found.types)
    return () if found is None else (found,)


def named(record: Any, *names: str) -> dict[str, Any]:
    """Those of some fields that a record states."""
    found = {name: getattr(record, name, UNSET) for name in names}
    return {name: value for name, value in found.items() if value is not UNSET}
