"""Kinds of values that a ruleset file holds, and the tables that carry a citation."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any, TypeVar

from marshmallow import RAISE, Schema, ValidationError, fields, validate

_Field = TypeVar("_Field", bound=fields.Field[Any])

YEARS = (1900, 2999)  # of a day on which something was in force
MOST = 10**12  # of any figure
MOST_UNITS = 10**5  # of a payment: ten seats' units at the largest unit of a log stay within 64 bits

ROW_NAMES = ("front", "middle", "back")
HAND_NAMES = (
    "high_card", "pair", "two_pairs", "trips", "straight", "flush", "full_house", "quads", "straight_flush",
    "royal_flush", "five_of_a_kind",
)  # fmt: skip


class Cite(fields.Field[list[str]]):
    """One clause id, or a list of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> list[str]:
        cites = [value] if isinstance(value, str) else value
        if (
            not isinstance(cites, list)
            or not cites
            or not all(isinstance(each, str) and each for each in cites)
        ):
            raise ValidationError("a citation is a clause id or a list of clause ids")
        return cites


class Some(fields.Field[list[str]]):
    """One of some words, or a list of them."""

    def __init__(self, words: Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self.words = tuple(words)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> list[str]:
        chosen = value if isinstance(value, list) else [value]
        if not chosen or not all(isinstance(each, str) and each in self.words for each in chosen):
            raise ValidationError(f"must be one of, or a list of: {', '.join(self.words)}")
        if len(set(chosen)) < len(chosen):
            raise ValidationError("names one twice")
        return chosen


class Switch(fields.Boolean):
    """True or false, as TOML writes them; neither a word nor a number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("true or false is wanted, without quotes")
        return value


class Day(fields.Field[dt.date]):
    """A TOML date."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> dt.date:
        if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
            raise ValidationError("a day is written 2026-03-14, without quotes")
        if not YEARS[0] <= value.year <= YEARS[1]:
            raise ValidationError(f"a day of the years {YEARS[0]} to {YEARS[1]} is wanted")
        return value


class Strict(Schema):
    class Meta:
        unknown = RAISE


class Cited(Strict):
    cite = Cite()
    fixed = Switch()
    text = fields.String()  # the filed wording, in a card room's own controls


def whole(least: int | None = 0, *, required: bool = False) -> fields.Integer:
    """A whole number."""
    return fields.Integer(strict=True, required=required, validate=validate.Range(min=least, max=MOST))


def units(*, required: bool = False) -> fields.Integer:
    """What is paid, in units."""
    return fields.Integer(strict=True, required=required, validate=validate.Range(min=0, max=MOST_UNITS))


def share() -> fields.Integer:
    """A share in basis points."""
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=10_000))


def keyed(key: str, field: _Field) -> _Field:
    """A field whose key in the file is a word that Python keeps, such as `from`."""
    field.data_key = key
    return field


NAMED = "a name is of small letters, digits and hyphens, at most 64, such as wa-0417-thirteen"


def one_of(*values: str, required: bool = False) -> fields.String:
    """One of some words."""
    return fields.String(required=required, validate=validate.OneOf(values))
