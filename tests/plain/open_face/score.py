"""A whole hand under a system, in the shapes of `auditor replay`, with units as numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from tests.plain.open_face.cards import ROWS
from tests.plain.open_face.hand import Hand, Player, players_of
from tests.plain.open_face.pairs import exposures, pair
from tests.plain.open_face.payment import Transfer, clockwise, settle
from tests.plain.open_face.systems import Rules, rules_of


def score(hand: Hand, system: str | Rules, **readings) -> dict:
    """``hand`` is a decoded ofc_hand whose played seats have their rows; ``readings`` are fields of Rules.

    {"seats": [{"seat", "status", "fouled", "hands", "royalties", "units", "net", "stack_after"}],
     "pairs": [{"a", "b", "rows", "parts": {"rows", "sweep", "royalties", "penalties"}, "units"}],
     "transfers": [{"payer", "payee", "units", "amount"}], "eliminated": [seat]}
    Where the record does not show who paid what, transfers, net, stack_after and eliminated are None; without any stacks
    paid is what is due, and who is out is not known.
    """
    rules = rules_of(system, **readings)
    players = players_of(hand, rules)
    exposed = exposures(hand)
    pairs = [pair(one, two, exposed, rules) for one, two in combinations(players, 2)]
    if hand.get("void"):
        pairs = [nothing(each) for each in pairs]
    paid = payments(hand, pairs, rules)
    return {
        "seats": [told_seat(hand, player, pairs, paid, rules) for player in players],
        "pairs": pairs,
        "transfers": paid and [told_transfer(each, hand["unit"]) for each in paid[0]],
        "eliminated": paid and paid[1],
    }


def nothing(each: dict) -> dict:
    """A pair of a deal that was declared void."""
    return {**each, "rows": None, "parts": dict.fromkeys(each["parts"], 0), "units": 0}


# ---------------------------------------------------------------- what was paid


def payments(hand: Hand, pairs: list[dict], rules: Rules) -> tuple[list[Transfer], list[int] | None] | None:
    """Transfers and eliminated seats. None: the unit, the button or some stacks were not recorded."""
    seats = sorted(each["seat"] for each in hand["seats"])
    stacks = {each["seat"]: each["stack"] for each in hand["seats"] if "stack" in each}
    if "unit" not in hand:
        return None
    if rules.payment == "due":
        return settle(seats, None, [dues_of(pairs)], hand["unit"], rules)
    if "dealer" not in hand or (stacks and len(stacks) < len(seats)):
        return None
    order = clockwise(seats, hand["dealer"])
    return settle(order, stacks or None, phases_of(pairs, rules), hand["unit"], rules)


def phases_of(pairs: list[dict], rules: Rules) -> list[dict]:
    """Units to the first of a pair from the second: all at once, or the penalties apart from the rest."""
    if rules.penalties_paid == "with_rest":
        return [dues_of(pairs)]
    apart = {(each["a"], each["b"]): each["parts"]["penalties"] for each in pairs}
    rest = {(each["a"], each["b"]): each["units"] - each["parts"]["penalties"] for each in pairs}
    return [apart, rest] if rules.penalties_paid == "first" else [rest, apart]


def dues_of(pairs: list[dict]) -> dict:
    return {(each["a"], each["b"]): each["units"] for each in pairs}


# ---------------------------------------------------------------- telling it


def told_seat(hand: Hand, player: Player, pairs: list[dict], paid, rules: Rules) -> dict:
    seat = player.seat
    (recorded,) = (each for each in hand["seats"] if each["seat"] == seat)
    due = sum(each["units"] * ((each["a"] == seat) - (each["b"] == seat)) for each in pairs)
    net = None
    if paid is not None:
        net = sum(amount * ((payee == seat) - (payer == seat)) for payer, payee, amount in paid[0])
    return {
        "seat": seat,
        "status": "missed" if player.missed else "played",
        "fouled": player.fouled,
        "hands": player.names,
        "royalties": earned(player, rules),
        "units": due,
        "net": net,
        "stack_after": None if net is None or "stack" not in recorded else recorded["stack"] + net,
    }


def earned(player: Player, rules: Rules) -> dict[str, int]:
    """What the rows earn from each opponent; a fouled hand's are void."""
    if player.fouled and rules.own_royalties != "kept":
        return dict.fromkeys(ROWS, 0)
    return player.royalties


def told_transfer(transfer: Transfer, unit: int) -> dict:
    payer, payee, amount = transfer
    return {"payer": payer, "payee": payee, "units": Fraction(amount, unit), "amount": amount}
