"""Terms of a table of pot games, by `terms` events."""

from __future__ import annotations

from array import array

import numpy as np
from msgspec import UNSET

from rules.hands import UNRECORDED_FLAG, Ints
from rules.pot_hands import CHARGES, LIMITS, STAKES
from rules.records.events import Terms
from rules.times import NOT_RECORDED

_FLAGS = ("special_rake", "jackpot", "run_twice")
_NOTHING = (
    dict.fromkeys(STAKES, NOT_RECORDED)
    | dict.fromkeys(("limit", "charge"), -1)
    | dict.fromkeys(_FLAGS, UNRECORDED_FLAG)
)


class TermsInForce:
    """Terms of a log in order."""

    def __init__(self) -> None:
        self._lines = array("q")
        self._last = dict(_NOTHING)
        self._stated = array("q", _NOTHING.values())  # in force before the first line, then after each

    def add(self, line: int, terms: Terms) -> None:
        last = self._last
        if terms.limit is not UNSET:
            last["limit"] = LIMITS.index(terms.limit)
        if terms.charge is not UNSET:
            last["charge"] = CHARGES.index(terms.charge)
        for holder, names in ((terms, _FLAGS), (terms.stakes, STAKES)):
            if holder is not UNSET:
                stated = ((name, getattr(holder, name)) for name in names)
                last.update((name, int(value)) for name, value in stated if value is not UNSET)
        self._lines.append(line)
        self._stated.extend(last.values())

    def of(self, lines: Ints) -> dict[str, Ints]:
        """(H,) terms in force at lines, by columns of `PotHands` and STAKES."""
        which = np.searchsorted(np.frombuffer(self._lines, np.int64), lines) if self._lines else lines * 0
        stated = np.array(self._stated, np.int64).reshape(-1, len(_NOTHING))[which]
        return dict(zip(_NOTHING, stated.T, strict=True))
