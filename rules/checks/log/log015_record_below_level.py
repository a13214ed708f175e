"""Hands have less on record than the controls demand.

Finds: hands whose record is of a lower level than the controls in force demand: results alone where they demand the rows,
rows alone where they demand the full record. One finding a session, with the hands.
Why: what is not on record cannot be audited. Leaving cards out is a way to hide a wrong payment.
Example: the controls demand the final rows of every player; hands 12 and 31 have only nets.
Needs: controls that state a level of record.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rules.checks.support.check import ANY_GAME, Check, Draft, Tested
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import Ruleset
from rules.hands import FAMILIES, Flags
from rules.record_levels import BELOW_RANK, NO_DEMAND, VOID_RANK, word_of

_LEVEL, _LEAST = "records.level", "records.least_level"


def _asks(ruleset: Ruleset) -> bool:
    return ruleset.get(_LEVEL) is not None or ruleset.get(_LEAST) is not None


CHECK = Check(
    "LOG015",
    "record-below-level",
    "violation",
    "major",
    ("external:RECORD-complete",),
    title="Hands have less on record than the controls demand",
    quotes=False,
    scope="log",
    rule=(_LEVEL,),
    limits=(_LEAST,),
    applies=_asks,
    area="evidence",
    games=ANY_GAME,
)
_SHOWN = 12  # hands that a message lists


def run(log: LogView) -> Tested:
    return Tested(_findings(log), inapplicable=~log.ruled(_asks) | log.void)


def _findings(log: LogView) -> Iterator[Draft]:
    below = np.flatnonzero(log.record.below)
    if not len(below):
        return
    numbers = np.unique(log.number[below])
    asked = int((log.record.evidence != VOID_RANK).sum())
    ruleset = log.rulesets[int(log.under[below[0]])]
    yield Draft(
        hands=numbers.tolist(),
        stated=len(below),
        expected=0,
        unit="hands",
        rule=_LEVEL if ruleset.get(_LEVEL) is not None else _LEAST,
        fact=",".join(map(str, numbers.tolist())),
        message=(
            f"{len(below):,} of {asked:,} hands have less on record than the controls demand "
            f"({', '.join(_demands(log, log.record.below))}): {', '.join(_held(log, log.record.below))}. "
            f"{_listed(numbers.tolist())}"
        ),
    )


def _demands(log: LogView, below: Flags) -> list[str]:
    found = dict.fromkeys(
        each
        for under, game in sorted(set(zip(log.under[below].tolist(), log.game[below].tolist(), strict=True)))
        for each in _of(log.rulesets[under], FAMILIES[game])
    )
    return list(found)


def _of(ruleset: Ruleset, family: str) -> Iterator[str]:
    records = ruleset.sections.records
    games = records.level if isinstance(records.level, dict) else {family: None}
    for game in games:
        if (rank := records.demanded(family, game)) != NO_DEMAND:
            yield word_of(family, rank) + (f" of {game}" if game not in FAMILIES else "")


def _held(log: LogView, below: Flags) -> Iterator[str]:
    pairs = np.stack([log.record.evidence[below].astype(np.int64), log.game[below].astype(np.int64)])
    found, counts = np.unique(pairs, axis=1, return_counts=True)
    for rank, game, many in zip(*found.tolist(), counts.tolist(), strict=True):
        what = "seats alone" if rank == BELOW_RANK else f"no more than {word_of(FAMILIES[game], rank)}"
        yield f"{many:,} {'has' if many == 1 else 'have'} {what}"


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:_SHOWN]))
    more = f" and {len(numbers) - _SHOWN:,} more" if len(numbers) > _SHOWN else ""
    return f"{'Hand' if len(numbers) == 1 else 'Hands'} {shown}{more}."
