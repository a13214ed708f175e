"""Simulated open-face logs, and what a test needs to know of their records."""

from datetime import datetime
from functools import lru_cache

from msgspec import UNSET

from rules.controls.library import library
from rules.records.events import OfcHand
from rules.records.reader import decode_line
from simulation import simulate

RULESETS = [str(each) for each in library().rulesets() if each.family == "ofc"]
CARNIVALE, EVENT, CASH, PINEAPPLE, OLYMPIC = (
    "carnivale-ofc-2013@1",
    "ofc-event@1",
    "ofc-cash@1",
    "ofc-pineapple@1",
    "olympic-deals@1",
)
RANKS = "23456789TJQKA"
ROWS = ("front", "middle", "back")


def simulated(name, **how):
    return simulate(library().get(name), **{"hands": 200, "seed": 8, **how})


def events(name, **how):
    return list(_events(name, **how))


@lru_cache(maxsize=16)
def _events(name, **how):
    """The events of a log, read once for the tests that only look at them."""
    return tuple(decode_line(line) for line in simulated(name, **how).lines())


def hands_of(name, **how):
    return [each for each in events(name, **how) if isinstance(each, OfcHand)]


def played(name, **how):
    return [hand for hand in hands_of(name, **how) if hand.void is not True]


def there(hand):
    """Seats that were dealt cards."""
    return [seat for seat in hand.seats if seat.status != "missed"]


def cards(text):
    return [text[i : i + 2] for i in range(0, len(text), 2)] if text is not UNSET else []


def acts_of(hand, seat):
    return [act for act in hand.placements if act.seat == seat.seat]


def moment(text):
    return datetime.fromisoformat(text)


def seconds(one, other):
    return (moment(other) - moment(one)).total_seconds()


def ranks(text):
    return sorted(RANKS.index(card[0]) for card in cards(text))


def quads(row):
    return any(ranks(row).count(rank) == 4 for rank in ranks(row))


def straight_flush(row):
    held = ranks(row)
    run = held == list(range(held[0], held[0] + 5)) or held == [0, 1, 2, 3, 12]
    return run and len({card[1] for card in cards(row)}) == 1


def enters(seat):
    """Queens or better in front, in order."""
    held = ranks(seat.front)
    trips = len(set(held)) == 1
    return not seat.fouled and (trips or any(held.count(rank) > 1 and rank >= 10 for rank in held))


def stays(seat):
    """Trips in front, or quads or better in the back."""
    return len(set(ranks(seat.front))) == 1 or quads(seat.back) or straight_flush(seat.back)
