"""A PokerGFX hand: players, posts and events, checked against stacks before and after."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, NamedTuple

from auditor.importing.histories.history_hand import Building, Row, WrongHand, in_field
from auditor.importing.histories.pokergfx_board import BoardCollector
from auditor.importing.histories.pokergfx_fields import (
    CORRECT,
    KEY,
    amount,
    cards,
    entries,
    fields,
    found,
    instant,
    whole,
    word,
)
from rules.records.problems import shown

GAMES = {
    "HOLDEM": ("holdem", 2),
    "OMAHA": ("omaha", 4),
    "OMAHA_HILO": ("omaha_hilo", 4),
    "OMAHA5": ("omaha5", 5),
    "OMAHA5_HILO": ("omaha5_hilo", 5),
    "OMAHA6": ("omaha6", 6),
}  # with the cards of a seat
LIMITS = {"NOLIMIT": "no_limit", "POTLIMIT": "pot_limit"}
ANTES = {
    "STD_ANTE": "",
    "BUTTON_ANTE": "Button",
    "BB_ANTE": "BigBlind",
    "BB_ANTE_BB1ST": "BigBlind",
    "TB_ANTE": "ThirdBlind",
    "TB_ANTE_TB1ST": "ThirdBlind",
}  # who posts it: the seat of a name in `FlopDrawBlinds`; "": every seat
_BLIND_FIRST = "1ST"  # the end of the types where a short stack posts its blind before the ante
_BETS = ("BET", "RAISE", "RAISE TO")


class BetAmounts(NamedTuple):
    """Meaning of `BetAmt`: the addition, or the total in front."""

    bets_added: bool
    calls_added: bool


class GfxHand:
    """Reader of a hand in one meaning of amounts. Raises WrongHand where acts, order and stacks do not fit."""

    def __init__(self, row: Any, hand: Building, places: int, amounts: BetAmounts) -> None:
        self._row, self._hand, self._places, self._amounts = fields(row, ""), hand, places, amounts
        self._live: list[int] = []  # seats that can still act
        self._in: list[int] = []  # seats that have not folded
        self._last: int | None = None  # the seat that acted last on the street

    def read(self) -> None:
        """Fill the hand in."""
        row, hand = self._row, self._hand
        hand.ident = str(whole(row, "HandNum"))
        hand.at = instant(row, "StartDateTimeUTC")
        game, count = GAMES[word(row, "GameVariant", GAMES)]
        limit = LIMITS[word(row, "BetStructure", LIMITS)]
        if row.get("NumBoards") not in (None, 1):
            boards = f"{found(row['NumBoards'])} boards from the start"
            raise WrongHand(boards, "one board, or runs of it that were agreed", KEY, field="NumBoards")
        self._blinds = fields(row.get("FlopDrawBlinds"), "FlopDrawBlinds")
        hand.event = {"game": game, "limit": limit, "stakes": self._stakes()}
        dealer = whole(self._blinds, "ButtonPlayerNum")
        hand.event |= {"dealer": dealer} if dealer else {}
        self._players([fields(each, "Players") for each in entries(row, "Players")], count)
        events = [fields(each, "Events") for each in entries(row, "Events")]
        if not events:
            raise WrongHand("no events", "what was played", KEY, field="Events")
        self._dealt_in([each.get("PlayerNum") for each in events])
        self._posts()
        self._events(events)
        self._fits()

    def _amount(self, row: Row, name: str) -> int:
        return amount(row, name, self._places)

    def _chips_of(self, minor: int) -> str:
        return f"{Decimal(minor).scaleb(-self._places):f}"

    # ------------------------------------------------------------ players

    def _stakes(self) -> Row:
        names = {"SmallBlindAmt": "small_blind", "BigBlindAmt": "big_blind"}
        stakes = {to: self._amount(self._blinds, name) for name, to in names.items()}
        stakes["ante"] = self._amount(self._row, "BombPotAmt") or self._amount(self._row, "AnteAmt")
        return {name: minor for name, minor in stakes.items() if minor}

    def _players(self, players: list[Row], count: int) -> None:
        short = [each.get("Name") for each in players]
        for at, player in enumerate(players):
            seat = whole(player, "PlayerNum")
            with in_field(f"Players[{at}]"):
                before = amount(player, "StartStackAmt", self._places, None)
                after = amount(player, "EndStackAmt", self._places, None)
                row = self._hand.seat(seat, self._name(player, seat, short), before)
                known = cards(player.get("HoleCards"), "HoleCards")
                if player.get("BlindBetStraddleAmt"):
                    expected = "BlindBetStraddleAmt 0: what it stands for is not known"
                    raise WrongHand(found(player["BlindBetStraddleAmt"]), expected)
            row["net"] = after - before
            if known:
                row["hole"] = "".join(known) + "??" * max(0, count - len(known))
            if player.get("SittingOut") is True or not before:
                row["status"] = "missed"

    def _name(self, player: Row, seat: int, short: list[Any]) -> str:
        """A player's name, the long one for namesakes; nameless, nobody of another hand."""
        name, long = (str(player.get(each) or "").strip() for each in ("Name", "LongName"))
        if name and short.count(player.get("Name")) == 1:
            return name
        return long or name or f"unnamed player {seat} of hand {self._hand.ident}"

    def _dealt_in(self, acting: list[Any]) -> None:
        """Seats dealt in: those present, and those that act."""
        for seat, row in sorted(self._hand.seats.items()):
            if row.get("status") == "missed" and seat in acting and row["stack"]:
                del row["status"]
            if row.get("status") == "missed":
                del row["net"]
            else:
                self._in.append(seat)
        self._live = list(self._in)

    # ------------------------------------------------------------ posts

    def _posts(self) -> None:
        bomb, ante = self._amount(self._row, "BombPotAmt"), self._amount(self._row, "AnteAmt")
        if bomb:
            self._antes("", bomb)
            return
        kind = word(self._blinds, "AnteType", ANTES) if ante else ""
        later = kind.endswith(_BLIND_FIRST)
        if ante and not later:
            self._antes(ANTES[kind], ante)
        for who, post in (
            ("SmallBlind", "small_blind"),
            ("BigBlind", "big_blind"),
            ("ThirdBlind", "straddle"),
        ):
            minor = self._amount(self._blinds, f"{who}Amt")
            if minor:
                self._post(whole(self._blinds, f"{who}PlayerNum"), post, minor)
        if later:
            self._antes(ANTES[kind], ante)

    def _antes(self, who: str, ante: int) -> None:
        if who:
            self._post(whole(self._blinds, f"{who}PlayerNum"), "table_ante", ante)
            return
        for seat in self._in:
            self._post(seat, "ante", ante)

    def _post(self, seat: int, kind: str, minor: int) -> None:
        if seat in self._in and self._left(seat):
            self._hand.post(seat, kind, min(minor, self._left(seat)))
        if seat in self._live and not self._left(seat):
            self._live.remove(seat)

    def _left(self, seat: int) -> int:
        stack: int = self._hand.seats[seat]["stack"]
        return stack - self._hand.put.get(seat, 0)

    # ------------------------------------------------------------ events

    def _events(self, events: list[Row]) -> None:
        board = BoardCollector(self._hand, self._row.get("RunItNumTimes") or 1)
        for at, event in enumerate(events):
            kind = str(event.get("EventType") or "").replace("_", " ").upper()
            with in_field(f"Events[{at}]"):
                if kind == "BOARD CARD":
                    board.take(event.get("BoardNum"), cards(event.get("BoardCards"), "BoardCards"))
                    self._last = None
                else:
                    board.next_act()
                    self._act(kind, event)
        with in_field("Events"):
            board.end()

    def _act(self, kind: str, event: Row) -> None:
        hand, seat = self._hand, whole(event, "PlayerNum")
        self._in_turn(seat)
        if kind == "FOLD":
            hand.act("fold", seat=seat)
            self._in.remove(seat)
        elif kind == "CHECK":
            owed = hand.level - hand.in_front(seat)
            if owed > 0:
                expected = f"a call or a fold, with {self._chips_of(owed)} to call"
                raise WrongHand(f"a check of player {seat}", expected)
            hand.act("check", seat=seat)
        elif kind in (*_BETS, "CALL", "ALL IN"):
            self._chips(kind, seat, self._amount(event, "BetAmt"))
        else:
            raise WrongHand(shown(kind), "an event that is known, such as BET or BOARD CARD")
        if kind == "FOLD" or not self._left(seat):
            self._live.remove(seat)

    def _in_turn(self, seat: int) -> None:
        """Refuse acts out of seat order, where numbers are no seats."""
        if seat not in self._live:
            raise WrongHand(f"an act of player {seat}", "a player who can still act")
        if self._last is not None:
            others = [each for each in sorted(self._live) if each != self._last]
            due = next((each for each in others if each > self._last), others[0] if others else seat)
            if seat != due:
                expected = f"player {due} after player {self._last}, in the order of their numbers as seats"
                raise WrongHand(f"an act of player {seat}", expected)
        self._last = seat

    def _chips(self, kind: str, seat: int, minor: int) -> None:
        """A bet, raise or call that fits what is due and the stack."""
        hand, front, left = self._hand, self._hand.in_front(seat), self._left(seat)
        level, whole_stack = hand.level, front + left
        added = self._amounts.calls_added if kind == "CALL" else self._amounts.bets_added
        to = front + minor if added else minor
        if kind == "ALL IN" and minor in (left, whole_stack):
            to = whole_stack
        said = f"{kind} {self._chips_of(minor)} of player {seat}"
        if not front < to <= whole_stack or (kind == "ALL IN" and to < whole_stack):
            has = f"{self._chips_of(front)} in front and {self._chips_of(left)} left"
            raise WrongHand(said, f"what fits {has}")
        if kind == "CALL" and to != level and not (to == whole_stack < level):
            raise WrongHand(said, f"the bet of {self._chips_of(level)}")
        if kind in _BETS and to <= level:
            raise WrongHand(said, f"more than the bet of {self._chips_of(level)}")
        act = "call" if to <= level else "raise" if level else "bet"
        hand.bet(act, seat, to).update({"all_in": True} if to == whole_stack else {})

    # ------------------------------------------------------------ stacks

    def _fits(self) -> None:
        """Check stacks after the hand against what went in and could be won."""
        over, won = 0, 0
        for seat, row in self._hand.seats.items():
            put, net = self._hand.put.get(seat, 0), row.get("net", 0)
            over, won = over + net, won + (put + net > 0)
            if put + net < 0 or (put + net and seat not in self._in):
                said = f"player {seat} with {self._chips_of(put)} put in, and {self._chips_of(net)} more after the hand"
                raise WrongHand(said, "a stack that fits the acts", CORRECT, field="EndStackAmt")
        if over > 0:
            said = f"stacks with {self._chips_of(over)} more after the hand"
            raise WrongHand(said, "no chips from outside of the hand", CORRECT, field="EndStackAmt")
        if won > 1:
            self._hand.event["stakes"]["chip"] = self._chip()

    def _chip(self) -> int:
        rows = self._hand.seats.values()
        after = [row["stack"] + row.get("net", 0) for row in rows]
        return math.gcd(*(row["stack"] for row in rows), *after, *self._hand.put.values())
