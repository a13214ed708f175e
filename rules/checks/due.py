"""What was due, for the checks of payments: the clause that decided it, what limited it, why it is not known."""

from __future__ import annotations

import numpy as np

from rules.checks.base import BlockView, units_text
from rules.controls.ruleset import Ruleset, as_list
from rules.hands import NOT_RECORDED, Flags, any_seat, every_seat
from rules.replay.chinese import Replayed, whole
from rules.replay.pairs import NO_SEAT
from rules.replay.pool import Pool
from rules.replay.seats import RULED_NOBODY, ruled_nobody

# What a ruleset says of how much passes between players, and of whose rows are better.
PRICES = (
    "ranking", "set_order.foul", "comparison", "rows", "royalty", "royalties", "sweep", "overall_point", "naturals",
    "surrender", "pool", "single_winner", "side_bets", "dealer_compensation", "penalties", "chips",
)  # fmt: skip
FIXED = (("surrender", "surrender.amount"), ("natural", "naturals"))  # they replace everything else of a pair
SECTIONS = {
    "rows": "rows",
    "royalties": "royalties",
    "overall": "overall_point",
    "side_bets": "side_bets",
    "other": "dealer_compensation",
}
ALL_ROWS = 12  # outcome: rows won * 4 + rows lost


def why_clause(replayed: Replayed, hand: int, seat: int) -> str:
    """The clause that most tells what a seat was due: a surrender's, a natural's, else that of the weightiest part."""
    ruleset = replayed.scoring.ruleset
    if replayed.pool:
        return ruleset.cite("pool.all_rows" if _swept_the_table(replayed.pool, hand) else "pool")
    if replayed.winner is not None:
        return ruleset.cite("single_winner")
    if limited(replayed, hand, seat):
        return ruleset.cite("chips")
    mine = (replayed.a == seat) | (replayed.b == seat)
    weight = _weights(replayed, hand, mine)
    for part, path in FIXED:
        if weight.get(part):
            return ruleset.cite(path)
    decided = max(("sweep", "penalties", *SECTIONS), key=lambda part: weight.get(part, 0))
    if decided == "penalties" and weight.get("penalties"):
        return ruleset.cite(_penalty(replayed, hand, mine))
    if decided == "sweep" and weight.get("sweep"):
        return ruleset.cite(_sweep(replayed, hand, mine))
    if decided == "rows" or not weight.get(decided):
        return _rows(replayed, hand, mine)
    return _cite(ruleset, SECTIONS[decided])


def _weights(replayed: Replayed, hand: int, mine: Flags) -> dict[str, int]:
    """How much each part moves in the pairs of a seat. A sweep that sets a pair's units stands for its rows too."""
    parts = {name: units[hand] * mine for name, units in replayed.parts.items()}
    if _sets(replayed) and "sweep" in parts:
        swept = parts["sweep"] != 0
        parts["sweep"] = parts["sweep"] + parts["rows"] * swept
        parts["rows"] = parts["rows"] * ~swept
    return {name: int(np.abs(units).sum()) for name, units in parts.items()}


def _sets(replayed: Replayed) -> bool:
    scoring = replayed.scoring
    return any(rules is not None and rules.op == "set" for rules in (scoring.sweep, scoring.sweep_of_all))


def _sweep(replayed: Replayed, hand: int, mine: Flags) -> str:
    """The section of the sweep that weighs most among the pairs of a seat: of one opponent, or of all."""
    place = int(np.abs(replayed.parts["sweep"][hand] * mine).argmax())
    winner = replayed.a[place] if replayed.parts["sweep"][hand, place] > 0 else replayed.b[place]
    return "sweep.table" if _swept_all(replayed, hand, int(winner)) else "sweep.pair"


def _penalty(replayed: Replayed, hand: int, mine: Flags) -> str:
    """The section of the penalty that weighs most among the pairs of a seat: a missed hand's, or an exposed card's."""
    place = int(np.abs(replayed.parts["penalties"][hand] * mine).argmax())
    absent = replayed.compared.by_absence[hand, place]
    return "penalties.missed_hand" if absent else "penalties.exposed_card"


