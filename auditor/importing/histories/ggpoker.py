"""Importer of text histories of GGPoker: hold'em, Omaha and short deck, cash and tournaments.

As PokerStars, but: times are in the room's zone; `PLO`, `PLO-5` and `PLO-6` are pot limit; in short deck all post an ante and the
button a blind of that amount; a pot without fees says none. `straddle $2` is a post, a second one states the total. `posts missed
blind` is a dead small or live big blind by amount. `Cash Drop to Pot` is the house's. `Bet & Muck $5` is a bet, `Bet & Muck
folds` a `muck`. `Chooses to EV Cashout`: a winner's fee (`Pays Cashout Risk ($5)`) stays as `_cash_out_risk`, a loser's payment
as `_cash_out`, never both. `Rake` and `Tax` are rake; `Jackpot`, `Bingo`, `Fortune` jackpots. Shown cards are not only the
hero's. Awards have their run.
"""

from __future__ import annotations

import re

from auditor.importing.histories import history_lines, history_text
from auditor.importing.histories.heads import game_head, one_of
from auditor.importing.histories.history_hand import WrongHand
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import ALL_IN, Transcript, line
from rules.records.problems import shown

_PLO = {"PLO": "omaha", "PLO-5": "omaha5", "PLO-6": "omaha6"}
GAMES = {
    "Hold'em": "holdem",
    "ShortDeck": "short_deck",
    **_PLO,
    "Omaha": "omaha",
    "Omaha Hi/Lo": "omaha_hilo",
}
_NUMBER = r"[\d,]*\.?\d+"
_EXAMPLE = "Poker Hand #HD12: Hold'em No Limit ($0.5/$1) - 2018/11/16 13:15:16"
_START = re.compile(r"Poker Hand #(?P<id>[A-Z]{0,2}\d{1,20}):")
_HEAD = re.compile(
    rf"{_START.pattern} (?:Tournament #(?P<tournament>\d{{1,20}}), .* )?(?P<game>{one_of(GAMES)})"
    r"(?: (?P<limit>No Limit|Pot Limit|Limit))? *(?:- Level ?\d+ ?)?"
    rf"\((?:[$€£]?(?P<small>{_NUMBER})/)?(?P<symbol>[$€£]?)(?P<big>{_NUMBER})\) - (?P<at>\d{{4}}/\d\d?/\d\d? [\d:]+)"
)


def _table(transcript: Transcript, found: re.Match[str]) -> None:
    hand, name = transcript.hand, found["table"]
    hand.table = name
    hand.event["dealer"] = int(found["button"])


def _muck(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("muck", seat=transcript.hand.number(found[1]))


def _missed(transcript: Transcript, found: re.Match[str]) -> None:
    small = transcript.hand.event["stakes"].get("small_blind")
    kind = "missed_small" if transcript.money(found[2]) == small else "missed_big"
    history_lines.post(kind)(transcript, found)


def _straddle(transcript: Transcript, found: re.Match[str]) -> None:
    """A straddle. The seat's next one states the total; right after the first it is the same post."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    before = [act for act in hand.acts if act.get("kind") == "straddle" and act["seat"] == seat]
    more = amount - hand.in_front(seat) if before else amount
    if more < 0:
        raise WrongHand(shown(found[0]), "at least the straddle that the seat posted before")
    if before and before[-1] is hand.acts[-1]:
        hand.put_in(seat, more)
        before[-1]["amount"] += more
    else:
        hand.post(seat, "straddle", more)


def _cash_drop(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["house_money"] = transcript.money(found[1])


def _risk(transcript: Transcript, found: re.Match[str]) -> None:
    seat = transcript.hand.number(found[1])
    transcript.hand.seats[seat]["_cash_out_risk"] = transcript.money(found[2])


def _runs(transcript: Transcript, found: re.Match[str]) -> None:
    times = {"two": 2, "twice": 2, "three": 3}[found[1]]
    if transcript.run_act is None or transcript.run_act["times"] != times:
        raise WrongHand(shown(found[0]), "the streets of each run before the summary")


_RUN = r"(?:(?P<run>FIRST|SECOND|THIRD) )?"
_LINES = (
    line(r"Table '(?P<table>.+)' \d+-max Seat #(?P<button>\d+) is the button", _table),
    line(r"Seat (?P<number>\d+): (?P<name>.+) \([$€£]?(?P<stack>[\d,.]+) in chips\)", history_lines.sit_down),
    line(r"(.+): posts (?:the )?small blind AMOUNT" + ALL_IN, history_lines.post("small_blind")),
    line(r"(.+): posts (?:the )?big blind AMOUNT" + ALL_IN, history_lines.post("big_blind")),
    line(r"(.+): posts (?:the )?ante AMOUNT" + ALL_IN, history_lines.post("ante")),
    line(r"(.+): posts missed blind AMOUNT" + ALL_IN, _missed),
    line(r"(.+): posts dead (?:blind )?AMOUNT" + ALL_IN, history_lines.post("dead")),
    line(r"(.+): (?:posts )?straddle AMOUNT" + ALL_IN, _straddle),
    line(r"(.+): posts (?:the )?button blind AMOUNT" + ALL_IN, history_lines.post("extra")),
    line(r"Cash Drop to Pot ?: total AMOUNT", _cash_drop),
    line(r"(.+): Bet & Muck folds", _muck),
    line(r"(.+): Bet & Muck AMOUNT" + ALL_IN, history_lines.bet),
    *history_lines.acts("(.+):", ALL_IN),
    line(r"Dealt to (.+?)(?: \[([^\]]+)\])?", history_lines.dealt),
    line(r"Uncalled bet \(AMOUNT\) returned to (.+)", history_lines.returned),
    line(r"(.+): shows \[([^\]]*)\](?: \(.*\))?", history_lines.shows),
    line(r"(.+): mucks hand", history_lines.mucks),
    line(r"(.+): Pays Cashout Risk \(AMOUNT\)", _risk),
    line(r"(.+): Receives Cashout \(AMOUNT\)()", history_lines.cashed_out),
    line(r".+: Chooses to EV Cashout|.+: (?:doesn't|does not) show hand", history_lines.nothing),
    line(
        rf"\*\*\* {_RUN}(?P<street>FLOP|TURN|RIVER) \*\*\* +(?:\[[^\]]*\] )?\[(?P<new>[^\]]*)\]",
        history_lines.street,
    ),
    line(rf"\*\*\* {_RUN}SHOW ?DOWN \*\*\*", history_lines.showdown),
    line(r"\*\*\* HOLE CARDS \*\*\*", history_lines.nothing),
    line(r"\*\*\* SUMMARY \*\*\*", history_lines.begin_summary),
    line(r"(.+) collected AMOUNT from (pot|main pot|side pot(?:-\d)?)", history_lines.collected),
    line(
        r"Total pot [$€£]?(?P<total>[\d,.]+)(?P<pots>)"
        r"(?: \| (?P<fees>(?:(?:Rake|Jackpot|Bingo|Fortune|Tax) [$€£]?[\d,.]+(?: \| )?)+))?",
        history_lines.total,
    ),
    line(r"Hand was run (two|twice|three)(?: times)?", _runs),
    line(
        r"(?:FIRST |SECOND |THIRD )?Board \[[^\]]*\]|FIRST|SECOND|THIRD|Seat \d+: .*", history_lines.nothing
    ),
)
_BEGIN = game_head(GAMES, dict.fromkeys(_PLO, "pot_limit"))
_SITE = Site("ggpoker", "GGPoker", _START, _HEAD, _EXAMPLE, _BEGIN, _LINES)
GGPOKER = history_text.importer(_SITE)
