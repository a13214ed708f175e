"""View of a tournament.

Checks are generators over subjects (`event_outcomes`). Not recorded is untestable, never a finding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np
from msgspec import Struct

from rules.card_room import Room
from rules.checks.support.check import BY_ROWS, POTS, Draft, DraftSubject, Games, money_text
from rules.clauses import documents
from rules.controls.ruleset import Ruleset
from rules.controls.sections import Sections
from rules.hands import Flags
from rules.results import CHIPS
from rules.tournaments.header import Tournament
from rules.tournaments.periods import start_of
from rules.tournaments.seats_now import seating_of
from rules.tournaments.stacks import LoggedStacks, logged_stacks
from rules.tournaments.table_chips import TableSum, table_sums
from rules.tournaments.tournament_course import course_of
from rules.tournaments.tournament_field import Field, Stake
from rules.tournaments.tournament_logs import PlayedHand, TournamentTableLog
from rules.tournaments.tournament_records import Bought, Close, Entry, Event, Hand, TournamentLine
from rules.tournaments.tournament_replay import Replay
from rules.tournaments.tournament_seats import SeatingPlan

TOURNAMENTS: Games = ("tournament",)
EVERY_EVENT: Games = (*BY_ROWS, *POTS, *TOURNAMENTS)  # what holds of a file whatever its ruleset says
Kind = TypeVar("Kind", bound=TournamentLine)


class TournamentView(Struct, frozen=True, eq=False, dict=True):
    """A replayed tournament. logs: all given, of any event.

    numbers: of the room's others; None: unknown. claimed: rules named where other controls decide. room: None: not on
    record.
    """

    replay: Replay
    logs: tuple[TournamentTableLog, ...] = ()
    numbers: Sequence[int] | None = None
    claimed: str | None = None
    room: Room | None = None

    @property
    def games(self) -> tuple[str, ...]:
        return (self.ruleset.family,)

    def __len__(self) -> int:
        """Always 1: a check counts its own subjects."""
        return 1

    @property
    def header(self) -> Tournament:
        return self.replay.file.header

    @property
    def ruleset(self) -> Ruleset:
        return self.replay.ruleset

    @property
    def rules(self) -> Sections:
        return self.ruleset.sections

    @property
    def field(self) -> Field:
        return self.replay.field

    @property
    def own(self) -> tuple[TournamentTableLog, ...]:
        return self.replay.logs

    @cached_property
    def logged_hands(self) -> dict[tuple[str, int], list[PlayedHand]]:
        """Logged hands by table and number, repeats kept."""
        found: defaultdict[tuple[str, int], list[PlayedHand]] = defaultdict(list)
        for log in self.own:
            for hand in log.hands:
                found[hand.table, hand.hand].append(hand)
        return dict(found)

    @cached_property
    def filed_hands(self) -> dict[tuple[str, int], list[tuple[int, Hand]]]:
        """Filed hands with lines, by table and number."""
        found: defaultdict[tuple[str, int], list[tuple[int, Hand]]] = defaultdict(list)
        for line, hand in self.events(Hand):
            found[hand.table, hand.hand].append((line, hand))
        return dict(found)

    @cached_property
    def table_sums(self) -> dict[int, TableSum]:
        """Unlogged hands whose stacks contradict the next count, by line."""
        certain = {
            each.line for each in self.replay.chips if each.what == "count" and each.due == each.counted
        }
        return {
            each.line: each
            for each in table_sums(self.replay.file, certain)
            if (each.hand.table, each.hand.hand) not in self.logged_hands
        }

    @property
    def all_events(self) -> tuple[tuple[int, Event], ...]:
        return self.replay.file.events

    @property
    def timed(self) -> list[tuple[int, TournamentLine | Close]]:
        """Events and close, with lines."""
        close = self.replay.file.close
        return [*self.all_events, *([] if close is None else [close])]

    def events(self, kind: type[Kind]) -> Iterator[tuple[int, Kind]]:
        """Events of a kind and derived ones, with lines."""
        return ((line, each) for line, each in self.all_events if isinstance(each, kind))

    @cached_property
    def stakes(self) -> dict[int, Stake]:
        """Entries by number; of repeats the first."""
        found: dict[int, Stake] = {}
        for each in self.field.stakes:
            found.setdefault(each.number, each)
        return found

    def player_of(self, entry: int) -> str | None:
        """Player of an entry; None: none."""
        stake = self.stakes.get(entry)
        return stake.player if stake is not None else None

    @property
    def start(self) -> int | None:
        """Start of play in microseconds."""
        return start_of(self.replay.file)

    def money(self, amount: int) -> str:
        return money_text(amount, self.header.currency)

    def chips(self, amount: int) -> str:
        return money_text(amount, CHIPS)

    @property
    def kind(self) -> str:
        """Name: "tournament of the kind freezeout"."""
        return f"tournament of the kind {self.header.kind.replace('_', ' ')}"

    def bought(self, line: int, event: Bought) -> str:
        """Name of a purchase's line."""
        return self.of(line, event) if isinstance(event, Entry) else self.at(line, event.entry)

    def of(self, line: int, entry: Entry) -> str:
        """Name of an entry's own line: "Line 17, entry 12 (P03)"."""
        return f"Line {line}, entry {entry.entry} ({entry.player})"

    def at(self, line: int, entry: int | None = None) -> str:
        """Name of a line: "Line 17, entry 12 (P03)"."""
        if entry is None:
            return f"Line {line}"
        player = self.player_of(entry)
        return f"Line {line}, entry {entry}" if player is None else f"Line {line}, entry {entry} ({player})"

    @cached_property
    def seating(self) -> SeatingPlan:
        """Seats by file and logs."""
        return seating_of(course_of(self.replay.file, self.own))

    @cached_property
    def stacks(self) -> LoggedStacks:
        """Stacks by logs."""
        return logged_stacks(self.replay.file, self.own)

    def ruling(self, draft: Draft) -> str | None:
        """Ruling that explains a draft's event."""
        return None if draft.session or draft.line is None else self._rulings.get(draft.line)

    @cached_property
    def _rulings(self) -> dict[int, str]:
        return {line: each.ruling for line, each in self.all_events if isinstance(each.ruling, str)}

    def binding(self, clause: str) -> str | None:
        """Clause of the ruleset's documents; None: another's."""
        mine = {documents().get(each) for each in self.ruleset.cited}
        return clause if documents()[clause] in mine else None

    def subject(self, draft: Draft, usual: Ruleset | None) -> DraftSubject:
        """Subject of a draft. Its line is in the file, or its session's log."""
        named = (draft.entry, draft.player, draft.table, draft.seat_number, draft.total, draft.number)
        return DraftSubject(
            room=self.header.room,
            session=draft.session,
            identity=(
                self.header.room,
                "tournament",
                self.header.tournament,
                draft.session,
                *map(str, named),
            ),
            hand=draft.number,
            seat=draft.seat_number,
            player=draft.player or (None if draft.entry is None else self.player_of(draft.entry)),
            line=draft.line,
            ruleset=self.ruleset,
            entry=draft.entry,
            table=draft.table,
            total=draft.total,
        )

    def numbered_as(self, numbers: Iterable[int]) -> Flags:
        return np.zeros(len(self), np.bool_)


def any_ruleset(ruleset: Ruleset) -> bool:
    """Always true: for checks of amounts due under any ruleset."""
    return True
