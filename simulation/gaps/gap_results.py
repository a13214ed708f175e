"""Contents of a gap report. Keys are always there; null: not applicable. Money in minor units."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

UnitFrom = Literal["asked", "cap", "usual", "levels"]
Kind = Literal[
    "outcome", "natural", "foul", "surrender", "chips", "fees", "jackpot", "prize", "convention", "procedure"
]


class Quoted(Struct, frozen=True):
    id: str
    source: str
    statement: str


class Subject(Struct, frozen=True, kw_only=True):
    """Ruleset of the report. standing: state of a card room's own controls, else None."""

    id: str
    revision: int
    title: str
    authority: str
    family: str
    summary: str
    standing: str | None
    digest: str
    starts: str | None  # the first day in force
    until: str | None  # the last


class Dealt(Struct, frozen=True, kw_only=True):
    """Simulated deals.

    deals: 0 where nothing can be simulated (``because``). misdeals: among them. unit: money per unit; the small blind; None in an
    event with levels. priced: whether a document states what a deal pays.
    """

    deals: int
    misdeals: int
    seed: int
    unit: int | None
    unit_from: UnitFrom
    currency: str
    fewest: int  # players
    most: int
    priced: bool
    because: str | None


class OtherReading(Struct, frozen=True, kw_only=True):
    """Another reading, and its effect in the deals.

    worked_out: False where no deal can show it; ``units`` and ``money`` are then None, never 0. unpriced: deals without a price
    under it, not in the money.
    """

    reading: str
    means: str
    worked_out: bool
    deals: int
    unpriced: int
    units: int | None
    money: int | None


class Point(Struct, frozen=True, kw_only=True):
    """A point that the ruleset leaves open.

    standing: "default" (the catalogue's reading) or "leaning" (the ruleset's). because: reason for the default. deals: touched
    ones; None where deals cannot show it. money: most that another reading moves; None: unknown.
    """

    id: str
    question: str
    standing: Literal["default", "leaning"]
    reading: str
    means: str
    because: str
    clauses: list[Quoted]
    deals: int | None
    units: int | None
    money: int | None
    readings: list[OtherReading]


class SettledPoint(Struct, frozen=True, kw_only=True):
    """A point that the ruleset settles. reading: None where none has these parameters."""

    id: str
    question: str
    by: Literal["reading", "parameters"]
    reading: str | None
    means: str | None
    sets: dict[str, str]
    deals: int | None


class Unpriced(Struct, frozen=True, kw_only=True):
    """Something without a price or procedure, or taken from custom.

    count: occurrences in ``counted`` (pairs, seats, deals, events); None where none are dealt. asked_with: open points whose
    questions cover it.
    """

    id: str
    kind: Kind
    path: str
    says: str
    parameters: dict[str, str]
    count: int | None
    counted: str | None
    clauses: list[Quoted]
    asked_with: list[str]


class Option(Struct, frozen=True, kw_only=True):
    """An answer. moves: its effect, in words; empty for the reading taken."""

    letter: str
    reading: str
    means: str
    taken: bool
    moves: str


class Question(Struct, frozen=True, kw_only=True):
    """A question to a regulator. text: the whole of it, for a letter."""

    number: int
    id: str
    kind: Literal["reading", "unpriced", "procedure"]
    question: str
    options: list[Option]
    clauses: list[Quoted]
    money: int | None
    text: str


class GapReport(Struct, frozen=True, kw_only=True):
    """Gaps of a ruleset; the same request gives the same report, and ids stay the same."""

    ruleset: Subject
    dealt: Dealt
    engine: str
    points: list[Point]
    settled: list[SettledPoint]
    unpriced: list[Unpriced]
    questions: list[Question]
    notes: list[str]
