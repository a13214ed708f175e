"""Importer of text histories of PokerStars: cash games and tournaments.

Limit numbers are bets; the small bet is the big blind, and the small blind as posted. `Total pot` is before rake, main and side
pots after. A post of both blinds has a dead small part; a second big blind is a new player's. Folded cards are hidden but the
hero's. A single draw has no heading. Short deck's button blind is a live `extra` one.
"""

from __future__ import annotations

import re

from auditor.importing.histories import history_lines, history_text, settling, stud
from auditor.importing.histories.heads import LIMITS, STUD, SYMBOLS, instant, one_of
from auditor.importing.histories.history_hand import WrongHand
from auditor.importing.histories.history_text import Site
from auditor.importing.histories.transcript import ALL_IN, AMOUNT, Transcript, cards, line
from rules.records.problems import shown

GAMES = {
    "Hold'em": "holdem",
    "6+ Hold'em": "short_deck",
    "Omaha": "omaha",
    "Omaha Hi/Lo": "omaha_hilo",
    "5 Card Omaha": "omaha5",
    "5 Card Omaha Hi/Lo": "omaha5_hilo",
    "6 Card Omaha": "omaha6",
    "Courchevel": "courchevel",
    "Courchevel Hi/Lo": "courchevel_hilo",
    "7 Card Stud": "stud7",
    "7 Card Stud Hi/Lo": "stud_hilo",
    "Razz": "razz",
    "5 Card Draw": "draw5",
    "Triple Draw 2-7 Lowball": "draw27",
    "Single Draw 2-7 Lowball": "draw27_single",
    "Badugi": "badugi",
}
MIXES = {"HORSE": "horse", "8-Game": "eight_game"}
_ONE_DRAW = ("draw5", "draw27_single")
EXAMPLE = "PokerStars Hand #12:  Hold'em No Limit ($0.50/$1.00 USD) - 2014/01/16 13:17:20 ET"
_START = re.compile(r"PokerStars (?:Home Game )?(?:Zoom )?(?:Hand|Game) #(?P<id>\d{1,20}):")
_STAKES = re.compile(rf"\(?{AMOUNT}/{AMOUNT}(?: - {AMOUNT} Cap -?)? *(?P<currency>[A-Z]{{3}})?\)")

_OTHER_GAME = re.compile(r"\b(?!Freeroll)[A-Z][a-z]+ +$")  # such as Split Hold'em, of two boards
# of short deck, where the button posts the only blind
_BUTTON_BLIND = re.compile(rf"\(Button Blind {AMOUNT} - Ante {AMOUNT} *(?P<currency>[A-Z]{{3}})?\)")


def head_of(title: str) -> re.Pattern[str]:
    """First line of a hand. title: before the number."""
    return re.compile(
        rf"{title}(?P<zoom>Zoom )?(?:Hand|Game) #(?P<id>\d{{1,20}}): +(?P<what>.*?)"
        rf"(?P<game>{one_of(GAMES)}) (?P<limit>No Limit|Pot Limit|Limit)\)?,? ?(?P<stakes>.*?) - "
        r"(?P<at>\d{4}/\d\d?/\d\d?(?: -)? [\d:]+(?: [A-Z]+| \([A-Z]+\))?)(?: \[(?P<et>[^\]]*)\])?"
    )


def begin(transcript: Transcript, head: re.Match[str]) -> None:
    hand = transcript.hand
    stakes = _STAKES.search(head["stakes"]) or _BUTTON_BLIND.search(head["stakes"])
    if not stakes:
        expected = "the stakes, such as ($0.50/$1.00 USD)"
        raise WrongHand(shown(head["stakes"]), expected)
    if other := _OTHER_GAME.search(head["what"]):
        raise WrongHand(shown(f"{other[0]}{head['game']}"), f"a game that is known: {', '.join(GAMES)}")
    tournament = re.search(r"Tournament #(\d+)", head["what"])
    hand.tournament = tournament[1] if tournament else None
    sign = next((currency for sign, currency in SYMBOLS.items() if sign in stakes[0]), None)
    history_lines.set_currency(transcript, stakes["currency"] or sign, chips=tournament is not None)
    game, limit = GAMES[head["game"]], LIMITS[head["limit"]]
    mix = next((name for word, name in MIXES.items() if f"{word} (" in head["what"]), None)
    hand.event = {
        "game": game,
        "limit": limit,
        **({"mix": mix} if mix else {}),
        "stakes": _stakes(transcript, stakes, game, limit),
    }
    hand.at = instant(head["at"], head["et"], transcript)
    if head["zoom"]:
        hand.event["_zoom"] = True


