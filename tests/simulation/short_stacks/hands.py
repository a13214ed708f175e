"""One honest hand, played out act by act: the judge says whose turn it is and what is allowed, chance chooses."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.controls.sections.pots import GameStreet, PotGame
from tests.plain.pots.judge import Judge
from tests.rules.pot_games.plain_log import followed
from tests.rules.pot_games.plain_settle import uncalled
from tests.simulation.short_stacks.nuts import unbeaten
from tests.simulation.short_stacks.tables import Table

Event = dict[str, Any]
RANKS, SUITS = "23456789TJQKA", "cdhs"


class Played:
    """A hand in the making. `silent` names what the rules leave open and the hand touched."""

    def __init__(self, table: Table, rules: PotGame, random: Random) -> None:
        self.table, self.rules, self.random = table, rules, random
        self.game = rules.games[table.game]
        ranks = RANKS[RANKS.index(self.game.deck_from) :]
        self.deck = [rank + suit for rank in ranks for suit in SUITS]
        random.shuffle(self.deck)
        self.own: dict[int, list[str]] = {}
        self.hand = self._dealt()
        self.acts: list[Event] = self.hand["acts"]
        self.judge = Judge(self.hand, rules, bomb=table.bomb)
        self.betting = self.judge.betting
        self.runs = table.boards
        self.closed = False  # chips that nobody called went back

    def _dealt(self) -> Event:
        first = self.game.streets[0]
        seats = []
        for number in sorted(self.table.stacks):
            down, up = self._cards(first.down), self._cards(first.up)
            self.own[number] = down
            seat = {"seat": number, "stack": self.table.stacks[number], "hole": "".join(down)}
            seats.append({**seat, **({"up": "".join(up)} if up else {})})
        table = self.table
        return {
            "game": table.game, "limit": table.limit, "stakes": table.stakes, "dealer": table.dealer,
            "seats": seats, "acts": list(table.posts),
        }  # fmt: skip

    def _cards(self, count: int) -> list[str]:
        return [self.deck.pop() for _ in range(count)]

    # ------------------------------------------------------------------ the hand

    def play(self) -> Event:
        """The whole hand."""
        for act in list(self.acts):
            self._judged(act)
        for number, street in enumerate(self.game.streets):
            if number:
                self._deal(number, street)
            elif street.board:
                self._make(
                    {"act": "board", "street": street.name, "cards": "".join(self._cards(street.board))}
                )
            if not (number == 0 and self.table.bomb):
                self._round()
            if self._over(number):
                break
        self._give_back()
        return self.hand

    def _over(self, number: int) -> bool:
        if len(self.betting.live()) == 1:
            return True
        if number == len(self.game.streets) - 1:
            return True
        if len(self.betting.with_chips()) <= 1:
            self._give_back()
            return self._run(number)
        return False

    def _make(self, act: Event) -> None:
        self.acts.append(act)
        self._judged(act)

    def _judged(self, act: Event) -> None:
        broken = self.judge.take(act)
        assert not broken, (broken, act, self.hand)

    def _give_back(self) -> None:
        """Chips that nobody called, on record in half of the hands."""
        if self.closed:
            return
        self.closed = True
        seats = self.betting.seats
        for seat, amount in zip(seats, uncalled([each.live for each in seats.values()]), strict=True):
            if amount and self.random.random() < 0.5:
                self.acts.append({"act": "return", "seat": seat, "amount": amount})
                self.judge.take(self.acts[-1])

    # ------------------------------------------------------------------ rounds

    def _round(self) -> None:
        if self.judge.duty is None and self.game.kind == "stud" and not self.judge.open:
            self.judge.begin()
        while (seat := self.judge.turn()) is not None:
            self._act(seat)
            if len(self.betting.live()) > 2 and self.random.random() < 0.004:
                self._killed()
        self._duty_alone()
        self._idle()

    def _duty_alone(self) -> None:
        """The bring-in of a seat that has chips where nobody else has any."""
        duty = self.judge.duty
        if duty and not self._brought_in() and self.betting.seats[duty].left and len(self.betting.live()) > 1:
            self._bring_in(duty)

    def _brought_in(self) -> bool:
        return self.judge.round > 0 or any(act.get("kind") == "bring_in" for act in self.acts)

    def _killed(self) -> None:
        """The floor kills a hand, wherever it stands."""
        seat = self.random.choice(self.betting.live())
        self._make({"act": "fold", "seat": seat, "by": "floor"})

    def _idle(self) -> None:
        """A check or a call of a seat that need not act: it breaks nothing."""
        alone = self.betting.with_chips()
        if (
            len(alone) == 1
            and len(self.betting.live()) > 1
            and not self.closed
            and self.random.random() < 0.03
        ):
            seat = self.betting.seats[alone[0]]
            level = min(self.betting.level, seat.front + seat.left)
            if self.game.kind == "stud" and not self._brought_in():
                return
            if level > seat.front and self.random.random() < 0.5:
                self._make({"act": "call", "seat": alone[0], "to": level})
            else:
                self._make({"act": "check", "seat": alone[0]})

    def _bring_in(self, seat: int) -> None:
        stakes, left = self.table.stakes, self.betting.seats[seat].left
        opens = stakes["small_bet"] if self.betting.fixed else self.betting.sizes.min_bet
        wanted = opens if left >= opens and self.random.random() < 0.15 else stakes["bring_in"]
        self._make({"act": "post", "seat": seat, "kind": "bring_in", "amount": min(wanted, left)})

    # ------------------------------------------------------------------ acts

    def _act(self, seat: int) -> None:
        if self.judge.duty is not None and not self._brought_in():
            if seat != self.judge.duty and self.random.random() < 0.15:
                self._make({"act": "fold", "seat": seat})
            else:
                self._bring_in(seat)
            return
        chips, betting = self.betting.seats[seat], self.betting
        least, full = betting.call(seat)
        raises = self._raises(seat)
        verb = self._wanted(facing=least > chips.front, raises=bool(raises))
        if verb in ("check", "call") and raises and self._must_bet(seat, full):
            verb = "raise"
        if verb == "fold":
            self._make({"act": "fold", "seat": seat})
        elif verb == "check":
            self._make({"act": "check", "seat": seat})
        elif verb == "call":
            to = full if least == full else self.random.choice((least, full))
            self._make({"act": "call", "seat": seat, "to": to})
        else:
            self._make({"act": self._named(), "seat": seat, "to": self.random.choice(raises)})

    def _named(self) -> str:
        if self.betting.level == 0:
            return "bet"
        return "complete" if self.betting.over_bring_in and self.betting.fixed else "raise"

    def _wanted(self, *, facing: bool, raises: bool) -> str:
        drawn = self.random.random()
        if raises and drawn < 0.35:
            return "raise"
        if not facing:
            return "check"
        return "call" if drawn < 0.8 else "fold"

    def _raises(self, seat: int) -> list[int]:
        """Amounts of a bet or raise that no reading forbids."""
        betting, chips = self.betting, self.betting.seats[seat]
        if not betting.may_raise(seat):
            return []
        whole = chips.front + chips.left
        least, most = betting.raises(seat)
        if betting.fixed:
            sizes = betting.sizes_open if betting.sizes_open and not betting.bets else (least,)
            whole_bets = [size for size in sizes if size <= whole]
            return whole_bets or ([whole] if whole > betting.level else [])
        most = min(most, whole)
        if most >= least:
            grain = self.table.stakes.get("chip", 10)
            return [
                least,
                most,
                self.random.randrange(least, most + 1, grain),
                whole if whole <= most else least,
            ]
        short = whole > betting.level and whole <= betting.raises(seat)[1] and not betting.over_bring_in
        return [whole] if short else []

    def _must_bet(self, seat: int, to: int) -> bool:
        """Whether the seat would close the betting of the river with a hand that cannot be beaten, where that is forbidden."""
        game, last = self.game, len(self.game.streets) - 1
        if (
            self.rules.betting.nuts is None
            or game.kind != "flop"
            or len(game.halves) > 1
            or self.judge.round != last
        ):
            return False
        end = followed(self.hand, game)
        return unbeaten(game, end.own[seat], end.boards[0], self.random)

    # ------------------------------------------------------------------ cards

    def _deal(self, number: int, street: GameStreet) -> None:
        order = [seat for seat in self.table.order if not self.betting.seats[seat].folded]
        for seat in order if street.discards else ():
            self._throw_away(seat, street.discards)
        if self.game.kind == "flop":
            for run in range(1, self.runs + 1):
                named = {"run": run} if self.runs > 1 else {}
                self._make(
                    {
                        "act": "board",
                        "street": street.name,
                        "cards": "".join(self._cards(street.board)),
                        **named,
                    }
                )
            if self.game.swap is not None and self.game.swap.before == street.name:
                self._swaps(order, street)
        elif self.game.kind == "stud":
            for seat in order:
                cards = self._cards(street.up + street.down)
                shows = "up" if street.up else "down"
                self._make({"act": "card", "street": street.name, "seat": seat, shows: "".join(cards)})
        else:
            self._draws(order, street)

    def _throw_away(self, seat: int, count: int) -> None:
        away = self.random.sample(self.own[seat], count)
        self.own[seat] = [card for card in self.own[seat] if card not in away]
        self._make({"act": "discard", "seat": seat, "cards": "".join(away)})

    def _exchange(self, seat: int, street: str, count: int, *, offered: bool = False) -> None:
        away, cards = self.random.sample(self.own[seat], count), self._cards(count)
        self.own[seat] = [card for card in self.own[seat] if card not in away] + cards
        shown = {"offered": "".join(cards)} if offered else {}
        self._make(
            {
                "act": "draw",
                "seat": seat,
                "street": street,
                "discard": "".join(away),
                "cards": "".join(cards),
                **shown,
            }
        )

    def _swaps(self, order: list[int], street: GameStreet) -> None:
        assert self.game.swap is not None
        for seat in order:
            if self.random.random() < 0.5:
                self._exchange(seat, street.name, self.game.swap.cards, offered=True)

    def _draws(self, order: list[int], street: GameStreet) -> None:
        for seat in order:
            self._exchange(
                seat, street.name, min(self.random.choice((0, 1, 1, 2, street.draws)), len(self.deck))
            )

    def _run(self, number: int) -> bool:
        """The rest dealt at once on several boards, where the seats agree and the table offers it."""
        rest, rules = self.game.streets[number + 1 :], self.rules.pots.run_twice
        plain = (
            self.game.kind == "flop"
            and self.game.swap is None
            and not any(street.discards for street in self.game.streets)
        )
        stakes = self.table.stakes
        offered = stakes.get("small_blind", 0) >= (rules.min_small_blind or 0) and not self.table.bomb
        full_board = number == 0 and len(self.table.stacks) >= rules.last_streets.get(self.table.game, 99)
        if not plain or not offered or full_board or self.random.random() > 0.4:
            return False
        times = rules.times or self.random.choice((2, 3, 3))
        if times * sum(street.board for street in rest) > len(self.deck):
            return False
        self._make({"act": "run", "times": times, "agreed": sorted(self.betting.live())})
        for run in range(1, times + 1):
            for street in rest:
                cards = "".join(self._cards(street.board))
                self._make({"act": "board", "street": street.name, "cards": cards, "run": run})
        return True
