"""Money that an original states, read from its own words without the importer."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from decimal import Decimal
from typing import Any, NamedTuple

_AMOUNT = r"[^\d\s(]?([\d,]+(?:\.\d+)?)"
_TOTAL = re.compile(rf"^ *Total pot {_AMOUNT}(.*)$", re.MULTILINE)
_FEE = re.compile(rf"\| (?:Rake|JP Fee|Jackpot|Bingo|Fortune|Tax) {_AMOUNT}")
_SEAT = re.compile(r"^ *Seat (\d+): (.*)$", re.MULTILINE)
_WON = re.compile(rf"\b(?:won|collected) \(?{_AMOUNT}")


class Stated(NamedTuple):
    """What a hand's original states, in cents; None where it states none. won: by seat, from all pots. nets: by seat."""

    total: int | None = None
    fees: int | None = None
    won: dict[int, int] | None = None
    nets: dict[int, int] | None = None


class Equal(NamedTuple):
    """Whether the replay comes to what the original states; None where it states none."""

    total: bool | None
    fees: bool | None
    nets: bool | None


def of_text(text: str) -> Stated:
    """The summary of a text of PokerStars or GGPoker, whose total is before the rake."""
    summary = text.split("*** SUMMARY ***")[1]
    (line,) = _TOTAL.findall(summary)
    won = {int(seat): sum(map(_cents, _WON.findall(words))) for seat, words in _SEAT.findall(summary)}
    return Stated(_cents(line[0]), sum(map(_cents, _FEE.findall(line[1]))), won)


def of_winning(text: str) -> Stated:
    """The summary of a text of Winning, whose total is after the fees."""
    stated = of_text(text)
    assert stated.total is not None
    assert stated.fees is not None
    return stated._replace(total=stated.total + stated.fees)


def of_phh(text: str) -> Stated:
    """Stacks before and after a hand of PHH. The format has neither pots nor fees."""
    hand = tomllib.loads(text)
    if "finishing_stacks" not in hand:
        return Stated()
    seats = hand.get("seats", range(1, len(hand["starting_stacks"]) + 1))
    both = zip(seats, hand["starting_stacks"], hand["finishing_stacks"], strict=True)
    return Stated(nets={seat: _cents(after) - _cents(before) for seat, before, after in both})


def of_ohh(text: str) -> Stated:
    """Pots of a hand of Open Hand History, their rake, and who won how much of them."""
    hand = json.loads(text)["ohh"]
    seats = {each["id"]: each["seat"] for each in hand["players"]}
    won: Counter[int] = Counter()
    for win in (win for pot in hand["pots"] for win in pot["player_wins"]):
        won[seats[win["player_id"]]] += _cents(win["win_amount"])
    total, fees = (sum(_cents(pot[name]) for pot in hand["pots"]) for name in ("amount", "rake"))
    return Stated(total, fees, dict(won))


def equal(stated: Stated, due: dict[str, Any]) -> Equal:
    """What a hand's original states, compared with the replay of the hand. An amount that is not determined is not equal."""
    total = sum(each["amount"] for each in due["pots"])
    fees = None if due["rake"] is None or due["drop"] is None else due["rake"] + due["drop"]
    return Equal(
        total=None if stated.total is None else stated.total == total,
        fees=None if stated.fees is None else stated.fees == fees,
        nets=_nets_equal(stated, due["seats"]),
    )


def _nets_equal(stated: Stated, seats: list[dict[str, Any]]) -> bool | None:
    due = {each["seat"]: each["net"] for each in seats}
    if stated.nets is not None:
        return stated.nets == due
    if stated.won is not None:
        return {each["seat"]: stated.won.get(each["seat"], 0) - each["put_in"] for each in seats} == due
    return None


def _cents(amount: Any) -> int:
    cents = Decimal(str(amount).replace(",", "")) * 100
    assert cents == int(cents), amount
    return int(cents)
