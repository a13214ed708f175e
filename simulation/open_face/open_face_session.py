"""Common parts of open-face sessions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import Struct

from rules.records.events import OfcHand
from simulation.open_face.misplays import OpenFaceMisplay, happen, misplays
from simulation.open_face.open_face_dealing import OpenFaceCards, deal
from simulation.open_face.playing import OpenFacePlay
from simulation.open_face.scribe import OpenFaceScribe
from simulation.seconds_of_session import OPEN_FACE, HandTimes
from simulation.session_request import SimulationRequest
from simulation.session_simulation import Simulation


class DealtBlock(Struct):
    hands: list[OfcHand]
    cards: OpenFaceCards
    misplays: list[OpenFaceMisplay | None]
    at: list[int]  # seconds
    ended: list[int]
    play: OpenFacePlay


class OpenFaceSession(Simulation):
    """Hands that are dealt before the players of the seats are known."""

    pace = OPEN_FACE

    def __init__(self, request: SimulationRequest) -> None:
        super().__init__(request)
        assert self.game.open_face is not None
        self.rules = self.game.open_face
        self.scribe = OpenFaceScribe(self.game, self.rules, self.clock)
        self.luck = np.random.default_rng(self.seeds[3])
        self.tempo = Random(self.seeds[8])

    def deal(self, size: int, moments: HandTimes) -> DealtBlock:
        cards = deal(self.game, size, self.cards)
        return DealtBlock(
            hands=self.scribe.write(cards.street_by_street, moments),
            cards=cards,
            misplays=misplays(self.rules, self.game.most, size, self.luck, hurried=self.clock.hurried),
            at=moments.at.tolist(),
            ended=moments.ended_at.tolist(),
            play=OpenFacePlay(
                self.rules,
                self.game.most,
                cards,
                self.clock.stamps(),
                self.tempo,
                self.supervisor,
                self.clock.hurried,
            ),
        )

    def happen(self, hands: Sequence[OfcHand], listed: Sequence[OpenFaceMisplay | None]) -> None:
        for hand, misplay in zip(hands, listed, strict=True):
            if misplay:
                happen(hand, misplay, self.rules, self.supervisor)

    def unit(self, hand: OfcHand) -> int:
        return hand.unit if isinstance(hand.unit, int) else self.request.unit
