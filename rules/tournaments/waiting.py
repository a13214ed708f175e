"""The waiting list: positions, and entries while others waited. OLY-3.3-07, -08, -11."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from rules.tournaments.players_named import entries_named
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Draw, Entry, Event, Seating, Waiting


class JoinedWaitingList(Struct, frozen=True):
    """A player who joined, with the position due: the end, also for re-entries."""

    line: int
    record: Waiting
    due: int


class CameIn(Struct, frozen=True):
    """An entry that came in. first: the player whose turn it was; None: nobody waited. waited: was on the list."""

    line: int
    entry: int
    player: str
    first: str | None
    waited: bool


class _List(Struct):
    """The list as due. called: those who left it, with its first player then."""

    players: list[str] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)

    def join(self, player: str) -> int:
        if player not in self.players:
            self.players.append(player)
        return self.players.index(player) + 1

    def leave(self, player: str) -> None:
        if player in self.players:
            self.called[player] = self.players[0]
            self.players.remove(player)

    def has_waited(self, player: str) -> bool:
        """Whether a player is on the list, or left it and did not come in since."""
        return player in self.players or player in self.called

    def come_in(self, player: str) -> str | None:
        """The player whose turn it was; whoever left the list as its first took his turn."""
        first = self.called.pop(player, None)
        if first != player and first not in self.players:
            first = self.players[0] if self.players else None
        if player in self.players:
            self.players.remove(player)
        return first


def waiting_list(file: TournamentFile) -> Iterator[JoinedWaitingList | CameIn]:
    """Follow the list. A paid player who waits comes in when seated, any other on entry."""
    players = {each.entry: each.player for _, each in reversed(file.events) if isinstance(each, Entry)}
    waits = _waiting_after_entry(file, players)
    queue = _List()
    for line, event in file.events:
        if isinstance(event, Waiting) and event.action == "join":
            yield JoinedWaitingList(line, event, queue.join(event.player))
        elif isinstance(event, Waiting):
            queue.leave(event.player)
        elif isinstance(event, Entry) and line not in waits:
            yield _came_in(queue, line, event.entry, event.player)
        elif isinstance(event, Seating) and players.get(event.entry) in queue.players:
            player = players[event.entry]
            yield _came_in(queue, line, event.entry, player)
        elif isinstance(event, Draw):
            for each in event.seats:
                queue.come_in(players.get(each.entry, ""))


def _came_in(queue: _List, line: int, entry: int, player: str) -> CameIn:
    waited = queue.has_waited(player)
    return CameIn(line, entry, player, queue.come_in(player), waited)


def _waiting_after_entry(file: TournamentFile, players: dict[int, str]) -> set[int]:
    """Lines of entries whose players then joined the list, before other records of the entry."""
    joins: dict[str, bool] = {}  # by player: whether the next that is recorded of him is that
    found = set()
    for line, event in reversed(file.events):
        if isinstance(event, Waiting):
            joins[event.player] = event.action == "join"
        elif isinstance(event, Entry):
            if joins.get(event.player, False):
                found.add(line)
            joins[event.player] = False
        else:
            joins |= dict.fromkeys(_players_of(event, players), False)
    return found


def _players_of(event: Event, players: dict[int, str]) -> list[str]:
    return [players[each] for each in entries_named(event) if each in players]
