"""An incident in a row: place, fault and money."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from reports.formatting import count, hand_numbers, listed, money
from reports.money_words import amounts_in_words
from rules.results import Finding, Incident

MOST_HANDS = 4  # runs of hand numbers in a row
MOST_SEATS = 4
_MOST_PLAYERS = 2
_SUBJECT = re.compile(r"(?:Seat [0-9]+|A seat)(?:'s)? ")


class SeatPlayer(Struct, frozen=True):
    """Seat and player as a finding names them. seat: None where it is about a player at no seat."""

    seat: int | None
    player: str


def players_of(findings: Iterable[Finding]) -> list[SeatPlayer]:
    """Players whom findings name, once, by seat."""
    found = {(each.seat, each.player) for each in findings if each.player}
    return [
        SeatPlayer(seat, str(player))
        for seat, player in sorted(found, key=lambda each: (each[0] or 0, each[1]))
    ]


def in_a_row(
    incident: Incident,
    players: Sequence[SeatPlayer],
    currency: str | None,
    *,
    tried: bool = False,
    with_money: bool = True,
) -> str:
    """Row: ``Hand 122, seats 1 to 4: straight-flush bonus not in the nets, $12.00 misrecorded``."""
    amounts = money_of(incident, currency, tried=tried) if with_money else []
    said = ", ".join([what_went_wrong(incident), *amounts])
    place = place_in_a_row(incident, players)
    return f"{place}: {said}" if place else said[:1].upper() + said[1:]


def place_in_a_row(incident: Incident, players: Sequence[SeatPlayer]) -> str:
    """Place: ``Hand 106, seat 2 (p-c7fe)``; empty: none."""
    hands = _hands(incident) if incident.hands or incident.day else ""
    return placed(hands, () if incident.pattern else incident.seats, () if incident.pattern else players)


def placed(hands: str, seats: Sequence[int], players: Sequence[SeatPlayer]) -> str:
    """Hands, seats, and players where at most two."""
    said = ", ".join(each for each in (hands, _who(seats, players)) if each)
    return said if not hands and not seats else said[:1].upper() + said[1:]  # an id stays as it is recorded


def what_went_wrong(incident: Incident) -> str:
    """Fault without place; of earlier engines, from the title."""
    if incident.short is not None:
        return incident.short
    found = _SUBJECT.match(incident.title)
    if found is not None:
        return incident.title[found.end() :]
    return incident.title[:1].lower() + incident.title[1:]


def money_of(incident: Incident, currency: str | None, *, tried: bool = False) -> list[str]:
    """Money by kind: ``$12.00 misrecorded``. currency: for earlier engines."""
    if incident.money is not None:
        return amounts_in_words(incident.money, tried=tried)
    astray = "to different players" if tried else "misallocated"
    known = (incident.misallocated, astray), (incident.misrecorded, "misrecorded")
    return [f"{money(amount, currency)} {what}" for amount, what in known if amount]


def _hands(incident: Incident) -> str:
    if incident.pattern or not incident.hands:
        return count(len(incident.hands), "hand") if incident.hands else f"gaming day {incident.day}"
    numbers = [each.hand for each in incident.hands]
    return f"{'hand' if len(numbers) == 1 else 'hands'} {hand_numbers(numbers, MOST_HANDS)}"


def _who(seats: Sequence[int], players: Sequence[SeatPlayer]) -> str:
    names = list(dict.fromkeys(each.player for each in players))
    named = listed(names) if 0 < len(names) <= _MOST_PLAYERS else ""
    if not seats:
        return named
    where = _seats(seats)
    return f"{where} ({named})" if named and len(names) == len(seats) else where


def _seats(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]}"
    if len(seats) > MOST_SEATS:
        return count(len(seats), "seat")
    run = list(range(seats[0], seats[0] + len(seats))) == list(seats) and len(seats) > 2
    return f"seats {seats[0]} to {seats[-1]}" if run else f"seats {listed([str(each) for each in seats])}"
