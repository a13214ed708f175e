"""Prizes of places: shares and rounding. OLY-PRIZE-*, OLY-3.2-e, OLY-3.2-f."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET, Struct

from rules.controls.sections import Sections
from rules.controls.sections.tournaments import PrizeColumn, Prizes, Rounding
from rules.tournaments.header import Tournament
from rules.tournaments.tournament_field import Field
from rules.tournaments.tournament_parameters import BP, PLAIN_ROUNDING


class Satellite(Struct, frozen=True):
    """Whole tickets, and the rest of the money. None: a ticket's price is unrecorded."""

    tickets: int | None
    remainder: int | None


def by_places(header: Tournament) -> bool:
    """Whether places decide the prizes."""
    return header.prizes_by is UNSET or header.prizes_by == "places"


def places_bp(header: Tournament, field: Field, rules: Sections) -> tuple[int, ...] | None:
    """Shares of places in basis points; None: neither event nor ruleset has any."""
    if header.prizes is not UNSET and _own_prizes(rules):
        return tuple(header.prizes.places_bp)
    column = column_of(header, field, rules)
    return column.places_bp if column is not None else None


def column_of(header: Tournament, field: Field, rules: Sections) -> PrizeColumn | None:
    """The ruleset's column for an event's prizes; None: the event has its own, or none applies."""
    if rules.prizes is None or (header.prizes is not UNSET and _own_prizes(rules)):
        return None
    return _column(rules.prizes, field)


def filed_column(field: Field, rules: Sections) -> PrizeColumn | None:
    """The ruleset's column for the field's size, whatever the event's own prizes; None: none."""
    return None if rules.prizes is None else _column(rules.prizes, field)


def _own_prizes(rules: Sections) -> bool:
    rule = rules.prizes_by.places if rules.prizes_by is not None else None
    return rules.prizes is None or rule is None or rule.own == "published"


def _column(prizes: Prizes, field: Field) -> PrizeColumn | None:
    count = len(field.players if prizes.players == "unique" else field.counted)
    for column in prizes.column:
        if column.least <= count <= column.most:
            return column
    if count > prizes.above.most and prizes.above.then == "last_column":
        return max(prizes.column, key=lambda each: each.most)
    return None


def rounding_of(rules: Sections) -> Rounding:
    return rules.prizes.rounding if rules.prizes is not None else PLAIN_ROUNDING


def divided(money: int, shares: Sequence[int], rounding: Rounding) -> list[int]:
    """Money by shares in basis points, rounded as in `rounded`."""
    return rounded(money, [Fraction(money * share, BP) for share in shares], rounding)


def by_weights(money: int, weights: Sequence[Fraction], rounding: Rounding) -> list[int]:
    """Money by weights, greatest first, rounded as in `rounded`."""
    total = sum(weights, Fraction(0))
    return rounded(money, [money * each / total for each in weights], rounding) if total else []


def rounded(money: int, exact: Sequence[Fraction], rounding: Rounding) -> list[int]:
    """Prizes rounded down from the first place; the rest goes to the best places, or the first."""
    unit = rounding.unit_money
    found = [int(each // unit) * unit for each in exact]
    units, odd = divmod(money - sum(found), unit)
    if rounding.left == "first_place":
        found[0] += units * unit + odd
        return found
    found[0] += odd
    return [each + unit * extra for each, extra in zip(found, evenly(units, len(found)), strict=True)]


def evenly(amount: int, parts: int) -> list[int]:
    each, odd = divmod(amount, parts)
    return [each + (place < odd) for place in range(parts)]


def by_chips(money: int, chips: Mapping[int, int]) -> dict[int, int]:
    """Money by entries' chips, rounded down; odd units to the most chips, then the lowest entry."""
    total = sum(chips.values())
    if not total:
        return {}
    found = {entry: money * count // total for entry, count in chips.items()}
    first = sorted(chips, key=lambda entry: (-chips[entry], entry))
    for entry, extra in zip(first, evenly(money - sum(found.values()), len(first)), strict=True):
        found[entry] += extra
    return found


def satellite_of(header: Tournament, distributable: int) -> Satellite | None:
    """Tickets of a satellite; None: no satellite."""
    if header.prizes_by != "tickets":
        return None
    if header.target is UNSET:
        return Satellite(None, None)
    return Satellite(*divmod(distributable, header.target.cost))
