"""Results of a worked hand: pools, single winners, units and money, payments that chips limit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from auditor.reference.markdown import bullets, paragraphs, table
from auditor.reference.systems.card_room_words import (
    counted,
    described,
    figure,
    headed,
    listed,
    money,
    number,
    signed,
    unit_of,
    won,
)
from auditor.reference.systems.worked import Worked
from auditor.reference.systems.worked_hand_pairs import SIGNS
from rules.cards import ROWS
from rules.replay import table_stakes
from rules.replay.single_winner import UNKNOWN


def pool(one: Worked) -> Iterator[str]:
    """Prizes of the pool by row, under a heading."""
    pool, best = one.replayed.pool, one.reported["pool"]
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
    reported = {each["seat"]: (seat, each) for seat, each in one.seats}
    holder, hands = reported[seats[0]]
    names = listed([one.name(seat) for seat in seats])
    share = counted(prize / len(seats)) + (" each" if len(seats) > 1 else "")
    return [row, f"{names}, {described(holder[row], hands['hands'][row])}", share]


def winner(one: Worked) -> Iterator[str]:
    """The winner and the pairs, in games with one winner."""
    replayed = one.replayed
    if replayed.winner is None:
        return
    yield "#### Who beats whom"
    lines = []
    for place, (a, b) in enumerate(zip(replayed.a.tolist(), replayed.b.tolist(), strict=True)):
        if replayed.compared.there[0, place]:
            signs = replayed.signs[0, place].tolist()
            lines.append([f"{one.of_column(a)} and {one.of_column(b)}", *(SIGNS[sign] for sign in signs)])
    yield "Rows are those of the first player of each two."
    yield table(("players", *ROWS), lines)
    column = int(replayed.winner[0])
    needed = one.ruleset.get("single_winner.rows_needed")
    if column >= 0:
        yield (
            f"**{one.of_column(column)} is the winner**: he beats each of the others on at least {number(needed)} "
            "rows. The document does not say what he wins."
        )
    elif column != UNKNOWN:
        yield f"Nobody beats each of the others on at least {number(needed)} rows: nobody wins."


def result(one: Worked) -> str:
    if all(reported["units"] is None and reported["net"] is None for _, reported in one.seats):
        return ""  # nothing is priced, which its own section says
    stacks = one.replayed.stakes is not None and any("stack" in seat for seat, _ in one.seats)
    unlimited = [signed(reported["units"]) for _, reported in one.seats]
    units = f"{unit_of(one.ruleset)}s"
    money_heads = ("won or lost", *(("in front", "afterwards") if stacks else ()))
    head = (
        "player",
        f"{units} due" if stacks else units,
        *(headed(each, one.currency) for each in money_heads),
    )
    lines = []
    for (seat, reported), units in zip(one.seats, unlimited, strict=True):
        cells = [one.name(seat["seat"]), units, won(reported["net"], one.currency)]
        if stacks:
            cells += [figure(seat.get("stack"), one.currency), figure(reported["stack_after"], one.currency)]
        lines.append(cells)
    return paragraphs(("#### What each player wins", table(head, lines, right=head[1:])))


def payments(one: Worked) -> Iterator[str]:
    """Payments in order, where the chips in front limit them."""
    stakes = one.replayed.stakes
    if stakes is None or not any("stack" in seat for seat, _ in one.seats):
        return
    yield "#### The payments in order"
    yield table(("", "payment", "due", "paid", "why"), list(_limited(one)), right=("due", "paid"))


def _limited(one: Worked) -> Iterator[list[str]]:
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


def _why(one: Worked, left: list[int], move: table_stakes.ChipMove, moved: int) -> str:
    if moved == move.amount:
        return ""
    short = [column for column in (move.payer, move.payee) if left[column] == moved]
    names = listed([one.of_column(column) for column in short])
    verb = "has" if len(short) == 1 else "have"
    return f"{names} {verb} {money(moved, one.currency) if moved else 'nothing'} left to cover it"


def left_open(one: Worked) -> Iterator[str]:
    """Points that the rules leave open in this hand."""
    points = one.reported["undetermined"]
    if points:
        yield "Left open by the rules in this hand:"
        yield bullets(_point(each) for each in points)


def _point(point: dict[str, Any]) -> str:
    name = (point["reading"] or "").partition(":")[0]
    return point["message"] + (f" [{name}]" if name else "")
