"""A few readable lines for open-face hands, with the placements made from the rows. See build.py.

log(CASH, placed(1, seat(1, X), seat(2, Y), dealer=2))
"""

import datetime as dt
from copy import deepcopy
from itertools import pairwise
from typing import Any

from rules.cards import ROWS
from tests.rules.build import Event, seat, session

# Three hands of one deck, in order and without a royalty: X beats Y in front and at the back, Y beats X in the middle,
# and both beat Z in every row. At one unit a row and three for the scoop they win 7, 5 and -12 units.
X = "Kh9d4c 8s8hJc5d2s AcAs7h6d3c"
Y = "QhTd3s 9s9hKc6c2d TcTs7d5h4s"
Z = "Jh5c4d 7c7sQd6s3d 8c8dQcTh4h"
QUEENS = "QcQs4d KdKs7c6h3d AhAdJhJd2c"  # of the same deck as X and Y; leads to fantasyland, seven units of royalties
STAYS = "Ah7h2h 8s8h5d4c3c JcJdJhJs2c"  # of the same deck as Y; stays in fantasyland, ten units of royalties
FOUL = "Kh9d4c AcAs7h6d3c 8s8hJc5d2s"  # X with its aces in the middle

_OPENED = "2013-07-13T17:00:00-07:00"
CARNIVALE = session(ruleset="carnivale-ofc-2013", opened_at=_OPENED, unit=None)
EVENT = session(ruleset="ofc-event", opened_at=_OPENED)
CASH = session(ruleset="ofc-cash", opened_at=_OPENED)
PINEAPPLE = session(ruleset="ofc-pineapple", opened_at=_OPENED)

_FIRST_HAND = dt.datetime(2013, 7, 13, 17, 20, tzinfo=dt.timezone(dt.timedelta(hours=-7)))
HAND, TURN = 300, 10  # seconds
_FIRST, _THEN = 5, {"ofc": (1, 0), "pineapple": (3, 1)}  # cards dealt; then dealt and discarded a turn


def at(seconds: int, hand: int = 1) -> str:
    """A time so many seconds into a hand; hands follow each other every five minutes."""
    return (_FIRST_HAND + dt.timedelta(seconds=seconds + HAND * (hand - 1))).isoformat()


def ofc(number: int, *seats: Event, **fields: Any) -> Event:
    """An open-face hand."""
    line = {"event": "ofc_hand", "hand": number, "variant": "ofc", "at": at(0, number), "seats": list(seats)}
    return {name: value for name, value in (line | fields).items() if value is not None}


def missed(number: int, **fields: Any) -> Event:
    """A seat whose player was not there."""
    return seat(number, status="missed", **fields)


def placed(
    number: int, *seats: Event, dealer: int, cards: dict[int, str] | None = None, **fields: Any
) -> Event:
    """An open-face hand with its placements: round by round from the left of the button, ten seconds an act.

    The cards of a seat come as they lie in its rows from the back to the front, or in the order that ``cards`` gives
    for it; in Pineapple the last of each turn is one of its discards. A seat in fantasyland sets all of them at once.
    """
    event = ofc(number, *seats, dealer=dealer, **fields)
    turns = {each["seat"]: _turns(each, event["variant"], (cards or {}).get(each["seat"])) for each in seats}
    order = sorted(turns, key=lambda seat: (seat - dealer - 1) % 10)
    acts = [
        {"seat": seat, **turns[seat][turn]}
        for turn in range(max(map(len, turns.values())))
        for seat in order
        if turn < len(turns[seat])
    ]
    for place, act in enumerate(acts, 1):
        act["at"] = at(TURN * place, number)
    return event | {"placements": acts, "clock_calls": fields.get("clock_calls", [])}


def _split(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def _turns(each: Event, variant: str, order: str | None) -> list[dict[str, str]]:
    """The acts of a seat: what it was dealt, and where it went."""
    if each.get("status") == "missed":
        return []
    row_of = {card: row for row in reversed(ROWS) for card in _split(each[row])}
    discards = _split(each.get("discards", ""))
    left = _split(order) if order else list(row_of)
    if "fantasyland" in each:
        return [_act(left, discards, row_of)]
    acts, left = [_act(left[:_FIRST], [], row_of)], left[_FIRST:]
    dealt, discarded = _THEN[variant]
    while left:
        count = dealt - discarded
        acts.append(_act(left[:count], discards[:discarded], row_of))
        left, discards = left[count:], discards[discarded:]
    return acts


def _act(kept: list[str], discards: list[str], row_of: dict[str, str]) -> dict[str, str]:
    act = {"dealt": "".join(kept + discards)}
    act |= {row: "".join(card for card in kept if row_of[card] == row) for row in ROWS}
    return act | ({"discard": "".join(discards)} if discards else {})


def with_act(event: Event, number: int, **fields: Any) -> Event:
    """The hand with something else in one of its placements, which are counted from 1; None leaves it out."""
    event = deepcopy(event)
    act = event["placements"][number - 1] | fields
    event["placements"][number - 1] = {name: value for name, value in act.items() if value is not None}
    return event


def swapped(event: Event, one: int, other: int) -> Event:
    """The hand with two placements in each other's place, each at the other's time."""
    event = deepcopy(event)
    acts = event["placements"]
    first, second = acts[one - 1], acts[other - 1]
    acts[one - 1], acts[other - 1] = second | {"at": first["at"]}, first | {"at": second["at"]}
    return event


def clocked(event: Event, number: int, *, after: int, took: int | None = None) -> Event:
    """The hand with a clock called on the turn of a placement, so many seconds into the turn.

    took: seconds from the call until the seat acted. None: it never did, and the floor set the card 30 seconds later.
    """
    event = deepcopy(event)
    acts = event["placements"]
    before = [_FIRST_HAND - _FIRST_HAND, *(_into(event, act) for act in acts)]
    lasts = [later - earlier for earlier, later in pairwise(before)]
    lasts[number - 1] = dt.timedelta(seconds=after + (30 if took is None else took))
    now = before[0]
    for act, last in zip(acts, lasts, strict=True):
        now += last
        act["at"] = at(int(now.total_seconds()), event["hand"])
    began = sum(lasts[: number - 1], before[0])
    call = {"at": at(int(began.total_seconds()) + after, event["hand"]), "seat": acts[number - 1]["seat"]}
    if took is not None:
        call["acted_at"] = acts[number - 1]["at"]
    return event | {"clock_calls": [*event["clock_calls"], call]}


def _into(event: Event, act: Event) -> dt.timedelta:
    return dt.datetime.fromisoformat(act["at"]) - dt.datetime.fromisoformat(event["at"])
