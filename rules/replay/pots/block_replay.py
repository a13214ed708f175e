"""Replay of a block of pot hands: contexts, breaches, amounts due."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct, structs

from rules.controls.sections.pots import PotGame
from rules.hands import Flags, Hands, Ints, every_seat
from rules.pot_hands import CHARGES, GAMES
from rules.records.events import Jackpot
from rules.records.table_events import TableEvents
from rules.replay.pots.acts.played_acts import Play, play_of
from rules.replay.pots.betting.betting_walk import Walk, walk
from rules.replay.pots.betting.hand_outcome import Circumstances, FeesOnRecord, HandOutcome
from rules.replay.pots.betting.side_pots import RecordedPots
from rules.replay.pots.breaches.breach_rows import BreachRows, together
from rules.replay.pots.breaches.rules_of_a_hand import illegal
from rules.replay.pots.division.due_after_fees import ChargedAwards, charged
from rules.replay.pots.division.pot_payouts import given
from rules.replay.pots.division.pot_settlement import Settled, settle
from rules.replay.pots.division.settled_as_dicts import presented
from rules.replay.pots.outcome_of_acts import outcome
from rules.replay.pots.table.hand_to_hand import LinkedHands
from rules.times import NOT_RECORDED


class TableFacts(Struct, frozen=True):
    """Facts of a whole log. levels: lines and levels of the jackpot, in log order."""

    tournament: bool = False
    levels: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, tournament: bool, events: TableEvents) -> TableFacts:
        """Facts from a log's events outside hands."""
        found = ((line, event.level) for line, event in events.of(Jackpot) if event.kind == "close")
        return cls(tournament, tuple((line, level) for line, level in found if isinstance(level, int)))

    def rules(self, rules: PotGame) -> PotGame:
        """Rules at the table: a tournament deals cards to a stack below the minimum bet, too (OLY-2.14)."""
        return structs.replace(rules, min_stack=None) if self.tournament and rules.min_stack else rules

    def level(self, lines: Ints) -> Ints:
        """(H,) jackpot level at the last close before each line; NOT_RECORDED: none."""
        at = [line for line, _ in self.levels]
        amounts = [NOT_RECORDED, *(level for _, level in self.levels)]
        return np.array([amounts[bisect_left(at, line)] for line in lines.tolist()], np.int64)


class ReplayedPots(Struct, frozen=True, eq=False, dict=True):
    """A block of H pot hands replayed under one ruleset."""

    play: Play
    walk: Walk
    outcome: HandOutcome
    under: Circumstances
    settled: Settled
    illegal: BreachRows
    linked: LinkedHands | None = None  # of what the hand before shows; None: it was not looked at

    @property
    def hands(self) -> Hands:
        """The hands as recorded."""
        return self.play.hands

    @cached_property
    def charged(self) -> ChargedAwards:
        """Awards of the pots after recorded fees."""
        out = given(self.play.pot, self.settled.pots.amounts.shape[1])
        return charged(self.settled, self.outcome, self.under, self.play.rules.pots.odd_chip, out)

    @property
    def bombs_not_offered(self) -> Flags:
        """(H,) bomb pots where the ruleset offers none; replayed like others."""
        none = self.play.rules.betting.bomb_pots.rule == "not_offered"
        return np.asarray(self.walk.owed.bomb & none, np.bool_)

    @property
    def ranked(self) -> Flags:
        """(H,) hands in which every seat's result is known."""
        known = every_seat(self.settled.net_known | ~self.play.dealt)
        return np.asarray(known | (self.hands.void == 1), np.bool_)

    @property
    def net(self) -> Ints:
        """(H, S) result due; NOT_RECORDED where unknown."""
        return np.where(self.settled.net_known & self.play.dealt, self.settled.net, NOT_RECORDED)

    def presented(self, hand: int, ruleset: str) -> dict[str, Any]:
        """One hand as `auditor replay` prints it."""
        play, hands = self.play, self.play.hands
        game = play.games[play.pot.game[hand]]
        return {
            "hand": int(hands.number[hand]),
            "game": "pot",
            "variant": GAMES[play.pot.game[hand]],
            "ruleset": ruleset,
            "void": bool(hands.void[hand] == 1),
            **presented(self.settled, self.outcome, self.under, hands.seat, hands.stack, game, hand),
            "illegal": self.illegal.of_hand(hand),
        }


def replay(hands: Hands, rules: PotGame, table: TableFacts) -> ReplayedPots:
    """Replay a block of pot hands under a ruleset."""
    rules = table.rules(rules)
    play = play_of(hands, rules)
    walked = walk(play)
    came = outcome(walked)
    under = circumstances(play, table)
    settled = settle(came, under, rules, walked.last_bettor, recorded_pots(play))
    return ReplayedPots(play, walked, came, under, settled, together(illegal(walked, came, settled)))


def recorded_pots(play: Play) -> RecordedPots:
    """Pots as the room settled them."""
    return RecordedPots(play.pot.pots, play.pot.eligible, play.hands.seat)


def circumstances(play: Play, table: TableFacts) -> Circumstances:
    """Circumstances of the hands for fees and jackpots."""
    hands, pot = play.hands, play.pot
    count = len(hands)
    return Circumstances(
        game=pot.game,
        void=hands.void == 1,
        tournament=np.full(count, table.tournament),
        timed=pot.charge == CHARGES.index("time"),
        special_rake=pot.special_rake == 1,
        jackpots=pot.jackpot != 0,
        seated=hands.present,
        away=play.dealt & (pot.here == 0),
        fees=_fees(play),
        level=table.level(hands.line),
    )


def _fees(play: Play) -> FeesOnRecord:
    hands = play.hands
    rows = hands.fees
    jackpot = hands.named(rows["kind"], "jackpot")
    taken = hands.named(rows["kind"], "rake") | jackpot
    return FeesOnRecord(
        hands.fees_recorded, rows.hand[taken], jackpot[taken], rows["amount"][taken], play.pot.fee_pots[taken]
    )
