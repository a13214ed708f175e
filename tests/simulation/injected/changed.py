"""What an error is, and where in a log it is put: the first hand, act or line that has what the error is about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from rules.controls.library import library
from simulation import simulate
from tests.simulation.short_stacks.logs import short_log

Event = dict[str, Any]
Log = list[Event]
VERBS = ("fold", "check", "call", "bet", "raise", "complete")
_BASES: dict[str, tuple[str, str, str, tuple[int, int]]] = {
    "holdem": ("olympic-cash", "holdem", "no_limit", (6, 6)),
    "omaha": ("standard-cash", "omaha", "pot_limit", (5, 5)),
    "stud": ("olympic-cash", "stud7", "fixed_limit", (5, 5)),
    "draw": ("standard-cash", "draw27", "fixed_limit", (4, 4)),
    "limit": ("standard-cash", "holdem", "fixed_limit", (5, 5)),
}
_SHORT = {  # logs of short stacks, in which nobody buys chips
    "short": ("standard-cash", "holdem", "no_limit"),
    "short limit": ("standard-cash", "holdem", "fixed_limit"),
    "short stud": ("standard-cash", "stud7", "fixed_limit"),
    "short bombs": ("standard-cash", "omaha", "no_limit"),
    "short club": ("olympic-cash", "omaha", "pot_limit"),
}


class Injected(NamedTuple):
    """One error: its name, the log that it is put in, what it changes, and the codes that have to appear.

    ``silent``: why nobody could see it, where no code has to.
    """

    name: str
    base: str
    change: Callable[[Log], None]
    codes: tuple[str, ...]
    silent: str = ""


@cache
def _base(name: str) -> str:
    if name in _SHORT:
        ruleset, game, limit = _SHORT[name]
        return short_log(library().get(ruleset), game, limit, hands=100, seed=3).log().decode()
    ruleset, game, limit, players = _BASES[name]
    log = simulate(library().get(ruleset), hands=40, seed=3, game=game, limit=limit, players=players)
    return log.log().decode()


def honest(name: str) -> Log:
    """A log in which nothing is wrong."""
    return [json.loads(line) for line in _base(name).splitlines()]


def injected(error: Injected) -> bytes:
    """The log of an error, in which it is the only one."""
    log = honest(error.base)
    before = deepcopy(log)
    error.change(log)
    assert log != before, error.name
    return b"".join(json.dumps(event).encode() + b"\n" for event in log)


# ---------------------------------------------------------------- places


def hands(log: Log) -> Iterator[Event]:
    """The hands that were played to their end."""
    return (event for event in log if event["event"] == "pot_hand" and not event.get("void"))


def places(log: Log, **wanted: Any) -> Iterator[tuple[Event, int, Event]]:
    """Hand, place and act of each act that has some values."""
    for hand in hands(log):
        for place, act in enumerate(hand["acts"]):
            if all(act.get(name) == value for name, value in wanted.items()):
                yield hand, place, act


def act(log: Log, **wanted: Any) -> Event:
    """The first act that has some values."""
    return next(places(log, **wanted))[2]


def without(log: Log, **wanted: Any) -> None:
    """The first act that has some values is not on record."""
    hand, place, _ = next(places(log, **wanted))
    del hand["acts"][place]


def line(log: Log, event: str, **wanted: Any) -> Event:
    """The first line of an event that has some values."""
    return next(
        each
        for each in log
        if each["event"] == event and all(each.get(name) == value for name, value in wanted.items())
    )


def seat(hand: Event, number: int) -> Event:
    """A seat of a hand."""
    found: Event = next(each for each in hand["seats"] if each["seat"] == number)
    return found


def shown_down(log: Log) -> Event:
    """The first hand with a winner and a loser who both showed, and one pot."""
    for hand in hands(log):
        shows = [act for act in hand["acts"] if act["act"] == "show"]
        if len(shows) > 1 and len(hand["pots"]) == 1 and len(hand["pots"][0]["awards"]) == 1:
            return hand
    raise LookupError("no showdown")


def facing(log: Log, verb: str) -> tuple[Event, int, Event]:
    """The first act of a verb that comes after a bet or raise of the same round."""
    for hand in hands(log):
        bet = False
        for place, act in enumerate(hand["acts"]):
            bet = bet and act["act"] not in ("board", "card", "draw")
            if bet and act["act"] == verb:
                return hand, place, act
            bet = bet or act["act"] in ("bet", "raise", "complete")
    raise LookupError(verb)


def other_seat(log: Log, **wanted: Any) -> None:
    """The first act with some values is recorded of another seat that was dealt in."""
    hand, _, found = next(places(log, **wanted))
    dealt = (each["seat"] for each in hand["seats"] if "status" not in each)
    found["seat"] = next(number for number in dealt if number != found["seat"])
