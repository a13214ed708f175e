"""Places of players: still in, out, or without a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import UNSET, Struct

from rules.controls.sections import Sections
from rules.tournaments.deals import AgreedDeal
from rules.tournaments.tournament_busts import EntryExit, ranked
from rules.tournaments.tournament_field import Field, Out, Stake
from rules.tournaments.tournament_logs import TournamentTableLog
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Elimination, Hand

Stacks = Mapping[tuple[str, int, str], int]  # by table, hand and player: chips before the deal


class Placing(Struct, frozen=True):
    """A player's place. best, worst: possible ones; place: the only or shared one, None: not shown.

    entry: that decides. sharing: holders of the place. ranked: has a place.
    """

    player: str
    entry: int
    best: int
    worst: int
    place: int | None
    sharing: int = 1
    ranked: bool = True
    still_in: bool = False

    @property
    def tied(self) -> bool | None:
        if self.place is None and not self.still_in and self.ranked:
            return None
        return self.sharing > 1


def placings_of(
    file: TournamentFile,
    field: Field,
    rules: Sections,
    deal: AgreedDeal | None,
    logs: list[TournamentTableLog],
) -> list[Placing]:
    """Players from the first place to the last; those without a place come last."""
    stacks = _recorded_stacks(file, field, logs)
    exits = [_exit(*last, stacks) for each in field.players if (last := field.last_out(each))]
    unplaced = [each for each in exits if each.out.disqualified and not _kept(rules)]
    placed = [each for each in exits if each not in unplaced]
    left = field.still_in
    found = [*_still_in(left, field, deal), *_out(file, placed, rules, len(left))]
    found.sort(key=_order)
    below = len(found) + 1
    return found + [
        Placing(each.stake.player, each.stake.number, below, below, None, ranked=False) for each in unplaced
    ]


def _order(each: Placing) -> tuple[int, ...]:
    if each.still_in:
        return 0, each.place or each.worst
    return 1, each.place or each.best, each.entry


def _kept(rules: Sections) -> bool:
    rule = rules.discipline.disqualified if rules.discipline is not None else None
    return rule is None or rule.place == "kept"


def _still_in(players: list[str], field: Field, deal: AgreedDeal | None) -> list[Placing]:
    """Places above the last bust: one is first; several have a deal's places, or none yet."""
    official = _official(players, deal)
    found = []
    for each in players:
        entry = max(stake.number for stake in field.of[each] if stake.live)
        place = 1 if len(players) == 1 else official.get(each)
        found.append(Placing(each, entry, place or 1, place or len(players), place, still_in=True))
    return found


def _official(players: list[str], deal: AgreedDeal | None) -> dict[str, int]:
    """Places of a deal that are free and of one player each."""
    stated = {each: deal.places[each] for each in players if each in deal.places} if deal is not None else {}
    times = Counter(stated.values())
    return {each: place for each, place in stated.items() if times[place] == 1 and 1 <= place <= len(players)}


def _out(file: TournamentFile, exits: list[EntryExit], rules: Sections, left: int) -> list[Placing]:
    found: list[Placing] = []
    for level in ranked(exits, file.header, rules):
        best, count = left + len(found) + 1, len(level.exits)
        place, sharing = (best, count) if level.known else (None, 1)
        found += [
            Placing(each.stake.player, each.stake.number, best, best + count - 1, place, sharing)
            for each in level.exits
        ]
    return found


def _exit(stake: Stake, out: Out, stacks: Stacks) -> EntryExit:
    record, stack = out.record, None
    if isinstance(record, Elimination):
        if record.stack is not UNSET:
            stack = record.stack
        elif record.table is not UNSET and record.hand is not UNSET:
            stack = stacks.get((record.table, record.hand, stake.player))
    return EntryExit(stake, out, stack)


def _recorded_stacks(file: TournamentFile, field: Field, logs: list[TournamentTableLog]) -> Stacks:
    found = {
        (hand.table, hand.hand, seat.player): seat.stack
        for log in logs
        for hand in log.hands
        for seat in hand.seats
        if seat.stack is not None
    }
    players = {each.number: each.player for each in field.stakes}
    for _, event in file.events:
        if isinstance(event, Hand) and event.seats is not UNSET:
            for each in event.seats:
                if each.chips is not UNSET and each.entry in players:
                    found[event.table, event.hand, players[each.entry]] = each.chips
    return found
