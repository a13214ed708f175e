"""Errors in posts, bets, cards and turns of pot hands."""

from __future__ import annotations

from tests.simulation.injected.changed import (
    VERBS,
    Event,
    Injected,
    Log,
    act,
    facing,
    hands,
    other_seat,
    places,
    seat,
    shown_down,
    without,
)


def _more(found: Event, name: str, amount: int) -> None:
    found[name] += amount


def _copied(log: Log, **wanted: object) -> None:
    hand, place, found = next(places(log, **wanted))
    hand["acts"].insert(place + 1, dict(found))


def _exchanged(log: Log) -> None:
    """Two players who fold one after the other do so in the other order."""
    for hand in hands(log):
        for place, (one, two) in enumerate(zip(hand["acts"], hand["acts"][1:], strict=False)):
            if one["act"] in VERBS and two["act"] in VERBS and one["seat"] != two["seat"]:
                hand["acts"][place : place + 2] = [two, one]
                return


def _after_fold(log: Log) -> None:
    hand, place, found = next(places(log, act="fold"))
    hand["acts"].insert(place + 1, {"act": "call", "seat": found["seat"], "to": 200})


def _early(log: Log, street: str) -> None:
    """A street stands before the last act of the round before it."""
    for hand, place, found in places(log, act="board", street=street):
        if hand["acts"][place - 1]["act"] in ("call", "check"):
            hand["acts"][place - 1 : place + 1] = [found, hand["acts"][place - 1]]
            return


def _late_bet(log: Log) -> None:
    """A bet stands after the last act of the river."""
    hand = shown_down(log)
    place = next(at for at, found in enumerate(hand["acts"]) if found["act"] == "show")
    hand["acts"].insert(place, {"act": "bet", "seat": hand["acts"][place]["seat"], "to": 400})


def _dealt_twice(log: Log) -> None:
    hand = shown_down(log)
    first, second = [each for each in hand["seats"] if each.get("hole")][:2]
    second["hole"] = first["hole"][:2] + second["hole"][2:]


def _on_board_too(log: Log) -> None:
    hand, _, found = next(places(log, act="board", street="turn"))
    found["cards"] = next(each for each in hand["acts"] if each.get("street") == "flop")["cards"][:2]


def _one_card_more(log: Log) -> None:
    hand = shown_down(log)
    seat(hand, hand["acts"][-1]["seat"])["hole"] += "2c"


def _winner_mucks(log: Log) -> None:
    hand = shown_down(log)
    winner = hand["pots"][0]["awards"][0]["seat"]
    next(each for each in hand["acts"] if each["act"] == "show" and each["seat"] == winner).update(act="muck")


def _shows_exchanged(log: Log) -> None:
    hand = shown_down(log)
    shows = [place for place, each in enumerate(hand["acts"]) if each["act"] == "show"]
    one, two = shows[:2]
    hand["acts"][one], hand["acts"][two] = hand["acts"][two], hand["acts"][one]


def _draws_exchanged(log: Log) -> None:
    for hand in hands(log):
        for place, (one, two) in enumerate(zip(hand["acts"], hand["acts"][1:], strict=False)):
            if one["act"] == two["act"] == "draw" and one["street"] == two["street"]:
                hand["acts"][place : place + 2] = [two, one]
                return


def _one_drawn_less(log: Log) -> None:
    found = next(each for _, _, each in places(log, act="draw") if each["discard"])
    found["cards"] = found["cards"][2:]


def _not_held(log: Log) -> None:
    """A card is thrown away that another seat holds."""
    hand, _, found = next(each for each in places(log, act="draw") if each[2]["discard"])
    other = next(each for each in hand["seats"] if each["seat"] != found["seat"])
    found["discard"] = other["hole"][:2] + found["discard"][2:]


def _card_of_folded(log: Log) -> None:
    for hand, place, found in places(log, act="card", street="fourth"):
        folded = [each["seat"] for each in hand["acts"][:place] if each["act"] == "fold"]
        if folded:
            found["seat"] = folded[0]
            return


