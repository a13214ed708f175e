"""Importer of PartyPoker's text with summary: hold'em and Omaha cash games.

A raise states its total. The pot is after the stated rake; collected money includes uncalled bets. Balances must agree with the
acts. A seat that cashed out was paid by the house; a share that it would have won is unrecorded.
"""

from __future__ import annotations

import datetime as dt
import re

from auditor.importing.histories import history_lines, history_text
from auditor.importing.histories.heads import SYMBOLS, one_of
from auditor.importing.histories.history_hand import WrongHand, moment
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import Transcript, cards, line
from auditor.importing.histories.uncalled import is_one_pot, last_round, uncalled_bet
from rules.records.problems import shown

GAMES = {"Texas Hold'em": "holdem", "Omaha Hi": "omaha", "Omaha Hi-Lo": "omaha_hilo"}
LIMITS = {"NL": "no_limit", "PL": "pot_limit"}
OFFSETS = {
    "EST": -5,
    "EDT": -4,
    "GMT": 0,
    "UTC": 0,
    "BST": 1,
    "CET": 1,
    "CEST": 2,
    "MEZ": 1,
    "MESZ": 2,
}  # hours
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_EXAMPLE = "***** Hand History For Game 12345678901 *****"
# a number, or the time of a hand in milliseconds and letters after it; the time is what rises from hand to hand
_START = re.compile(
    r"\*{5} Hand History For Game (?P<id>\d{13}(?=[0-9a-z]*[a-z])|\d{1,20}(?= ))[0-9a-z]* \*{5}"
)
_NUMBER = r"[\d,]*\.?\d+"
_AMOUNT = rf"\(?(?P<amount>{_NUMBER})\)?"
_WHO = r"(?P<who>.+)"
_DO = "Export the hand again."


def _begin(transcript: Transcript, head: re.Match[str]) -> None:
    """The first line has the number alone."""


def _game(transcript: Transcript, found: re.Match[str]) -> None:
    hand = transcript.hand
    history_lines.set_currency(transcript, None)
    stakes = {"small_blind": transcript.money(found["small"]), "big_blind": transcript.money(found["big"])}
    hand.event = {"game": GAMES[found["game"]], "limit": LIMITS[found["limit"]], "stakes": stakes}
    hand.at = _time(found)


def _time(found: re.Match[str]) -> dt.datetime:
    hours, minutes, seconds = (int(each) for each in found["at"].split(":"))
    if hours > 23 or minutes > 59 or seconds > 59:
        raise WrongHand(shown(found["at"]), "a time of the day")
    zone = dt.timezone(dt.timedelta(hours=OFFSETS[found["zone"]]))
    month = MONTHS.index(found["m"]) + 1
    return moment(int(found["y"]), month, int(found["d"]), dt.time(hours, minutes, seconds), zone)


