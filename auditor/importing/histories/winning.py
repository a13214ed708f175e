"""The importer of hand histories in the text of the Winning Poker Network: cash games of hold'em and Omaha.

A line of an act has no colon. `raises A to B` gives `to: B`. `waits for big blind` is a seat that is not dealt in. The pots in a
hand are after the rake; `Total pot` is too, so that the amount before is that and what was taken, `Rake` and `JP Fee` (for the
jackpot). An award without a `collected` line is that of the summary. Of several pots the rake is stated for each, the fee for the
jackpot in it; they stay after it, as `_pots`.
"""

from __future__ import annotations

import re

from auditor.importing.histories import text
from auditor.importing.histories.heads import game_head, one_of
from auditor.importing.histories.text import ALL_IN, Site, Transcript, line

GAMES = {
    "Holdem": "holdem",
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha H/L": "omaha_hilo",
    "Omaha HiLo": "omaha_hilo",
}
_EXAMPLE = "Hand #12 - Omaha(Pot Limit) - $50.00/$100.00 - 2020/03/04 21:59:35 UTC"
_START = re.compile(r"Hand #(?P<id>\d{1,20}) - ")
_HEAD = re.compile(
    rf"Hand #(?P<id>\d{{1,20}}) - (?P<game>{one_of(GAMES)}) ?\((?P<limit>(?:No|Pot|Fixed) Limit|Limit)\) - "
    rf"(?P<symbol>[$€£]?)(?P<small>[\d,]*\.?\d+)/[$€£]?(?P<big>[\d,]*\.?\d+) - (?P<at>\d{{4}}/\d\d?/\d\d? [\d:]+(?: [A-Z]+)?)"
)


def _table(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.table = found["table"]
    transcript.hand.event["dealer"] = int(found["button"])


def _total(transcript: Transcript, found: re.Match[str]) -> None:
    """The total is after what was taken."""
    text.total(transcript, found)
    if transcript.total is not None:
        transcript.total += sum(fee["amount"] for fee in transcript.fees or ())


def _won(transcript: Transcript, found: re.Match[str]) -> None:
    """What a seat won, where no line said that it collected it."""
    seat, amount = int(found["number"]), transcript.money(found["won"])
    if seat not in transcript.hand.won:
        transcript.hand.award(seat, amount)
        transcript.pots.setdefault("main pot", []).append({"seat": seat, "amount": amount})


_LINES = (
    line(r"(?P<table>.+) \d+-max Seat #(?P<button>\d+) is the button", _table),
    line(
        r"Seat (?P<number>\d+): (?P<name>.+) \([$€£]?(?P<stack>[\d,]*\.?\d+)\)(?P<out> is sitting out)?",
        text.sit_down,
    ),
    line(r"Seat (?P<number>\d+): .* won [$€£]?(?P<won>[\d,]*\.?\d+)(?: with .*)?", _won),
    line(r"Seat \d+: .*", text.nothing),
    line(r"(.+) posts (?:the )?small blind AMOUNT" + ALL_IN, text.post("small_blind")),
    line(r"(.+) posts (?:the )?big blind AMOUNT" + ALL_IN, text.post("big_blind")),
    line(r"(.+) posts (?:the |an )?ante (?:of )?AMOUNT" + ALL_IN, text.post("ante")),
    line(r"(.+) posts (?:the )?straddle AMOUNT" + ALL_IN, text.post("straddle")),
    line(r"(.+) posts dead (?:blind )?AMOUNT" + ALL_IN, text.post("dead")),
    line(r"(.+) posts AMOUNT" + ALL_IN, text.post("new_player")),
    line(r"(.+) (?:waits for big blind|sits out|is sitting out)", text.sits_out),
    *text.acts("(.+)", ALL_IN),
    line(r"Dealt to (.+?)(?: \[([^\]]+)\])?", text.dealt),
    line(r"Uncalled bet \(AMOUNT\) returned to (.+)", text.returned),
    line(r"(.+) shows \[([^\]]*)\](?: \(.*\))?", text.shows),
    line(r"(.+) (?:mucks|does not show)(?: hand)?", text.mucks),
    line(
        r"\*\*\*(?P<run>) (?P<street>FLOP|TURN|RIVER) \*\*\* (?:\[[^\]]*\] )?\[(?P<new>[^\]]*)\]", text.street
    ),
    line(r"\*\*\*(?P<run>) SHOW DOWN \*\*\*", text.showdown),
    line(r"\*\*\* HOLE CARDS \*\*\*|(?:Main pot|Side pot\(\d\)) .*|Board \[[^\]]*\]", text.nothing),
    line(r"\*\*\* SUMMARY \*\*\*", text.begin_summary),
    line(r"(.+) collected AMOUNT from (main pot|side pot-\d)", text.collected),
    line(r"Total pot [$€£]?(?P<total>[\d,.]+)(?P<pots>)(?: \| (?P<fees>.*))?", _total),
)
_SITE = Site("winning", "the Winning Poker Network", _START, _HEAD, _EXAMPLE, game_head(GAMES), _LINES)
WINNING = text.importer(_SITE)
