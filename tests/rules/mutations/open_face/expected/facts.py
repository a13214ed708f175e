"""What a recorded hand comes to: who is fouled, what is due and in which order, who is out. None: not known."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from tests.plain.open_face import cards as plain
from tests.plain.open_face.cards import ROWS, SIZES, UNKNOWN
from tests.plain.open_face.hand import FOULING, missed, player_of
from tests.plain.open_face.score import score
from tests.plain.open_face.systems import SYSTEMS, Rules
from tests.rules.build import Event

Payment = tuple[int, int, int]  # payer, payee, money
LIMITED = ("matched", "in_full")
OF_DEBTS: dict[str, list[Event]] = {  # readings of how debts are paid, which the documents leave open
    "matched": [
        {"cover": "payer"},
        {"sequence": "payer_rounds"},
        {"sequence": "receiver_rounds"},
        {"fraction": "whole_units"},
    ],
    "in_full": [{"sequence": "payer_rounds"}, {"fraction": "whole_units"}, {"zero": "out_at_once"}],
}


@dataclass
class Facts:
    """By seat numbers. ``ruled``: fouled by the floor. ``money``: of everybody, or not known."""

    rules: Rules
    seats: dict[int, Event]
    ruled: set[int]
    fouled: dict[int, bool | None]
    money: dict[int, int] | None = None
    moved: list[Payment] | None = None
    out: set[int] | None = None
    out_otherwise: list[set[int]] = field(default_factory=list)  # under other readings
    binds: bool = False  # chips may limit what is paid, in some order
    tight: bool = False  # or under some reading of what is netted
    open_stacks: bool = False  # chips of some were recorded, and of others not
    pairs: list[dict] = field(default_factory=list)

    @property
    def limited(self) -> bool:
        """The controls limit what is paid by the chips in front."""
        return self.rules.payment in LIMITED

    def stopped(self, number: int) -> bool | None:
        """Whether the hand of a seat is fouled, by its cards, by a ruling or by its mark. None: unknown."""
        mark = self.seats[number].get("fouled")
        return True if mark or self.fouled[number] else self.fouled[number] if mark is None else False


def facts_of(hand: Event, system: str) -> Facts:
    rules = SYSTEMS[system]
    seats = {seat["seat"]: seat for seat in hand["seats"]}
    ruled = ruled_fouled(hand)
    fouled = {number: is_fouled(hand, seat, number in ruled, rules) for number, seat in seats.items()}
    found = Facts(rules, seats, ruled, fouled)
    stacks = ["stack" in seat for seat in seats.values()]
    found.open_stacks = found.limited and any(stacks) and not all(stacks)
    if hand.get("void"):
        found.money, found.moved = dict.fromkeys(seats, 0), []
        found.out = set() if found.limited and all(stacks) else None
    elif knowable(hand, found):
        work_out(found, hand, system, all(stacks))
    return found


@cache
def cards_of(text: str | None) -> tuple[str, ...]:
    return tuple(plain.cards_of(text))


# ---------------------------------------------------------------- fouls


def ruled_fouled(hand: Event) -> set[int]:
    """Seats that a ruling fouls. One that names no seat is on those that are marked fouled."""
    found = set()
    for each in hand.get("irregularities", ()):
        if each.get("ruling") in FOULING:
            found |= (
                {each["seat"]}
                if "seat" in each
                else {seat["seat"] for seat in hand["seats"] if seat.get("fouled")}
            )
    return {seat["seat"] for seat in hand["seats"] if seat["seat"] in found and seat.get("fouled", True)}


def wrong_size(seat: Event) -> bool:
    return any(row in seat and len(cards_of(seat[row])) != SIZES[row] for row in ROWS)


def rows_known(seat: Event) -> bool:
    """Three rows of the deck's cards, of the right sizes, that can be ranked."""
    if any(row not in seat for row in ROWS) or wrong_size(seat) or {UNKNOWN, "JK"} & set(cards_set(seat)):
        return False
    return not any(a_flush_with_a_pair(cards_of(seat[row])) for row in ("middle", "back"))


