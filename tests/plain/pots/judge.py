"""A plain judge of one pot hand: it follows the acts in their order, and names what each breaks of the betting.

Written from the rules on forced bets and short stacks, for one hand and without arrays; it shares no code with the replay. What
the chips come to is worked out by ``tests/rules/pot_games/plain_log.py``.
"""

from __future__ import annotations

from typing import Any

from rules.controls.sections.pots import PotGame
from tests.plain.pots.betting import Betting, Chips, Sizes
from tests.plain.pots.owed import Owed, blinds_of, dealt_in, is_bomb_pot, owed_posts, posts_of
from tests.plain.pots.showing import clockwise, opens, pair_shows

Event = dict[str, Any]
Breach = tuple[int | None, int | None, str]  # index of the act, seat, code
_VERBS = ("fold", "check", "call", "bet", "raise", "complete")
_PLENTY = 10**12  # a stack that is not recorded
_AMOUNTS = {"ante": "ante_amount", "small_blind": "small_blind_amount", "big_blind": "big_blind_amount"}


class Judge:
    """One hand, act by act. `hand` has its posts among its acts before the first other act is taken."""

    def __init__(self, hand: Event, rules: PotGame, *, bomb: bool | None = None) -> None:
        self.hand, self.rules, self.game = hand, rules, rules.games[hand["game"]]
        self.breaches: list[Breach] = []
        self.dealer: int = hand.get("dealer", 0)
        self.low_wins = self.game.halves[0].order == "ace_to_five"
        self.streets = [street.name for street in self.game.streets]
        self.bomb = is_bomb_pot(hand, self.game.kind) if bomb is None else bomb
        self.betting = Betting(_chips(hand), _sizes(hand), rules, len(self.streets))
        self.up: dict[int, list[str]] = {
            seat["seat"]: [seat["up"]] for seat in hand["seats"] if seat.get("up") and "status" not in seat
        }
        self.round = 0
        self.open = False  # the first round has begun
        self._late_opener = False  # who opens the round is read from cards that are being dealt
        self.duty: int | None = None  # the seat that owes the bring-in
        self._at = 0
        self._waiting: dict[int, tuple[int, Event]] = {}
        self._straddle = 0
        self._last_straddle = 0
        self._owed = owed_posts(hand, self.game.kind, bomb=self.bomb, low_wins=self.low_wins)

    # ------------------------------------------------------------------ before the first act

    def begin(self) -> None:
        """Everything is posted but a bring-in: the level of the first round, and who opens it."""
        if self.open:
            return
        self.open = True
        if self.bomb:
            for seat in self.betting.seats.values():
                seat.acted = True
            return
        if self.game.kind == "stud":
            owes = [each.seat for each in self._owed if each.kind == "bring_in"]
            self.duty = owes[0] if owes else None
            self.betting.last = ((self.duty or self.dealer + 1) - 2) % 10 + 1
            return
        _, big = blinds_of(self.hand)
        self.betting.blinds(self._last_straddle or big or self.dealer, self._straddle)
        self.betting.missing = self._unpaid()
        self.breaches += self._missing()

    def _unpaid(self) -> int:
        """What the blinds count for the pot limit above what was paid of them."""
        found = 0
        for kind, nominal in (
            ("small_blind", self.betting.sizes.small_blind),
            ("big_blind", self.betting.sizes.big_blind),
        ):
            found += max(
                0, nominal - sum(self._paid(act) for act in posts_of(self.hand) if act["kind"] == kind)
            )
        return found

    def _paid(self, act: Event) -> int:
        paid: int = act["amount"]
        return paid

    def _missing(self) -> list[Breach]:
        """Posts that a seat owed, had the chips for, and did not make, where others of their kind were made."""
        posts = posts_of(self.hand)
        kinds = {act["kind"] for act in posts}
        found: list[Breach] = []
        for owed in self._owed:
            there = any((act["seat"], act["kind"]) == (owed.seat, owed.kind) for act in posts)
            kin = kinds & ({"ante"} if owed.kind == "ante" else {"small_blind", "big_blind"})
            if not there and kin and owed.kind not in kinds - {"ante"} and self.betting.seats[owed.seat].left:
                found.append((None, owed.seat, _AMOUNTS[owed.kind]))
        return found

    # ------------------------------------------------------------------ acts

    def take(self, act: Event) -> list[Breach]:
        """An act is made; what it breaks."""
        before, at = len(self.breaches), self._at
        if act["act"] != "take_back":
            self.wait_no_more()
        match act:
            case {"act": "post", "kind": "bring_in"}:
                self.begin()
                self._bring_in(at, act)
            case {"act": "post"}:
                self._post(at, act)
            case {"act": "fold", "by": _, "seat": seat}:
                self.begin()
                self.betting.fold(seat, moves=self.turn() == seat)
            case {"act": verb, "seat": seat} if verb in _VERBS:
                self.begin()
                self._bet(at, verb, seat, act)
            case {"act": "board" | "card" | "draw", "street": street}:
                self.begin()
                self._cards(at, street, act)
            case {"act": "take_back", "seat": seat}:
                self._waiting.pop(seat, None)
            case _:
                pass
        self._at += 1
        return self.breaches[before:]

    def wait_no_more(self) -> None:
        """Acts out of turn whose turn has come stand."""
        while self._waiting and (seat := self.turn()) in self._waiting:
            at, act = self._waiting.pop(seat)
            self._bet(at, act["act"], seat, act)

    def _post(self, at: int, act: Event) -> None:
        seat, kind, amount = act["seat"], act["kind"], act["amount"]
        left = self.betting.seats[seat].left
        nominal = self._nominal(kind)
        if kind == "straddle":
            self._straddle, self._last_straddle = nominal, seat
            nominal -= self.betting.seats[seat].late  # a new player's blind counts towards it
        if nominal and amount != min(nominal, left) and kind in (*_AMOUNTS, "straddle"):
            self.breaches.append((at, seat, _AMOUNTS.get(kind, "straddle_amount")))
        both = {"small_blind", "big_blind"} <= {
            each["kind"] for each in posts_of(self.hand) if each["seat"] == seat
        }
        self.betting.post(seat, kind, amount, dead=kind == "small_blind" and both)  # who buys the button

    def _nominal(self, kind: str) -> int:
        stakes = self.hand["stakes"]
        if kind == "straddle":
            return 2 * (self._straddle or stakes["big_blind"])
        found: int = stakes.get(kind, 0)
        return found

    def _bring_in(self, at: int, act: Event) -> None:
        seat, amount, stakes = act["seat"], act["amount"], self.hand["stakes"]
        due = self.turn() or self.duty
        if due is not None and seat != due:
            self.breaches.append((at, seat, "bring_in_seat"))
        opens_for = stakes["small_bet"] if self.betting.fixed else self.betting.sizes.min_bet
        left = self.betting.seats[seat].left
        if amount not in (stakes["bring_in"], opens_for, left) or (amount == left < stakes["bring_in"]) != (
            amount < stakes["bring_in"]
        ):
            self.breaches.append((at, seat, "bring_in_amount"))
        self.betting.brought_in(seat, amount)

    def turn(self) -> int | None:
        """The seat whose turn it is; None: nobody has to act."""
        self.begin()
        if self._late_opener:
            self._late_opener = False
            up = {number: self.up[number] for number in self.betting.live()}
            first = opens(up, self.dealer, low_wins=self.low_wins)
            self.betting.last = (first - 2) % 10 + 1
            if self._big_or_small(up):
                self.betting.sizes_open = (self.betting.sizes.small_bet, self.betting.sizes.big_bet)
        return self.betting.turn()

    def _big_or_small(self, up: dict[int, list[str]]) -> bool:
        """Whether the bet on fourth street may be small or big."""
        high = [half.order for half in self.game.halves] == ["high"]
        return (
            self.betting.fixed
            and high
            and self.streets[self.round] == "fourth"
            and len(self.streets) == 5
            and pair_shows(up)
        )

    def _cards(self, at: int, street: str, act: Event) -> None:
        number = self.streets.index(street)
        if number > self.round:
            early = self.turn() is not None
            if early:
                self.breaches.append((at, act.get("seat") if act["act"] == "draw" else None, "street_early"))
            if act.get("withdrawn"):
                return
            self.round = number
            self.betting.next_round(number, self.dealer)
            self._late_opener = self.game.kind == "stud"
        if act["act"] == "card" and act.get("up"):
            self.up[act["seat"]].append(act["up"])

    # ------------------------------------------------------------------ bets

    def _bet(self, at: int, verb: str, number: int, act: Event) -> None:
        turn, seat = self.turn(), self.betting.seats[number]
        if seat.folded:
            self.breaches.append((at, number, "hand_not_live"))
            return
        if turn is not None and turn != number:
            self.breaches.append((at, number, "out_of_turn"))
            if verb == "fold":
                self.betting.fold(number, moves=False)
            else:
                self._waiting[number] = at, act
            return
        if verb == "fold":
            self.betting.fold(number, moves=turn == number)
            return
        to = seat.front if verb == "check" else act.get("to", self._silent(verb, number))
        code = self._code(verb, number, to, must=turn == number)
        if code:
            self.breaches.append((at, number, code))
        if code != "betting_closed":
            self.betting.to(number, max(seat.front, min(to, seat.front + seat.left)))

    def _silent(self, verb: str, number: int) -> int:
        """What an act without an amount comes to: what is due, or all in."""
        seat = self.betting.seats[number]
        return self.betting.call(number)[1] if verb == "call" else seat.front + seat.left

    def _code(self, verb: str, number: int, to: int, *, must: bool) -> str:
        """What a check, call, bet or raise breaks; empty: nothing."""
        betting, seat = self.betting, self.betting.seats[number]
        if to > seat.front + seat.left:
            return "over_stack"
        if verb == "check":
            return "check_facing_bet" if must and betting.call(number)[0] > seat.front else ""
        if verb == "call" or (to <= betting.level and to < seat.front + seat.left):
            least, most = betting.call(number)
            return "" if not must or least <= to <= most else "call_amount"
        if to <= betting.level:
            return ""  # all in for less than a call
        return self._raise_code(number, to, must=must)

    def _raise_code(self, number: int, to: int, *, must: bool) -> str:
        betting, seat = self.betting, self.betting.seats[number]
        if not must:
            return "betting_closed"
        least, most = betting.raises(number)
        alone = not any(other != number for other in betting.with_chips())
        if not alone and not betting.may_raise(number):
            unopened = seat.acted and not seat.open
            return "too_many_raises" if betting.fixed and not unopened else "raise_not_open"
        all_in = to == seat.front + seat.left
        if betting.fixed:
            sizes = betting.sizes_open if betting.sizes_open and not betting.bets else (least,)
            return "" if to in sizes or (all_in and to < max(sizes)) else "wrong_bet_size"
        if to > most and betting.sizes.limit == "pot_limit":
            return "over_pot"
        if to < least and not all_in:
            return "raise_too_small" if betting.level else "bet_too_small"
        return ""


def _chips(hand: Event) -> dict[int, Chips]:
    cap = hand["stakes"].get("cap", _PLENTY)
    dealt = set(dealt_in(hand))
    return {
        seat["seat"]: Chips(min(seat.get("stack", _PLENTY), cap))
        for seat in sorted(hand["seats"], key=lambda each: each["seat"])
        if seat["seat"] in dealt
    }


def _sizes(hand: Event) -> Sizes:
    stakes = hand["stakes"]
    big = stakes.get("big_blind", 0)
    small_bet = stakes.get("small_bet", big)
    return Sizes(
        limit=hand["limit"],
        small_blind=stakes.get("small_blind", 0),
        big_blind=big,
        bring_in=stakes.get("bring_in", 0),
        min_bet=stakes.get("min_bet") or big or small_bet,
        small_bet=small_bet,
        big_bet=stakes.get("big_bet", 2 * small_bet),
    )


def judged(hand: Event, rules: PotGame) -> Judge:
    """A recorded hand, followed to its end."""
    judge = Judge(hand, rules)
    for act in hand["acts"]:
        judge.take(act)
    judge.begin()
    judge.wait_no_more()
    return judge


__all__ = ["Breach", "Judge", "Owed", "clockwise", "judged"]
