"""Importer of text histories of the Winning Poker Network: hold'em, Omaha and stud, cash and tournaments.

Act lines have no colon. `raises A to B` is `to: B`. `caps A` raises by A to the game's cap, unless all-in. `posts dead A` above a
big blind is a live big one, the rest dead. `waits for big blind` is not dealt in. Pots and `Total pot` are after `Rake` and `JP
Fee` (jackpot), so these are added. Awards without `collected` are in the summary. Several pots have rake each, the jackpot's fee
inside, and stay as `_pots`. Runs are numbered. Tournament chips count as minor units.
"""

from __future__ import annotations

import re

from auditor.importing.histories import history_lines, history_text, stud
from auditor.importing.histories.heads import game_head, one_of
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import ALL_IN, Transcript, cards, line

GAMES = {
    "Holdem": "holdem",
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha H/L": "omaha_hilo",
    "Omaha HiLo": "omaha_hilo",
    "4Card Omaha": "omaha",
    "4Card Omaha H/L": "omaha_hilo",
    "5Card Omaha": "omaha5",
    "5Card Omaha H/L": "omaha5_hilo",
    "7Stud": "stud7",
    "7Stud H/L": "stud_hilo",
}
_EXAMPLE = "Hand #12 - Omaha(Pot Limit) - $50.00/$100.00 - 2020/03/04 21:59:35 UTC"
_START = re.compile(r"(?:Game )?Hand #(?P<id>\d{1,20}) - ")
_NUMBER = r"[\d,]*\.?\d+"
_HEAD = re.compile(
    rf"{_START.pattern}(?:(?:.* )?Tournament #(?P<tournament>\d{{1,20}}) - )?"
    rf"(?P<game>{one_of(GAMES)}) ?\((?P<limit>(?:No|Pot|Fixed) Limit|Limit)\) - (?:Level \d+ )?"
    rf"\(?(?P<symbol>[$€£]?)(?P<small>{_NUMBER})/[$€£]?(?P<big>{_NUMBER})\)? ?- "
    r"(?P<at>\d{4}/\d\d?/\d\d? [\d:]+(?: [A-Z]+)?)"
)


def _table(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.table = found["quoted"] or found["table"]
    if found["button"]:
        transcript.hand.event["dealer"] = int(found["button"])


def _dealt(transcript: Transcript, found: re.Match[str]) -> None:
    """A seat's cards, new ones last; none where hidden."""
    seat, groups = transcript.hand.number(found[1]), re.findall(r"\[([^\]]*)\]", found[2])
    if groups:
        stud.deal(transcript.hand, seat, cards(groups[-1]))


def raise_by(transcript: Transcript, found: re.Match[str]) -> None:
    """A raise by added chips. Groups: name, amount."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    transcript.by(found[1], hand.raised(seat, hand.in_front(seat) + amount))


def caps(transcript: Transcript, found: re.Match[str]) -> None:
    """A capped game's last raise; chips left mean that the cap is reached. Groups: as in `raise_by`."""
    raise_by(transcript, found)
    hand, seat = transcript.hand, transcript.hand.number(found[1])
    if hand.put[seat] < hand.seats[seat]["stack"]:
        hand.event["stakes"]["cap"] = hand.put[seat]


def _dead(transcript: Transcript, found: re.Match[str]) -> None:
    """A dead blind; above a big one, a live big and dead small one."""
    big = transcript.hand.event["stakes"].get("big_blind", 0)
    (history_lines.post_both if 0 < big < transcript.money(found[2]) else history_lines.post("dead"))(
        transcript, found
    )


def _total(transcript: Transcript, found: re.Match[str]) -> None:
    history_lines.total(transcript, found)
    if transcript.total is not None:
        transcript.total += sum(fee["amount"] for fee in transcript.fees or ())


def _won(transcript: Transcript, found: re.Match[str]) -> None:
    seat, amount = int(found["number"]), transcript.money(found["won"])
    if seat not in transcript.hand.won:
        transcript.hand.award(seat, amount)
        transcript.pots.setdefault("main pot", []).append({"seat": seat, "amount": amount})


_RUN = r"(?: (?P<run>[12]))?"
_LINES = (
    line(
        r"(?:Table '(?P<quoted>.+)'|(?P<table>.+)) \d+-max(?: Seat #(?P<button>\d+) is the button)?", _table
    ),
    line(
        r"Seat (?P<number>\d+): (?P<name>.+) \([$€£]?(?P<stack>[\d,]*\.?\d+)\)(?P<out> is sitting out)?",
        history_lines.sit_down,
    ),
    line(r"Seat (?P<number>\d+): .* won [$€£]?(?P<won>[\d,]*\.?\d+)(?: with .*)?", _won),
    line(r"Seat \d+: .*", history_lines.nothing),
    line(r"(.+) posts (?:the )?small blind AMOUNT" + ALL_IN, history_lines.post("small_blind")),
    line(r"(.+) posts (?:the )?big blind AMOUNT" + ALL_IN, history_lines.post("big_blind")),
    line(r"(.+) posts (?:the |an )?ante (?:of )?AMOUNT" + ALL_IN, history_lines.post("ante")),
    line(r"(.+) posts (?:the )?straddle AMOUNT" + ALL_IN, history_lines.post("straddle")),
    line(r"(.+) posts dead (?:blind )?AMOUNT" + ALL_IN, _dead),
    line(r"(.+) brings in AMOUNT" + ALL_IN, history_lines.post("bring_in")),
    line(r"(.+) posts AMOUNT" + ALL_IN, history_lines.post("new_player")),
    line(r"(.+) (?:waits for big blind|sits out|is sitting out)", history_lines.sits_out),
    line(r"(.+) caps AMOUNT" + ALL_IN, caps),
    *history_lines.acts("(.+)", ALL_IN),
    line(r"Dealt to (.+?)((?: \[[^\]]+\])*)", _dealt),
    line(r"Uncalled bet \(AMOUNT\) returned to (.+)", history_lines.returned),
    line(r"(.+) shows \[([^\]]*)\](?: \(.*\))?", history_lines.shows),
    line(r"(.+) (?:mucks|does not show)(?: hand)?", history_lines.mucks),
    line(
        rf"\*\*\* (?P<street>FLOP|TURN|RIVER){_RUN} \*\*\* (?:\[[^\]]*\] )?\[(?P<new>[^\]]*)\]",
        history_lines.street,
    ),
    line(r"\*\*\* (3rd|4th|5th|6th|7th) STREET \*\*\*", stud.street),
    line(rf"\*\*\* SHOW DOWN{_RUN} \*\*\*", history_lines.showdown),
    line(r"\*\*\* (?:HOLE CARDS|RUN IT TWICE) \*\*\*", history_lines.nothing),
    line(r"(?:Main pot|Side pot\(\d\))(?: \d)? [$€£]?[\d.,]+(?: \| Rake .*)?", history_lines.nothing),
    line(r"Board(?: \d)? \[[^\]]*\]", history_lines.nothing),
    line(r"\*\*\* SUMMARY \*\*\*", history_lines.begin_summary),
    line(r"(.+) collected AMOUNT from (main pot|side pot-\d)(?: \d)?", history_lines.collected),
    line(r"Total pot [$€£]?(?P<total>[\d,.]+)(?P<pots>)(?: \| (?P<fees>.*))?", _total),
)
_SITE = Site("winning", "the Winning Poker Network", _START, _HEAD, _EXAMPLE, game_head(GAMES), _LINES)
WINNING = history_text.importer(_SITE)
