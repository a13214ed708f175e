"""The view of a whole log that a check of scope "log" takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timezone
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct, field

from rules.card_room import Room
from rules.checks.support.amounts import money_of_session, money_text
from rules.checks.support.drafts import Draft, DraftSubject, subject_of
from rules.checks.support.fee_triangle import Sides
from rules.checks.support.held_cards import HeldCards
from rules.checks.support.recorded_irregularities import RecordedIrregularity
from rules.checks.support.seat_history import LogSeating
from rules.checks.support.stretches import Stretch
from rules.clauses import Ambiguity
from rules.controls.library import RulesetChoice
from rules.controls.ruleset import Ruleset
from rules.hands import FAMILIES, Flags, Ints
from rules.narrow import in_pieces
from rules.records.events import Close, Session, counts_hands
from rules.records.table_events import TableEvents
from rules.replay.pots.table.table_event_breaches import TableBreach
from rules.results import ReadingEffect
from rules.times import text_of, zone_of


class OpenPoint(Struct, frozen=True):
    """An ambiguity that the ruleset leaves open, with the hands of the log that it touches.

    hands: numbers, ascending, in the smallest type. moved: of the hands whose result another reading changes. effects: every
    reading, the one taken first. unpriced: by reading, number of the hands in which something priced has no price under it.
    """

    ambiguity: Ambiguity
    ruleset: Ruleset
    reading: str
    hands: Ints
    moved: Ints
    effects: list[ReadingEffect]
    unpriced: Mapping[str, int] = field(default_factory=dict)


class ForcedDeal(Struct, frozen=True):
    """A hand whose dealer had to deal because nobody was willing. Players by their ids."""

    place: int  # position in the log
    dealer: str | None  # None: not recorded, or nobody sat there
    held: str | None  # had the ace of spades in the deal before; None: the record does not show who
    plays: bool  # and is in this hand


class Departure(Struct, frozen=True):
    """A player who left the table during a hand, by an event of its own.

    free_to_go: the hand had no decision left; fouled: as replayed; None where the record does not show it.
    """

    place: int  # position of the hand in the log
    seat: int
    player: str | None
    at: int
    free_to_go: bool | None
    fouled: bool | None


class SeatFee(Struct, frozen=True):
    """Fee for a hand from a player in it. under: position of the ruleset in force; -1: none."""

    player: str
    at: int  # when the hand was dealt
    amount: int
    under: int


class LogRules(Struct, frozen=True, eq=False):
    """The rules that apply to a log. name: of the ruleset; choice: its revisions, by their days.

    filed: the room's own approved controls. tried: a what-if, under a ruleset that the log does not name.
    """

    name: str
    choice: RulesetChoice
    filed: Sequence[RulesetChoice]
    tried: bool
    open_points: Sequence[OpenPoint]


class LogFees(Struct, frozen=True, eq=False):
    """The fees of a log's hands, in minor units. sums: over all hands, by kind. recorded (N,): hands with fees on record.

    rake, jackpot, hand_fee, hand_fee_by_seat (N,) (of named seats) and of_seats are empty where no ruleset of the log has a
    rule that needs them. charge (N,): charge by the terms of a table of pot games, by position in CHARGES; -1: not stated, or
    no terms. sides: due, recorded and counted, by kind.
    """

    sums: Mapping[str, int]
    recorded: Flags
    rake: Ints
    jackpot: Ints
    hand_fee: Ints
    hand_fee_by_seat: Ints
    of_seats: Sequence[SeatFee]
    charge: Ints
    sides: Sequence[Sides] = ()


class LogCards(Struct, frozen=True, eq=False):
    """Deals of a log's hands on record. deal (N,): a number made of all its cards, 0 where not all are known.

    held: cards of every seat with thirteen on record. empty_button (N,): 0 at a seat in the hand, else the seat;
    NOT_RECORDED. forced: hands with a forced dealer. special: positions of the hands with records that only some games have,
    by kind.
    """

    deal: Ints
    held: HeldCards
    empty_button: Ints
    forced: Sequence[ForcedDeal]
    special: Mapping[str, Ints]


class LogPeople(Struct, frozen=True, eq=False):
    """Players and seats of a log. numbers (N,): bit n where seat n played; empty where no ruleset needs it.

    seating: chips of seats from hand to hand, where that matters or stacks were recorded. stretches: of players in seats;
    unrested: the same, each without a rest of the table. departures: players who left during a hand.
    """

    numbers: Ints
    seating: LogSeating | None
    stretches: Sequence[Stretch]
    unrested: Sequence[Stretch]
    departures: Sequence[Departure] = ()


class JackpotDue(Struct, frozen=True):
    """A jackpot that a hand hit. kind: bad_beat or royal_flush; path: of its parameters.

    amount, payouts: money, and by seat; None where no level is on record. players: of the hand, by seat.
    """

    hand: int
    kind: str
    path: str
    amount: int | None
    payouts: Mapping[int, int] | None
    players: Mapping[int, str] = {}


class LogPots(Struct, frozen=True, eq=False):
    """Facts that only tables of pot games have. breaches: of their own rules, each with its ruleset.

    jackpots: hit by hands; unseen: numbers of the hands that could have hit one, as nobody saw the cards of a seat. seating:
    chips of seats from hand to hand, where stacks were recorded.
    """

    breaches: Sequence[tuple[Ruleset, TableBreach]] = ()
    jackpots: Sequence[JackpotDue] = ()
    unseen: frozenset[int] = frozenset()
    seating: LogSeating | None = None


class LogRecord(Struct, frozen=True, eq=False):
    """Level of record of a log's hands. evidence (N,): rank of the level; below (N,): the controls demand more. offset (N,):
    of the hand's time, in minutes; NO_OFFSET.
    """

    evidence: Ints
    below: Flags
    offset: Ints


class LogView(Struct, frozen=True, eq=False, dict=True):
    """The whole log: a few columns of every hand, and the events outside of hands.

    Columns (N,): number, line, at and ended_at (instants), unit, void, game (position in FAMILIES), ranked (its cards can be
    ranked), day (since 1970-01-01: the gaming day, which selects the revision), under (position in ``rulesets`` of the
    revision in force, -1: none). irregularities: of hands and between them. room: None: not on record.
    """

    session: Session
    number: Ints
    line: Ints
    at: Ints
    ended_at: Ints
    unit: Ints
    void: Flags
    game: Ints
    ranked: Flags
    day: Ints
    under: Ints
    rulesets: Sequence[Ruleset]
    opened_at: int
    closed_at: int
    close: tuple[int, Close] | None
    events: TableEvents
    irregularities: Sequence[RecordedIrregularity]
    room: Room | None
    rules: LogRules
    fees: LogFees
    cards: LogCards
    people: LogPeople
    record: LogRecord
    pots: LogPots = LogPots()

    def __len__(self) -> int:
        return len(self.number)

    @cached_property
    def counted(self) -> bool:
        """Whether numbers count the hands of the table, so that the next number is the next hand."""
        return counts_hands(self.session)

    def where(self, hand: int) -> str:
        return f"Hand {int(self.number[hand])}"

    def ruled(self, has: Callable[[Ruleset], Any]) -> Flags:
        """(N,) hands under a ruleset of which something holds."""
        held = [bool(has(ruleset)) for ruleset in self.rulesets]
        if len(set(held)) < 2:  # the same of every ruleset
            return self.under >= 0 if any(held) else np.zeros(len(self), np.bool_)
        return np.array([*held, False])[self.under]  # -1, under none, is the last

    @cached_property
    def unruled(self) -> dict[str | None, Flags]:
        """(N,) hands that no revision covers, under None; hands whose ruleset is not of their game, under the game. Each only
        where there are any."""
        found = {None: self.under < 0} | {game: self._not_of(game) & self.of(game) for game in FAMILIES[::-1]}
        return {game: mask for game, mask in found.items() if mask.any()}

    def _not_of(self, game: str) -> Flags:
        return self.ruled(lambda ruleset: ruleset.family != game)

    def of(self, *games: str) -> Flags:
        """(N,) hands of some games."""
        found = np.zeros(len(self), np.bool_)
        for each in games:
            found |= self.game == FAMILIES.index(each)
        return found

    @cached_property
    def games(self) -> tuple[str, ...]:
        """The games of the log's hands; every game where it has none."""
        return tuple(FAMILIES[each] for each in np.unique(self.game)) or FAMILIES

    def time(self, instant: int) -> str | None:
        """An instant as text, with the offset of the session; None where it was not recorded."""
        return text_of(instant, self.zone)

    def position(self, line: int) -> int | None:
        """The position of the hand on a line."""
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
        return money_text(amount, money_of_session(self.session, self.rulesets))

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Subject of a draft; the ruleset is that of its hand, or of the first of its hands."""
        number, line = draft.number, draft.line
        if draft.hand is not None:
            number, line = int(self.number[draft.hand]), line or int(self.line[draft.hand])
        ruleset = self._ruleset(draft, usual)
        return subject_of(self.session, number, draft.seat_number, draft.player, line, ruleset)

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(N,) the hands that bear one of some numbers."""
        if not self._ascending:
            return np.isin(self.number, list(numbers))
        found = np.zeros(len(self), np.bool_)
        for piece in in_pieces(numbers):
            places = np.minimum(np.searchsorted(self.number, piece), len(self) - 1)
            found[places[self.number[places] == piece]] = True
        return found

    @cached_property
    def _ascending(self) -> bool:
        """Whether every hand has a higher number than the one before, and there is one."""
        return bool(len(self)) and bool((self.number[1:] > self.number[:-1]).all())

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
        ordered, order = self._by_number
        at = int(np.searchsorted(ordered, number))
        return int(order[at]) if at < len(ordered) and ordered[at] == number else None

    @cached_property
    def _by_number(self) -> tuple[Ints, Ints]:
        """The numbers (N,) ascending, and the positions of their hands; of equal numbers the first hand comes first."""
        order = np.argsort(self.number, kind="stable")
        return self.number[order], order
