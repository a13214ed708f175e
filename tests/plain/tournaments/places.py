"""The order of the players: who is in, who went out when, and who shares a place."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from tests.plain.tournaments.field import Entry, Line, by_player
from tests.plain.tournaments.tables import NO_HIGH_CARDS, OLYMPIC

RANKS = "23456789TJQKA"


class Row:
    """A row of the standing. best, worst: the places that it can be."""

    def __init__(self, player: str, entry: int, best: int, worst: int, place: int | None, **how: Any) -> None:
        self.player, self.entry, self.best, self.worst, self.place = player, entry, best, worst, place
        self.sharing: int = how.get("sharing", 1)
        self.ranked: bool = how.get("ranked", True)
        self.live: bool = how.get("live", False)

    @property
    def tied(self) -> bool | None:
        if self.place is None and self.ranked and not self.live:
            return None
        return self.sharing > 1


class Exit:
    def __init__(self, entry: Entry, stack: int | None) -> None:
        assert entry.out is not None
        self.entry, self.stack = entry, stack
        self.place, self.line = entry.out
        self.dq = self.line["event"] == "penalty"


def rows_of(
    header: Line, events: list[Line], entries: list[Entry], logs: list[list[Line]], readings: dict[str, str]
) -> list[Row]:
    players = by_player(entries)
    live = [player for player, own in players.items() if any(each.out is None for each in own)]
    stacks = _stacks(events, entries, logs)
    exits = [
        _exit(max(own, key=lambda each: each.out[0] if each.out else -1), stacks)
        for player, own in players.items()
        if player not in live
    ]
    unplaced = [each for each in exits if each.dq and readings.get("AMB-OLY-dq-place") == "no_place"]
    placed = [each for each in exits if each not in unplaced]
    if header["ruleset"] in OLYMPIC:
        levels = _olympic(header, placed, readings)
    else:
        levels = _carnivale(placed, readings.get("AMB-CARN-bust-tie", "bigger_start_stack"))
    rows = _live(live, players, events)
    below = len(live)
    for group, known in levels:
        best, worst = below + 1, below + len(group)
        below = worst
        rows += [
            Row(
                each.entry.player,
                each.entry.number,
                best,
                worst,
                best if known else None,
                sharing=len(group) if known else 1,
            )
            for each in sorted(group, key=lambda each: each.entry.number)
        ]
    return rows + [
        Row(e.entry.player, e.entry.number, below + 1, below + 1, None, ranked=False) for e in unplaced
    ]


def _live(live: list[str], players: dict[str, list[Entry]], events: list[Line]) -> list[Row]:
    deals = [each for each in events if each["event"] == "deal"]
    stated = (
        {each["player"]: each["place"] for each in deals[-1]["players"] if "place" in each} if deals else {}
    )
    stated = {player: place for player, place in stated.items() if player in live and 1 <= place <= len(live)}
    rows = []
    for player in live:
        entry = max(each.number for each in players[player] if each.out is None)
        place = stated.get(player)
        if place is not None and list(stated.values()).count(place) > 1:
            place = None
        if len(live) == 1:
            place = 1
        rows.append(Row(player, entry, place or 1, place or len(live), place, live=True))
    return sorted(rows, key=lambda each: each.place or len(live))


def _stacks(
    events: list[Line], entries: list[Entry], logs: list[list[Line]]
) -> dict[tuple[str, int, str], int]:
    """Chips before each hand by table, hand and player, as logs and the file have them."""
    found = {}
    for log in logs:
        for each in log:
            for seat in each.get("seats", []):
                if "stack" in seat:
                    found[log[0]["table"], each["hand"], seat["player"]] = seat["stack"]
    players = {each.number: each.player for each in entries}
    for each in events:
        for seat in each.get("seats", []) if each["event"] == "hand" else []:
            if "chips" in seat and seat["entry"] in players:
                found[each["table"], each["hand"], players[seat["entry"]]] = seat["chips"]
    return found


def _exit(entry: Entry, stacks: dict[tuple[str, int, str], int]) -> Exit:
    assert entry.out is not None
    line = entry.out[1]
    seen = stacks.get((line.get("table", ""), line.get("hand", -1), entry.player))
    return Exit(entry, line.get("stack", seen) if line["event"] == "elimination" else None)


Levels = list[tuple[list[Exit], bool]]  # the exits of a place, and whether their order is known


def _olympic(header: Line, exits: list[Exit], readings: dict[str, str]) -> Levels:
    found: Levels = []
    cards = header["game"] not in NO_HIGH_CARDS and "joker" not in header.get("classes", [])
    for group in sorted(_moments(exits), key=lambda group: -min(each.place for each in group)):
        tables = {each.line.get("table") for each in group}
        if len(tables) > 1 and readings.get("AMB-OLY-ko-cross-table") == "tie":
            found.append((group, True))
            continue
        all_in = readings.get("AMB-OLY-ko-stack") == "all_in_amount"
        stacks = [each.line.get("all_in") if all_in else each.stack for each in group]
        strengths = [strength(each.line.get("cards")) if cards else None for each in group]
        found += _by([[*each] for each in zip(stacks, strengths, strict=True)], group)
    return found


def _moments(exits: list[Exit]) -> list[list[Exit]]:
    """Exits in groups: those of one hand of a table, or of one round, and whoever is with one of them."""
    groups: list[list[Exit]] = []
    for each in exits:
        joined = [group for group in groups if any(_together(each, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([each, *(other for group in joined for other in group)])
    return groups


def _together(one: Exit, other: Exit) -> bool:
    if one.dq or other.dq:
        return False
    first, second = one.line, other.line
    if "round" in first and first["round"] == second.get("round"):
        return True
    of_hand = "table" in first and "hand" in first
    return of_hand and (first["table"], first["hand"]) == (second.get("table"), second.get("hand"))


def _by(values: list[list[Any]], group: list[Exit]) -> Levels:
    """By the first value, then by the next. One that is not known leaves the order open."""
    if len(group) == 1 or (group and not values[0]):
        return [(group, True)] if group else []
    if any(each[0] is None for each in values):
        return [(group, False)]
    found: Levels = []
    for value in sorted({each[0] for each in values}, reverse=True):
        kept = [place for place, each in enumerate(values) if each[0] == value]
        found += _by([values[place][1:] for place in kept], [group[place] for place in kept])
    return found


def _carnivale(exits: list[Exit], reading: str) -> Levels:
    busts = [each for each in exits if not each.dq]
    second = {
        "bigger_start_stack": lambda each: [each.stack],
        "tie": lambda each: [],
        "clock_time": lambda each: [_instant(each.line)],
    }[reading]
    found = _by([[each.line.get("hand"), *second(each)] for each in busts], busts)
    for each in sorted((each for each in exits if each.dq), key=lambda each: each.place):
        above = [place for place, (group, _) in enumerate(found) if min(e.place for e in group) < each.place]
        found.insert(above[0] if above else len(found), ([each], True))
    return found


def _instant(line: Line) -> datetime | None:
    return datetime.fromisoformat(line["at"]) if "at" in line else None


def strength(text: str | None) -> tuple[int, ...] | None:
    """Five cards as a high hand; None where they are not five different known ones."""
    cards = [text[place : place + 2] for place in range(0, len(text), 2)] if text else []
    if len(set(cards)) != 5 or len(cards) != 5 or any(each[0] not in RANKS for each in cards):
        return None
    ranks = sorted((RANKS.index(each[0]) for each in cards), reverse=True)
    times = Counter(ranks)
    by_count = sorted(ranks, key=lambda rank: (times[rank], rank), reverse=True)
    shape = sorted(times.values(), reverse=True)
    flush = len({each[1] for each in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks, by_count = [3, 2, 1, 0, -1], [3, 2, 1, 0, -1]
    straight = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = kinds.get(tuple(shape), 0)
    if straight or flush:
        kind = 8 if straight and flush else 5 if flush else 4
    return kind, *by_count