def _stakes(transcript: Transcript, found: re.Match[str], game: str, limit: str) -> dict[str, int]:
    """Stakes; the button's blind is only in its post."""
    first, second = transcript.money(found[1]), transcript.money(found[2])
    if found.re is _BUTTON_BLIND:
        return {"ante": second}
    amounts = {"small_blind": first, "big_blind": second}
    if limit == "fixed_limit":
        amounts = {"small_bet": first, "big_bet": second} | ({} if game in STUD else {"big_blind": first})
    return amounts | ({"cap": transcript.money(found[3])} if found[3] else {})


def _table(transcript: Transcript, found: re.Match[str]) -> None:
    hand = transcript.hand
    hand.table = found["table"]
    if found["play"]:
        named = transcript.options.named("currency")
        do = f"Take the hand out, unless chips are meant to count as {named}."
        hand.doubts.append(WrongHand("play money", "a hand that is played for money", do))
    if found["button"] and hand.event["game"] not in STUD:
        hand.event["dealer"] = int(found["button"])


def _dealt(transcript: Transcript, found: re.Match[str]) -> None:
    """Cards of a seat: first ones, of a stud street, or exchanged."""
    hand, groups = transcript.hand, re.findall(r"\[([^\]]*)\]", found[2])
    seat, new = hand.number(found[1]), cards(groups[-1])
    if not hand.street.endswith("_draw"):
        stud.deal(hand, seat, new)
        return
    for act in reversed(hand.acts):
        if act["act"] == "draw" and act["seat"] == seat:
            act["cards"] = new
            return


def _discards(transcript: Transcript, found: re.Match[str]) -> None:
    """An exchange; of others than the hero, the number. A single draw has no heading."""
    hand, count = transcript.hand, int(found[2] or 0)
    if not hand.street and hand.event["game"] in _ONE_DRAW:
        hand.begin("first_draw")
    away = cards(found[3]) if found[3] else "??" * count
    hand.act("draw", seat=hand.number(found[1]), street=hand.street, discard=away, cards="??" * count)


def _street(transcript: Transcript, found: re.Match[str]) -> None:
    """Board cards. Stud's only one is everybody's seventh; Courchevel's flop repeats its open card."""
    game, street = transcript.hand.event["game"], found["street"].lower()
    new = cards(found["new"])
    if game in STUD and street == "river":
        street = "seventh"
    elif game.startswith("courchevel") and street == "flop":
        first = next((act["cards"] for act in transcript.hand.acts if act["act"] == "board"), "")
        new = new.removeprefix(first)
    history_lines.board(transcript, found["run"], street, new)