def _table(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.table = found["table"]
    transcript.hand.event["dealer"] = int(found["button"])
    if found["play"]:
        named = transcript.options.named("currency")
        do = f"Take the hand out, unless chips are meant to count as {named}."
        transcript.hand.doubts.append(WrongHand("play money", "a hand that is played for money", do))


def _sit_down(transcript: Transcript, found: re.Match[str]) -> None:
    hand = transcript.hand
    currency = SYMBOLS.get(found["sign"])
    if hand.seats and currency != hand.currency:
        raise WrongHand(shown(found["sign"]), "stacks in one currency", _DO)
    hand.currency = currency
    hand.seat(int(found["number"]), found["who"], transcript.money(found["stack"]))


def _posts(transcript: Transcript, found: re.Match[str]) -> None:
    hand, kind = transcript.hand, found["kind"].replace(" ", "_")
    again = {"small_blind": "missed_small", "big_blind": "new_player"}.get(kind, kind)
    made = again if any(act.get("kind") == kind for act in hand.acts) else kind
    hand.post(hand.number(found["who"]), made, transcript.money(found["amount"]))


def _folds(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("fold", seat=transcript.hand.number(found["who"]))


def _checks(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("check", seat=transcript.hand.number(found["who"]))


def _adds(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat = transcript.hand, transcript.hand.number(found["who"])
    to = hand.in_front(seat) + transcript.money(found["amount"])
    hand.bet("call" if found["kind"] == "calls" else "bet", seat, to)


def _raises(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.raised(transcript.hand.number(found["who"]), transcript.money(found["amount"]))


def _all_in(transcript: Transcript, found: re.Match[str]) -> None:
    """Said after an all-in act."""
    hand, seat = transcript.hand, transcript.hand.number(found["who"])
    last = hand.acts[-1] if hand.acts else {}
    if last.get("seat") != seat or last["act"] not in ("call", "bet", "raise", "post"):
        raise WrongHand(shown(found[0]), "it after the act with which the seat went all in", _DO)
    if last["act"] != "post":
        last["all_in"] = True


def _dealt(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.seats[transcript.hand.number(found["who"])]["hole"] = _cards(found["cards"])


def _board(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.board(found["street"].lower(), _cards(found["cards"]))


def _cards(written: str) -> str:
    return cards(written.replace(",", " "))


def _cashes_out(transcript: Transcript, found: re.Match[str]) -> None:
    row = transcript.hand.seats[transcript.hand.number(found["who"])]
    row["_cash_out"] = {"amount": transcript.money(found["amount"])}


def _pot(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.total = transcript.money(found["pot"]) + transcript.money(found["rake"])
    taken = transcript.money(found["rake"])
    transcript.fees = [{"kind": "rake", "amount": taken}] if taken else []


def _balance(transcript: Transcript, found: re.Match[str]) -> None:
    hand, name = transcript.hand, found["who"]
    seat = hand.number(name)
    row = hand.seats[seat]
    put = hand.put.get(seat, 0)
    stated = transcript.money(found["lost"] or found["bet"] or "0")
    collected = transcript.money(found["collected"] or "0")
    if stated != put or row["stack"] - put + collected != transcript.money(found["balance"]):
        expected = f"{put} put in, in minor units, and a balance of what was left and collected"
        raise WrongHand(shown(found[0]), expected, _DO)
    if found["out"]:
        if put:
            raise WrongHand(shown(found[0]), "a seat without an act", _DO)
        row["status"] = "missed"
    if collected and not found["cashed"]:
        hand.award(seat, collected)
    if found["cards"] and "hole" not in row:
        row["cards"] = _cards(found["cards"])
    transcript.shown.add((seat, "balance"))


def _finish(transcript: Transcript) -> None:
    hand, total = transcript.hand, transcript.total
    if "stakes" not in hand.event or total is None or len(transcript.shown) != len(hand.seats):
        raise WrongHand(
            "a summary without all seats", "the pot, and a balance of each seat", "Import the whole text."
        )
    extra, seat = uncalled_bet(last_round(hand))
    if sum(hand.put.values()) - extra != total:
        found = f"a pot and a rake of {total} together, in minor units"
        raise WrongHand(found, f"{sum(hand.put.values()) - extra}, what was put in and called", _DO)
    hand.event["fees"] = transcript.fees or []
    if extra:
        hand.put[seat] -= extra
        hand.award(seat, -extra)
    _settle(transcript, total - sum(fee["amount"] for fee in transcript.fees or []))


def _settle(transcript: Transcript, pot: int) -> None:
    """Give a hand its pot and nets, unless a cashed-out seat had a share."""
    hand = transcript.hand
    won = sum(hand.won.values())
    if min(hand.won.values(), default=0) < 0 or won > pot:
        raise WrongHand(f"{won} collected, in minor units", f"the {pot} of the pot", _DO)
    if won != pot:
        if not any("_cash_out" in row for row in hand.seats.values()):
            raise WrongHand(f"{won} collected, in minor units", f"the {pot} of the pot", _DO)
        return
    hand.nets(transcript.total)
    if is_one_pot(hand):
        awards = [{"seat": seat, "amount": amount} for seat, amount in hand.won.items() if amount]
        hand.event["pots"] = [{"pot": 0, "amount": transcript.total, "awards": awards}]


_SIGN = "[$€£]"
_LINES = (
    line(
        rf"(?P<small>{_NUMBER})/(?P<big>{_NUMBER}) (?P<game>{one_of(GAMES)}) Game Table \((?P<limit>{one_of(LIMITS)})\) +- +"
        rf"\w{{3}} (?P<m>{one_of(MONTHS)}) (?P<d>\d\d?) (?P<at>\d\d?:\d\d:\d\d) (?P<zone>{one_of(OFFSETS)}) (?P<y>\d{{4}})",
        _game,
    ),
    line(
        r"Table (?P<table>.+?) +\((?:Real|(?P<play>Play)) Money\) -- Seat (?P<button>\d+) is the button",
        _table,
    ),
    line(r"Total number of players : \d+(?:/\d+)?", history_lines.nothing),
    line(rf"Seat (?P<number>\d+): {_WHO} \((?P<sign>{_SIGN}?)(?P<stack>{_NUMBER})\)", _sit_down),
    line(rf"{_WHO} posts (?P<kind>small blind|big blind|ante) {_AMOUNT}", _posts),
    line(r"\*\* Dealing down cards \*\*", history_lines.nothing),
    line(rf"Dealt to {_WHO} \[(?P<cards>[^\]]*)\]", _dealt),
    line(rf"{_WHO} folds", _folds),
    line(rf"{_WHO} checks", _checks),
    line(rf"{_WHO} (?P<kind>calls|bets) {_AMOUNT}", _adds),
    line(rf"{_WHO} raises {_NUMBER} to {_AMOUNT}", _raises),
    line(rf"{_WHO} is all-In\.", _all_in),
    line(rf"Creating (?:Main|Side) Pot(?: \d+)? with {_SIGN} ?{_NUMBER} with .+", history_lines.nothing),
    line(r"\*\* Dealing (?P<street>Flop|Turn|River) \*\* : +\[(?P<cards>[^\]]*)\]", _board),
    line(
        r".+ Cash-out Premium % is [\d.]+|.+ opted for cash-out|.+ probabil(?:i)?ty is [\d.]+",
        history_lines.nothing,
    ),
    line(rf"{_WHO} Cashout Amount is {_SIGN}?{_AMOUNT}", _cashes_out),
    line(r"\*\* Summary \*\*", history_lines.begin_summary),
    line(rf"Main Pot: {_SIGN}(?P<pot>{_NUMBER}) Rake: {_SIGN}(?P<rake>{_NUMBER})", _pot),
    line(r"Board: \[[^\]]*\]", history_lines.nothing),
    line(
        rf"(?P<who>.+?)(?P<cashed> Cashed out)? +balance {_SIGN}(?P<balance>{_NUMBER}), (?:didn't bet|(?P<out>sits out)|"
        rf"lost {_SIGN}(?P<lost>{_NUMBER})|bet {_SIGN}(?P<bet>{_NUMBER}), collected {_SIGN}(?P<collected>{_NUMBER}), "
        rf"net [+-]?{_SIGN}{_NUMBER})(?: \(folded\))? *(?:\[(?P<cards>[^\]]*)\])?(?: *\[[^\]]*\])?",
        _balance,
    ),
)
_SITE = Site(
    "partypoker", "PartyPoker", _START, _START, _EXAMPLE, _begin, _LINES, end="** Summary **", finish=_finish
)
PARTYPOKER = history_text.importer(_SITE)
