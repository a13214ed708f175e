"""Who entered, who is out and by which line."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]
ENTRIES = ("entry", "reentry")
REBUYS = ("rebuy", "add_on")


class Entry:
    def __init__(self, place: int, line: Line) -> None:
        self.place, self.line = place, line  # place: in the order of the file
        self.number, self.player = line["entry"], line["player"]
        self.gone = False  # unregistered
        self.out: tuple[int, Line] | None = None
        self.busts: list[tuple[int, Line]] = []


def entries_of(events: list[Line]) -> list[Entry]:
    """Every entry, with what became of it."""
    found: list[Entry] = []
    for place, line in enumerate(events):
        if line["event"] in ENTRIES:
            found.append(Entry(place, line))
            continue
        entry = next((each for each in found if each.number == line.get("entry")), None)
        if entry is None or entry.gone:
            continue
        if line["event"] == "unregister":
            entry.gone = True
        elif line["event"] == "rebuy" and entry.out and entry.out[1]["event"] == "elimination":
            entry.out = None
        elif out_of(line) and entry.out is None:
            entry.out = place, line
            entry.busts.append(entry.out)
    return found


def out_of(line: Line) -> bool:
    return line["event"] == "elimination" or (line["event"] == "penalty" and line["kind"] == "disqualified")


def by_player(entries: list[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for each in entries:
        if not each.gone:
            found.setdefault(each.player, []).append(each)
    return found


def bought(events: list[Line], name: str) -> list[Line]:
    return [each for each in events if each["event"] == name]
