"""A service's incident as a row."""

from __future__ import annotations

from typing import Any


def row_of(found: dict[str, Any]) -> str:
    """``Hand 122, seats 1 to 4: straight-flush bonus not in the nets, $12.00 misrecorded``."""
    from msgspec import convert

    from reports.incident_row_words import SeatPlayer, placed
    from reports.money_words import amounts_in_words
    from rules.results import Amounts

    if found["title"] is None:
        return f"{found['code']}; its results were purged"
    players = [SeatPlayer(**each) for each in found["players"]]
    people = ([], []) if found["pattern"] else (found["seats"], players)
    place = placed(_hands(found), *people)
    amounts = convert(found["money"] or [], list[Amounts])
    said = ", ".join([found["short"], *amounts_in_words(amounts)])
    return f"{place}: {said}" if place else said


def _hands(found: dict[str, Any]) -> str:
    number = found["hands_of"]
    if not number:
        return ""
    if found["pattern"]:
        return f"{number:,} hands"
    return f"hand {found['hand']}" if number == 1 else f"hand {found['hand']} and {number - 1:,} more"
