"""Payments between every two players of a worked hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from auditor.reference.markdown import table
from auditor.reference.systems.card_room_words import MINUS, money, signed, unit_of
from auditor.reference.systems.sentences import noun
from auditor.reference.systems.worked import Worked
from rules.cards import ROWS

_PARTS = {
    "rows": "rows",
    "royalties": "bonus",
    "sweep": "sweep",
    "natural": "special hand",
    "surrender": "surrender",
    "overall": "overall point",
    "side_bets": "aces",
    "penalties": "penalty",
    "other": "forced dealer",
}


def between(one: Worked) -> Iterator[str]:
    """A table of pairs."""
    if not one.reported["pairs"]:
        return
    yield (
        "#### Between each two players"
        if one.replayed.scoring.banker is None
        else "#### Between the banker and each player"
    )
    units = f"{unit_of(one.ruleset)}s"
    yield (
        f"Rows and {units} are those of the first player of each two; a minus means that he pays."
        if any((pair["units"] or 0) != 0 for pair in one.reported["pairs"])
        else ""
    )
    lines = [_pair(one, pair) for pair in one.reported["pairs"]]
    yield table(("players", *ROWS, units, "payment"), lines)


SIGNS = {1: "won", 0: "tied", -1: "lost", None: "–"}


def _pair(one: Worked, pair: dict[str, Any]) -> list[str]:
    a, b = one.name(pair["a"]), one.name(pair["b"])
    rows = dict.fromkeys(ROWS) if _not_compared(one, pair) else pair["rows"]
    return [f"{a} and {b}", *(SIGNS[rows[row]] for row in ROWS), _sum(one, pair), _so(one, pair, a, b)]


def _not_compared(one: Worked, pair: dict[str, Any]) -> bool:
    """Whether a pair has no rows, or two fouled open-face hands whose rows do not matter."""
    fouled = [reported["fouled"] for _, reported in one.seats if reported["seat"] in (pair["a"], pair["b"])]
    both = all(fouled) and one.ruleset.get("set_order.foul.against_foul") == "nothing"
    return not pair["rows"] or both


def _so(one: Worked, pair: dict[str, Any], a: str, b: str) -> str:
    units = pair["units"]
    if units is None:
        return "not stated"
    if not units:
        return "nothing"
    payer, payee = (b, a) if Fraction(units) > 0 else (a, b)
    amount = abs(Fraction(units)) * one.unit
    due = "owes" if one.replayed.stakes else "pays"
    return f"{payer} {due} {payee} {money(int(amount), one.currency)}"


def _sum(one: Worked, pair: dict[str, Any]) -> str:
    """Terms that make up the units of a pair: front 3 − middle 2 − back 4 = −3."""
    if pair["units"] is None:
        return "not stated"
    terms = [(label, units) for label, units in _terms(one, pair) if units]
    if not terms:
        return "0"
    (first, units), *more = terms
    text = f"{first} {MINUS if units < 0 else ''}{abs(units)}"
    text += "".join(f" {MINUS if units < 0 else '+'} {label} {abs(units)}" for label, units in more)
    return f"{text} = {signed(pair['units']).lstrip('+')}" if more else text


def _terms(one: Worked, pair: dict[str, Any]) -> Iterator[tuple[str, Fraction]]:
    parts = {name: Fraction(units) for name, units in pair["parts"].items()}
    if one.open_face:
        yield from _open_face_terms(one, pair, parts)
        return
    by_row = _by_row(one, pair, parts) if pair["rows"] else None
    if by_row is not None:
        yield from by_row
        parts["rows"] = parts["royalties"] = Fraction(0)
    bonuses = _bonuses(one, pair, parts["royalties"])
    for name, label in _PARTS.items():
        if name == "royalties" and bonuses:
            yield from bonuses
        elif name == "natural":
            yield noun(one.ruleset), parts[name]
        else:
            yield label, parts[name]


def _open_face_terms(
    one: Worked, pair: dict[str, Any], parts: dict[str, Fraction]
) -> Iterator[tuple[str, Fraction]]:
    sides = [reported for _, reported in one.seats if reported["seat"] in (pair["a"], pair["b"])]
    in_one = parts["rows"] + parts["sweep"]
    if sum(bool(reported["fouled"]) for reported in sides) == 1 and pair["rows"]:
        yield "foul", in_one
    elif parts["sweep"] and one.ruleset.get("sweep.pair.op") == "set":
        yield "scoop", in_one
    else:
        yield "rows", parts["rows"]
        yield "scoop", parts["sweep"]
    bonuses = _bonuses(one, pair, parts["royalties"])
    yield from bonuses or [("royalties", parts["royalties"])]
    absent = any(reported["status"] == "missed" for reported in sides)
    yield "missed hand" if absent else "penalty", parts["penalties"]


def _by_row(
    one: Worked, pair: dict[str, Any], parts: dict[str, Fraction]
) -> list[tuple[str, Fraction]] | None:
    """What each row paid with its bonus; None where rows are not paid one by one, or bonuses also for rows not won."""
    unit = one.ruleset.get("rows.unit") if one.ruleset.get("rows.kind") == "per_row" else None
    if unit is None or (
        parts["royalties"] and any(each["when"] != "won" for each in one.ruleset.get("royalty"))
    ):
        return None
    royalties = {reported["seat"]: reported["royalties"] for _, reported in one.seats}
    found = []
    for row in ROWS:
        sign = pair["rows"][row]
        winner = pair["a"] if sign > 0 else pair["b"]
        bonus = Fraction(royalties[winner][row]) if sign and parts["royalties"] else Fraction(0)
        found.append((row, sign * (unit + bonus)))
    return found if sum(units for _, units in found) == parts["rows"] + parts["royalties"] else None


def _bonuses(one: Worked, pair: dict[str, Any], units: Fraction) -> list[tuple[str, Fraction]]:
    """What each side of a pair earns for strong hands; empty where that does not add up to ``units``."""
    royalties = {
        reported["seat"]: sum(map(Fraction, reported["royalties"].values()), Fraction())
        for _, reported in one.seats
    }
    mine, its = royalties[pair["a"]], royalties[pair["b"]]
    if not (mine or its) or mine - its != units:
        return []
    called = "royalties" if one.open_face else "bonus"
    return [(f"{one.name(pair['a'])}'s {called}", mine), (f"{one.name(pair['b'])}'s {called}", -its)]
