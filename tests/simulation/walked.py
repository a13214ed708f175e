"""Who sits where in a tournament, followed through its file and its logs as plain data: what a reader of both would notice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

Line = dict[str, Any]


def lines_of(data: bytes) -> list[Line]:
    return [json.loads(line) for line in data.splitlines()]


def strange(file: list[Line], logs: list[list[Line]]) -> list[str]:
    """What does not fit together: seats taken twice, moves from elsewhere, hands with other seats, tables out of balance."""
    return list(_Walk(file, logs).strange())


class _Walk:
    def __init__(self, file: list[Line], logs: list[list[Line]]) -> None:
        self.file, self.most = file, file[0]["seats"]
        self.held: dict[int, tuple[str, int]] = {}
        self.players: dict[int, str] = {}
        self.seat_of: dict[int, tuple[str, int]] = {}  # of entries that are out
        self.broken: set[str] = set()
        self.tables = len(file[0]["tables"])
        self.drawn = self.tables == 1
        self.balances = file[0]["ruleset"].startswith("olympic")
        hands = [(_at(each), each, log[0]["table"]) for log in logs for each in log if "hand" in each]
        self.hands = sorted(hands, key=lambda each: each[0])

    def strange(self) -> Iterator[str]:
        place = 0
        for line in self.file[1:]:
            while place < len(self.hands) and self.hands[place][0] < _at(line):
                yield from self.log_hand(*self.hands[place][1:])
                place += 1
            follow = getattr(self, line["event"], None)
            yield from follow(line) if follow else ()

    # ------------------------------------------------------------------ hands

    def sizes(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for table, _ in self.held.values():
            found[table] = found.get(table, 0) + 1
        return found

    def dealt(self, table: str, seats: dict[int, str]) -> Iterator[str]:
        here = {seat: self.players[entry] for entry, (at, seat) in self.held.items() if at == table}
        if seats != here:
            yield f"{table} deals to {seats}, and {here} sit there"
        sizes = self.sizes()
        if table in self.broken:
            yield f"{table} is broken and deals"
        gap = max(sizes.values()) - min(sizes.values())
        short = gap >= 3 and sizes[table] == min(sizes.values())
        if self.balances and (short or (gap >= 2 and sizes[table] == max(sizes.values()))):
            yield f"{table} deals at {sizes}"
        if max(sizes.values()) > self.most:
            yield f"too many at a table: {sizes}"
        if len(sizes) == 1 and not self.drawn:
            yield "the final table was not drawn"
        if not self.balances and len(sizes) > 1 and len(self.held) <= self.most:
            yield "the last players do not sit at one table"

    def log_hand(self, line: Line, table: str) -> Iterator[str]:
        yield from self.dealt(table, {each["seat"]: each["player"] for each in line["seats"]})

    def hand(self, line: Line) -> Iterator[str]:
        yield from self.dealt(
            line["table"], {each["seat"]: self.players[each["entry"]] for each in line["seats"]}
        )

    # ------------------------------------------------------------------ seats

    def entry(self, line: Line) -> Iterator[str]:
        if line["player"] in [self.players[each] for each in self.held]:
            yield f"{line['player']} is in already"
        if self.players and line["entry"] != max(self.players) + 1:
            yield f"entry {line['entry']} is out of its turn"
        self.players[line["entry"]] = line["player"]

    reentry = entry

    def sit(self, entry: int, table: str, seat: int) -> Iterator[str]:
        if (table, seat) in self.held.values():
            yield f"{table}/{seat} is taken"
        self.held[entry] = table, seat

    def seat(self, line: Line) -> Iterator[str]:
        yield from self.sit(line["entry"], line["table"], line["seat"])

    def draw(self, line: Line) -> Iterator[str]:
        if {each["entry"] for each in line["seats"]} != set(self.held) and line["reason"] != "start":
            yield "not everybody is in the draw"
        self.drawn = self.drawn or line["reason"] == "final_table"
        self.held = {}
        for each in line["seats"]:
            yield from self.sit(each["entry"], each["table"], each["seat"])

    def move(self, line: Line) -> Iterator[str]:
        old, new = line["from"], line["to"]
        if self.held.get(line["entry"]) != (old["table"], old["seat"]):
            yield f"{line['entry']} moves from {old}"
        sizes = self.sizes()
        balanced = sizes[old["table"]] == max(sizes.values()) and sizes[new["table"]] == min(sizes.values())
        if line["reason"] == "balance" and not balanced:
            yield f"a move for balance at {sizes}"
        yield from self.sit(line["entry"], new["table"], new["seat"])

    def table_break(self, line: Line) -> Iterator[str]:
        order = {each["table"]: each["break_order"] for each in self.file[0]["tables"]}
        left = [order[each] for each in order if each not in self.broken]
        if order[line["table"]] != min(left):
            yield f"{line['table']} breaks out of its turn"
        self.broken.add(line["table"])

    def elimination(self, line: Line) -> Iterator[str]:
        if self.held.get(line["entry"], ("", 0))[0] != line["table"]:
            yield f"{line['entry']} is out at {line['table']}"
        self.seat_of[line["entry"]] = self.held.pop(line["entry"], ("", 0))

    def penalty(self, line: Line) -> Iterator[str]:
        if line["kind"] == "disqualified":
            del self.held[line["entry"]]
        yield from ()

    def rebuy(self, line: Line) -> Iterator[str]:
        if line["entry"] not in self.held:
            yield from self.sit(line["entry"], *self.seat_of[line["entry"]])


def _at(line: Line) -> datetime:
    return datetime.fromisoformat(line["at"])
