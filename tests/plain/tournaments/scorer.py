"""A tournament's file and logs, as lines, to what `auditor replay` prints: without what is undetermined."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.plain.tournaments.field import Line, bought, by_player, entries_of
from tests.plain.tournaments.money import money_of, prizes_of
from tests.plain.tournaments.places import rows_of
from tests.plain.tournaments.play import chips_due, levels_due, royal_due
from tests.plain.tournaments.shares import bounties_due, points_due, prizes_due


def score(file: list[Line], logs: list[list[Line]], readings: dict[str, str] | None = None) -> dict[str, Any]:
    """What is due in a tournament."""
    header, events = file[0], [each for each in file[1:] if each["event"] != "close"]
    taken = readings or {}
    own = [
        log
        for log in logs
        if (log[0]["room"], log[0].get("tournament")) == (header["room"], header["tournament"])
    ]
    entries = entries_of(events)
    counted = [each for each in entries if not each.gone]
    money = money_of(header, events, entries, taken)
    prizes = prizes_of(header, entries, money["distributable"], taken)
    rows = rows_of(header, events, entries, own, taken)
    due = prizes_due(header, events, entries, rows, prizes, money["distributable"])
    bounties = bounties_due(header, entries, taken)
    points = points_due(header, events, entries, rows, money, taken)
    return {
        "tournament": header["tournament"],
        "ruleset": header["ruleset"],
        "field": {
            "players": len(by_player(entries)),
            "entries": len(counted),
            "reentries": sum(each.line["event"] == "reentry" for each in counted),
            "rebuys": len(bought(events, "rebuy")),
            "add_ons": len(bought(events, "add_on")),
        },
        "money": money,
        "prizes": prizes,
        "standing": [
            {
                "place": each.place, "player": each.player, "tied": each.tied, "prize": due[each.player],
                "bounty": None if bounties is None else bounties[each.player], "points": _text(points[each.player]),
            }
            for each in rows
        ],
        "levels": levels_due(header, events),
        "chips": chips_due(header, events),
        "royal": royal_due(header, events, entries, taken),
        "satellite": _satellite(header, money["distributable"]),
    }  # fmt: skip


def _text(points: Fraction | None) -> int | str | None:
    if points is None:
        return None
    return int(points) if points.denominator == 1 else f"{points.numerator}/{points.denominator}"


def _satellite(header: Line, distributable: int) -> dict[str, int | None] | None:
    if header.get("prizes_by") != "tickets":
        return None
    cost = header.get("target", {}).get("cost")
    if cost is None:
        return {"tickets": None, "remainder": None}
    return {"tickets": distributable // cost, "remainder": distributable % cost}
