"""Errors in hands of short stacks: in forced bets, all-ins, boards that are run and hands that are killed."""

from __future__ import annotations

from collections import Counter

from tests.simulation.injected.bets import NO_BRING_IN
from tests.simulation.injected.changed import VERBS, Event, Injected, Log, hands, places, seat, without


def _stack(hand: Event, number: int) -> int:
    found: int = seat(hand, number)["stack"]
    return found


def _short(log: Log, kind: str) -> tuple[Event, Event]:
    """The first post of a kind that is all that its seat had left, and its hand."""
    for hand, _, found in places(log, act="post", kind=kind):
        posted = sum(
            each["amount"] for each in hand["acts"] if each["act"] == "post" and each["seat"] == found["seat"]
        )
        if found["amount"] < hand["stakes"][kind] and posted == _stack(hand, found["seat"]):
            return hand, found
    raise LookupError(kind)


def _less(log: Log, kind: str) -> None:
    _short(log, kind)[1]["amount"] -= 5


def _stack_of_short(log: Log, kind: str) -> None:
    """Who posted all chips had more of them."""
    hand, found = _short(log, kind)
    seat(hand, found["seat"])["stack"] += 500


def _straddled(log: Log) -> tuple[Event, int, Event]:
    """The first straddle that is the only one of its hand, and in full."""
    for hand, place, found in places(log, kind="straddle"):
        straddles = [each for each in hand["acts"] if each.get("kind") == "straddle"]
        if len(straddles) == 1 and found["amount"] == 2 * hand["stakes"]["big_blind"]:
            return hand, place, found
    raise LookupError("straddle")


def _straddle_of(log: Log, more: int) -> None:
    _straddled(log)[2]["amount"] += more


def _dead_is_live(log: Log) -> None:
    next(each for each in places(log, kind="dead") if _acted(*each))[2]["kind"] = "extra"


def _live_is_dead(log: Log) -> None:
    next(each for each in places(log, kind="extra") if _acted(*each))[2]["kind"] = "dead"


def _acted(hand: Event, _: int, found: Event) -> bool:
    """Whether a seat that posted put more in, and so has an amount on record."""
    return any("to" in each and each["seat"] == found["seat"] for each in hand["acts"])


def _killed(log: Log) -> tuple[Event, int, Event]:
    return next(places(log, act="fold", by="floor"))


def _killed_acts(log: Log) -> None:
    hand, place, found = _killed(log)
    hand["acts"].insert(place + 1, {"act": "check", "seat": found["seat"]})


def _not_killed(log: Log) -> None:
    """A hand that was killed is not on record as such."""
    hand, place, _ = _killed(log)
    del hand["acts"][place]


def _run(log: Log) -> tuple[Event, int, Event]:
    return next(places(log, act="run"))


def _run_before(log: Log) -> None:
    """The agreement stands before the last call."""
    hand, place, _ = next(
        each for each in places(log, act="run") if each[0]["acts"][each[1] - 1]["act"] == "call"
    )
    hand["acts"][place - 1 : place + 1] = hand["acts"][place - 1 : place + 1][::-1]


def _runs_exchanged(log: Log) -> None:
    """What one board won is on record for the other."""
    for hand, _, _ in places(log, act="run", times=2):
        first = [award for pot in hand["pots"] for award in pot["awards"] if award.get("run") == 1]
        if len({award["seat"] for pot in hand["pots"] for award in pot["awards"]}) > 1 and first:
            for pot in hand["pots"]:
                for award in pot["awards"]:
                    award["run"] = 3 - award["run"]
            return


def _bomb(log: Log) -> Event:
    """The first hand of antes and no blinds in which everybody has chips left."""
    for hand in hands(log):
        kinds = Counter(each["kind"] for each in hand["acts"] if each["act"] == "post")
        ante = hand["stakes"].get("ante", 0)
        if set(kinds) == {"ante"} and all(each["stack"] > ante for each in hand["seats"]):
            return hand
    raise LookupError("bomb pot")


def _bomb_ante(log: Log) -> None:
    _bomb(log)["acts"][0]["amount"] -= 10


def _bomb_bet(log: Log) -> None:
    """Somebody bets before the flop of a bomb pot."""
    hand = _bomb(log)
    place = next(at for at, each in enumerate(hand["acts"]) if each["act"] == "board")
    hand["acts"].insert(
        place, {"act": "bet", "seat": hand["acts"][0]["seat"], "to": hand["stakes"]["big_blind"]}
    )


