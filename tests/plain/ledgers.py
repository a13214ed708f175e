"""A ledger's lines to what `auditor replay` prints, written from the documents line by line, under the usual readings.

Sections 4 and 5 of the Olympic club's rules: the balance day by day, what a jackpot pays to each seat, a quarter's prizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Line = dict[str, Any]
QUARTERS = {
    "01": 1,
    "02": 1,
    "03": 1,
    "04": 2,
    "05": 2,
    "06": 2,
    "07": 3,
    "08": 3,
    "09": 3,
    "10": 4,
    "11": 4,
    "12": 4,
}


def score(file: list[Line], earlier: Sequence[list[Line]] = ()) -> dict[str, Any]:
    """What is due in a ledger. earlier: the ledgers before it, from the first on."""
    header = file[0]
    balances: dict[str, int | None] = {each["account"]: each["opening"] for each in header["accounts"]}
    kinds = {each["account"]: each["kind"] for each in header["accounts"]}
    levels = {each["account"]: each.get("closing_level", each["opening"]) for each in header["accounts"]}
    today = {account: _nothing(opening) for account, opening in balances.items()}
    days: dict[str, list[Line]] = {account: [] for account in balances}
    hits, rankings = [], []
    for number, line in enumerate(file, 1):
        account = line.get("account")
        if line["event"] == "hit":
            hits.append(_hit(number, line, levels.get(account, 0), account in _with_jackpots(header)))
        if line["event"] == "ranking_payout":
            rankings.append(_ranking(line, [*earlier, file[: number - 1]]))
        for name, column, amount in _moved(line, kinds):
            if name in balances:
                sign = 1 if column in ("drops", "in") else -1
                balances[name] = _sum(balances[name], amount, sign)
                today[name][column] = _sum(today[name][column], amount)
        if line["event"] == "closing" and account in balances:
            days[account].append({"day": line["day"], **today[account], "closing": balances[account]})
            balances[account] = levels[account] = line["balance"]
            today[account] = _nothing(line["balance"])
    return {
        "ledger": header["ledger"],
        "accounts": {each: {"days": days[each], "balance": balances[each]} for each in balances},
        "hits": hits,
        "ranking": rankings,
    }


def _sum(one: int | None, other: int | None, sign: int = 1) -> int | None:
    """Together; None where one of the two was not recorded."""
    return None if one is None or other is None else one + sign * other


def _nothing(opening: int) -> Line:
    return {"opening": opening, "drops": 0, "in": 0, "out": 0, "hits": 0}


def _with_jackpots(header: Line) -> set[str]:
    return {
        each["account"] for each in header["accounts"] if "jackpots" in each.get("ruleset", "").split("@")[0]
    }


def _moved(line: Line, kinds: dict[str, str]) -> list[tuple[str, str, int | None]]:
    """What comes to accounts and leaves them, by column."""
    event = line["event"]
    if event == "drop":
        return [(line["account"], "drops", line["amount"])]
    if event == "contribution":
        return [(line["account"], "in", line["amount"])]
    if event == "diversion":
        return [(line["from"], "out", line["amount"]), (line["to"], "in", line["amount"])]
    if event == "hit":
        shares = [each.get("amount") for each in line["seats"]]
        paid = line.get("amount", None if None in shares else sum(shares))
        return [(line["account"], "hits", paid)]
    if event == "ranking_payout":
        return [(line["account"], "out", sum(each["amount"] for each in line["prizes"]))]
    if event == "payout" and "tournament" in line and kinds.get(line["account"]) == "tournament_royal":
        return [(line["account"], "out", line["amount"])]
    return []


# ---------------------------------------------------------------- jackpots


def _hit(number: int, hit: Line, level: int, ruled: bool) -> Line:
    if not ruled:
        return {"line": number, "level": None, "amount": None, "shares": None}
    if hit.get("players", 6) < 6:
        return {"line": number, "level": level, "amount": 0, "shares": []}
    seats = sorted(hit["seats"], key=lambda each: each["seat"])
    held: dict[str, list[int]] = {"loser": [], "winner": [], "royal": []}
    for each in seats:
        if "role" in each:
            held[each["role"]].append(each["seat"])
    if hit["jackpot"] == "bad_beat":
        amount = level * 60 // 100
        known = bool(held["loser"] and held["winner"])
        loser, winner = amount // 2, amount // 4
        parts = [
            (loser, held["loser"]), (winner, held["winner"]), (amount - loser - winner, [each["seat"] for each in seats]),
        ]  # fmt: skip
    else:
        amount = 50_000 if level >= 250_000 else level * 20 // 100
        known = bool(held["royal"])
        parts = [(amount, held["royal"])]
    shares = {each["seat"]: 0 for each in seats}
    if known:
        for part, among in parts:
            for place, seat in enumerate(among):
                shares[seat] += part // len(among) + (place < part % len(among))
    given = [{"seat": seat, "amount": share} for seat, share in shares.items() if share]
    return {"line": number, "level": level, "amount": amount, "shares": given if known else None}


# ---------------------------------------------------------------- the quarter's ranking


def _ranking(payout: Line, files: list[list[Line]]) -> Line:
    """The prizes of a quarter, from the contributions and awards of all ledgers that were given."""
    pool, points = 0, {}
    for file in files:
        last = None
        for line in file:
            last = line.get("at", last)
            of_it = line.get("account") == payout["account"] and last is not None
            if not of_it or f"{last[:4]}-Q{QUARTERS[last[5:7]]}" != payout["period"]:
                continue
            if line["event"] == "contribution":
                pool += line["amount"]
            elif line["event"] == "award":
                points[line["player"]] = points.get(line["player"], Fraction(0)) + Fraction(line["points"])
    ranked = sorted(
        ((held, player) for player, held in points.items() if held), key=lambda each: (-each[0], each[1])
    )
    if len(ranked) > 10:
        ranked = [each for each in ranked if each[0] >= ranked[9][0]]
    together = sum((held for held, _ in ranked), Fraction(0))
    price = Fraction(pool) / together if together else None
    prizes = [held * pool // together if together else 0 for held, _ in ranked]
    for place in range(pool - sum(prizes) if prizes else 0):
        prizes[place % len(prizes)] += 1
    return {
        "period": payout["period"],
        "pool": pool,
        "points": _text(together),
        "price": None if price is None else _text(price),
        "prizes": [
            {"player": player, "points": _text(held), "amount": prize}
            for (held, player), prize in zip(ranked, prizes, strict=True)
        ],
    }


def _text(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
