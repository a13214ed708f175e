"""Actions of PHH as acts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from auditor.importing.histories.history_hand import Building, Row, WrongHand
from rules.records.problems import shown

FLOP = ("flop", "turn", "river")
STUD = ("fourth", "fifth", "sixth", "seventh")
DRAWS = ("first_draw", "second_draw", "third_draw")
STUDS = ("stud7", "stud_hilo", "razz")
_CARDS = re.compile(r"(?:[2-9TJQKA?][cdhs?])+")
_PLAYER = re.compile(r"p(\d{1,2})")
_EXPECTED = "an action of PHH such as `p3 cbr 700`, `d db 2c7dJh`"
_CORRECT = "Correct it."


class Actions:
    """Player of a hand's actions in order. amount: a text in minor units."""

    def __init__(self, hand: Building, numbers: list[int], amount: Callable[[str], int]) -> None:
        self._hand, self._numbers, self._amount = hand, numbers, amount
        self._stud = hand.event["game"] in STUDS
        self._dealt: dict[int, int] = {}  # cards, by seat
        self._boards = 0
        self._drawn: dict[int, int] = {}  # exchanges, by seat
        self._open: dict[int, Row] = {}  # exchanges whose new cards are not dealt yet
        self._brought_in = False

    def play(self, actions: list[Any]) -> None:
        """Play the actions. Raises WrongHand with the place."""
        for place, text in enumerate(actions):
            field = f"actions[{place}]"
            if not isinstance(text, str):
                raise WrongHand(shown(text), _EXPECTED, _CORRECT, field=field)
            words = text.split("#")[0].split()
            try:
                if words:
                    self._one(words)
            except WrongHand as error:
                raise WrongHand(error.found, error.expected, _CORRECT, field=field) from error
            except (IndexError, ValueError, KeyError) as error:
                raise WrongHand(shown(text), _EXPECTED, _CORRECT, field=field) from error

    def _one(self, words: list[str]) -> None:
        if words[:2] == ["d", "db"]:
            self._board(_cards(words[2]))
            return
        if words[:2] == ["d", "dh"]:
            self._deal(self._seat(words[2]), _cards(words[3]))
            return
        seat, what = self._seat(words[0]), words[1]
        match what:
            case "f":
                self._hand.act("fold", seat=seat)
            case "cc":
                self._check_or_call(seat)
            case "cbr":
                self._bet(seat, self._amount(words[2]))
            case "pb":
                self._bring_in(seat)
            case "sd":
                self._draw(seat, _cards(words[2]) if len(words) > 2 else "")
            case "sm" if len(words) > 2 and words[2] != "-":
                self._hand.act("show", seat=seat, cards=_cards(words[2]))
            case "sm":
                self._hand.act("muck", seat=seat)
            case _:
                raise WrongHand(shown(" ".join(words)), _EXPECTED)

    def _seat(self, word: str) -> int:
        found = _PLAYER.fullmatch(word)
        if not found or not 1 <= int(found.group(1)) <= len(self._numbers):
            raise WrongHand(shown(word), f"a player, p1 to p{len(self._numbers)}")
        return self._numbers[int(found.group(1)) - 1]

    def _board(self, cards: str) -> None:
        if self._stud:
            self._hand.board("seventh", cards)
        elif self._boards < len(FLOP):
            self._hand.board(FLOP[self._boards], cards)
            self._boards += 1
        else:
            raise WrongHand("a board card after the river", "flop, turn and river")

    def _deal(self, seat: int, cards: str) -> None:
        if self._stud:
            for at in range(0, len(cards), 2):
                self._deal_stud(seat, cards[at : at + 2])
        elif seat in self._open:
            self._open[seat]["cards"] += cards
            if len(self._open[seat]["cards"]) >= len(self._open[seat]["discard"]):
                del self._open[seat]
        else:
            row = self._hand.seats[seat]
            row["hole"] = row.get("hole", "") + cards

    def _deal_stud(self, seat: int, card: str) -> None:
        count = self._dealt.get(seat, 0)
        self._dealt[seat] = count + 1
        row = self._hand.seats[seat]
        if count < 2:
            row["hole"] = row.get("hole", "") + card
        elif count == 2:
            row["up"] = card
        else:
            street = STUD[count - 3]
            self._hand.begin(street)
            side = "down" if street == "seventh" else "up"
            self._hand.act("card", street=street, seat=seat, **{side: card})

    def _check_or_call(self, seat: int) -> None:
        hand = self._hand
        if hand.in_front(seat) >= hand.level:
            hand.act("check", seat=seat)
            return
        stack = hand.seats[seat].get("stack")
        due = hand.level - hand.in_front(seat)
        due = due if stack is None else min(due, stack - hand.put.get(seat, 0))
        hand.put_in(seat, max(due, 0))
        hand.act("call", seat=seat)

    def _bet(self, seat: int, to: int) -> None:
        hand = self._hand
        kind = "bet" if hand.level == 0 else "complete" if self._brought_in else "raise"
        self._brought_in = False
        hand.bet(kind, seat, to)

    def _bring_in(self, seat: int) -> None:
        hand = self._hand
        due, stack = hand.event["stakes"].get("bring_in"), hand.seats[seat].get("stack")
        if due is None:
            raise WrongHand("a bring-in", "its amount in the field `bring_in`")
        hand.post(seat, "bring_in", due if stack is None else min(due, stack - hand.put.get(seat, 0)))
        self._brought_in = True

    def _draw(self, seat: int, discard: str) -> None:
        street = DRAWS[self._drawn.get(seat, 0)]
        self._drawn[seat] = self._drawn.get(seat, 0) + 1
        self._hand.begin(street)
        row = self._hand.act("draw", seat=seat, street=street, discard=discard, cards="")
        if discard:
            self._open[seat] = row


def _cards(text: str) -> str:
    if not _CARDS.fullmatch(text):
        raise WrongHand(shown(text), "cards such as Qh2c (rank 23456789TJQKA, suit cdhs), or ??")
    return text