def _swept_all(replayed: Replayed, hand: int, seat: int) -> bool:
    """Whether a seat won every row of all its opponents, where the ruleset pays for that."""
    rules = replayed.scoring.sweep_of_all
    if rules is None:
        return False
    pairs = replayed.pairs[hand] & ((replayed.a == seat) | (replayed.b == seat))
    if rules.live_only:
        pairs = pairs & replayed.by_rows[hand]
    won = np.where(replayed.a == seat, ALL_ROWS, ALL_ROWS // 4)
    return int(pairs.sum()) >= rules.min_opponents and bool((replayed.outcome[hand] == won)[pairs].all())


def _rows(replayed: Replayed, hand: int, mine: Flags) -> str:
    """The clause that prices the rows of a seat, of the pair where they weigh most."""
    ruleset = replayed.scoring.ruleset
    if not mine.any():
        return ruleset.cite("rows")
    place = int(np.abs(replayed.parts["rows"][hand] * mine).argmax())
    if replayed.scoring.foul_price == "flat" and replayed.compared.fouled[hand, place]:
        return ruleset.cite("set_order.foul")
    won, lost = sorted(divmod(int(replayed.outcome[hand, place]), 4), reverse=True)
    priced: str | None = ruleset.get("rows.cited", {}).get(f"{won}-{lost}-{3 - won - lost}")
    return priced or ruleset.cite("rows")


def _swept_the_table(pool: Pool, hand: int) -> bool:
    """Whether one seat has the best of every row by itself."""
    best = pool.best[hand]
    return bool((best & (best.sum(axis=0) == 1)).all(axis=1).any())


def _cite(ruleset: Ruleset, path: str) -> str:
    """The first clause of a section, or of the first table of a list."""
    found = ruleset.get(path)
    return as_list(found[0]["cite"])[0] if isinstance(found, list) else ruleset.cite(path)


def limited(replayed: Replayed, hand: int, seat: int) -> bool:
    """Whether the chips in front limited what a seat paid or got."""
    if replayed.stakes is None or hand not in replayed.stakes.limited:
        return False
    units, unit = int(replayed.units[hand, seat]), int(replayed.hands.unit[hand])
    return bool(replayed.net[hand, seat] * replayed.scoring.denominator != units * unit)


def how(view: BlockView, hand: int, seat: int) -> str:
    """What was due to a seat in units, and what limited it: "+6 units at $1.00"."""
    told = f"{units_text(view.replayed.units_of(hand, seat))} at {view.money(int(view.hands.unit[hand]))}"
    if not limited(view.replayed, hand, seat):
        return told
    return f"{told}, limited to {view.money(int(view.replayed.net[hand, seat]))} by the chips in front"


def surrender_units(replayed: Replayed) -> str:
    """What a surrender costs against each opponent, in words."""
    rules = replayed.scoring.surrender
    assert rules is not None
    return units_text(whole(rules.units, replayed.scoring.denominator)).removeprefix("+")


def unknown(view: BlockView) -> list[tuple[Flags, str]]:
    """Hands in which it is not known what a seat was due, with the reasons."""
    hands, replayed = view.hands, view.replayed
    open_hands = ~every_seat((replayed.net != NOT_RECORDED) | ~hands.present)
    if not open_hands.any():
        return []
    reasons = [
        (hands.unit == NOT_RECORDED, "no unit was recorded"),
        *_of_the_table(replayed),
        (ruled_nobody(hands), RULED_NOBODY),
        (_unpriced(replayed), "the controls have no price for something in the hand"),
        (_unranked(replayed), "the cards of a seat were not recorded or cannot be ranked"),
        (open_hands, "what was due cannot be worked out from the record"),
    ]
    return [(mask & open_hands & ~replayed.void, reason) for mask, reason in reasons]


def _of_the_table(replayed: Replayed) -> list[tuple[Flags, str]]:
    """What the record leaves open of a banker, a forced dealer, chips in front and pools."""
    hands, reasons = replayed.hands, []
    if replayed.compared.bank is not None:
        reasons.append((replayed.compared.bank == NO_SEAT, "who banked in the hand is not known"))
    if replayed.scoring.dealer_units:
        unseated = (hands.forced_dealer == 1) & ~any_seat(hands.seat == hands.dealer[:, None])
        reasons.append((unseated, "who had to deal is not known"))
    if replayed.stakes:
        said = "the chips in front of some seats, or the button, were not recorded"
        reasons.append((replayed.stakes.open, said))
    if replayed.pool:
        odd = replayed.pool.known & (hands.unit != NOT_RECORDED) & (hands.dealer == NOT_RECORDED)
        said = "a prize does not divide, and the button from which the odd chips are counted was not recorded"
        reasons.append((odd, said))
    return reasons


def _unpriced(replayed: Replayed) -> Flags:
    """(H,) hands with something that the controls do not price."""
    if replayed.scoring.surrender is not None:
        return ~replayed.priced
    return ~replayed.priced | any_seat(replayed.seats.surrendered)


def _unranked(replayed: Replayed) -> Flags:
    """(H,) hands in which what a seat brought to the comparison, or to a side bet, is not known."""
    known = replayed.seats.known
    if replayed.scoring.side_bets:
        known = known & replayed.hands.cards_known
    return ~every_seat(known | ~replayed.hands.present)
