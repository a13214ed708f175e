"""The contents of a gap report. Every key is always present; null where not applicable. Money in minor units."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

UnitFrom = Literal["asked", "cap", "usual", "levels"]
Kind = Literal[
    "outcome", "natural", "foul", "surrender", "chips", "fees", "jackpot", "prize", "convention", "procedure"
]


class Quoted(Struct, frozen=True):
    """A clause, and what it says."""

    id: str
    source: str
    statement: str


class Subject(Struct, frozen=True, kw_only=True):
    """The ruleset of the report. standing: the state of a card room's own controls; otherwise None."""

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

    deals: 0 where nothing could be simulated; ``because`` has the reason. misdeals: void ones among these. unit: money per
    unit, in pot games the small blind; None in an event, where the level sets it. unit_from: as requested, the cap of the
    ruleset, the usual unit, or the levels of an event. priced: whether a document states what a deal pays.
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
    """A reading other than the one taken, and its effect in the deals.

    worked_out: False where no deal can show it; then ``units`` and ``money`` are None, never 0. Pot games have no units, and
    the money of a hand is unknown where cards were not shown. deals: those settled differently. unpriced: those without a
    price under it, not in the money.
    """

    reading: str
    means: str
    worked_out: bool
    deals: int
    unpriced: int
    units: int | None
    money: int | None


class Point(Struct, frozen=True, kw_only=True):
    """A point that the ruleset leaves open, and its reading.

    standing: "default", the catalogue's reading; "leaning", a reading that the ruleset takes and leaves open. because: the
    catalogue's reason for its default. deals: those that the point touches; None where deals cannot show it. money: the most
    that another reading moves; None where none is known to move any and one was not worked out.
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
    """A point that the ruleset settles: it names a reading, or its parameters differ from those of the default reading.

    reading: None where no reading has these parameters. sets: these parameters, by path.
    """

    id: str
    question: str
    by: Literal["reading", "parameters"]
    reading: str | None
    means: str | None
    sets: dict[str, str]
    deals: int | None


class Unpriced(Struct, frozen=True, kw_only=True):
    """Something without a price or a procedure in the ruleset, or taken from custom.

    says: what is missing, in words. parameters: values that rest on custom, by path. count: occurrences in the deals, in
    ``counted`` (pairs, seats, deals, events); None where the simulation does not deal it. asked_with: open points whose
    questions cover it; then it has no question of its own.
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
    """One answer to a question. moves: what it would move, in words; empty for the reading taken."""

    letter: str
    reading: str
    means: str
    taken: bool
    moves: str


class Question(Struct, frozen=True, kw_only=True):
    """A question to a regulator. ``text``: the whole question in plain words, for a letter."""

    number: int
    id: str
    kind: Literal["reading", "unpriced", "procedure"]
    question: str
    options: list[Option]
    clauses: list[Quoted]
    money: int | None
    text: str


class GapReport(Struct, frozen=True, kw_only=True):
    """The gaps of a ruleset. The same ruleset, deals, seed and unit give the same report.

    points: open points, the most money first, then unknown amounts, then those that move nothing in the deals. notes: the
    simulation and the basis of the figures, in sentences. Points and questions of two reports are the same where their ids
    are.
    """

    ruleset: Subject
    dealt: Dealt
    engine: str
    points: list[Point]
    settled: list[SettledPoint]
    unpriced: list[Unpriced]
    questions: list[Question]
    notes: list[str]
