"""Hold'em hands of a table with a log, played by the engine of pot games."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Literal

import msgspec

from rules.cards import encode
from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.controls.sections.pots import PotFees
from rules.records.pot_records import Board, Pot, PotHand
from rules.replay.row_strengths import scale
from simulation.events.book import EventBook
from simulation.events.floor import EventTable
from simulation.events.simulated_event_hands import EventHand
from simulation.events.simulated_event_tables import SimulatedTableLog
from simulation.pots.ending import ending
from simulation.pots.offer import OfferedGame as GamePlayed
from simulation.pots.players import PlayingStyle
from simulation.pots.record import Writing, pot_hand
from simulation.pots.setup import GameStakes, Posts, Seat, Setup
from simulation.pots.simulated_pot_fees import HouseTerms
from simulation.pots.simulated_pot_hand import HandPlay
from simulation.simulated_table import Dealers

_GAME: Literal["holdem"] = "holdem"
_HOUSE = HouseTerms(rate_bp=0, cap=0, jackpot=False)
_WRITING = Writing(own_terms=True)


def hands_of(event: Ruleset) -> Ruleset:
    """Ruleset of an event's hands: its author's newest of pot games, else the first with its game."""
    having = [
        each
        for each in library().revisions()
        if not each.abstract and each.sections.pot is not None and _GAME in each.sections.pot.games
    ]
    found = next((each for each in having if each.authority == event.authority), having[0])
    return library().get(found.id)


@dataclass
class HoldemDealer:
    log: SimulatedTableLog
    book: EventBook
    random: Random
    ruleset: Ruleset
    styles: dict[str, PlayingStyle] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules = self.ruleset.sections.pot
        assert rules is not None
        self.rules = msgspec.structs.replace(rules, fees=PotFees())  # a tournament's hands pay none
        self.dealers = Dealers(self.random)
        self.game = GamePlayed(_GAME, self.rules.games[_GAME], "no_limit")

    def deal(
        self, table: EventTable, stakes: tuple[int, int, int], at: int, ended: int, most: int
    ) -> EventHand:
        """A hand. stakes: blinds and the smallest chip. most: number that may be out after it."""
        while True:
            end = ending(HandPlay(self._setup(table, stakes), self.random).play())
            nets = end.nets
            out = [seat for seat, each in table.seated.items() if each.chips + nets.get(seat, 0) == 0]
            if len(out) <= most:
                break
        dealer, deck = self.dealers.of(table.hand)
        fields = {
            "at": self.book.text(at),
            "ended_at": self.book.text(ended),
            "dealer_id": dealer,
            "deck": deck,
        }
        hand = pot_hand(table.hand, end, _WRITING, **fields)
        self.log.add(ended, hand)
        takers = {seat: _takers(hand, seat) for seat in out}
        return EventHand(nets, takers, {seat: _best(hand, seat) for seat in out})

    def _setup(self, table: EventTable, stakes: tuple[int, int, int]) -> Setup:
        small, big, chip = stakes
        order = table.after_button()  # the button is the last
        blinds = order[::-1] if len(order) == 2 else order[:2]
        posts: Posts = [(blinds[0], "small_blind", small), (blinds[1], "big_blind", big)]
        return Setup(
            rules=self.rules,
            played=self.game,
            stakes=GameStakes(small_blind=small, big_blind=big, chip=chip),
            house=_HOUSE,
            button=table.button,
            seats=[
                Seat(seat, each.player, each.chips, self._style(each.player))
                for seat, each in sorted(table.seated.items())
            ],
            posts=posts,
        )

    def _style(self, player: str) -> PlayingStyle:
        return self.styles.setdefault(player, PlayingStyle.of(self.random))


def _takers(hand: PotHand, seat: int) -> list[int]:
    """Seats that took the last pot that a seat was in."""
    pots: list[Pot] = list(hand.pots or [])
    inside = [each for each in pots if seat in (each.eligible or [])]
    awards = inside[-1].awards or [] if inside else []
    return sorted({each.seat for each in awards} - {seat})


def _best(hand: PotHand, seat: int) -> str:
    acts = list(hand.acts or [])
    board = "".join(each.cards for each in acts if isinstance(each, Board))
    own = next(str(each.hole) for each in hand.seats if each.seat == seat)
    codes = [int(code) for code in encode(own + board)]
    texts = dict(zip(codes, [(own + board)[place : place + 2] for place in range(0, 14, 2)], strict=False))
    if len(codes) < 5:
        return ""
    row = scale("low", "missing_cards_lowest").row
    return "".join(texts[each] for each in max(combinations(codes, 5), key=lambda five: row(tuple(five))))
