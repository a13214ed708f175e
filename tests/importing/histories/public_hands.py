"""Real hands of public repositories: where each is from, and what of it is explained. `data/SOURCES.md` has the same."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import NamedTuple

from tests.importing.histories import stated_money
from tests.importing.histories.stated_money import Stated

KINDS: dict[str, Callable[[str], Stated]] = {
    "pokerstars": stated_money.of_text,
    "ggpoker": stated_money.of_text,
    "winning": stated_money.of_winning,
    "ohh": stated_money.of_ohh,
    "phh": stated_money.of_phh,
}
Hand = tuple[str, str]  # the kind and the name of the file


class Collection(NamedTuple):
    """A public repository, and the commit that hands were taken from."""

    repository: str
    commit: str
    licence: str


class Explained(NamedTuple):
    """Findings of an audit of a hand under the standard rules, code and seat, and why the hand has them."""

    findings: list[tuple[str, int | None]]
    reason: str


_ITALY = Collection("ItalyToast/PokerHandHistoryParser", "a0e52121197fc7a45de8b105ea04a3d58f9e5b02", "MIT")
COLLECTIONS = {  # by the beginning of the name of the file, or else by its kind
    "santi": Collection(
        "santiweight/poker-handhistory", "1427de2c450fb664e0bd6abacea57dad621e402c", "BSD-3-Clause"
    ),
    "hhs": Collection("HHSmithy/PokerHandHistoryParser", "91600818d95e23f154073735c1258e92c4f55f97", "MIT"),
    "hhp": Collection("thlorenz/hhp", "5d24712d75dca9f9b66622a2066994be39d65497", "MIT"),
    "italy": _ITALY,
    "ggpoker": _ITALY,
    "winning": _ITALY,
    "ohh": Collection(
        "DrkYoda/PokerNow-OpenHandHistory-Converter--Python-",
        "573f8caaf129afbc9ff4e16fd3b34c9239222df7",
        "MIT",
    ),
    "phh": Collection("uoftcprg/pokerkit", "d782667cfcbb5b4e26c4ccb22978a04768f6eacc", "MIT"),
}
_CUT = "PokerNow cuts a raise to what the only opponent has left, which is less than a raise."
EXPLAINED: dict[Hand, Explained] = {
    ("ohh", "40"): Explained([("BET003", 4)], _CUT),
    ("ohh", "72"): Explained([("BET003", 9)], _CUT),
    ("ggpoker", "ggpoker/HD582731.txt"): Explained(
        [("BET011", 4)],
        "Seat 4 straddles, the second seat left of the big blind; the standard rules have it left of the blind.",
    ),
    ("pokerstars", "pokerstars/hhs-109687480274.txt"): Explained(
        [("DCK001", None), ("DCK001", 1)],
        "Who published the hand changed its cards: the five of diamonds is on the flop and in a hand, and nobody has a ten.",
    ),
}
LEFT_OUT: dict[Hand, str] = {
    ("pokerstars", "pokerstars/hhs-110222853693.txt"): "A cancelled hand of one seat: nothing was played."
}
_HIDDEN = (
    "The cards of who lost are not in the file, nor that they were mucked: who should have won is not known."
)
UNEQUAL: dict[Hand, str] = {
    (
        "pokerstars",
        "pokerstars/hhs-109713978619.txt",
    ): "Two pots have several winners, and the text does not say how the rake of 5.00 fell on them: three nets are not known.",
    **{("ohh", name): _HIDDEN for name in ("35", "53", "91", "95", "102")},
}
_SITES = {"pokerstars": "PokerStars", "ggpoker": "GGPoker", "winning": "Winning", "ohh": "PokerNow"}
_LIVE = {"pluribus": "matches with Pluribus", "wsop": "WSOP", "dwan": "television", "alice": "Wikipedia"}


def collection(hand: Hand) -> Collection:
    """The repository of a hand."""
    kind, name = hand
    return COLLECTIONS.get(name.split("/")[-1].split("-")[0]) or COLLECTIONS[kind]


def site(hand: Hand) -> str:
    """The site or the place that a hand was played at."""
    kind, name = hand
    return _SITES.get(kind) or _LIVE[re.split("[/-]", name)[1]]


def year(hand: Hand, text: str) -> str:
    """The year that the original of a hand states, or nothing."""
    if hand[0] == "phh":
        return str(tomllib.loads(text).get("year", ""))
    if hand[0] == "ohh":
        return str(json.loads(text)["ohh"]["start_date_utc"][:4])
    dated = re.search(r"- (20\d\d)/\d\d/\d\d", text)
    assert dated
    return dated[1]
