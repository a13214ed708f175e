"""The field: entrants, exits, seats, chips bought."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct, field

from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import (
    AddOn,
    Elimination,
    Entry,
    Penalty,
    Rebuy,
    Reentry,
    Unregister,
)

DISQUALIFIED = "disqualified"


class Out(Struct, frozen=True):
    """Exit of an entry by a bust or disqualification."""

    line: int
    record: Elimination | Penalty

    @property
    def disqualified(self) -> bool:
        return isinstance(self.record, Penalty)


class Stake(Struct):
    """One paid stack. unregistered: line from which it does not count. busts: also taken back. again: entered
    before; beside: another live entry.
    """

    line: int
    record: Entry
    unregistered: int | None = None
    out: Out | None = None
    busts: list[Out] = field(default_factory=list)
    again: bool = False
    beside: int | None = None

    @property
    def number(self) -> int:
        return self.record.entry

    @property
    def player(self) -> str:
        return self.record.player

    @property
    def live(self) -> bool:
        return self.out is None and self.unregistered is None


class Field(Struct, frozen=True, dict=True):
    """All entries in file order, and further purchases with lines."""

    stakes: tuple[Stake, ...]
    bought: tuple[tuple[int, Rebuy], ...]

    @cached_property
    def counted(self) -> list[Stake]:
        """Entries that were not unregistered."""
        return [each for each in self.stakes if each.unregistered is None]

    @cached_property
    def of(self) -> dict[str, list[Stake]]:
        """Counted entries by player, in order of entry."""
        found: dict[str, list[Stake]] = {}
        for each in self.counted:
            found.setdefault(each.player, []).append(each)
        return found

    @property
    def players(self) -> list[str]:
        """Players of counted entries, in order of entry."""
        return list(self.of)

    @property
    def reentries(self) -> int:
        return sum(isinstance(each.record, Reentry) for each in self.counted)

    @property
    def add_ons(self) -> list[tuple[int, AddOn]]:
        return [(line, each) for line, each in self.bought if isinstance(each, AddOn)]

    @property
    def rebuys(self) -> list[tuple[int, Rebuy]]:
        return [(line, each) for line, each in self.bought if not isinstance(each, AddOn)]

    @cached_property
    def still_in(self) -> list[str]:
        """Players with a live entry, in order of entry."""
        return [player for player, stakes in self.of.items() if any(each.live for each in stakes)]

    def last_out(self, player: str) -> tuple[Stake, Out] | None:
        """A player's last exit with the entry; None: still in."""
        outs = [(each, each.out) for each in self.of[player] if each.out is not None]
        return max(outs, key=lambda each: each[1].line) if len(outs) == len(self.of[player]) else None


def field_of(file: TournamentFile) -> Field:
    """Follow a file's entries. Events of unknown entries, or of ones that are out, change nothing."""
    stakes: list[Stake] = []
    by_number: dict[int, Stake] = {}  # of a number that the file has twice, the first
    of: dict[str, list[Stake]] = {}
    bought: list[tuple[int, Rebuy]] = []
    for line, event in file.events:
        if isinstance(event, Entry):
            stakes.append(_entered(line, event, of.setdefault(event.player, [])))
            by_number.setdefault(event.entry, stakes[-1])
        elif isinstance(event, Rebuy):
            bought.append((line, event))
        if isinstance(event, Rebuy | Unregister | Elimination | Penalty) and event.entry in by_number:
            _followed(by_number[event.entry], line, event)
    return Field(tuple(stakes), tuple(bought))


def _entered(line: int, event: Entry, before: list[Stake]) -> Stake:
    live = [each.number for each in before if each.live]
    again = any(each.unregistered is None for each in before)
    before.append(Stake(line, event, again=again, beside=live[-1] if live else None))
    return before[-1]


def _followed(stake: Stake, line: int, event: Rebuy | Unregister | Elimination | Penalty) -> None:
    if stake.unregistered is not None:
        return
    if isinstance(event, Unregister):
        stake.unregistered = line
    elif isinstance(event, Rebuy):
        _bought(stake, event)
    elif stake.out is None and not (isinstance(event, Penalty) and event.kind != DISQUALIFIED):
        stake.out = Out(line, event)
        stake.busts.append(stake.out)


def _bought(stake: Stake, event: Rebuy) -> None:
    if stake.out is not None and not stake.out.disqualified and not isinstance(event, AddOn):
        stake.out = None
