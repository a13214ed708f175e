"""The worked hand on a page: what the players hold, what passes between every two, and what each wins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rules.cards import ROWS
from rules.replay import table_stakes
from rules.replay.single_winner import UNKNOWN
from tests.docs.markdown import bullets, paragraphs, table
from tests.docs.systems.sentences import noun
from tests.docs.systems.settlement import name_of
from tests.docs.systems.words import MINUS, cards, counted, described, listed, money, number, signed, won
from tests.docs.systems.worked import Worked, features

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


def shown(one: Worked) -> str:
    """The whole of a worked hand, without a heading."""
    return paragraphs(
        (
            _opening(one),
            _holdings(one),
            *_between(one),
            *_pool(one),
            *_winner(one),
            _result(one),
            *_payments(one),
            *_open(one),
        )
    )


_ABOUT = {
    "rows": "rows",
    "royalties": "bonuses",
    "sweep": "a sweep",
    "natural": "a special hand",
    "surrender": "a surrender",
    "overall": "the overall point",
    "side_bets": "the bet on aces",
    "other": "a forced dealer",
    "chips": "chips that run out",
}


def about(one: Worked, seen: set[str]) -> str:
    """What a hand shows that those before it did not."""
    new = [name for name in _ABOUT if name in features(one) - seen]
    told = [
        _ABOUT[name].replace("special hand", noun(one.ruleset))
        for name in new
        if name != "rows" or len(new) == 1
    ]
    return listed(told)


def _opening(one: Worked) -> str:
    printed = one.case["from_source"]
    said = (
        f"It is an example of the document itself (case `{one.case['id']}`); what the document does not print of it is made up."
        if printed
        else f"The cards are made up (case `{one.case['id']}`)."
    )
    whose = "" if one.own else f" It is a hand of `{one.case['ruleset']}`, worked out under these rules."
    dealt = number(len(one.seats)).capitalize()
    text = f"{dealt} players, a unit of {money(one.unit, one.currency)}; {_roles(one)}."
    return f"{text}{_fewer(one)} {said}{whose} {_known(one)}".strip()


def _fewer(one: Worked) -> str:
    """That fewer players sit in the hand than the system is for."""
    least = one.ruleset.get("table.players.min")
    return (
        ""
        if len(one.seats) >= least
        else f" The game is for {number(least)}; {number(len(one.seats))} are enough to show it."
    )


def _known(one: Worked) -> str:
    """That the answer was worked out by hand as well, where it was, and is the same."""
    expected = one.case["expected"]["units"] or {}
    if not one.own or not expected or None in expected.values():
        return ""
    assert {str(seat["seat"]): seat["units"] for seat in one.told["seats"]} == expected, one.case["id"]
    return "Its result was worked out by hand as well, and is the same."


def _roles(one: Worked) -> str:
    hand = one.hand
    roles = [f"{one.name(hand['dealer'])} is the dealer"]
    if hand.get("forced_dealer"):
        roles = [f"{one.name(hand['dealer'])} had to deal"]
    if "banker" in hand and one.replayed.scoring.banker:
        roles.append(f"{one.name(hand['banker'])} is the bank")
    return listed(roles)


def _holdings(one: Worked) -> str:
    earning = any(units for _, told in one.seats for units in told["royalties"].values())
    stacks = any("stack" in seat for seat, _ in one.seats)
    head = [
        "player",
        *(["in front"] if stacks else []),
        "row",
        "cards",
        "what it is",
        *([_earned(one)] if earning else []),
    ]
    lines = []
    for seat, told in one.seats:
        bank = " (bank)" if one.replayed.scoring.banker and one.hand.get("banker") == seat["seat"] else ""
        first = [one.name(seat["seat"]) + bank]
        first += [money(seat.get("stack"), one.currency)] * stacks
        for row, rest in _rows_of(one, seat, told, earning):
            lines.append([*first, row, *rest])
            first = [""] * len(first)
    return table(head, lines)


def _earned(one: Worked) -> str:
    """What the column of bonuses is called: on top of the row, or in place of its unit."""
    return "above the unit" if any(each["as"] == "total" for each in one.ruleset.get("royalty")) else "bonus"


def _rows_of(
    one: Worked, seat: dict[str, Any], told: dict[str, Any], earning: bool
) -> Iterator[tuple[str, list[str]]]:
    """(row, cells) of a seat, with what it declared or gave up below."""
    for row in ROWS:
        held = seat.get(row)
        bonus = told["royalties"][row]
        if held is not None:
            yield (
                row,
                [cards(held), described(held, told["hands"][row]), *([str(bonus or "")] if earning else [])],
            )
    rest = [""] if earning else []
    if told["natural"]:
        declared = " (declared)" if seat.get("declared") else ""
        yield "all thirteen", ["", f"**{name_of(told['natural'])}**{declared}", *rest]
    if told["surrendered"]:
        yield "all thirteen", [cards(seat.get("dealt")), "**surrenders**", *rest]
    if told["fouled"]:
        yield "all thirteen", ["", "**fouled**", *rest]


def _between(one: Worked) -> Iterator[str]:
    """Pair by pair."""
    if not one.told["pairs"]:
        return
    yield (
        "#### Between every two"
        if one.replayed.scoring.banker is None
        else "#### Between the bank and each player"
    )
    yield (
        "Read from the first player's side: the rows that he won and lost, and the units that he is paid; what he pays "
        "has a minus."
        if any((pair["units"] or 0) != 0 for pair in one.told["pairs"])
        else ""
    )
    lines = [_pair(one, pair) for pair in one.told["pairs"]]
    yield table(("players", *ROWS, "units", "so"), lines)


_SIGNS = {1: "won", 0: "tied", -1: "lost", None: "–"}


def _pair(one: Worked, pair: dict[str, Any]) -> list[str]:
    a, b = one.name(pair["a"]), one.name(pair["b"])
    rows = pair["rows"] or dict.fromkeys(ROWS)
    return [f"{a} and {b}", *(_SIGNS[rows[row]] for row in ROWS), _sum(one, pair), _so(one, pair, a, b)]


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
    """How the units of a pair come about: front 3 − middle 2 − back 4 = −3."""
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


def _by_row(
    one: Worked, pair: dict[str, Any], parts: dict[str, Fraction]
) -> list[tuple[str, Fraction]] | None:
    """What each row paid, bonus included, where rows are paid one by one and bonuses only for rows won."""
    unit = one.ruleset.get("rows.unit") if one.ruleset.get("rows.kind") == "per_row" else None
    if unit is None or (
        parts["royalties"] and any(each["when"] != "won" for each in one.ruleset.get("royalty"))
    ):
        return None
    royalties = {told["seat"]: told["royalties"] for _, told in one.seats}
    found = []
    for row in ROWS:
        sign = pair["rows"][row]
        winner = pair["a"] if sign > 0 else pair["b"]
        bonus = Fraction(royalties[winner][row]) if sign and parts["royalties"] else Fraction(0)
        found.append((row, sign * (unit + bonus)))
    return found if sum(units for _, units in found) == parts["rows"] + parts["royalties"] else None


def _bonuses(one: Worked, pair: dict[str, Any], units: Fraction) -> list[tuple[str, Fraction]]:
    """What either side of a pair earns for strong hands, where that adds up to the part."""
    royalties = {told["seat"]: sum(map(Fraction, told["royalties"].values())) for _, told in one.seats}
    mine, its = royalties[pair["a"]], royalties[pair["b"]]
    if not (mine or its) or mine - its != units:
        return []
    return [(f"{one.name(pair['a'])}'s bonus", mine), (f"{one.name(pair['b'])}'s bonus", -its)]


def _pool(one: Worked) -> Iterator[str]:
    """Who takes the prize of each row."""
    pool, best = one.replayed.pool, one.told["pool"]
    if pool is None or best is None:
        return
    parts = one.replayed.scoring.denominator
    prize = Fraction(int(pool.prize[0]), parts)
    ante = one.ruleset.get("pool.ante")
    yield "#### The pool"
    yield f"Everybody puts in {counted(ante)}: {counted(ante * len(one.seats))} in all, {counted(prize)} for each row."
    yield table(
        ("row", "best hand", "takes"), [_prize(one, row, seats, prize) for row, seats in best.items()]
    )
    for seat in one.seats:
        alone = all(seats == [seat[0]["seat"]] for seats in best.values())
        extra = one.ruleset.get("pool.all_rows.extra")
        if alone and extra:
            who = one.name(seat[0]["seat"])
            yield f"{who} has the best of all three rows and is paid {counted(extra)} more by each of the others."


def _prize(one: Worked, row: str, seats: list[int], prize: Fraction) -> list[str]:
    told = {each["seat"]: (seat, each) for seat, each in one.seats}
    holder, hands = told[seats[0]]
    names = listed([one.name(seat) for seat in seats])
    share = counted(prize / len(seats)) + (" each" if len(seats) > 1 else "")
    return [row, f"{names}, {described(holder[row], hands['hands'][row])}", share]


def _winner(one: Worked) -> Iterator[str]:
    """Who beats whom on how many rows, in games with one winner."""
    if one.replayed.winner is None:
        return
    replayed = one.replayed
    yield "#### Who beats whom"
    lines = []
    for place, (a, b) in enumerate(zip(replayed.a.tolist(), replayed.b.tolist(), strict=True)):
        if replayed.compared.there[0, place]:
            signs = replayed.signs[0, place].tolist()
            lines.append([f"{one.of_column(a)} and {one.of_column(b)}", *(_SIGNS[sign] for sign in signs)])
    yield "Read from the first player's side."
    yield table(("players", *ROWS), lines)
    column = int(replayed.winner[0])
    needed = one.ruleset.get("single_winner.rows_needed")
    if column >= 0:
        yield (
            f"**{one.of_column(column)} is the winner**: he beats each of the others on at least {number(needed)} "
            "rows. What he wins the document does not say."
        )
    elif column != UNKNOWN:
        yield f"Nobody beats each of the others on at least {number(needed)} rows: nobody wins."


def _result(one: Worked) -> str:
    if all(told["units"] is None and told["net"] is None for _, told in one.seats):
        return ""  # nothing is priced, which is told in its place
    stacks = one.replayed.stakes is not None and any("stack" in seat for seat, _ in one.seats)
    unlimited = [signed(told["units"]) for _, told in one.seats]
    head = (
        "player",
        "units due" if stacks else "units",
        "won or lost",
        *(("in front", "afterwards") if stacks else ()),
    )
    lines = []
    for (seat, told), units in zip(one.seats, unlimited, strict=True):
        cells = [one.name(seat["seat"]), units, won(told["net"], one.currency)]
        if stacks:
            cells += [money(seat.get("stack"), one.currency), money(told["stack_after"], one.currency)]
        lines.append(cells)
    return paragraphs(("#### What each wins", table(head, lines, right=head[1:])))


def _payments(one: Worked) -> Iterator[str]:
    """The payments in order, where the chips in front limit them."""
    stakes = one.replayed.stakes
    if stakes is None or not any("stack" in seat for seat, _ in one.seats):
        return
    yield "#### The payments in order"
    yield table(("", "payment", "due", "paid", "why"), list(_limited(one)), right=("due", "paid"))


def _limited(one: Worked) -> Iterator[list[str]]:
    """Every payment that is due, with what was paid of it and whose chips ran out."""
    replayed = one.replayed
    assert replayed.stakes is not None
    due = list(table_stakes.moves(replayed.compared, replayed.parts, 0))
    paid = list(replayed.stakes.limited.get(0, due))
    left = replayed.hands.stack[0].tolist()
    for at, move in enumerate(due, 1):
        moved = (
            paid.pop(0).amount if paid and (paid[0].payer, paid[0].payee) == (move.payer, move.payee) else 0
        )
        why = _why(one, left, move, moved)
        left[move.payer] -= moved
        left[move.payee] -= moved
        names = f"{one.of_column(move.payer)} to {one.of_column(move.payee)}"
        yield [str(at), names, money(move.amount, one.currency), money(moved, one.currency), why]


def _why(one: Worked, left: list[int], move: table_stakes.Move, moved: int) -> str:
    """Whose chips limit a payment."""
    if moved == move.amount:
        return ""
    short = [column for column in (move.payer, move.payee) if left[column] == moved]
    names = listed([one.of_column(column) for column in short])
    verb = "has" if len(short) == 1 else "have"
    return f"{names} {verb} {money(moved, one.currency) if moved else 'nothing'} left to cover it"


def _open(one: Worked) -> Iterator[str]:
    """What the rules leave open in this very hand."""
    points = one.told["undetermined"]
    if points:
        yield "Left open by the rules in this hand:"
        yield bullets(_point(each) for each in points)


def _point(point: dict[str, Any]) -> str:
    name = (point["reading"] or "").partition(":")[0]
    return point["message"] + (f" [{name}]" if name else "")
