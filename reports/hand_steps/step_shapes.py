"""The shapes of a step. Amounts are texts in the money of the hand; cards are codes as in the log, ``??`` for an unseen one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class StepRow(Struct, frozen=True, kw_only=True):
    """Cards that lie together. name: of the row or the board; empty for the cards in a hand. new: those that the step brought.

    made: the class that the replay gives the row. outcome: ``wins``, ``loses`` or ``ties`` in a comparison; else empty.
    """

    name: str
    cards: Sequence[str]
    new: Sequence[str] = ()
    made: str = ""
    outcome: str = ""


class StepSeat(Struct, frozen=True, kw_only=True):
    """A seat after a step. acts: whether the step is about it. out: it has no part in what follows.

    stack: chips left; front: chips put in on the street. Both are empty where they are not known or play no part.
    """

    seat: int
    player: str
    rows: Sequence[StepRow] = ()
    acts: bool = False
    out: bool = False
    marks: Sequence[str] = ()
    stack: str = ""
    front: str = ""


class StepResult(Struct, frozen=True, kw_only=True):
    """Result of a seat by the record beside what was due. differs: both are known and not the same."""

    seat: int
    player: str
    recorded: str
    due: str
    difference: str
    differs: bool


class HandStep(Struct, frozen=True, kw_only=True):
    """A step. part: the street, or the part of the hand, that it belongs to. words: sentences.

    against: what was against the rules in it. seats: those that are looked at. boards: of each run. pot: all chips put in.
    results: of the last step.
    """

    part: str
    title: str
    words: Sequence[str]
    seats: Sequence[StepSeat]
    against: Sequence[str] = ()
    boards: Sequence[StepRow] = ()
    pot: str = ""
    results: Sequence[StepResult] = ()
