"""Importer of text histories of Poker Mavens: hold'em and Omaha.

Hands are numbered run-hand, `6340502-110`. Chips have decimals without currency; limit numbers are bets. `Rake` follows each
pot's awards, so each pot has its fee. Chips added by a player out of the hand are an add-on after it.
"""

from __future__ import annotations

import re

from auditor.importing.histories import history_lines, history_text, settling
from auditor.importing.histories.heads import instant, one_of
from auditor.importing.histories.history_hand import WrongHand
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import Transcript, line
from rules.records.problems import shown

GAMES = {
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha Hi-Lo": "omaha_hilo",
    "Omaha-5": "omaha5",
    "Omaha-5 Hi-Lo": "omaha5_hilo",
    "Short Deck": "short_deck",
}
LIMITS = {"NL": "no_limit", "PL": "pot_limit", "Limit": "fixed_limit"}
_EXAMPLE = "Hand #6340502-110 - 2026-03-14 20:11:02"
_HEAD = re.compile(r"Hand #(?P<id>\d{1,20}-\d{1,10}) - (?P<at>\d{4}-\d\d?-\d\d? \d\d?:\d\d:\d\d)")
_PLAIN = r"([\d,]*\.?\d+)"
_ALL_IN = r"(?P<all_in> \(All-in\))?"
_POT = r"(Pot|Main Pot|Side Pot(?: \d+)?)"


def _begin(transcript: Transcript, head: re.Match[str]) -> None:
    history_lines.set_currency(transcript, None)
    transcript.hand.at = instant(head["at"].replace("-", "/"), None, transcript)
    transcript.fees, transcript.hand.event = [], {"stakes": {}}


def _game(transcript: Transcript, found: re.Match[str]) -> None:
    small, big = transcript.money(found["small"]), transcript.money(found["big"])
    limit = LIMITS[found["limit"]]
    stakes = {"small_blind": small, "big_blind": big}
    if (limit == "fixed_limit") != (found["word"] == "Stakes"):
        raise WrongHand(shown(found[0]), "Stakes of a limit game, and Blinds of any other")
    if limit == "fixed_limit":
        stakes = {"small_bet": small, "big_bet": big, "big_blind": small}
    transcript.hand.event |= {"game": GAMES[found["game"]], "limit": limit, "stakes": stakes}


def _other_game(transcript: Transcript, found: re.Match[str]) -> None:
    expected = f"a cash game of {', '.join(GAMES)}, such as `Game: NL Hold'em (20 - 100) - Blinds 0.50/1`"
    raise WrongHand(shown(found[0]), expected, "Key this hand.")


