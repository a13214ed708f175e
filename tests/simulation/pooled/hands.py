"""Honest hands of pot games dealt from one deck. Of each seat the record has all cards, some, or none but those that it shows.

Some draws are missing from the record.
"""

from __future__ import annotations

from random import Random
from typing import Any

Event = dict[str, Any]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
OWN = {"holdem": 2, "omaha": 4, "crazy_pineapple": 3, "stud7": 2, "draw27": 5, "draw5": 5, "badugi": 4}
DRAWS = {"draw27": 3, "draw5": 1, "badugi": 3}
_NAMES = ("first_draw", "second_draw", "third_draw")
_BOARD = (("flop", 3), ("turn", 1), ("river", 1))
_STUD = ("fourth", "fifth", "sixth", "seventh")


class Pooled:
    """One honest hand: the deck, what seats hold, and the record of it.

    off: the seats whose deal is not on record.
    """

    def __init__(self, game: str, random: Random) -> None:
        self.game, self.random = game, random
        self.deck = random.sample(DECK, len(DECK))
        most = 8 if game in DRAWS else 7
        self.seats = sorted(random.sample(range(1, 10), random.randint(2, most)))
        self.held = {seat: self._dealt(OWN[game]) for seat in self.seats}
        self.live, self.muck = list(self.seats), []
        self.up = {seat: self._dealt(1) for seat in self.seats} if game == "stud7" else {}
        self.off = {seat for seat in self.seats if random.random() < 0.6}
        self.rows = {seat: self._row(seat) for seat in self.seats}
        self.acts: list[Event] = []

    def event(self, number: int) -> Event:
        """The hand as a log has it."""
        self._play()
        self._show()
        return {
            "event": "pot_hand", "hand": number, "game": self.game, "limit": "no_limit", "dealer": self.seats[0],
            "stakes": {"small_blind": 100, "big_blind": 200}, "seats": list(self.rows.values()), "acts": self.acts,
        }  # fmt: skip

    def _play(self) -> None:
        self._fold()
        if self.game in DRAWS:
            for name in _NAMES[: DRAWS[self.game]]:
                self._draw(name)
                self._fold()
        elif self.game == "stud7":
            for name in _STUD:
                self._street(name)
        else:
            if self.game == "crazy_pineapple":
                self._discard()
            self._boards()

    def _dealt(self, count: int) -> list[str]:
        """Cards from the stub, which is shuffled anew from what was thrown away when it is used up."""
        found = []
        for _ in range(count):
            if not self.deck:
                self.deck, self.muck = self.random.sample(self.muck, len(self.muck)), []
            found.append(self.deck.pop())
        return found

    def _row(self, seat: int) -> Event:
        row: Event = {"seat": seat, "player": f"P{seat}"}
        if seat not in self.off:
            row["hole"] = "".join(self.held[seat])
        elif self.random.random() < 0.3:
            row["hole"] = "??" + self._partly(self.held[seat][1:])
        if self.up:
            row["up"] = "".join(self.up[seat])
        return row

    def _partly(self, cards: list[str]) -> str:
        return "".join(card if self.random.random() < 0.5 else "??" for card in cards)

    def _fold(self) -> None:
        for seat in list(self.live):
            if len(self.live) > 1 and self.random.random() < 0.25:
                self.live.remove(seat)
                self.muck += self.held[seat]
                self.acts.append({"act": "fold", "seat": seat})

    def _draw(self, name: str) -> None:
        for seat in self.live:
            away = self.random.sample(self.held[seat], self.random.randint(0, len(self.held[seat])))
            away = away[: len(self.deck) + len(self.muck)]
            came = self._dealt(len(away))
            self.held[seat] = [card for card in self.held[seat] if card not in away] + came
            self.muck += away
            off = seat in self.off
            discard = self._partly(away) if off else "".join(away)
            cards = self._partly(came) if off else "".join(came)
            self.acts.append(
                {"act": "draw", "seat": seat, "street": name, "discard": discard, "cards": cards}
            )

    def _discard(self) -> None:
        for seat in self.live:
            thrown = self.held[seat].pop()
            if self.random.random() < 0.7:
                self.acts.append({"act": "discard", "seat": seat, "cards": thrown})

    def _street(self, name: str) -> None:
        for seat in self.live:
            (card,) = self._dealt(1)
            self.held[seat].append(card)
            shown = name != "seventh" or seat not in self.off
            where = "down" if name == "seventh" else "up"
            self.acts.append({"act": "card", "street": name, "seat": seat, where: card if shown else "??"})

    def _boards(self) -> None:
        twice = self.random.random() < 0.3
        for name, count in _BOARD:
            for run in (1, 2) if twice and name != "flop" else (None,):
                burn = {"burn": self._dealt(1)[0]} if self.random.random() < 0.3 else {}
                cards = "".join(self._dealt(count))
                act = {"act": "board", "street": name, "cards": cards, **burn}
                self.acts.append(act | ({"run": run} if run else {}))

    def _show(self) -> None:
        """Shows, some of them of part of the cards, some by seats that folded; and lists of what was held at the end."""
        for seat in self.seats:
            whole = self.held[seat] + self.up.get(seat, [])
            for verb in ("show", "muck"):
                if self.random.random() < 0.5:
                    count = self.random.choice((1, len(whole)))
                    cards = "".join(self.random.sample(whole, count))
                    self.acts.append({"act": verb, "seat": seat, "cards": cards})
            if self.random.random() < 0.2:
                self.rows[seat]["cards"] = "".join(whole)
