"""Lines of PokerNow's log, with their effects."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping

from auditor.importing.histories import history_lines, settling
from auditor.importing.histories.history_hand import WrongHand, moment
from auditor.importing.histories.transcript import Rule, Transcript, cards, line
from rules.records.problems import shown

GAMES = {
    "Texas Hold'em": ("holdem", 2),
    "Omaha Hi": ("omaha", 4),
    "Omaha Hi/Lo 8 or Better": ("omaha_hilo", 4),
}  # with the cards of a seat
LIMITS = {"No Limit": "no_limit", "Pot Limit": "pot_limit"}
_WHO = r'".+ @ ([\w-]+)"'
_PLAYER = r'".+ @ [\w-]+"'
_AMOUNT = r"(\d+(?:\.\d+)?)"
_ALL_IN = r"(?P<all_in> and go all in)?"
_SUITS = str.maketrans("♠♥♦♣", "shdc")
_VARIATION = dict.fromkeys((0xFE0E, 0xFE0F))  # after a suit: as a sign or as a picture
START = re.compile(
    r"-- starting hand #(?P<number>\d{1,12})(?: \(id: (?P<id>[\w-]{1,40})\))? +\(?(?P<game>[^()]+?)\)? "
    r'\((?:dealer: ".+ @ (?P<dealer>[\w-]+)"|dead button)\) --'
)
END = re.compile(r"-- ending hand #\d+ --")
CHANGED = re.compile(rf"The game's (small blind|big blind|ante) was changed from [\d.]+ to {_AMOUNT}\.?")
_KINDS = {
    "small blind": "small_blind",
    "big blind": "big_blind",
    "missing small blind": "missed_small",
    "missed big blind": "missed_big",
    "straddle": "straddle",
    "ante": "ante",
}
_LEVELS = {"small_blind": "small blind", "big_blind": "big blind"}


def begin(transcript: Transcript, head: re.Match[str], at: str, levels: Mapping[str, str]) -> None:
    """First line of a hand. levels: known blinds."""
    limit, _, name = head["game"].partition(" Limit ")
    game = GAMES.get(name)
    if game is None or f"{limit} Limit" not in LIMITS:
        expected = f"{' or '.join(LIMITS)}, and {', '.join(GAMES)}"
        raise WrongHand(shown(head["game"]), expected, "Key this hand.")
    hand = transcript.hand
    stakes = {kind: transcript.money(levels[words]) for kind, words in _LEVELS.items() if words in levels}
    hand.event = {"game": game[0], "limit": LIMITS[f"{limit} Limit"], "stakes": stakes}
    hand.at = _instant(at)
    if head["dealer"]:
        hand.event["_dealer"] = head["dealer"]


def _instant(at: str) -> dt.datetime:
    try:
        found = dt.datetime.fromisoformat(at)
    except ValueError as error:
        raise WrongHand(shown(at), "a time such as 2026-03-14T20:00:00.123Z") from error
    return moment(found.year, found.month, found.day, found.time(), found.tzinfo or dt.UTC)


def finish(transcript: Transcript, levels: dict[str, str]) -> None:
    """Button, pot and nets. levels: gets this hand's blinds."""
    hand = transcript.hand
    dealer = hand.by_name.get(hand.event.pop("_dealer", ""))
    if dealer:
        hand.event["dealer"] = dealer
    posted = {act["kind"] for act in hand.acts if act["act"] == "post"}
    if "big_blind" in posted and "big_blind" not in hand.event["stakes"]:
        raise WrongHand(
            "a big blind that is all in, and none before it", "the amount of the big blind", "Key this hand."
        )
    for kind, words in _LEVELS.items():
        if kind in hand.event["stakes"]:
            levels[words] = str(hand.event["stakes"][kind] / 10**transcript.places)
    won, put = sum(hand.won.values()), sum(hand.put.values())
    if won != put:
        collected, put_in = (f"{each / 10**transcript.places:,.{transcript.places}f}" for each in (won, put))
        raise WrongHand(
            f"{collected} collected", f"the {put_in} that players put in", "Export the log again."
        )
    transcript.total = won
    settling.finish(transcript)
    if any(hand.is_all_in(seat) for seat in hand.put):
        del hand.event["pots"]
    if len(hand.won) > 1:
        hand.event["stakes"]["chip"] = _chip(transcript)


def _chip(transcript: Transcript) -> int:
    """Largest chip of all stacks, bets and awards; a pot divides by no smaller one."""
    hand = transcript.hand
    stacks = [row["stack"] for row in hand.seats.values()]
    return math.gcd(*stacks, *hand.put.values(), *hand.won.values())


def suited(found: str) -> str:
    """Cards as in logs, from `10♦, Q♥`."""
    return cards(found.translate(_VARIATION).translate(_SUITS).replace(",", " "))


# ---------------------------------------------------------------- rules of lines


def _stacks(transcript: Transcript, found: re.Match[str]) -> None:
    for part in found[1].split(" | "):
        seat = re.fullmatch(rf"#(\d+) {_WHO} \({_AMOUNT}\)", part)
        if not seat:
            raise WrongHand(shown(part), 'a seat such as #1 "Ann @ x1" (500)')
        transcript.hand.seat(int(seat[1]), seat[2], transcript.money(seat[3]))


def _post(transcript: Transcript, found: re.Match[str]) -> None:
    """A post; an all-in one does not state the blind."""
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[3])
    kind, all_in = _KINDS[found[2]], bool(found["all_in"])
    before = {act["kind"] for act in hand.acts if act["act"] == "post"}
    if kind in _LEVELS and not all_in and kind not in before:
        hand.event["stakes"][kind] = amount
    if kind == "ante":
        hand.event["stakes"].setdefault("ante", amount)
    if kind == "big_blind" and kind in before:
        kind = "new_player"
    hand.post(seat, kind, amount)


