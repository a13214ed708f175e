"""Levels that were due, chips in play at each count, and hits of the royal flush pool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from tests.plain.tournaments.field import ENTRIES, Entry, Line, out_of
from tests.plain.tournaments.places import RANKS
from tests.plain.tournaments.tables import CARNIVALE_STACK, DEALT_IN_ALL, DRAW, EXACTLY_TWO, OLYMPIC


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


# ------------------------------------------------------------------------------------------------ levels


def levels_due(header: Line, events: list[Line]) -> list[dict[str, Any]]:
    rests = _rests(events)
    structure = {each["level"]: each for each in header.get("structure", [])}
    starts = [each for each in events if each["event"] == "clock" and each["action"] == "start"]
    level, begin = 1, moment(starts[0]["at"]) if starts else None
    offset = next((each["at"] for each in events if each["event"] == "clock"), None)
    found = []
    for line in events:
        if line["event"] == "structure_change":
            structure |= {each["level"]: each for each in line["structure"]}
        if line["event"] != "level":
            continue
        due = _due(line, level, begin, structure, rests)
        offset = line.get("at", offset)
        text = due.astimezone(moment(offset).tzinfo).isoformat() if due is not None else None
        found.append({"level": line["level"], "due": text})
        level, begin = line["level"], moment(line["at"]) if "at" in line else None
    return found


def _rests(events: list[Line]) -> list[tuple[datetime, datetime | None, int | None]]:
    found: list[tuple[datetime, datetime | None, int | None]] = []
    stopped = None
    for each in events:
        if each["event"] == "break":
            found.append((moment(each["at"]), moment(each["ends_at"]), each.get("after_level")))
        elif each["event"] == "clock" and each["action"] == "stop" and stopped is None:
            stopped = moment(each["at"])
        elif each["event"] == "clock" and each["action"] == "resume" and stopped is not None:
            found.append((stopped, moment(each["at"]), None))
            stopped = None
    return found + ([(stopped, None, None)] if stopped is not None else [])


def _due(
    line: Line, level: int, begin: datetime | None, structure: dict[int, Line], rests: Any
) -> datetime | None:
    if line["level"] != level + 1 or begin is None or "minutes" not in structure.get(level, {}):
        return None
    now, left = begin, timedelta(minutes=structure[level]["minutes"])
    for at, ends, _ in sorted(rests, key=lambda each: each[0]):
        if ends is not None and ends <= now:
            continue
        if at > now + left:
            break
        if ends is None:
            return None
        left -= max(at - now, timedelta(0))
        now = ends
    held = [ends for _, ends, after in rests if after == level and ends is not None]
    return max([now + left, *held])


# ------------------------------------------------------------------------------------------------ chips


class Chips:
    """Chips in play, line by line. sold: by entry. since: when an entry came into play; True: at its line."""

    def __init__(self, header: Line) -> None:
        self.header, self.olympic = header, header["ruleset"] in OLYMPIC
        default = None if self.olympic else CARNIVALE_STACK
        self.stack: int | None = header.get("stack", default)
        self.sold: dict[int, int | None] = {}
        self.since: dict[int, datetime | bool] = {}
        self.table: dict[int, str] = {}
        self.out: set[int] = set()
        self.players: dict[int, str] = {}
        self.list: list[str] = []
        self.other: int | None = 0
        self.now: datetime | None = None

    def in_play(self) -> list[int]:
        return [
            each
            for each in self.sold
            if self.since.get(each) is True
            or (
                isinstance(self.since.get(each), datetime)
                and (self.now is None or self.since[each] <= self.now)
            )
        ]

    def due(self) -> int | None:
        known = [self.sold[each] for each in self.in_play()]
        if self.other is None or None in known:
            return None
        return self.other + sum(each for each in known if each is not None)

    def go_on(self, counted: int) -> None:
        """From here on what was counted is right."""
        for each in self.in_play():
            self.sold[each] = self.sold[each] or 0
        self.other = counted - sum(self.sold[each] or 0 for each in self.in_play())

    def follow(self, line: Line) -> list[int | None]:
        """Take a line; what is due at it where it is a count."""
        self.now = moment(line["at"]) if "at" in line else self.now
        name, entry = line["event"], line.get("entry")
        if name == "count":
            return [self._count(line)]
        if name in ENTRIES:
            self._entered(line)
        elif name in ("rebuy", "add_on") and entry in self.sold:
            chips = line.get("chips", self.header.get(name, {}).get("chips"))
            before = self.sold[entry]
            self.sold[entry] = None if chips is None or before is None else before + chips
            if name == "rebuy":
                self.out.discard(entry)
        elif name == "seat":
            self._seated(line)
        elif name == "draw":
            for each in line["seats"]:
                self._seated(each)
        elif name == "move" and entry in self.sold:
            self.table[entry] = line["to"]["table"]
        elif name == "waiting":
            self._waits(line)
        elif name == "unregister":
            self.sold.pop(entry, None)
            self.since.pop(entry, None)
            self.table.pop(entry, None)
        elif out_of(line) and entry in self.sold and entry not in self.out:
            self.out.add(entry)
            if name == "penalty":
                removed = line.get("removed")
                self.other = None if self.other is None or removed is None else self.other - removed
        elif name == "colour_up":
            self._raced(line)
        return []

    def _count(self, line: Line) -> int | None:
        counted = sum(
            table["chips"] if "chips" in table else sum(each["chips"] for each in table["stacks"])
            for table in line["tables"]
        )
        needed = {self.table[each] for each in self.in_play() if each in self.table and each not in self.out}
        if not needed <= {table["table"] for table in line["tables"]}:
            return None
        due = self.due()
        self.go_on(counted)
        return due

    def _raced(self, line: Line) -> None:
        stacks = [each for table in line["tables"] for each in table["stacks"]]
        live = {each for each in self.in_play() if each not in self.out}
        if live and live <= {each["entry"] for each in stacks}:
            self.go_on(sum({each["entry"]: each["before"] for each in stacks}.values()))
        if self.other is not None:
            changes = {each["entry"]: each["after"] - each["before"] for each in stacks}
            self.other += sum(changes.values())

    def _entered(self, line: Line) -> None:
        if line["entry"] in self.sold:
            return
        chips = line.get("chips")
        if chips is None and self.stack is not None:
            offers = [
                each["chips"] for each in self.header.get("offers", []) if each["code"] == line.get("offer")
            ]
            chips = self.stack + sum(offers)
        self.sold[line["entry"]], self.players[line["entry"]] = chips, line["player"]
        if self.olympic and self.list:
            self.since[line["entry"]] = True
        if line["player"] in self.list:
            self.list.remove(line["player"])

    def _seated(self, seat: Line) -> None:
        if seat["entry"] in self.sold:
            self.table[seat["entry"]] = seat["table"]
            self.since.setdefault(seat["entry"], moment(seat["taken"]) if "taken" in seat else True)

    def _waits(self, line: Line) -> None:
        if line["action"] == "join":
            self.list.append(line["player"])
            if self.olympic:
                self.since = dict.fromkeys(self.sold, True)
        elif line["player"] in self.list:
            self.list.remove(line["player"])


def chips_due(header: Line, events: list[Line]) -> list[dict[str, Any]]:
    chips, found = Chips(header), []
    seats = any(each["event"] in ("seat", "draw") for each in events)
    for number, line in enumerate(events, 2):
        for due in chips.follow(line):
            found.append({"line": number, "due": due if seats else None})
    return found


# ------------------------------------------------------------------------------------------------ royal flush pool


def royal_due(
    header: Line, events: list[Line], entries: list[Entry], readings: dict[str, str]
) -> list[dict[str, Any]]:
    if "royal" not in header or header["ruleset"] not in OLYMPIC:
        return []
    opening, share = header["royal"].get("opening"), header["royal"]["share"]
    left = {each.number for each in entries if each.gone}
    whole = sum(_part(header, each, share, left) for each in events)
    balance, found = 0, []
    for number, line in enumerate(events, 2):
        balance += _part(header, line, share, left)
        if line["event"] == "royal_hit":
            base = whole if readings.get("AMB-OLY-trf-base") == "initial_pool" else balance
            stated = None if opening is None else opening + base
            kind = _kind_of_hit(header, line)
            percent = {
                "straight_flush": 20,
                "royal_flush": 100 if readings.get("AMB-OLY-trf-royal-is-sf") == "both" else 80,
            }
            due = 0 if kind is None else None if stated is None else stated * percent[kind] // 100
            found.append({"line": number, "balance": stated, "event": kind, "due": due})
            balance -= line["amount"]
    return found


def _part(header: Line, line: Line, share: int, gone: set[int]) -> int:
    if line["event"] in ENTRIES:
        return share
    if line["event"] == "unregister" and line["entry"] in gone:
        return -share
    return header.get(line["event"], {}).get("royal", 0) if line["event"] in ("rebuy", "add_on") else 0


def _kind_of_hit(header: Line, line: Line) -> str | None:
    """What the cards give; without them what was recorded. In draw games nothing does."""
    if header["game"] in DRAW:
        return None
    if "hole" in line and header["game"] in DEALT_IN_ALL:
        cards = [line["hole"][at : at + 2] for at in range(0, len(line["hole"]), 2)]
        last = len(cards) >= DEALT_IN_ALL[header["game"]]
        return _best(_straight_flush(each) for each in combinations(cards, 5)) if last else None
    if "hole" not in line or "board" not in line:
        return str(line["kind"])
    own, board = (
        [text[at : at + 2] for at in range(0, len(text), 2)] for text in (line["hole"], line["board"])
    )
    exact = [2] if header["game"] in EXACTLY_TWO else [1, 2, 3, 4, 5]
    hands = [
        [*mine, *shared]
        for count in exact
        for mine in combinations(own, count)
        for shared in (combinations(board, 5 - count) if len(board) == 5 else [])
    ]
    return _best(_straight_flush(each) for each in hands)


def _best(found: Iterable[str | None]) -> str | None:
    kinds = set(found)
    return next((each for each in ("royal_flush", "straight_flush") if each in kinds), None)


def _straight_flush(cards: Sequence[str]) -> str | None:
    ranks = sorted(RANKS.index(each[0]) for each in cards)
    if len({each[1] for each in cards}) > 1:
        return None
    if ranks == [8, 9, 10, 11, 12]:
        return "royal_flush"
    return (
        "straight_flush"
        if ranks == [0, 1, 2, 3, 12] or ranks == list(range(ranks[0], ranks[0] + 5))
        else None
    )
