"""View of a whole log, for checks of scope "log"."""

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
    """An ambiguity that a ruleset leaves open, with its hands.

    hands: numbers, ascending. moved: of hands that another reading changes. effects: of every reading, the one taken first.
    unpriced: hands without a price, by reading.
    """

    ambiguity: Ambiguity
    ruleset: Ruleset
    reading: str
    hands: Ints
    moved: Ints
    effects: list[ReadingEffect]
    unpriced: Mapping[str, int] = field(default_factory=dict)


class ForcedDeal(Struct, frozen=True):
    """A hand whose dealer was forced to deal. Players by id."""

    place: int  # position in the log
    dealer: str | None  # None: not recorded, or nobody sat there
    held: str | None  # had the ace of spades in the deal before; None: the record does not show who
    plays: bool  # and is in this hand


class Departure(Struct, frozen=True):
    """A player who left during a hand.

    free_to_go: no decision was left; fouled: as replayed; None: unknown.
    """

    place: int  # position of the hand in the log
    seat: int
    player: str | None
    at: int
    free_to_go: bool | None
    fouled: bool | None


class SeatFee(Struct, frozen=True):
    """Fee of a player for a hand. under: position of the ruleset; -1: none."""

    player: str
    at: int  # when the hand was dealt
    amount: int
    under: int


class LogRules(Struct, frozen=True, eq=False):
    """Rules of a log. choice: revisions by day. filed: the room's own approved controls. tried: a what-if."""

    name: str
    choice: RulesetChoice
    filed: Sequence[RulesetChoice]
    tried: bool
    open_points: Sequence[OpenPoint]


class LogFees(Struct, frozen=True, eq=False):
    """Fees of a log's hands, in minor units.

    sums: by kind. recorded (N,): fees on record. The other columns are empty where no rule needs them. hand_fee_by_seat: of
    named seats. charge: position in CHARGES; -1: not stated.
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
    """Deals of a log's hands. deal (N,): number of all cards, 0: unknown.

    empty_button (N,): the empty seat of the button, 0: taken; NOT_RECORDED. special: positions of hands by kind of record.
    """

    deal: Ints
    held: HeldCards
    empty_button: Ints
    forced: Sequence[ForcedDeal]
    special: Mapping[str, Ints]


class LogPeople(Struct, frozen=True, eq=False):
    """Players and seats of a log. numbers (N,): bit n: seat n played; empty where not needed.

    seating: None where chips do not matter. unrested: stretches that end at each rest of the table.
    """

    numbers: Ints
    seating: LogSeating | None
    stretches: Sequence[Stretch]
    unrested: Sequence[Stretch]
    departures: Sequence[Departure] = ()


class JackpotDue(Struct, frozen=True):
    """A jackpot that a hand hit.

    amount, payouts by seat: money; None where the level is not on record.
    """

    hand: int
    kind: str
    path: str
    amount: int | None
    payouts: Mapping[int, int] | None
    players: Mapping[int, str] = {}


class LogPots(Struct, frozen=True, eq=False):
    """Facts of tables of pot games. unseen: hands that could have hit a jackpot with cards that nobody saw."""

    breaches: Sequence[tuple[Ruleset, TableBreach]] = ()
    jackpots: Sequence[JackpotDue] = ()
    unseen: frozenset[int] = frozenset()
    seating: LogSeating | None = None


class LogRecord(Struct, frozen=True, eq=False):
    """Level of record of hands. evidence (N,): its rank; below (N,): controls demand more; offset (N,): minutes, NO_OFFSET."""

    evidence: Ints
    below: Flags
    offset: Ints


class LogView(Struct, frozen=True, eq=False, dict=True):
    """A whole log: a few columns (N,) of its hands, and the events between them.

    at, ended_at: instants. game: position in FAMILIES. ranked: cards can be ranked. day: gaming day since 1970-01-01. under:
    position in ``rulesets``; -1: none. room: None: not on record.
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
        return counts_hands(self.session)

    def where(self, hand: int) -> str:
        return f"Hand {int(self.number[hand])}"

    def ruled(self, has: Callable[[Ruleset], Any]) -> Flags:
        """(N,) hands under a ruleset for which ``has`` holds."""
        held = [bool(has(ruleset)) for ruleset in self.rulesets]
        if len(set(held)) < 2:  # the same of every ruleset
            return self.under >= 0 if any(held) else np.zeros(len(self), np.bool_)
        return np.array([*held, False])[self.under]  # -1, under none, is the last

    @cached_property
    def unruled(self) -> dict[str | None, Flags]:
        """(N,) hands without a revision, under None; hands under another game's ruleset, by their own game."""
        found = {None: self.under < 0} | {game: self._not_of(game) & self.of(game) for game in FAMILIES[::-1]}
        return {game: mask for game, mask in found.items() if mask.any()}

    def _not_of(self, game: str) -> Flags:
        return self.ruled(lambda ruleset: ruleset.family != game)

    def of(self, *games: str) -> Flags:
        found = np.zeros(len(self), np.bool_)
        for each in games:
            found |= self.game == FAMILIES.index(each)
        return found

    @cached_property
    def games(self) -> tuple[str, ...]:
        """Games of the hands; every game where there are none."""
        return tuple(FAMILIES[each] for each in np.unique(self.game)) or FAMILIES

    def time(self, instant: int) -> str | None:
        """Instant as text, with the session's offset; None: not recorded."""
        return text_of(instant, self.zone)

    def position(self, line: int) -> int | None:
        place = int(np.searchsorted(self.line, line))
        return place if place < len(self) and self.line[place] == line else None

    def before(self, line: int) -> int | None:
        """Position of the last hand before a line, else the first; None: no hands."""
        return max(int(np.searchsorted(self.line, line)) - 1, 0) if len(self) else None

    @cached_property
    def zone(self) -> timezone:
        """Offset of the opening."""
        return zone_of(self.session.opened_at)

    def money(self, amount: int) -> str:
        return money_text(amount, money_of_session(self.session, self.rulesets))

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Subject of a draft, under the ruleset of its first hand."""
        number, line = draft.number, draft.line
        if draft.hand is not None:
            number, line = int(self.number[draft.hand]), line or int(self.line[draft.hand])
        ruleset = self._ruleset(draft, usual)
        return subject_of(self.session, number, draft.seat_number, draft.player, line, ruleset)

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        """(N,) hands with these numbers."""
        if not self._ascending:
            return np.isin(self.number, list(numbers))
        found = np.zeros(len(self), np.bool_)
        for piece in in_pieces(numbers):
            places = np.minimum(np.searchsorted(self.number, piece), len(self) - 1)
            found[places[self.number[places] == piece]] = True
        return found

    @cached_property
    def _ascending(self) -> bool:
        return bool(len(self)) and bool((self.number[1:] > self.number[:-1]).all())

    def _ruleset(self, draft: Draft, usual: Ruleset | None) -> Ruleset | None:
        """Revision of a draft's hand; None: none in force."""
        place = self._place(draft)
        if place is None or not len(self.under):
            return usual
        under = int(self.under[place])
        return self.rulesets[under] if under >= 0 else None

    def _place(self, draft: Draft) -> int | None:
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
        """Numbers (N,) ascending, and positions; of equal ones the first comes first."""
        order = np.argsort(self.number, kind="stable")
        return self.number[order], order
