"""Errors in pots, awards, nets, fees, stacks, seats and lines of pot hands."""

from __future__ import annotations

from copy import deepcopy

from tests.simulation.injected.changed import Event, Injected, Log, hands, line, other_seat, shown_down


def _with_pots(log: Log, pots: int = 1) -> Event:
    return next(hand for hand in hands(log) if len(hand["pots"]) >= pots)


def _shared(log: Log) -> Event:
    return next(hand for hand in hands(log) if any(len(pot["awards"]) > 1 for pot in hand["pots"]))


def _raked(log: Log, kind: str = "rake") -> Event:
    """The first fee of a kind."""
    return next(fee for hand in hands(log) for fee in hand["fees"] if fee["kind"] == kind)


def _nets(log: Log, *amounts: int) -> None:
    """Nets of the first seats of a showdown are others by so much."""
    hand = shown_down(log)
    for each, amount in zip([each for each in hand["seats"] if each["net"]], amounts, strict=False):
        each["net"] += amount


def _to_the_loser(log: Log) -> None:
    hand = shown_down(log)
    (award,) = hand["pots"][0]["awards"]
    award["seat"] = next(seat for seat in hand["pots"][0]["eligible"] if seat != award["seat"])


def _paid_to_the_loser(log: Log) -> None:
    """The pot went to the loser, and the nets say so."""
    hand = shown_down(log)
    (award,) = hand["pots"][0]["awards"]
    loser = next(seat for seat in hand["pots"][0]["eligible"] if seat != award["seat"])
    for each in hand["seats"]:
        each["net"] += (
            {award["seat"]: -award["amount"], loser: award["amount"]}.get(each["seat"], 0)
            if "net" in each
            else 0
        )
    award["seat"] = loser


def _award(log: Log, more: int) -> None:
    shown_down(log)["pots"][0]["awards"][0]["amount"] += more


def _shifted(log: Log) -> None:
    """A chip more to one who shares a pot, and one less to the other."""
    one, two = next(pot["awards"] for pot in _shared(log)["pots"] if len(pot["awards"]) > 1)[:2]
    one["amount"] += 50
    two["amount"] -= 50


def _pot(log: Log, more: int) -> None:
    _with_pots(log)["pots"][0]["amount"] += more


def _folded_is_eligible(log: Log) -> None:
    hand = _with_pots(log)
    folded = next(each["seat"] for each in hand["acts"] if each["act"] == "fold")
    hand["pots"][0]["eligible"] = sorted([*hand["pots"][0]["eligible"], folded])


def _pots_as_one(log: Log) -> None:
    """Pots that several seats won are on record as one, and the seat that put in less has its side pot's share, too."""
    hand = next(hand for hand in hands(log) if len(_winners(hand)) > 1 < len(hand["pots"]))
    side = hand["pots"].pop()
    hand["pots"][0]["amount"] += side["amount"]
    hand["pots"][0]["awards"][0]["amount"] += sum(award["amount"] for award in side["awards"])


def _one_sum(log: Log) -> None:
    """One sum of all pots, and who was given how much in all."""
    hand = next(hand for hand in hands(log) if len(hand["pots"]) > 1 == len(_winners(hand)))
    main, *sides = hand["pots"]
    for side in sides:
        main["amount"] += side["amount"]
        main["awards"] += side["awards"]
    hand["pots"] = [main]


def _winners(hand: Event) -> set[int]:
    return {award["seat"] for pot in hand["pots"] for award in pot["awards"]}


def _fee(log: Log, of: str, **other: object) -> None:
    _raked(log, of).update(other)


def _no_fee(log: Log, kind: str) -> None:
    hand = next(hand for hand in hands(log) if any(fee["kind"] == kind for fee in hand["fees"]))
    hand["fees"] = [fee for fee in hand["fees"] if fee["kind"] != kind]


def _hand(log: Log, number: int) -> Event:
    return list(hands(log))[number]


def _stack(log: Log, more: int) -> None:
    next(each for each in _hand(log, 2)["seats"] if "stack" in each)["stack"] += more


def _stacks_exchanged(log: Log) -> None:
    one, two = _hand(log, 2)["seats"][:2]
    one["stack"], two["stack"] = two["stack"], one["stack"]


def _players_exchanged(log: Log) -> None:
    one, two = _hand(log, 2)["seats"][:2]
    one["player"], two["player"] = two["player"], one["player"]


def _same_button(log: Log) -> None:
    _hand(log, 3)["dealer"] = _hand(log, 2)["dealer"]


def _button_too_far(log: Log) -> None:
    hand = _hand(log, 2)
    order = sorted(each["seat"] for each in hand["seats"])
    hand["dealer"] = order[(order.index(hand["dealer"]) + 1) % len(order)]


def _left_out(log: Log) -> None:
    log.remove(_hand(log, 3))


def _twice(log: Log) -> None:
    hand = _hand(log, 3)
    log.insert(log.index(hand), deepcopy(hand))


def _times_exchanged(log: Log) -> None:
    one, two = _hand(log, 2), _hand(log, 3)
    for name in ("at", "ended_at"):
        one[name], two[name] = two[name], one[name]


