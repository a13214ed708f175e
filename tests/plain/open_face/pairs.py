"""What two players owe each other: {"rows", "sweep", "royalties", "penalties"}, in units to the first from the second."""

from __future__ import annotations

from tests.plain.open_face.cards import ROWS
from tests.plain.open_face.hand import Hand, Player
from tests.plain.open_face.systems import Rules

Parts = dict[str, int]
SCOOP_ADDS = 3
SCOOP_TOTAL = 3  # where the scoop replaces the rows


def pair(mine: Player, other: Player, exposed: dict[int, int], rules: Rules) -> dict:
    """A pair as `auditor replay` prints it. ``rows`` is None where there is nothing to compare."""
    missing = mine.missed or other.missed
    rows = None if missing else row_results(mine, other, rules)
    parts = {"rows": 0, "sweep": 0, "royalties": 0, "penalties": penalties(mine, other, exposed, rules)}
    if rows is None:
        parts["rows"] = missed_receives(mine, other, rules) - missed_receives(other, mine, rules)
    else:
        parts["rows"], parts["sweep"] = priced(mine, other, list(rows.values()), rules)
        parts["royalties"] = royalties(mine, other, rows, rules)
    return {"a": mine.seat, "b": other.seat, "rows": rows, "parts": parts, "units": sum(parts.values())}


# ---------------------------------------------------------------- rows and the scoop


def row_results(mine: Player, other: Player, rules: Rules) -> dict[str, int]:
    """1 won, -1 lost, 0 tied. A fouled hand loses all three to a legal one."""
    if mine.fouled != other.fouled:
        return dict.fromkeys(ROWS, -1 if mine.fouled else 1)
    if mine.fouled and rules.foul_against_foul == "nothing":
        return dict.fromkeys(ROWS, 0)
    return {row: compared(mine.rows[row], other.rows[row]) for row in ROWS}


def compared(one, two) -> int:
    """A row of the wrong size is never compared."""
    return 0 if one is None or two is None else (one > two) - (one < two)


def priced(mine: Player, other: Player, results: list[int], rules: Rules) -> tuple[int, int]:
    """The rows, and what the scoop makes of them. A foul with a price of its own counts as rows."""
    if mine.fouled != other.fouled and rules.foul_units is not None:
        return (-rules.foul_units if mine.fouled else rules.foul_units), 0
    rows = sum(results)
    return rows, scoop(results, rules) - scoop([-result for result in results], rules)


def scoop(results: list[int], rules: Rules) -> int:
    """What it adds, for the one whose results these are."""
    won, tied = results.count(1), results.count(0)
    if won == 3 or (won == 2 and tied == 1 and rules.two_and_a_tie):
        return SCOOP_ADDS if rules.scoop == "six_total" else SCOOP_TOTAL - won
    return 0


# ---------------------------------------------------------------- royalties


def royalties(mine: Player, other: Player, rows: dict[str, int], rules: Rules) -> int:
    """Of two fouled hands neither has any."""
    if mine.fouled and other.fouled:
        return 0
    units = 0
    for row, result in rows.items():
        one, two = collected(mine, other, row, result, rules), collected(other, mine, row, -result, rules)
        if rules.royalty_to == "higher" and one and two:
            one, two = one * (result == 1), two * (result == -1)
        units += one - two
    if rules.own_royalties == "paid":
        units += forfeited(other) - forfeited(mine)
    return units


def collected(mine: Player, other: Player, row: str, result: int, rules: Rules) -> int:
    if mine.fouled and rules.own_royalties != "kept":
        return 0
    if other.fouled and not rules.foul_pays_royalties:
        return 0
    if rules.royalty_to == "won" and result != 1:
        return 0
    return mine.royalties[row]


def forfeited(player: Player) -> int:
    return sum(player.royalties.values()) if player.fouled else 0


# ---------------------------------------------------------------- penalties


def exposures(hand: Hand) -> dict[int, int]:
    """By seat, how often a card was exposed and penalised."""
    seats = [
        each["seat"]
        for each in hand.get("irregularities", [])
        if each["kind"] == "exposed_card" and each.get("ruling") == "penalty" and "seat" in each
    ]
    return {seat: seats.count(seat) for seat in seats}


def penalties(mine: Player, other: Player, exposed: dict[int, int], rules: Rules) -> int:
    return penalty(other, mine, exposed, rules) - penalty(mine, other, exposed, rules)


def penalty(payer: Player, payee: Player, exposed: dict[int, int], rules: Rules) -> int:
    """To the payee, if it is active: whoever missed the hand gets none, and pays for nothing but that."""
    if payee.missed or (rules.active == "legal" and payee.fouled):
        return 0
    if payer.missed:
        return rules.missed_units
    return rules.exposed_units * exposed.get(payer.seat, 0)


def missed_receives(absent: Player, other: Player, rules: Rules) -> int:
    """What a fouled opponent pays to a player who missed the hand, where the reading is so."""
    if not absent.missed or not other.fouled or rules.missed_receives != "fouls":
        return 0
    return 3 + scoop([1, 1, 1], rules) if rules.foul_units is None else rules.foul_units
