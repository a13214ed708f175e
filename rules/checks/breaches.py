"""Rules that codes of the pot games' replay break, with their checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

import numpy as np

from rules.checks.catalogue import modules_by_code
from rules.checks.support.act_breaches import Breach, Said, said
from rules.checks.support.views import PotView
from rules.replay.pots.breaches.breach_rows import CODES


@cache
def breaches() -> Mapping[str, tuple[str, Breach]]:
    """Code of the check and breach, by code of the replay."""
    return {
        code: (check, breach)
        for check, module in modules_by_code().items()
        for code, breach in getattr(import_module(module), "BREACHES", {}).items()
    }


def said_of_hand(view: PotView, hand: int) -> Iterator[tuple[int, str | None, Said | None]]:
    """Breaches in a hand by act, then code; those of no act last.

    Each is its row, its check's code and its words; None: no check reports it.
    """
    rows = view.replayed.illegal
    mine = np.flatnonzero(rows.hand == hand).tolist()
    for row in sorted(mine, key=lambda each: (rows.act[each] < 0, rows.act[each], CODES[rows.code[each]])):
        check, breach = breaches().get(CODES[int(rows.code[row])], (None, None))
        yield row, check, None if breach is None else said(view, breach, row)