def _bomb(transcript: Transcript, found: re.Match[str]) -> None:
    """Bomb pot: each player's chips before the flop."""
    amount = transcript.money(found[2])
    transcript.hand.event["stakes"].setdefault("ante", amount)
    transcript.hand.post(transcript.hand.number(found[1]), "ante", amount)


def _to(kind: str) -> Rule:
    def act(transcript: Transcript, found: re.Match[str]) -> None:
        hand, seat = transcript.hand, transcript.hand.number(found[1])
        row = hand.bet(kind, seat, transcript.money(found[2]))
        if found["all_in"]:
            row["all_in"] = True

    return act


def _board(transcript: Transcript, found: re.Match[str]) -> None:
    hand = transcript.hand
    if found["run"]:
        hand.run = 2
    hand.board(found["street"].lower(), suited(found["new"]))


def _second_board(transcript: Transcript, found: re.Match[str]) -> None:
    raise WrongHand("two boards from the start", "one board, or runs that were agreed", "Key this hand.")


def _agreed(transcript: Transcript, found: re.Match[str]) -> None:
    transcript.hand.act("run", times=2)
    transcript.hand.run = 1


def _shows(transcript: Transcript, found: re.Match[str]) -> None:
    """Shown cards; fewer than a hand count for nothing."""
    game = transcript.hand.event["game"]
    those = suited(found[2])
    if len(those) == 2 * next(count for name, count in GAMES.values() if name == game):
        seat = transcript.hand.number(found[1])
        if (seat, those) not in transcript.shown:
            transcript.shown.add((seat, those))
            transcript.hand.act("show", seat=seat, cards=those)


def _collected(transcript: Transcript, found: re.Match[str]) -> None:
    hand, seat, amount = transcript.hand, transcript.hand.number(found[1]), transcript.money(found[2])
    hand.award(seat, amount)
    transcript.pots.setdefault("pot", []).append({"seat": seat, "amount": amount})


def _changed_stack(transcript: Transcript, found: re.Match[str]) -> None:
    """A stack changed by the admin, which counts only after the hand's stacks are stated."""
    if found[1] in transcript.hand.by_name:
        raise WrongHand(shown(found[0]), "stacks that nobody changes during a hand", "Key this hand.")


LINES = (
    line(r"Player stacks: (.+)", _stacks),
    line(rf"{_WHO} posts an? ({'|'.join(_KINDS)}) of {_AMOUNT}{_ALL_IN}", _post),
    line(rf"{_WHO} (?:posts a bet of|calls) {_AMOUNT}{_ALL_IN} \(bomb pot bet\)", _bomb),
    line(rf"{_WHO} folds()", history_lines.fold),
    line(rf"{_WHO} checks", history_lines.check),
    line(rf"{_WHO} calls {_AMOUNT}{_ALL_IN}", _to("call")),
    line(rf"{_WHO} bets {_AMOUNT}{_ALL_IN}", _to("bet")),
    line(rf"{_WHO} raises to {_AMOUNT}{_ALL_IN}", _to("raise")),
    line(r"(?P<street>Flop|Turn|River)(?P<run> \(second run\))?:[^\[]*\[(?P<new>[^\]]*)\]", _board),
    line(r"(?:Flop|Turn|River) \(second board\):.*", _second_board),
    line(r"All players in hand choose to run it twice\.", _agreed),
    line(rf"Uncalled bet of {_AMOUNT} returned to {_WHO}", history_lines.returned),
    line(rf"{_WHO} shows an? (.+?)\.?", _shows),
    line(rf"{_WHO} collected {_AMOUNT} from pot(?: with .+)?", _collected),
    line(rf"The admin updated the player {_WHO} stack from .+ to .+", _changed_stack),
    line(r"Your hand is .+", history_lines.nothing),
    line(r"-- ending hand #\d+ --", history_lines.nothing),
)
_STACK = (
    r"(?:joined the game with a|quits the game with a|stands? up with the|sits? back with the) stack of .+"
)
_ASKED = r"(?:requested a seat|canceled the seat request|requested a rebuy of .+|rebought\. New stack .+)\.?"
ADMIN = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        rf"{_PLAYER} shows an? .+",
        rf"(?:The player )?{_PLAYER} {_STACK}",
        rf"The player {_PLAYER} {_ASKED}",
        rf"The player {_PLAYER} (?:changed the ID from|passed the room ownership to) .+",
        rf"The admin approved the player {_PLAYER} participation with a stack of .+",
        rf"The admin updated the player {_PLAYER} stack from .+ to .+",
        rf"The admin {_PLAYER} (?:enqueued|canceled|rejected|forced) .+",
        r"WARNING: the admin queued the stack change.+",
        r"Asking to busted players the rebuy decision\.",
        r"Waiting for the game owner to approve or reject pending rebuy requests\.",
        rf"{_PLAYER} paid .+ for the .+ bounty to {_PLAYER}|{_PLAYER} collected .+ from the .+ bounty",
        rf"{_PLAYER} chooses to +(?:not )?run it twice\.",
        r"Remaining players decide whether to run it twice\.|Some players choose to not run it twice\.",
        r"Game Config Changes.*|Undealt cards.*|Dead (?:Small|Big) Blind",
    )
)  # lines that say nothing of the play: of seats, of the room, and of side bets