def _table(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.table = found[1]


def _button(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.event["dealer"] = transcript.hand.number(found[1])


def _returned(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.returned(transcript.hand.number(found[1]), transcript.money(found[2]))


def _awarded(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[3])
    hand.award(seat, amount)
    transcript.pots.setdefault(found[2], []).append({"seat": seat, "amount": amount})


def _raked(transcript: Transcript, found: re.Match[str]) -> None:
    name, taken = next(reversed(transcript.pots), None), transcript.money(found[1])
    if name is None or name in transcript.amounts:
        raise WrongHand(shown(found[0]), "a rake for each pot, after who wins it")
    transcript.amounts[name] = taken + sum(award["amount"] for award in transcript.pots[name])
    if taken and transcript.fees is not None:
        transcript.fees.append({"kind": "rake", "amount": taken, "pot": settling.pot_number(name)})


def _adds(transcript: Transcript, found: re.Match[str]) -> None:
    """Chips added in the hand, or after it where the player is not in it."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    acted = [act["act"] for act in hand.acts if act.get("seat") == seat]
    if transcript.amounts or not acted or "fold" in acted:
        event = {"event": "chips", "player": found[1], "seat": seat, "kind": "add_on", "amount": amount}
        hand.after.append(event)
    else:
        hand.act("add", seat=seat, amount=amount)


def _finish(transcript: Transcript) -> None:
    """Pots with their fees; chips put in are the pots'."""
    hand, amounts = transcript.hand, transcript.amounts
    if "game" not in hand.event:
        raise WrongHand("no game", "a line such as `Game: NL Hold'em (20 - 100) - Blinds 0.50/1`")
    if set(amounts) != set(transcript.pots):
        lacking = next(name for name in transcript.pots if name not in amounts)
        raise WrongHand(f"no rake of the {lacking}", "a rake for each pot, after who wins it")
    transcript.total = sum(amounts.values())
    settling.finish(transcript)
    put = sum(hand.put.values())
    if put != transcript.total:
        put_in, won = (
            f"{each / 10**transcript.places:,.{transcript.places}f}" for each in (put, transcript.total)
        )
        raise WrongHand(
            f"pots that come to {won}", f"the {put_in} that players put in", "Import the whole text."
        )
    hand.event.pop("_pots", None)
    hand.event["pots"] = [
        {"pot": settling.pot_number(name), "amount": amounts[name], "awards": awards}
        for name, awards in sorted(transcript.pots.items(), key=lambda each: settling.pot_number(each[0]))
    ]


_LINES = (
    line(
        rf"Game: (?P<limit>{one_of(LIMITS)}) (?P<game>{one_of(GAMES)}) \([\d.,]+ - [\d.,]+\) - (?P<word>Blinds|Stakes) "
        rf"(?P<small>[\d,]*\.?\d+)/(?P<big>[\d,]*\.?\d+)",
        _game,
    ),
    line(r"Game: .*", _other_game),
    line(r"Site: .*", history_lines.nothing),
    line(r"Table: (.+)", _table),
    line(
        r"Seat (?P<number>\d+): (?P<name>.+?) \((?P<stack>[\d,]*\.?\d+)\)(?P<out> - (?:sitting out|waiting for big blind))?",
        history_lines.sit_down,
    ),
    line(r"(.+) has the dealer button", _button),
    line(rf"(.+) posts small blind {_PLAIN}{_ALL_IN}", history_lines.post("small_blind")),
    line(rf"(.+) posts big blind {_PLAIN}{_ALL_IN}", history_lines.post("big_blind")),
    line(rf"(.+) posts small & big blinds? {_PLAIN}{_ALL_IN}", history_lines.post_both),
    line(rf"(.+) posts (?:the )?ante {_PLAIN}{_ALL_IN}", history_lines.post("ante")),
    *history_lines.acts("(.+)", _ALL_IN),
    line(rf"(.+) raises to {_PLAIN}{_ALL_IN}", history_lines.raise_to),
    line(rf"(.+) refunded {_PLAIN}", _returned),
    line(r"(.+) has timed out", history_lines.timed_out),
    line(r"Dealt to (.+?)(?: \[([^\]]+)\])?", history_lines.dealt),
    line(r"\*\* (?P<street>Flop|Turn|River) \*\*(?P<run>) \[(?P<new>[^\]]*)\]", history_lines.street),
    line(rf"\*\* (?:Hole Cards|{_POT} Show Down) \*\*(?: \[[^\]]*\])?", history_lines.nothing),
    line(r"(.+) shows \[([^\]]*)\](?: \(.*\))?", history_lines.shows),
    line(r"(.+) mucks(?: hand)?", history_lines.mucks),
    line(rf"(.+) (?:wins|splits) {_POT} \({_PLAIN}\)(?: with .*)?", _awarded),
    line(rf"Rake \({_PLAIN}\)", _raked),
    line(rf"(.+) adds {_PLAIN} chips?", _adds),
)
_SITE = Site(
    "mavens",
    "Poker Mavens",
    re.compile(r"Hand #(?P<id>\d{1,20}-\d{1,10}) - \d{4}-"),
    _HEAD,
    _EXAMPLE,
    _begin,
    _LINES,
    "Rake (0.30)",
    _finish,
    re.compile(r"Rake \([\d.,]+\)"),
)
MAVENS = history_text.importer(_SITE)
