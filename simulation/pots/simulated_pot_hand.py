"""One hand of a pot game, from the posts to the last card."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from rules.pot_words import PostKind
from rules.records.pot_records import (
    Act,
    Bet,
    BettingAct,
    Call,
    Check,
    Complete,
    Fold,
    Post,
    Raise,
    Return,
)  # fmt: skip
from simulation.pots.betting import BettingChips, LegalActs
from simulation.pots.players import Player, PlayerDecision
from simulation.pots.setup import Posts, Setup
from simulation.pots.simulated_pot_dealing import PotDealing, RunPlan
from simulation.pots.simulated_pot_strength import merits, rough_merits, unbeaten
from simulation.pots.simulated_pot_words import spoken

BETS: dict[str, type[BettingAct]] = {
    "fold": Fold, "check": Check, "call": Call, "bet": Bet, "raise": Raise, "complete": Complete,
}  # fmt: skip
_OPENS_BRING_IN = 0.1  # chance of who brings it in to open for the small bet
_BOARD = 5


class Script:
    """Points of a hand that a fault may take over once; an honest hand leaves them."""

    def posts(self, play: HandPlay, posts: Posts) -> Posts:
        return posts

    def turn(self, play: HandPlay, options: LegalActs) -> bool:
        """Whether the script acted for the seat whose turn it is."""
        return False

    def swaps(self, play: HandPlay, seat: int, most: int) -> int:
        """Number of cards that a seat may exchange."""
        return most

    def runs(self, play: HandPlay) -> RunPlan | None:
        """Runs of the rest; None: as the players agree."""
        return None

    def setup(self, setup: Setup) -> None:
        """The hand before its first act."""


class HandPlay:
    """A hand in play; ``acts``, ``chips`` and ``cards`` are those so far."""

    def __init__(self, setup: Setup, random: Random, script: Script | None = None) -> None:
        self.setup, self.random, self.script = setup, random, script or Script()
        self.script.setup(setup)
        self.acts: list[Act] = []
        rules, game = setup.rules, setup.played.game
        cap = setup.stakes.cap
        stacks = {each.seat: min(each.stack, cap) if cap else each.stack for each in setup.dealt}
        self.chips = BettingChips(
            rules.betting, setup.played.limit, setup.stakes.sizes, stacks, len(game.streets)
        )
        runs, swaps = partial(self.script.runs, self), partial(self.script.swaps, self)
        self.cards = PotDealing(setup, random, self.acts, self.chips, runs, swaps)
        self.players = {each.seat: Player(each.style, random, setup.stakes.chip) for each in setup.dealt}
        self.returned: tuple[int, int] | None = None
        self.first_to_act: int | None = None
        self.in_full: set[int] = set()  # seats whose posts are recorded as more than their chips
        self._settled_return = False

    @property
    def game_rounds(self) -> int:
        return len(self.setup.played.game.streets)

    def play(self) -> HandPlay:
        self.cards.first()
        for seat, kind, amount in self.script.posts(self, list(self.setup.posts)):
            self.post(seat, kind, amount)
        self.cards.open_first()
        if self.setup.played.stud:
            self._bring_in()
        self._bets()
        for number in range(1, self.game_rounds):
            if len(self.chips.live) < 2:
                break
            self._street(number)
        self._return()
        return self

    def _street(self, number: int) -> None:
        chips = self.chips
        chips.begin(number, self.setup.button)
        self.cards.street(number)
        if self.setup.played.stud:
            chips.pointer = self.cards.opener(chips.live) - 1
        if len(chips.live) > 1:
            self._bets()

    # ------------------------------------------------------------------ posts

    def post(self, seat: int, kind: PostKind, amount: int) -> None:
        """Records a post, unless it is of nothing."""
        stack = self.chips.left[seat]
        if stack:
            stated = amount if seat in self.in_full and kind == "big_blind" else min(amount, stack)
            self.acts.append(Post(seat=seat, kind=kind, amount=stated))
            self.chips.post(seat, kind, amount)

    def _bring_in(self) -> None:
        stakes, betting = self.setup.stakes, self.setup.rules.betting
        seat, amount = self.cards.brings_in(), stakes.bring_in
        small = self.random.random() < _OPENS_BRING_IN and betting.stud.bring_in_may_open == "small_bet"
        if small and self.chips.is_fixed:
            amount = stakes.small_bet
        for each in self.script.posts(self, [(seat, "bring_in", amount)]):
            self.post(*each)

    # ------------------------------------------------------------------ bets

    def _bets(self) -> None:
        chips = self.chips
        merit = self._merits() if chips.to_act() else {}
        self.first_to_act = None
        while to_act := chips.to_act():
            seat = to_act[0]
            if self.first_to_act is None:
                self.first_to_act = seat
            chips.either = self.cards.pair_shows(chips.live)
            options = chips.options(seat)
            if self.setup.seat(seat).present and self.script.turn(self, options):
                continue
            self._turn(options, merit.get(seat, 0.5))
        if chips.betting_over:
            self._return()

    def _turn(self, options: LegalActs, merit: float) -> None:
        seat = options.seat
        if not self.setup.seat(seat).present:
            self.act(options, PlayerDecision("fold"), by="dealer")
            return
        must = options.can_raise and merit == 1 and self.closes_with_nuts(options)
        sure = seat in self.cards.of_cooler
        decision = self.players[seat].decide(options, merit, self.chips.round, must_raise=must, sure=sure)
        self.act(options, self._completed(options, decision))

    def _completed(self, options: LegalActs, decision: PlayerDecision) -> PlayerDecision:
        if (
            decision.verb == "raise"
            and self.setup.played.stud
            and self.chips.is_fixed
            and not self.chips.raises
        ):
            return PlayerDecision("complete", decision.to)
        return decision

    def act(self, options: LegalActs, decision: PlayerDecision, *, by: str = "", **fields: Any) -> None:
        """Records an act of the seat whose turn it is, and moves its chips."""
        seat, chips = options.seat, self.chips
        after: list[Act] = []
        if by:
            fields["by"] = by
        elif not fields and self.random.random() < self.setup.words:
            fields, after = spoken(decision, options, self.setup.stakes.chip, self.random)
        if decision.to is not None:
            fields["to"] = decision.to
        self.acts += [BETS[decision.verb](seat=seat, **fields), *after]
        if decision.verb == "fold":
            chips.fold(seat)
            self.cards.gives_up(seat)
        else:
            chips.act(seat, chips.front[seat] if decision.to is None else decision.to)

    def closes_with_nuts(self, options: LegalActs) -> bool:
        """Whether a seat closes the last betting with the nuts."""
        chips, game, nuts = self.chips, self.setup.played.game, self.setup.rules.betting.nuts
        last = chips.round == self.game_rounds - 1 and len(chips.to_act()) == 1
        if nuts is None or not last or game.kind != "flop" or len(game.halves) > 1:
            return False
        return unbeaten(game, self.cards.own[options.seat], self.cards.boards[0])

    def _return(self) -> None:
        if self._settled_return:
            return
        self._settled_return = True
        self.returned = self.chips.uncalled()
        if self.returned:
            seat, amount = self.returned
            self.acts.append(Return(seat=seat, amount=amount))

    # ------------------------------------------------------------------ cards

    def _merits(self) -> dict[int, float]:
        game, live = self.setup.played.game, self.chips.live
        if game.kind != "flop":
            return rough_merits(game, {seat: self.cards.own[seat] for seat in sorted(live)})
        size = len(self.cards.own[min(live)])  # a seat that folded may have thrown nothing away yet
        own = {seat: cards for seat, cards in self.cards.own.items() if len(cards) == size}
        board = self.cards.boards[0] + self.cards.deck.peek(_BOARD - len(self.cards.boards[0]))
        return merits(game, own, board)