def _open_first(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("board", street="preflop", cards=cards(found[1]))


def _river(transcript: Transcript, found: re.Match[str]) -> None:
    stud.seventh(transcript.hand)


def _draw_street(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.begin(f"{(found[1] or 'first ').strip().lower()}_draw")


def _cashed_award(transcript: Transcript, found: re.Match[str]) -> None:
    """The summary's payment to the house in place of a cashed-out seat."""
    seat, amount = int(found["number"]), transcript.money(found["won"])
    if seat not in transcript.hand.won:
        transcript.hand.award(seat, amount)
        transcript.pots.setdefault("pot", []).append({"seat": seat, "amount": amount})


def finish(transcript: Transcript) -> None:
    """Finish a hand; imitating programs print the total after the rake."""
    taken = sum(fee["amount"] for fee in transcript.fees or ())
    if taken and transcript.total and sum(transcript.hand.won.values()) == transcript.total:
        transcript.total += taken
        do = "It is taken as what is left of the pot; see which program wrote the text."
        doubt = WrongHand("a total pot after the rake", "the total pot before the rake", do)
        transcript.hand.doubts.append(doubt)
    settling.finish(transcript)


_ALL_IN = ALL_IN + r"(?: and has reached the AMOUNT cap)?"
_PLAYED = (
    line(
        r"Table '(?P<table>.+)'(?: \d+-max)?(?P<play> \(Play Money\))?(?: Seat #(?P<button>\d+) is the button)?",
        _table,
    ),
    line(
        r"Seat (?P<number>\d+): (?P<name>.+) \(SIGN(?P<stack>[\d,.]+) in chips(?:, [^)]*bounty)?\)"
        r"(?P<out> is sitting out| out of hand.*)?",
        history_lines.sit_down,
    ),
    *history_lines.acts("(.+):", _ALL_IN),
    line(rf"(.+): posts (?:the )?small blind AMOUNT{_ALL_IN}", history_lines.post("small_blind")),
    line(rf"(.+): posts (?:the )?big blind AMOUNT{_ALL_IN}", history_lines.post("big_blind")),
    line(rf"(.+): posts small & big blinds AMOUNT{_ALL_IN}", history_lines.post_both),
    line(rf"(.+): posts (?:the )?ante AMOUNT{_ALL_IN}", history_lines.post("ante")),
    line(rf"(.+): posts (?:the )?straddle AMOUNT{_ALL_IN}", history_lines.post("straddle")),
    line(r"(.+): posts (?:the )?button blind AMOUNT", history_lines.post("extra")),
    line(rf"(.+): brings[ -]in(?: low)? for AMOUNT{ALL_IN}", history_lines.post("bring_in")),
    line(r"(.+): discards (\d) cards?(?: \[([^\]]+)\])?", _discards),
    line(r"(.+): stands pat()()(?: on \[[^\]]*\])?", _discards),
    line(r"Dealt to (.+?)((?: \[[^\]]+\])+)", _dealt),
    line(r"Uncalled bet \(AMOUNT\) returned to (.+)", history_lines.returned),
    line(r"\*\*\* (?:(?P<run>FIRST|SECOND) )?SHOW DOWN \*\*\*", history_lines.showdown),
    line(r"(.+): shows \[([^\]]*)\](?: \(.*\))?", history_lines.shows),
    line(r"(.+): mucks hand", history_lines.mucks),
    line(r"(.+) collected AMOUNT from (pot|main pot|side pot(?:-\d)?)", history_lines.collected),
    line(r"(.+) cashed out the hand for AMOUNT(?: \| Cash Out Fee AMOUNT)?", history_lines.cashed_out),
    line(r"(.+) has timed out(?: while .*)?", history_lines.timed_out),
    line(
        r"(.+?):? (?:is sitting out|sits out|will be allowed to play after the button)",
        history_lines.sits_out,
    ),
    line(r"Hand cancelled", history_lines.cancelled),
)
_STREET_LINES = (
    line(
        r"\*\*\* (?:(?P<run>FIRST|SECOND) )?(?P<street>FLOP|TURN|RIVER) \*\*\* (?:\[[^\]]*\] )?\[(?P<new>[^\]]*)\]",
        _street,
    ),
    line(r"\*\*\* (3rd|4th|5th|6th|7th) STREET \*\*\*", stud.street),
    line(r"\*\*\* PRE-FLOP \*\*\* \[([^\]]*)\]", _open_first),
    line(r"\*\*\* RIVER \*\*\*", _river),
    line(r"\*\*\* (FIRST |SECOND |THIRD )?DRAW \*\*\*", _draw_street),
    line(r"\*\*\* (?:HOLE CARDS|DEALING HANDS) \*\*\*", history_lines.nothing),
)
_SUMMARY = (
    line(r"\*\*\* SUMMARY \*\*\*", history_lines.begin_summary),
    line(r"Total pot SIGN(?P<total>[\d,.]+)(?P<pots>.*?) \| (?P<fees>Rake SIGN[\d,.]+)", history_lines.total),
    line(r"Seat (?P<number>\d+): .* mucked(?: \[(?P<cards>[^\]]*)\])?", history_lines.mucked),
    line(
        r"Seat (?P<number>\d+): .* and won \(SIGN(?P<won>[\d,.]+)\).*\(pot not awarded as player cashed out\)",
        _cashed_award,
    ),
    line(r"Seat \d+: .*", history_lines.nothing),
    line(r"(?:FIRST |SECOND )?Board \[[^\]]*\]", history_lines.nothing),
)
_NO_PLAY = (
    line(r".+ said, \".*\"", history_lines.nothing),
    line(
        r"Hand was run (?:twice|three times)|No low hand qualified|Betting is capped", history_lines.nothing
    ),
    line(
        r".+ (?:joins the table at seat #\d+|leaves the table|is disconnected|is connected|has returned)",
        history_lines.nothing,
    ),
    line(r".+: doesn't show hand|.+ was removed from the table for failing to post", history_lines.nothing),
    line(
        r".+ (?:re-buys and receives|finished the tournament|wins the tournament|wins .* bounty|split the .* bounty for).*",
        history_lines.nothing,
    ),
    line(r"The deck is reshuffled|Pair on board.*|.+ is capped", history_lines.nothing),
)
LINES = (*_NO_PLAY[:1], *_PLAYED, *_STREET_LINES, *_SUMMARY, *_NO_PLAY[1:])
_HEAD = head_of("PokerStars (?:Home Game )?")
_SITE = Site("pokerstars", "PokerStars", _START, _HEAD, EXAMPLE, begin, LINES, finish=finish)
POKERSTARS = history_text.importer(_SITE)
