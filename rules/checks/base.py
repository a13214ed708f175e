"""What a check is given, and what it gives back.

A check module holds a docstring in a fixed form (its documentation), CHECK (what it is) and `run`. `run` takes a view
of a block of hands (scope "hands") or of the whole log (scope "log") and returns which hands it could not test and why,
and drafts of findings. Positions in a view are turned into hand numbers, lines, seats and players by the audit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timezone
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rules.card_room import Room
from rules.checks.held_cards import Held
from rules.checks.irregularities import RecordedIrregularity
from rules.checks.seating import Seating
from rules.checks.stretches import Stretch
from rules.checks.triangle import Sides
from rules.clauses import Ambiguity
from rules.controls.library import Choice
from rules.controls.ruleset import Ruleset
from rules.hands import NOT_RECORDED, Flags, Hands, Ints
from rules.records.events import Close, Session, TableEvent
from rules.replay.engine import Replayed
from rules.results import CHIPS, Area, Kind, ReadingEffect, Severity
from rules.times import text_of, zone_of

__all__ = [
    "NOT_RECORDED",
    "BlockView",
    "Check",
    "Draft",
    "LogView",
    "MoneyDrafts",
    "Tested",
    "inapplicable",
    "nothing_to_test",
]


@dataclass(frozen=True)
class Check:
    """What a check is: its permanent code, its name, and what its findings are unless one says otherwise.

    clauses: what it compares a log with, of every document. holds: the parameters of a ruleset that it tests, as paths;
    a ruleset that states none of them has no such rule, unless ``applies`` decides. area: what its findings are about.
    follows: the codes of checks whose fault can produce its findings. applies: whether a ruleset has what the check
    tests, where ``holds`` cannot say. limits: those of ``holds`` that an authority can limit; None: all of them.
    """

    code: str
    name: str
    kind: Kind
    severity: Severity
    clauses: tuple[str, ...]
    scope: Literal["hands", "log", "room"] = "hands"
    holds: tuple[str, ...] = ()
    area: Area = "evidence"
    follows: tuple[str, ...] = ()
    applies: Callable[[Ruleset], bool] | None = None
    limits: tuple[str, ...] | None = None

    def applies_to(self, ruleset: Ruleset) -> bool:
        """Whether a ruleset has a rule that the check tests, or a limit that is mandatory beside it is one."""
        return self._stated_by(ruleset.as_filed) or bool(self._limits(ruleset.laid))

    def _stated_by(self, ruleset: Ruleset) -> bool:
        if self.applies is not None:
            return self.applies(ruleset)
        return not self.holds or any(ruleset.get(path) is not None for path in self.holds)

    def _limits(self, paths: Iterable[str]) -> list[str]:
        """Those of some limits that the check tests: what breaks one is a violation."""
        if self.kind != "violation":
            return []
        held_by = self.holds if self.limits is None else self.limits
        return [path for path in paths if any(f"{path}.".startswith(f"{held}.") for held in held_by)]

    def unknown_limit(self, ruleset: Ruleset) -> str | None:
        """Why it is not known whether a limit holds that the check would test; None where the ruleset states one."""
        mine = self._limits(ruleset.unknown)
        if not mine or any(ruleset.get(path) is not None for path in mine):
            return None
        return ruleset.unknown[mine[0]]


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A finding as a check reports it: positions in the view instead of numbers.

    hand: position in the view; None: the log or the day as a whole. seat: column in the block. fact: what distinguishes
    this finding from another of the same code on the same hand and seat (default: stated and expected). clause: what the
    finding cites; None: the citation of ``rule``, a parameter's path, or of the first parameter that the check tests.
    session and sessions are for checks of a gaming day.
    """

    message: str
    hand: int | None = None
    seat: int | None = None
    stated: int | str | None = None
    expected: int | str | None = None
    unit: str | None = None
    money: int | None = None
    clause: str | None = None
    rule: str | None = None
    kind: Kind | None = None
    severity: Severity | None = None
    fact: str | None = None
    hands: list[int] | None = None  # hand numbers
    number: int | None = None  # of a hand that the view has no position for
    line: int | None = None  # where not the hand's own
    seat_number: int | None = None  # in a log's view, where there are no columns
    player: str | None = None
    readings: list[ReadingEffect] | None = None
    session: str = ""  # of a gaming day: the session at fault; empty: the day as a whole
    sessions: tuple[int, ...] | None = (
        None  # of a gaming day: positions of the sessions that the draft is about
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class MoneyDrafts:
    """Drafts about the money of seats of a block, as columns (N,): for checks that can differ in every hand.

    hand: positions in the block; seat: columns; stated and expected: minor units, which differ. rules: the paths of the
    parameters that were tested; None: the first that the check tests. sentence makes the message of one row from the
    number of the hand, that of the seat, stated, expected and the row's notes; it keeps no block alive.
    """

    hand: Ints
    seat: Ints
    stated: Ints
    expected: Ints
    sentence: Callable[..., str]
    rules: Sequence[str] | None = None
    notes: tuple[NDArray[Any], ...] = ()

    def __len__(self) -> int:
        return len(self.hand)


@dataclass(frozen=True)
class Tested:
    """The result of a check on a view: what it found, what it could not test and why, and where it does not apply.

    untestable and inapplicable are masks over the view's hands, or over the sessions of a gaming day. A finding takes
    precedence over inapplicable, and inapplicable over untestable; of several reasons the first counts.
    """

    findings: Iterable[Draft] | MoneyDrafts = ()
    untestable: Sequence[tuple[Flags, str]] = ()
    inapplicable: Flags | None = None


class Subject(NamedTuple):
    """What a draft is about, as a finding names it. identity: what a fingerprint begins with.

    ruleset: the revision that applies to the hand; None: none was in force, or the draft is about no hand.
    """

    room: str
    session: str
    identity: tuple[str, ...]
    hand: int | None = None
    seat: int | None = None
    player: str | None = None
    line: int | None = None
    ruleset: Ruleset | None = None


class View(Protocol):
    """What the checks of one scope take: a block of hands, a log, or a gaming day of a room."""

    def __len__(self) -> int:
        """How many hands, or sessions of a gaming day, coverage counts."""

    def subject(self, draft: Draft, usual: Ruleset | None) -> Subject:
        """What a draft is about. usual: the ruleset of drafts that are about no hand."""

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(N,) the hands that bear one of some numbers."""


@dataclass(frozen=True, eq=False)
class BlockView:
    """A block of hands under one revision of the ruleset."""

    session: Session
    hands: Hands
    replayed: Replayed
    ruleset: Ruleset
    room: Room | None = None  # where it is on record

    def __len__(self) -> int:
        return len(self.hands)

    def where(self, hand: int, seat: int | None = None) -> str:
        """What a message calls the place: "Hand 17, seat 2"."""
        place = f"Hand {int(self.hands.number[hand])}"
        return place if seat is None else f"{place}, seat {int(self.hands.seat[hand, seat])}"

    def money(self, amount: int) -> str:
        """An amount as people write it."""
        return money_text(amount, money_of(self.session.currency, [self.ruleset]))

    def subject(self, draft: Draft, usual: Ruleset | None) -> Subject:
        """What a draft is about; the ruleset is the block's own."""
        hands, hand, seat = self.hands, draft.hand, draft.seat
        number, line, seat_number, player = draft.number, draft.line, draft.seat_number, draft.player
        if hand is not None:
            number, line = int(hands.number[hand]), line or int(hands.line[hand])
            if seat is not None:
                seat_number, player = int(hands.seat[hand, seat]), hands.players[hands.player[hand, seat]]
        return _subject(self.session, number, seat_number, player, line, self.ruleset)

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(H,) the hands that bear one of some numbers."""
        return np.isin(self.hands.number, list(numbers))


@dataclass(frozen=True)
class OpenPoint:
    """An ambiguity that the ruleset leaves open, with the hands of the log that it touches.

    moved: the hands whose result another reading changes. effects: every reading, the one taken first. unpriced: by
    reading, in how many of the hands something that has a price has none under it.
    """

    ambiguity: Ambiguity
    ruleset: Ruleset
    reading: str
    hands: Ints
    moved: Ints
    effects: list[ReadingEffect]
    unpriced: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ForcedDeal:
    """A hand whose dealer had to deal because nobody was willing. Players by their ids."""

    place: int  # position in the log
    dealer: str | None  # None: not recorded, or nobody sat there
    held: str | None  # had the ace of spades in the deal before; None: the record does not show who
    plays: bool  # and is in this hand


@dataclass(frozen=True)
class Departure:
    """A player who left the table during a hand, by an event of its own.

    free_to_go: the hand had no decision left; fouled: as replayed; None where the record does not show it.
    """

    place: int  # position of the hand in the log
    seat: int
    player: str | None
    at: int
    free_to_go: bool | None
    fouled: bool | None


@dataclass(frozen=True, slots=True)
class SeatFee:
    """What was taken for a hand from a player in it. under: position of the ruleset in force; -1: none."""

    player: str
    at: int  # when the hand was dealt
    amount: int
    under: int


def _none() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class LogView:
    """The whole log: a few columns of every hand, and what happened outside of hands.

    Columns (N,): number, line, at, ended_at, unit, void, deal (a number made of all cards of the deal,
    0 where not all are known), day (since 1970-01-01: the gaming day, which selects the revision), under (position in
    ``rulesets`` of the revision in force, -1: none), open_face (an open-face hand). seating: what seats had from hand to
    hand, where that matters or stacks were recorded. rake, hand_fee, jackpot, hand_fee_by_seat (money taken; of seats that are
    named), seat_fees and seats (bit n where seat n played) are empty where no ruleset of the log has a rule that needs
    them.
    """

    session: Session
    number: Ints
    line: Ints
    at: Ints
    ended_at: Ints
    unit: Ints
    void: Flags
    fees_recorded: Flags
    ranked: Flags
    deal: Ints
    fees: dict[str, int]  # sums over all hands, by kind
    close: tuple[int, Close] | None
    events: list[tuple[int, TableEvent]]
    open_face: Flags = field(default_factory=lambda: np.zeros(0, np.bool_))
    opened_at: int = NOT_RECORDED
    closed_at: int = NOT_RECORDED
    open_points: Sequence[OpenPoint] = ()
    irregularities: Sequence[RecordedIrregularity] = ()  # irregularities, of hands and beside them
    rulesets: Sequence[Ruleset] = ()
    under: Ints = field(default_factory=_none)
    rake: Ints = field(default_factory=_none)
    jackpot: Ints = field(default_factory=_none)
    hand_fee: Ints = field(default_factory=_none)
    hand_fee_by_seat: Ints = field(default_factory=_none)
    seat_fees: Sequence[SeatFee] = ()
    seats: Ints = field(default_factory=_none)
    forced: Sequence[ForcedDeal] = ()
    beside: Mapping[str, Ints] = field(
        default_factory=dict
    )  # positions of hands with records of some games only
    seating: Seating | None = None
    departures: Sequence[Departure] = ()
    ruleset_name: str = ""
    day: Ints = field(default_factory=_none)
    button: Ints = field(default_factory=_none)  # (N,) at a seat of nobody in the hand, else 0; NOT_RECORDED
    held: Held | None = None  # the cards of every seat that has thirteen on record
    stretches: Sequence[Stretch] = ()  # who sat where from when to when
    seated: Sequence[Stretch] = ()  # the same, each without a rest of the table
    room: Room | None = None  # where it is on record
    filed: Sequence[Choice] = ()  # the room's own controls that were approved
    tried: bool = False  # a what-if: the ruleset is not the one that the log names
    choice: Choice | None = None  # the revisions that the log is held to, by their days
    sides: Sequence[Sides] = ()  # the fee triangle of the log, by kind

    def __len__(self) -> int:
        return len(self.number)

    def where(self, hand: int) -> str:
        return f"Hand {int(self.number[hand])}"

    def ruled(self, has: Callable[[Ruleset], Any]) -> Flags:
        """(N,) hands under a ruleset of which something holds."""
        of_each = [bool(has(ruleset)) for ruleset in self.rulesets]
        return np.array([*of_each, False])[self.under]  # the last entry: under no ruleset, -1

    def time(self, instant: int) -> str | None:
        """An instant as text, with the offset of the session; None where it was not recorded."""
        return text_of(instant, self.zone)

    def position(self, line: int) -> int | None:
        """The position of the hand that stands on a line."""
        place = int(np.searchsorted(self.line, line))
        return place if place < len(self) and self.line[place] == line else None

    def before(self, line: int) -> int | None:
        """The position of the last hand before a line, else of the first one; None in a log without hands."""
        return max(int(np.searchsorted(self.line, line)) - 1, 0) if len(self) else None

    @cached_property
    def zone(self) -> timezone:
        """The offset that the session was opened with."""
        return zone_of(self.session.opened_at)

    def money(self, amount: int) -> str:
        return money_text(amount, money_of(self.session.currency, self.rulesets))

    def subject(self, draft: Draft, usual: Ruleset | None) -> Subject:
        """What a draft is about; the ruleset is that of its hand, or of the first of its hands."""
        number, line = draft.number, draft.line
        if draft.hand is not None:
            number, line = int(self.number[draft.hand]), line or int(self.line[draft.hand])
        ruleset = self._ruleset(draft, usual)
        return _subject(self.session, number, draft.seat_number, draft.player, line, ruleset)

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(N,) the hands that bear one of some numbers."""
        return np.isin(self.number, list(numbers))

    def _ruleset(self, draft: Draft, usual: Ruleset | None) -> Ruleset | None:
        """The revision that applies to the hand of a draft; None where none was in force."""
        place = self._place(draft)
        if place is None or not len(self.under):
            return usual
        under = int(self.under[place])
        return self.rulesets[under] if under >= 0 else None

    def _place(self, draft: Draft) -> int | None:
        """The position of the hand, or of the first hand, that a draft is about."""
        if draft.hand is not None:
            return draft.hand
        number = draft.hands[0] if draft.hands else draft.number
        if number is None:
            return None
        by_line = self.position(draft.line) if draft.line else None
        if by_line is not None and self.number[by_line] == number:
            return by_line
        places = np.flatnonzero(self.number == number)
        return int(places[0]) if len(places) else None


def _subject(
    session: Session,
    hand: int | None,
    seat: int | None,
    player: str | None,
    line: int | None,
    ruleset: Ruleset | None,
) -> Subject:
    """A subject within one session: its fingerprint begins with the hand and the seat."""
    identity = (session.room, session.session, str(hand), str(seat))
    return Subject(session.room, session.session, identity, hand, seat, player, line, ruleset)


_SIGNS = {"USD": "$", "CAD": "CA$", "EUR": "€", "GBP": "£"}


def money_of(currency: str, rulesets: Iterable[Ruleset]) -> str:
    """What amounts are in: chips where all rulesets are of tournaments, else the session's currency."""
    mediums = {ruleset.sections.stakes.medium for ruleset in rulesets}
    return CHIPS if mediums == {"tournament_chips"} else currency


def money_text(amount: int, currency: str) -> str:
    """An amount in minor units as people write it: $12.00, −$3.50, 12.00 CHF, 1,200 chips."""
    sign = "−" if amount < 0 else ""
    if currency == CHIPS:
        return f"{sign}{abs(amount):,} chip{'' if abs(amount) == 1 else 's'}"
    digits = f"{abs(amount) // 100:,}.{abs(amount) % 100:02d}"
    return f"{sign}{_SIGNS[currency]}{digits}" if currency in _SIGNS else f"{sign}{digits} {currency}"


def units_text(units: int | Fraction) -> str:
    """A number of units with its sign: +3 units, −1 unit, 0 units, +4/3 units."""
    sign, size = "+" if units > 0 else "−" if units < 0 else "", abs(units)
    number = f"{size:,}" if isinstance(size, int) else str(size)
    return f"{sign}{number} unit{'' if size == 1 else 's'}"


def every_hand(view: BlockView | LogView) -> Flags:
    """(N,) a mask of all hands of a view."""
    return np.ones(len(view), np.bool_)


def nothing_to_test(view: BlockView | LogView, reason: str) -> Tested:
    """No hand of the view can be tested, for one reason."""
    return Tested((), [(every_hand(view), reason)])


def inapplicable(view: BlockView | LogView) -> Tested:
    """The check applies to no hand of the view: the ruleset has no such rule, or the game no such thing."""
    return Tested(inapplicable=every_hand(view))


def hand_seats(mask: Flags) -> Iterable[tuple[int, int]]:
    """Positions (hand, seat column) where a mask (H, S) holds, hand by hand."""
    return zip(*(axis.tolist() for axis in np.nonzero(mask)), strict=True)