def _chips(log: Log, kind: str, amount: int) -> None:
    line(log, "chips", kind=kind)["amount"] = amount


def _chips_left_out(log: Log, kind: str) -> None:
    log.remove(line(log, "chips", kind=kind))


ERRORS = [
    Injected("the award to the loser", "holdem", _to_the_loser, ("POT009",)),
    Injected("the pot paid to the loser", "limit", _paid_to_the_loser, ("POT009",)),
    Injected("an award of one chip less", "holdem", lambda log: _award(log, -50), ("POT009",)),
    Injected("an award of a chip more", "limit", lambda log: _award(log, 50), ("POT009",)),
    Injected("an award with a digit more", "omaha", lambda log: _award(log, 90_000), ("POT009",)),
    Injected("a shared pot by one chip wrong", "omaha", _shifted, ("POT009",)),
    Injected("a pot of one chip more", "holdem", lambda log: _pot(log, 50), ("POT008",)),
    Injected("a pot of half", "stud", lambda log: _pot(log, -100), ("POT008",)),
    Injected("a seat that folded can win", "holdem", _folded_is_eligible, ("POT008",)),
    Injected("a side pot for the winner of the main pot", "holdem", _pots_as_one, ("POT009",)),
    Injected(
        "one sum for all pots", "omaha", _one_sum, (),
        "sites write one sum, too: who was given how much is the same, and right",
    ),
    Injected("a net of one chip more", "holdem", lambda log: _nets(log, 50), ("POT010",)),
    Injected("two nets wrong, and their sum right", "limit", lambda log: _nets(log, 100, -100), ("POT010",)),
    Injected("a rake above what was due", "holdem", lambda log: _fee(log, "rake", amount=1_050), ("FEE033",)),
    Injected("no rake", "holdem", lambda log: _no_fee(log, "rake"), ("FEE034",)),
    Injected("a rake above a tenth", "limit", lambda log: _fee(log, "rake", amount=5_000), ("FEE033",)),
    Injected("a drop twice as high", "holdem", lambda log: _fee(log, "jackpot", amount=200), ("FEE035",)),
    Injected("no drop", "holdem", lambda log: _no_fee(log, "jackpot"), ("FEE035",)),
    Injected("a rake as a drop", "holdem", lambda log: _fee(log, "rake", kind="jackpot"), ("FEE035",)),
    Injected("a rake of a pot that is not there", "holdem", lambda log: _fee(log, "rake", pot=7), ("FEE029",)),
    Injected("the rake of the close", "holdem", lambda log: line(log, "close")["totals"].update(rake=1), ("LOG004",)),
    Injected("the hands of the close", "holdem", lambda log: line(log, "close").update(hands=41), ("LOG003",)),
    Injected("a stack of one chip more", "holdem", lambda log: _stack(log, 50), ("STK018",)),
    Injected("a stack of another digit", "stud", lambda log: _stack(log, 1_000), ("STK018",)),
    Injected("two stacks exchanged", "limit", _stacks_exchanged, ("STK018",)),
    Injected("two players exchanged", "limit", _players_exchanged, ("STK018",)),
    Injected("a name written otherwise", "holdem", lambda log: _hand(log, 2)["seats"][0].update(player="p-0"), ("STK018",)),
    Injected("a digit more of a buy-in", "holdem", lambda log: _chips(log, "buy_in", 40_000), ("STK019",)),
    Injected(
        "a buy-in is left out", "holdem", lambda log: _chips_left_out(log, "buy_in"), (),
        "a room that does not record what was bought looks the same: the account is not known until the first stack",
    ),
    Injected("chips added are left out", "holdem", lambda log: _chips_left_out(log, "add_on"), ("STK018",)),
    Injected("more cashed than there was", "limit", lambda log: _chips(log, "cash_out", 99_900), ("STK014",)),
    Injected(
        "a cash-out is left out", "limit", lambda log: _chips_left_out(log, "cash_out"), (),
        "who did not cash out took the chips along, or left them: the account is not known from the last stack on",
    ),
    Injected("the button of the hand before", "limit", _same_button, ("STK017",)),
    Injected("the button one seat too far", "limit", _button_too_far, ("BET009",)),
    Injected("a hand is left out", "limit", _left_out, ("LOG001",)),
    Injected("a hand is there twice", "limit", _twice, ("LOG002",)),
    Injected("a number of a hand skipped", "limit", lambda log: _hand(log, 3).update(hand=400), ("LOG001",)),
    Injected("times of two hands exchanged", "limit", _times_exchanged, ("LOG005",)),
    Injected("a misdeal that was none", "holdem", lambda log: _hand(log, 3).update(void=True), ("IRR014",)),
    Injected("another game", "holdem", lambda log: _hand(log, 3).update(game="omaha"), ("IRR015",)),
    Injected("another limit", "omaha", lambda log: _hand(log, 3).update(limit="fixed_limit"), ("BET005",)),
    Injected("blinds of other terms", "holdem", lambda log: line(log, "terms")["stakes"].update(big_blind=400), ("BET009",)),
    Injected("an act of another seat", "limit", lambda log: other_seat(log, act="bet"), ("BET001",)),
]  # fmt: skip
