"""The controls in force do not provide for a kind of fee that was taken.

Finds: a rake, a fee for a hand, a jackpot collection or a time collection that the room's own controls do not file.
They file other kinds, or none. Where controls repeat the law's limits for several kinds, only the kinds with a section
of their own are filed. Where the rules are not a room's own and name other kinds, a person decides; where they name
none, they do not concern fees.
Why: a room files a fee before taking it. The room has no right to a kind that was not filed.
Example: the controls file $1.00 from each player a hand, and hand 17 has $4.00 of rake.
Needs: `fees` of the hand, or `fee` events.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from rules.checks.fees.time_fees import Collection, collections_under
from rules.checks.support.check import Check, Draft, Tested
from rules.checks.support.fee_limits import UNRECORDED
from rules.checks.support.fee_rules import provided, speaks_of_fees
from rules.checks.support.fee_triangle import OF_HANDS, WORDS
from rules.checks.support.log_view import LogView
from rules.controls.ruleset import ROOM, Ruleset
from rules.hands import Ints

CHECK = Check(
    "FEE031",
    "kind-not-in-controls",
    "violation",
    "major",
    ("external:WAC-230-15-080", "external:FEES-counted"),
    title="A fee is of a kind that the controls do not file",
    quotes=False,
    scope="log",
    rule=("fees",),
    limits=(),
    area="fees",
    of_amounts=False,
    applies=speaks_of_fees,
)


def run(log: LogView) -> Tested:
    ruled = log.ruled(speaks_of_fees)
    return Tested([*_of_hands(log), *_of_time(log)], [(ruled & ~log.fees.recorded, UNRECORDED)])


def _of_hands(log: LogView) -> Iterator[Draft]:
    columns: dict[str, Ints] = {
        "rake": log.fees.rake,
        "hand_fee": log.fees.hand_fee,
        "jackpot": log.fees.jackpot,
    }
    for index, ruleset in enumerate(log.rulesets):
        for kind in (each for each in OF_HANDS if _strange(ruleset, each)):
            places = np.flatnonzero((log.under == index) & (columns[kind] > 0))
            if len(places):
                first = log.where(int(places[0]))
                where = first if len(places) == 1 else f"{first} and {len(places) - 1:,} more"
                yield _finding(
                    log,
                    ruleset,
                    kind,
                    where,
                    int(columns[kind][places].sum()),
                    hand=int(places[0]),
                    hands=log.number[places].tolist() if len(places) > 1 else None,
                )


def _of_time(log: LogView) -> Iterator[Draft]:
    found: dict[Ruleset, list[Collection]] = defaultdict(list)
    for each in collections_under(log, lambda ruleset: _strange(ruleset, "time")):
        if each.amount and each.ruleset is not None:
            found[each.ruleset].append(each)
    for ruleset, collections in found.items():
        line = f"Line {collections[0].line}"
        where = line if len(collections) == 1 else f"{line} and {len(collections) - 1:,} more"
        yield _finding(
            log, ruleset, "time", where, sum(each.amount for each in collections), line=collections[0].line
        )


def _strange(ruleset: Ruleset, kind: str) -> bool:
    """Whether controls on fees omit a kind; jackpots only in a room's own."""
    known = provided(ruleset)
    return known is not None and kind not in known and (ruleset.of_a_room or kind != "jackpot")


def _finding(
    log: LogView,
    ruleset: Ruleset,
    kind: str,
    where: str,
    money: int,
    *,
    hand: int | None = None,
    hands: list[int] | None = None,
    line: int | None = None,
) -> Draft:
    known = [each for each in WORDS if each in (provided(ruleset) or ())]
    words = " and ".join(WORDS[each] for each in known) or "no fees"
    own = ruleset.of_a_room
    cites = [clause for each in known for clause in ruleset.cites_within(f"fees.{each}")]
    sections = [clause for clause in cites if clause.startswith(ROOM)]
    return Draft(
        hand=hand,
        hands=hands,
        line=line,
        stated=kind,
        expected=", ".join(known) or "none",
        unit="kind of fee",
        kind=None if own else "undetermined",
        money_kind="over_collected" if own and kind == "time" else None,
        severity=None if own else "note",
        money=money,
        clause=next(iter(sections), None),
        rule=f"fees.{known[0]}" if known else "fees",
        fact=f"{kind}|{','.join(known)}|{ruleset}",
        message=(
            f"{where}: {log.money(money)} of {WORDS[kind]} was taken{' in all' if ' more' in where else ''}; "
            f"{ruleset} {'files' if own else 'names'} {words}."
        ),
    )
