"""Checks that give one outcome for each thing that they look at.

An outcome is None (agrees), a Draft or several (differs), a str (untestable, with the reason), or INAPPLICABLE. `each_thing`
makes `run` of the generator; without any thing the check counts once as inapplicable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

import numpy as np
from msgspec.structs import replace

from rules.checks.support.drafts import Draft, Tested


class Inapplicable:
    """The rule is not about a thing."""


INAPPLICABLE: Final = Inapplicable()
Outcome = Draft | list[Draft] | str | Inapplicable | None
Outcomes = Iterator[Outcome]
Seen = TypeVar("Seen")


def each_thing(look: Callable[[Seen], Outcomes]) -> Callable[[Seen], Tested]:
    """A check's `run` that counts each outcome once."""

    def run(view: Seen) -> Tested:
        return _tested(list(look(view)))

    return run


def _tested(outcomes: list[Outcome]) -> Tested:
    if not outcomes:
        return Tested(inapplicable=np.ones(1, np.bool_), of=1)
    reasons = dict.fromkeys(each for each in outcomes if isinstance(each, str))
    return Tested(
        [
            replace(draft, hand=at)
            for at, each in enumerate(outcomes)
            for draft in (each if isinstance(each, list) else [each])
            if isinstance(draft, Draft)
        ],
        [(np.array([each == reason for each in outcomes], np.bool_), reason) for reason in reasons],
        np.array([each is INAPPLICABLE for each in outcomes], np.bool_),
        of=len(outcomes),
    )