def _all_in(log: Log, verb: str, *, half: bool) -> tuple[Event, int, Event]:
    """The first all-in of a fixed limit for less than a bet of the first round, of half or more, or less."""
    for hand, place, found in places(log, act=verb):
        if any(each["act"] == "board" for each in hand["acts"][:place]):
            continue
        size, big = hand["stakes"]["small_bet"], hand["stakes"]["big_blind"]
        over = found["to"] - big
        if (
            0 < over < size
            and (2 * over >= size) == half
            and not any(each["act"] == "raise" for each in hand["acts"][:place])
        ):
            return hand, place, found
    raise LookupError(verb)


def _not_all_in(log: Log) -> None:
    """A raise for less than a bet is of a seat that had more."""
    hand, _, found = _all_in(log, "raise", half=True)
    seat(hand, found["seat"])["stack"] += 1_000


def _early_option(log: Log) -> None:
    """A seat acts that is all in by its post."""
    hand, found = _short(log, "big_blind")
    place = next(at for at, each in enumerate(hand["acts"]) if each["act"] in VERBS)
    hand["acts"].insert(place, {"act": "check", "seat": found["seat"]})


def _nets_exchanged(log: Log) -> None:
    """The nets of two seats that lost other amounts are exchanged."""
    for hand in hands(log):
        lost = {each["net"]: each for each in hand["seats"] if each["net"] < 0}
        if len(lost) > 1:
            one, two = list(lost.values())[:2]
            one["net"], two["net"] = two["net"], one["net"]
            return


ERRORS = [
    Injected("less of a short big blind", "short", lambda log: _less(log, "big_blind"), ("BET009",)),
    Injected("less of a short small blind", "short", lambda log: _less(log, "small_blind"), ("BET009",)),
    Injected("less of a short ante", "short", lambda log: _less(log, "ante"), ("BET009",)),
    Injected("less of a short bring-in", "short stud", lambda log: _less(log, "bring_in"), ("BET010",)),
    Injected("a short big blind of a deep stack", "short", lambda log: _stack_of_short(log, "big_blind"), ("BET009",)),
    Injected("a short bring-in of a deep stack", "short stud", lambda log: _stack_of_short(log, "bring_in"), ("BET010",)),
    Injected("a straddle of less", "short", lambda log: _straddle_of(log, -50), ("BET011",)),
    Injected("a straddle of more", "short", lambda log: _straddle_of(log, 50), ("BET011",)),
    Injected("a dead post that is live", "short", _dead_is_live, ("POT010",)),
    Injected("a live post that is dead", "short", _live_is_dead, ("POT009",)),
    Injected("a hand that was killed acts", "short", _killed_acts, ("BET002",)),
    Injected("a hand that was killed is not", "short", _not_killed, ("POT008",)),
    Injected("run before the last call", "short club", _run_before, ("BET015",)),
    Injected("run three times at the club", "short club", lambda log: _run(log)[2].update(times=3), ("BET015",)),
    Injected("run without one of the seats", "short club", lambda log: _run(log)[2]["agreed"].pop(), ("BET015",)),
    Injected("awards of two boards exchanged", "short club", _runs_exchanged, ("POT009",)),
    Injected("a second board without its river", "short club", lambda log: without(log, street="river", run=2), ("IRR015",)),
    Injected("a second board without its turn", "short club", lambda log: without(log, street="turn", run=2), ("IRR015",)),
    Injected("a first board without its river", "short club", lambda log: without(log, street="river", run=1), ("IRR015",)),
    Injected("less of an ante of a bomb pot", "short bombs", _bomb_ante, ("BET009",)),
    Injected("a bet before the flop of a bomb pot", "short bombs", _bomb_bet, ("IRR013",)),
    Injected("a short raise of a deep stack", "short limit", _not_all_in, ("BET005",)),
    Injected("a seat that is all in acts", "short", _early_option, ("BET001",)),
    Injected("no bring-in after short antes", "short stud", lambda log: without(log, kind="bring_in"), (), NO_BRING_IN),
    Injected("a net of another seat", "short", _nets_exchanged, ("POT010",)),
]  # fmt: skip