NO_BRING_IN = "pots and nets show that its chips were put in, and where no bring-in is on record, posts may not be recorded"
ERRORS = [
    Injected("half of a big blind", "holdem", lambda log: _more(act(log, kind="big_blind"), "amount", -100), ("BET009",)),
    Injected("a small blind too high", "holdem", lambda log: _more(act(log, kind="small_blind"), "amount", 50), ("BET009",)),
    Injected("a small blind posted twice", "holdem", lambda log: _copied(log, kind="small_blind"), ("BET016",)),
    Injected("a big blind posted twice", "limit", lambda log: _copied(log, kind="big_blind"), ("BET016",)),
    Injected("a big blind of another seat", "holdem", lambda log: other_seat(log, kind="big_blind"), ("BET009",)),
    Injected("no small blind", "holdem", lambda log: without(log, kind="small_blind"), ("BET009",)),
    Injected("no big blind", "limit", lambda log: without(log, kind="big_blind"), ("BET009",)),
    Injected("a blind above the stack", "omaha", lambda log: _more(act(log, kind="big_blind"), "amount", 90_000), ("BET006",)),
    Injected("half of an ante", "stud", lambda log: _more(act(log, kind="ante"), "amount", -25), ("BET009",)),
    Injected("no ante of one seat", "stud", lambda log: without(log, kind="ante"), ("BET009",)),
    Injected("an ante posted twice", "stud", lambda log: _copied(log, kind="ante"), ("POT008",)),
    Injected("a bring-in of another seat", "stud", lambda log: other_seat(log, kind="bring_in"), ("BET010",)),
    Injected("half of a bring-in", "stud", lambda log: _more(act(log, kind="bring_in"), "amount", -50), ("BET010",)),
    Injected("no bring-in", "stud", lambda log: without(log, kind="bring_in"), (), NO_BRING_IN),
    Injected("a call for less", "holdem", lambda log: _more(facing(log, "call")[2], "to", -50), ("BET007",)),
    Injected("a call for more", "limit", lambda log: _more(facing(log, "call")[2], "to", 50), ("BET007",)),
    Injected("a raise of a chip less", "limit", lambda log: _more(act(log, act="raise"), "to", -50), ("BET005",)),
    Injected("a raise of hardly more than the bet", "holdem", lambda log: act(log, act="raise").update(to=250), ("BET003",)),
    Injected("a bet below the big blind", "omaha", lambda log: act(log, act="bet").update(to=100), ("BET003",)),
    Injected("a bet above the pot", "omaha", lambda log: act(log, act="bet").update(to=3_950), ("BET005",)),
    Injected("a bet of a wrong size", "stud", lambda log: _more(act(log, act="bet"), "to", 150), ("BET005",)),
    Injected("a raise above the stack", "holdem", lambda log: act(log, act="raise").update(to=900_000), ("BET006",)),
    Injected("a fold that is a check", "holdem", lambda log: facing(log, "fold")[2].update(act="check"), ("BET007",)),
    Injected("a raise that is a call", "holdem", lambda log: act(log, act="raise").update(act="call"), ("BET007",)),
    Injected("a fold of a seat whose turn it is not", "limit", _exchanged, ("BET001",)),
    Injected("a call of a seat that had folded", "holdem", _after_fold, ("BET002",)),
    Injected("a bet after the river", "holdem", _late_bet, ("BET002",)),
    Injected("a fold is left out", "limit", lambda log: without(log, act="fold"), ("BET001",)),
    Injected("a call is left out", "omaha", lambda log: without(log, act="call"), ("BET001",)),
    Injected("more went back than was uncalled", "holdem", lambda log: _more(act(log, act="return"), "amount", 50), ("BET007",)),
    Injected("an uncalled bet went back to another", "holdem", lambda log: other_seat(log, act="return"), ("BET007",)),
    Injected(
        "what went back is left out", "holdem", lambda log: without(log, act="return"), (),
        "the act is optional: pots and nets show that the chips went back",
    ),
    Injected("the flop before the last act", "holdem", lambda log: _early(log, "flop"), ("IRR013",)),
    Injected("the river before the last act", "limit", lambda log: _early(log, "river"), ("IRR013",)),
    Injected("four cards on the flop", "holdem", lambda log: act(log, street="flop").update(cards="2c3d4h5s"), ("IRR015",)),
    Injected("no turn card", "holdem", lambda log: without(log, act="board", street="turn"), ("IRR015",)),
    Injected("a card in two hands", "holdem", _dealt_twice, ("DCK001",)),
    Injected("a card on the board twice", "omaha", _on_board_too, ("DCK001",)),
    Injected("three cards in a hand of two", "holdem", _one_card_more, ("IRR015",)),
    Injected("the winner mucked", "holdem", _winner_mucks, ("POT006",)),
    Injected("hands shown in the other order", "holdem", _shows_exchanged, ("POT005",)),
    Injected("draws in the other order", "draw", _draws_exchanged, ("IRR016",)),
    Injected("a card less drawn", "draw", _one_drawn_less, ("IRR016",)),
    Injected("a card thrown away that another held", "draw", _not_held, ("DCK004",)),
    Injected("a card for a seat that had folded", "stud", _card_of_folded, ("BET001",)),
]  # fmt: skip
