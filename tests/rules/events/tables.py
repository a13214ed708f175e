"""Lines about seats, hands and table logs of a tournament for tests."""

from __future__ import annotations

from typing import Any

from tests.rules.tournaments.build import Line, entries, header

DAY = "2026-03-14T{}+02:00"


def at(clock: str) -> str:
    """A time of the evening: 19:20 or 19:20:05."""
    return DAY.format(clock if clock.count(":") == 2 else f"{clock}:00")


def seat(entry: int, table: str, number: int, **stated: Any) -> Line:
    return {"event": "seat", "entry": entry, "table": table, "seat": number, "method": "draw"} | stated


def tables(*sizes: int, **stated: Any) -> list[Line]:
    """A first line, entries 1 and on, and their seats: so many at T1, so many at T2, ..."""
    lines: list[Line] = [header(**stated), *entries(sum(sizes))]
    entry = 0
    for table, size in enumerate(sizes, 1):
        for number in range(1, size + 1):
            entry += 1
            lines.append(seat(entry, f"T{table}", number))
    return lines


def move(entry: int, from_: str, to: str, **stated: Any) -> Line:
    """A move from T1/2 to T2/6, approved."""
    ends = {}
    for name, place in (("from", from_), ("to", to)):
        table, _, number = place.partition("/")
        ends[name] = {"table": table, "seat": int(number)}
    return {"event": "move", "entry": entry, **ends, "approved": True} | stated


def draw(reason: str, *seats: tuple[int, str, int], **stated: Any) -> Line:
    listed = [{"entry": entry, "table": table, "seat": number} for entry, table, number in seats]
    return {"event": "draw", "reason": reason, "seats": listed} | stated


def hand(table: str, number: int, **stated: Any) -> Line:
    return {"event": "hand", "table": table, "hand": number} | stated


def sitting(*players: tuple[int, int]) -> list[Line]:
    """The players of a hand of the file: entry and seat."""
    return [{"entry": entry, "seat": number} for entry, number in players]


def stacks(table: str, **chips: int) -> Line:
    """A counted table with its stacks: e1=10000, e2=9000."""
    return {
        "table": table,
        "stacks": [{"entry": int(name[1:]), "chips": each} for name, each in chips.items()],
    }


def log(session: str, table: str, *hands: Line, tournament: str | None = "T-1", **stated: Any) -> list[Line]:
    """A table's log; of the tournament T-1 unless another, or none, is named."""
    first = {
        "event": "session", "format": "cardroom-log/1", "room": "TEST-2", "session": session, "table": table,
        "currency": "EUR", "opened_at": at("18:00"),
    } | stated  # fmt: skip
    return [first | ({"tournament": tournament} if tournament is not None else {}), *hands]


def played(
    number: int, clock: str | None, *players: tuple[int, str, int | None, int | None], **stated: Any
) -> Line:
    """A hand of a log: seat, player, stack and net of each."""
    seats = [
        {"seat": place, "player": player}
        | ({} if stack is None else {"stack": stack})
        | ({} if net is None else {"net": net})
        for place, player, stack, net in players
    ]
    time = {} if clock is None else {"at": at(clock)}
    return {"event": "ofc_hand", "variant": "ofc", "hand": number, **time, "seats": seats} | stated


def carnivale(*sizes: int, **stated: Any) -> list[Line]:
    """The tables of the Carnivale's event, of stacks of 15,000."""
    own = {
        "ruleset": "carnivale-event-2013", "game": "ofc", "currency": "USD", "buy_in": 500000, "stack": 15000,
        "starts_at": "2013-07-13T17:00:00-07:00",
    }  # fmt: skip
    return tables(*sizes, **(own | stated))
