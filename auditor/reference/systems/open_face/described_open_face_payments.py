"""Payments of an open-face hand in order, with the chips of each player after each."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from auditor.reference.markdown import table
from auditor.reference.systems.card_room_words import figure, headed, listed, money
from auditor.reference.systems.worked import Worked
from rules.replay import table_stakes


class PaymentStep(Struct, frozen=True):
    """A payment. left: chips that each seat can still pay with afterwards."""

    payer: int  # seat columns
    payee: int
    due: int
    paid: int
    left: tuple[int, ...]
    short: int | None  # whose chips limit it, if not those of both
    why: str

    @property
    def last_chip(self) -> bool:
        """Whether the payer has paid in full, and has nothing left."""
        return self.paid == self.due and self.left[self.payer] == 0


def steps(one: Worked) -> list[PaymentStep]:
    """Payments of a hand in order; empty where no chips were recorded or payment has no order."""
    if one.replayed.stakes is None or not all("stack" in seat for seat, _ in one.seats):
        return []
    return list(_steps(one))


def _steps(one: Worked) -> Iterator[PaymentStep]:
    replayed = one.replayed
    assert replayed.stakes is not None
    due = table_stakes.moves(replayed.compared, replayed.parts, 0)
    paid = list(replayed.stakes.limited.get(0, due))
    left = replayed.hands.stack[0].tolist()
    out: set[int] = set()
    for move in due:
        same = bool(paid) and (paid[0].payer, paid[0].payee) == (move.payer, move.payee)
        moved = paid.pop(0).amount if same else 0
        short, why = _short(left, out, move, moved), _why(one, left, out, move, moved)
        _pay(one, left, move, moved)
        if _in_full(one) and moved < move.amount and not out & {move.payer, move.payee}:
            out.add(move.payer)
        yield PaymentStep(move.payer, move.payee, move.amount, moved, tuple(left), short, why)


def _short(left: list[int], out: set[int], move: table_stakes.ChipMove, moved: int) -> int | None:
    """Column of the one player whose chips limit a payment."""
    if moved == move.amount or out & {move.payer, move.payee}:
        return None
    short = [column for column in (move.payer, move.payee) if left[column] == moved]
    return short[0] if len(short) == 1 else None


def _in_full(one: Worked) -> bool:
    return bool(one.ruleset.get("chips.limit") == "in_full")


def _pay(one: Worked, left: list[int], move: table_stakes.ChipMove, moved: int) -> None:
    left[move.payer] -= moved
    left[move.payee] += moved if _in_full(one) else -moved


def _why(one: Worked, left: list[int], out: set[int], move: table_stakes.ChipMove, moved: int) -> str:
    if moved == move.amount:
        return ""
    payer, payee = one.of_column(move.payer), one.of_column(move.payee)
    gone = [one.of_column(each) for each in (move.payer, move.payee) if each in out]
    if gone:
        return f"{listed(gone)} is out: nothing passes to or from him"
    if _in_full(one):
        return f"{payer} has only {money(moved, one.currency)} and is out"
    short = [column for column in (move.payer, move.payee) if left[column] == moved]
    names = listed([one.of_column(column) for column in short]) or f"{payer} or {payee}"
    verb = "has" if len(short) == 1 else "have"
    return f"{names} {verb} {figure(moved, one.currency) if moved else 'none'} left"


def payments(one: Worked) -> Iterator[str]:
    """A table of the payments; nothing where they are not made in chips."""
    found = steps(one)
    if not found or (len(one.seats) == 2 and all(step.paid == step.due for step in found)):
        return  # the table of what each player wins shows it
    yield "#### The payments, step by step"
    yield (
        "The last columns are the chips that each player has after the payment: what he is paid he can pay on."
        if _in_full(one)
        else "The last columns are the chips of each player that have not been in action yet: a payment uses up those of "
        "both, and what is won is put aside until the hand is settled."
    )
    names = [one.name(seat["seat"]) for seat, _ in one.seats]
    columns = [one.column(seat["seat"]) for seat, _ in one.seats]
    start = [figure(seat["stack"], one.currency) for seat, _ in one.seats]
    lines = [["", "at first", "", "", *start, ""]]
    for at, step in enumerate(found, 1):
        who = f"{one.of_column(step.payer)} to {one.of_column(step.payee)}"
        left = [figure(step.left[column], one.currency) for column in columns]
        amounts = [figure(each, one.currency) for each in (step.due, step.paid)]
        lines.append([str(at), who, *amounts, *left, step.why])
    head = ("", "payment", headed("due", one.currency), "paid", *names, "why")
    yield table(head, lines, right=(*head[2:4], *names))
