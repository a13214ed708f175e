"""Shapes of a step. Amounts are text in the hand's money; cards are codes, ``??`` unseen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class StepRow(Struct, frozen=True, kw_only=True):
    """Cards that lie together. name: row or board; empty: in hand. new: brought by the step.

    made: class of the row. outcome: ``wins``, ``loses``, ``ties``; empty: none.
    """

    name: str
    cards: Sequence[str]
    new: Sequence[str] = ()
    made: str = ""
    outcome: str = ""


class StepSeat(Struct, frozen=True, kw_only=True):
    """A seat after a step. acts: the step is about it. out: it takes no further part.

    stack: left; front: put in on the street; empty: unknown.
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
    """Recorded and due result. differs: both known, unequal."""

    seat: int
    player: str
    recorded: str
    due: str
    difference: str
    differs: bool


class HandStep(Struct, frozen=True, kw_only=True):
    """A step. part: its street or part. words: sentences. against: breaches. boards: by run. pot: all chips. results: of
    the last step."""

    part: str
    title: str
    words: Sequence[str]
    seats: Sequence[StepSeat]
    against: Sequence[str] = ()
    boards: Sequence[StepRow] = ()
    pot: str = ""
    results: Sequence[StepResult] = ()
