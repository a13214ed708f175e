"""The worked hand of a closed game: holdings, pairs and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from auditor.reference.markdown import paragraphs, table
from auditor.reference.systems.card_room_words import cards, described, figure, headed, listed, money, number
from auditor.reference.systems.described_settlement import name_of
from auditor.reference.systems.worked import Worked
from auditor.reference.systems.worked_hand_pairs import between
from auditor.reference.systems.worked_hand_payments import left_open, payments, pool, result, winner
from rules.cards import ROWS


def shown(one: Worked) -> str:
    """Markdown of a worked hand without a heading."""
    return paragraphs(
        (
            opening(one),
            holdings(one),
            *between(one),
            *pool(one),
            *winner(one),
            result(one),
            *payments(one),
            *left_open(one),
        )
    )


def opening(one: Worked) -> str:
    dealt = number(len(one.seats)).capitalize()
    text = f"{dealt} players, a unit of {money(one.unit, one.currency)}; {_roles(one)}."
    return f"{text}{_fewer(one)} {origin(one)}".strip()


def origin(one: Worked) -> str:
    """The source of a hand, and who has worked it out."""
    printed = one.case["from_source"]
    source = (
        f"The hand is an example in the document (case `{one.case['id']}`); details that the document does not print are made up."
        if printed
        else f"The cards are made up (case `{one.case['id']}`)."
    )
    whose = "" if one.own else f" It is a hand of `{one.case['ruleset']}`, worked out under these rules."
    return f"{source}{whose} {_known(one)}".strip()


def _fewer(one: Worked) -> str:
    least = one.ruleset.get("table.players.min")
    return (
        ""
        if len(one.seats) >= least
        else f" The game is for {number(least)}; {number(len(one.seats))} are enough to show it."
    )


def _known(one: Worked) -> str:
    """A sentence where the answer was worked out by hand as well, and is the same."""
    expected = one.case["expected"]["nets" if one.pots else "units"] or {}
    if not one.own or not expected or None in expected.values():
        return ""
    return "Its result was worked out by hand as well, and is the same."


def _roles(one: Worked) -> str:
    hand = one.hand
    roles = [f"{one.name(hand['dealer'])} is the dealer"]
    if hand.get("forced_dealer"):
        roles = [f"{one.name(hand['dealer'])} had to deal"]
    if "banker" in hand and one.replayed.scoring.banker:
        roles.append(f"{one.name(hand['banker'])} is the banker")
    return listed(roles)


def holdings(one: Worked, *, with_stacks: bool = True) -> str:
    """A table of what each player holds, row by row, with what a row earns by itself."""
    earning = any(units for _, reported in one.seats for units in reported["royalties"].values())
    stacks = with_stacks and any("stack" in seat for seat, _ in one.seats)
    head = [
        "player",
        *([headed("in front", one.currency)] if stacks else []),
        "row",
        "cards",
        "what it is",
        *([_earned(one)] if earning else []),
    ]
    lines = []
    for seat, reported in one.seats:
        bank = " (banker)" if one.replayed.scoring.banker and one.hand.get("banker") == seat["seat"] else ""
        first = [one.name(seat["seat"]) + bank]
        first += [figure(seat.get("stack"), one.currency)] * stacks
        for row, rest in _rows_of(one, seat, reported, earning):
            lines.append([*first, row, *rest])
            first = [""] * len(first)
    return table(head, lines)


def _earned(one: Worked) -> str:
    """The head of the column of bonuses."""
    if one.open_face:
        return "royalties"
    return "above the unit" if any(each["as"] == "total" for each in one.ruleset.get("royalty")) else "bonus"


def _rows_of(
    one: Worked, seat: dict[str, Any], reported: dict[str, Any], earning: bool
) -> Iterator[tuple[str, list[str]]]:
    """(row, cells) of a seat, with what it declared or gave up below."""
    for row in ROWS:
        held = seat.get(row)
        bonus = reported["royalties"][row]
        if held is not None:
            yield (
                row,
                [
                    cards(held),
                    described(held, reported["hands"][row]),
                    *([str(bonus or "")] if earning else []),
                ],
            )
    rest = [""] if earning else []
    if reported["natural"]:
        declared = " (declared)" if seat.get("declared") else ""
        yield "all thirteen", ["", f"**{name_of(reported['natural'])}**{declared}", *rest]
    if reported["surrendered"]:
        yield "all thirteen", [cards(seat.get("dealt")), "**surrenders**", *rest]
    if reported["fouled"]:
        yield "all thirteen", ["", f"**fouled**{_why_fouled(one, seat['seat'])}", *rest]
    if reported.get("status") == "missed":
        yield "–", ["", "**missed the hand**", *rest]
    if seat.get("discards"):
        yield "discards", [cards(seat["discards"]), "", *rest]


def _why_fouled(one: Worked, seat: int) -> str:
    """Text after "fouled" in a table; empty for a closed hand."""
    if not one.open_face:
        return ""
    column = one.column(seat)
    front, middle, back = one.replayed.seats.strength[0, column].tolist()
    if one.replayed.seats.ruled[0, column]:
        return " by a ruling"
    if front > middle:
        return ": the front ranks above the middle"
    return ": the middle ranks above the back" if middle > back else ""
