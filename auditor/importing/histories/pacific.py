"""Importer of text histories of 888 (Cassava, Pacific): hold'em and Omaha cash games.

Chips of an act are added. Separators and card letters are the player's country's. Collected money excludes uncalled bets, but for
a blind that all fold to. Rake is unstated. Times are the room's clock.
"""

from __future__ import annotations

import re

import msgspec

from auditor.importing.frame import Importer, ImportOptions, Origin, ReadOriginal
from auditor.importing.histories import history_lines, history_text
from auditor.importing.histories.heads import SYMBOLS, instant, one_of
from auditor.importing.histories.history_amounts import amount_and_sign
from auditor.importing.histories.history_hand import WrongHand, money
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import Transcript, line
from auditor.importing.histories.uncalled import settle_collected
from rules.records.problems import shown

GAMES = {"Holdem": "holdem", "Omaha": "omaha", "OmahaHL": "omaha_hilo"}
LIMITS = {"No Limit": "no_limit", "Pot Limit": "pot_limit"}
# ranks by the letters of other languages: king, queen, jack, ace. V is none: the queen in Dutch, the jack in French
RANKS = {"H": "K", "R": "K", "D": "Q", "B": "J", "Kn": "J", "E": "A"}
_EXAMPLE = "***** 888poker Hand History for Game 12 *****"
_START = re.compile(
    r"\*{5} (?:888\w*|Cassava|Pacific)[\w. ]* Hand History [Ff]or Game (?P<id>\d{1,20}) \*{5}"
)
_NUMBER = re.compile(rb"^#Game No : \d+[ \t]*(?=\r?$)", re.MULTILINE)
_CARD = re.compile(r"(?P<rank>10|Kn|[2-9TJQKAHRDBE])(?P<suit>[cdhs])")
_WHO = r"(?P<who>.+)"
_AMOUNT = r"\[(?P<amount>[^\]]*)\]"
_DO = "Export the hand again."


def _begin(transcript: Transcript, head: re.Match[str]) -> None:
    """The first line has the number alone."""


def _stakes(transcript: Transcript, found: re.Match[str]) -> None:
    hand = transcript.hand
    sign = amount_and_sign(found["big"])[1]
    history_lines.set_currency(transcript, SYMBOLS.get(sign))
    stakes = {
        "small_blind": _money(transcript, found["small"]),
        "big_blind": _money(transcript, found["big"]),
    }
    hand.event = {"game": GAMES[found["game"]], "limit": LIMITS[found["limit"]], "stakes": stakes}
    hand.at = instant(f"{found['y']}/{found['m']}/{found['d']} {found['at']}", None, transcript)


def _money(transcript: Transcript, written: str) -> int:
    number, sign = amount_and_sign(written)
    if sign and SYMBOLS.get(sign) != transcript.hand.currency:
        raise WrongHand(shown(written), "amounts in the currency of the stakes", _DO)
    return money(number, transcript.places)


