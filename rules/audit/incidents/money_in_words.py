"""Causes of wrong results and payments in words."""

from __future__ import annotations

import re

from msgspec import Struct

from rules.audit.incidents.case_in_words import InWords, WordedCase, joined_words, seats_words
from rules.currencies import money_text

NETS, TRANSFERS = "SCR001", "PAY001"
_ROYALTY = re.compile(r"royalty\[(?P<name>.+)\]")
_HANDS = {"quads": "four-of-a-kind", "trips": "three-of-a-kind", "two_pairs": "two-pairs"}
_RANKS = {"A": "aces", "K": "kings", "Q": "queens", "J": "jacks", "T": "tens", "6": "sixes"}


def wrong_nets(case: WordedCase) -> InWords | None:
    """Words for wrong recorded results, and whether another record has them right."""
    said = _wrong(case, NETS, "nets")
    return None if said is None else InWords(said.short, f"{said.sentence}{_beside_nets(case)}.")


def wrong_transfers(case: WordedCase) -> InWords | None:
    """Words for wrong payments beside right results."""
    said = _wrong(case, TRANSFERS, "transfers")
    if said is None:
        return None
    right = "; the recorded nets are as due" if case.has("PAY004") and not case.has(NETS) else ""
    return InWords(said.short, f"{said.sentence}{right}.")


def payment_to_nobody(case: WordedCase) -> InWords | None:
    """Words for a payment to an empty seat."""
    payer, to, payee = str(case.root.stated).partition(" to ")
    dealt_in = re.findall(r"[0-9]+", str(case.root.expected))
    if not to or payer == payee or not dealt_in:
        return None
    amount = "" if not case.root.money else f" {money_text(case.root.money, case.currency)}"
    if payee not in dealt_in:
        return InWords(
            f"paid{amount} to seat {payee}, where nobody sat",
            f"Seat {payer} is recorded as paying{amount} to seat {payee}, where nobody sat in this hand.",
        )
    return InWords(
        f"paid{amount} by a seat where nobody sat",
        f"Seat {payer}, where nobody sat in this hand, is recorded as paying{amount} to seat {payee}.",
    )


def _beside_nets(case: WordedCase) -> str:
    if case.has("PAY004") and not case.has(TRANSFERS):
        return "; the recorded transfers are as due"
    if case.has(TRANSFERS) and not case.has("PAY004"):
        return ", and the transfers agree with the nets"
    return ""


class _Apart(Struct, frozen=True):
    seat: int
    stated: int
    due: int

    @property
    def off(self) -> int:
        return self.stated - self.due


def _wrong(case: WordedCase, code: str, record: str) -> InWords | None:
    apart = [
        _Apart(each.seat, each.stated, each.expected)
        for each in case.of(code)
        if each.seat is not None and isinstance(each.stated, int) and isinstance(each.expected, int)
    ]
    if not apart or len(apart) != len(case.of(code)):
        return None
    for found in (_exchanged, _reversed, _royalty):
        if (said := found(case, apart, record)) is not None:
            return said
    return _off(case, apart, record)


def _exchanged(case: WordedCase, apart: list[_Apart], record: str) -> InWords | None:
    if len(apart) != 2 or apart[0].stated != apart[1].due or apart[1].stated != apart[0].due:
        return None
    both = seats_words([each.seat for each in apart])
    return InWords(f"{record} exchanged", f"The recorded {record} of {both} are exchanged")


def _reversed(case: WordedCase, apart: list[_Apart], record: str) -> InWords | None:
    if len(apart) < 2 or any(each.stated != -each.due for each in apart):
        return None
    seats = seats_words([each.seat for each in apart])
    return InWords(f"{record} with the wrong sign", f"The recorded {record} of {seats} have the wrong sign")


def _royalty(case: WordedCase, apart: list[_Apart], record: str) -> InWords | None:
    price, name = _priced(case)
    holders = [each for each in apart if sum(one.off * each.off < 0 for one in apart) == len(apart) - 1]
    if price is None or len(apart) < 2 or len(holders) not in (1, 2):
        return None
    one = holders[0]
    others = [each for each in apart if each is not one]
    if {abs(each.off) for each in others} != {price} or abs(one.off) != price * len(others):
        return None
    if len(others) == 1:
        both = seats_words([each.seat for each in apart])
        return InWords(
            f"{name} wrong in the {record}", f"The recorded {record} of {both} are off by the {name}"
        )
    if one.off < 0:
        return InWords(
            f"{name} not in the {record}", f"The recorded {record} leave out the {name} of seat {one.seat}"
        )
    return InWords(
        f"{name} twice in the {record}", f"The recorded {record} count the {name} of seat {one.seat} twice"
    )


def _priced(case: WordedCase) -> tuple[int | None, str]:
    found = _ROYALTY.fullmatch(case.parameter)
    sections = case.ruleset.sections if case.ruleset is not None else None
    if found is None or not case.unit or sections is None:
        return None, ""
    for each in sections.royalty:
        if each.name == found["name"]:
            of_rank = f"-of-{_RANKS.get(each.rank, each.rank)}" if each.rank else ""
            return (
                each.units * case.unit,
                f"{_HANDS.get(each.hand, each.hand.replace('_', '-'))}{of_rank} bonus",
            )
    return None, ""


def _off(case: WordedCase, apart: list[_Apart], record: str) -> InWords:
    if len(apart) == 1:
        one = apart[0]
        off = f"{money_text(abs(one.off), case.currency)} too {_way(one)}"
        what, is_ = ("net", "is") if record == "nets" else (record, "are")
        return InWords(f"{what} {off}", f"The recorded {what} of seat {one.seat} {is_} {off}")
    largest = money_text(max(abs(each.off) for each in apart), case.currency)
    said = [
        f"{money_text(abs(each.off), case.currency)} too {_way(each)} for seat {each.seat}" for each in apart
    ]
    return InWords(f"{record} off by {largest}", f"The recorded {record} are {joined_words(said)}")


def _way(each: _Apart) -> str:
    return "high" if each.off > 0 else "low"