def a_flush_with_a_pair(cards: tuple[str, ...]) -> bool:
    """Which has one card twice, and no place among the hands."""
    return len({card[1] for card in cards}) == 1 and len(set(cards)) < len(cards)


def cards_set(seat: Event) -> list[str]:
    return [card for row in ROWS for card in cards_of(seat.get(row))]


def is_fouled(hand: Event, seat: Event, ruled: bool, rules: Rules) -> bool | None:
    if missed(seat):
        return False
    if ruled or wrong_size(seat):
        return True
    return out_of_order(seat, rules) if rows_known(seat) else None


def out_of_order(seat: Event, rules: Rules) -> bool:
    return player_of({}, {**seat, "fouled": False}, rules).fouled


# ---------------------------------------------------------------- what is due


def knowable(hand: Event, found: Facts) -> bool:
    """Whether what everybody brings to the comparison is on record, and has a price."""
    if None in found.fouled.values():
        return False
    if any(map(missed, found.seats.values())) and not found.rules.missed_units:
        return False
    return not (found.rules.exposed_units and unsure_exposures(hand))


def unsure_exposures(hand: Event) -> bool:
    """A card shown without a ruling, or a penalty for it on nobody by name."""
    shown = [each for each in hand.get("irregularities", ()) if each["kind"] == "exposed_card"]
    return any("ruling" not in each or (each["ruling"] == "penalty" and "seat" not in each) for each in shown)


def as_known(hand: Event, found: Facts) -> Event:
    """The hand with nothing that the plain scorer cannot read: rows of a fouled hand that are not known are none."""
    seats = []
    for number, seat in found.seats.items():
        fields = {name: seat[name] for name in ("seat", "status", "stack") if name in seat}
        if not missed(seat):
            known = rows_known(seat)
            fields |= {row: seat[row] if known else "" for row in ROWS}
            fields["fouled"] = number in found.ruled
        seats.append(fields)
    rulings = [{"kind": "other", "seat": number, "ruling": "hand_fouled"} for number in found.ruled]
    shown = [
        each for each in hand.get("irregularities", ()) if each["kind"] == "exposed_card" and "seat" in each
    ]
    rulings += [each for each in shown if each.get("ruling") == "penalty"]
    others = {name: hand[name] for name in ("unit", "dealer") if name in hand}
    return {**others, "seats": seats, "irregularities": rulings}


def work_out(found: Facts, hand: Event, system: str, stacked: bool) -> None:
    known = as_known(hand, found)
    expected = score(known, system)
    found.pairs = expected["pairs"]
    if "unit" not in hand or found.open_stacks:
        return
    found.binds = found.limited and stacked and beyond(found, hand["unit"], [("units",)], or_level=False)
    in_full = found.rules.payment == "in_full"
    parts = [(name,) for name in ("rows", "sweep", "royalties", "penalties")]
    found.tight = found.limited and stacked and beyond(found, hand["unit"], parts, or_level=in_full)
    if found.limited and "dealer" not in hand:
        if found.binds:
            return
        expected = score({**known, "dealer": 10}, system)
    found.money = {each["seat"]: int(each["net"]) for each in expected["seats"]}
    found.out = None if expected["eliminated"] is None else set(expected["eliminated"])
    if found.out is not None and found.tight:
        others = [
            score({"dealer": 10, **known}, system, **reading) for reading in OF_DEBTS[found.rules.payment]
        ]
        if found.rules.payment == "in_full":  # the first position may be that of the lowest seat
            others.append(score({**known, "dealer": 10}, system))
        found.out_otherwise = [set(each["eliminated"]) for each in others]
    if "dealer" in hand or not found.limited:
        found.moved = [(each["payer"], each["payee"], int(each["amount"])) for each in expected["transfers"]]


def beyond(found: Facts, unit: int, groups: list[tuple[str, ...]], *, or_level: bool) -> bool:
    """Whether everything that a seat pays and gets, added up, is more than it has in front."""
    for number, seat in found.seats.items():
        units = sum(
            abs(sum({**each["parts"], "units": each["units"]}[name] for name in group))
            for each in found.pairs
            for group in groups
            if number in (each["a"], each["b"])
        )
        if units * unit > seat["stack"] or (or_level and units * unit == seat["stack"]):
            return True
    return False