def _table(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.table = found["table"]
    if found["play"]:
        named = transcript.options.named("currency")
        do = f"Take the hand out, unless chips are meant to count as {named}."
        transcript.hand.doubts.append(WrongHand("play money", "a hand that is played for money", do))


def _button(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["dealer"] = int(found["number"])


def _sit_down(transcript: Transcript, found: re.Match[str]) -> None:
    stack = _money(transcript, found["stack"])
    transcript.hand.seat(int(found["number"]), found["who"], stack)["status"] = "missed"


def _seat(transcript: Transcript, found: re.Match[str]) -> int:
    seat = transcript.hand.number(found["who"])
    transcript.hand.seats[seat].pop("status", None)
    return seat


def _posts(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat, amount = transcript.hand, _seat(transcript, found), _money(transcript, found["amount"])
    kind = found["kind"].replace(" ", "_")
    again = {"small_blind": "missed_small", "big_blind": "new_player"}.get(kind, kind)
    hand.post(seat, again if any(act.get("kind") == kind for act in hand.acts) else kind, amount)


def _posts_both(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat = transcript.hand, _seat(transcript, found)
    hand.post(seat, "missed_small", _money(transcript, found["dead"]))
    hand.post(seat, "missed_big", _money(transcript, found["live"]))


def _folds(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("fold", seat=_seat(transcript, found))


def _checks(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("check", seat=_seat(transcript, found))


def _adds(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat = transcript.hand, _seat(transcript, found)
    to = hand.in_front(seat) + _money(transcript, found["amount"])
    if found["kind"] == "raises":
        hand.raised(seat, to)
    else:
        hand.bet("call" if found["kind"] == "calls" else "bet", seat, to)


def _dealt(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.seats[_seat(transcript, found)]["hole"] = _cards(found["cards"])


def _board(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.board(found["street"], _cards(found["cards"]))


def _shows(transcript: Transcript, found: re.Match[str]) -> None:
    kind = "show" if found["kind"] == "shows" else "muck"
    transcript.hand.act(kind, seat=_seat(transcript, found), cards=_cards(found["cards"]))


def _cards(written: str) -> str:
    made = []
    for each in written.replace(",", " ").split():
        found = _CARD.fullmatch(each)
        if not found:
            letters = ", ".join(RANKS)
            raise WrongHand(
                shown(each), f"a card such as Qh (rank 23456789TJQKA, or {letters}; suit cdhs)", _DO
            )
        rank = {"10": "T"}.get(found["rank"], found["rank"])
        made.append(RANKS.get(rank, rank) + found["suit"])
    return "".join(made)


def _collected(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.award(_seat(transcript, found), _money(transcript, found["amount"]))


def _finish(transcript: Transcript) -> None:
    hand = transcript.hand
    if "stakes" not in hand.event or not any(act.get("kind") == "big_blind" for act in hand.acts):
        raise WrongHand("no big blind", "stakes, and a big blind that was posted", _DO)
    settle_collected(hand)


_LINES = (
    line(
        rf"(?P<small>[^/]+)/(?P<big>.+?) Blinds (?P<limit>{one_of(LIMITS)}) (?P<game>{one_of(GAMES)})(?: Jackpot table)?"
        r" - \*\*\* (?P<d>\d\d) (?P<m>\d\d) (?P<y>\d{4}) (?P<at>[\d:]+)",
        _stakes,
    ),
    line(r"Table (?P<table>.+?) \((?:Real|(?P<play>Play)) Money\)", _table),
    line(r"Seat (?P<number>\d+) is the button", _button),
    line(r"Total number of players : \d+", history_lines.nothing),
    line(rf"Seat (?P<number>\d+): {_WHO} \( (?P<stack>[^()]+) \)", _sit_down),
    line(rf"{_WHO} posts (?P<kind>small blind|big blind|ante) {_AMOUNT}", _posts),
    line(rf"{_WHO} posts dead blind \[(?P<dead>[^\]+]*)\+(?P<live>[^\]+]*)\]", _posts_both),
    line(r"\*\* Dealing down cards \*\*", history_lines.nothing),
    line(rf"Dealt to {_WHO} \[(?P<cards>[^\]]*)\]", _dealt),
    line(rf"{_WHO} folds", _folds),
    line(rf"{_WHO} checks", _checks),
    line(rf"{_WHO} (?P<kind>calls|bets|raises) {_AMOUNT}", _adds),
    line(r"\*\* Dealing (?P<street>flop|turn|river) \*\* \[(?P<cards>[^\]]*)\]", _board),
    line(r"\*\* Summary \*\*", history_lines.begin_summary),
    line(rf"{_WHO} (?P<kind>shows|mucks) \[(?P<cards>[^\]]*)\]", _shows),
    line(r".+ did not show (?:his|her) hand", history_lines.nothing),
    line(rf"{_WHO} collected {_AMOUNT}", _collected),
)
_SITE = Site("pacific", "888", _START, _START, _EXAMPLE, _begin, _LINES, end="** Summary **", finish=_finish)
_TEXTS = history_text.importer(_SITE)


def _read(data: bytes, origin: Origin, options: ImportOptions) -> ReadOriginal:
    """Read a file; a hand's number has its own line, and is in the first line again."""
    return _TEXTS.read(_NUMBER.sub(b"", data), origin, options)


PACIFIC: Importer = msgspec.structs.replace(_TEXTS, version="1", read=_read)
