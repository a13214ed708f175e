"""The hands that are altered: the cases, some of them under a ruleset near their own, bare and in full."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.plain.closed.systems import SYSTEMS, System
from tests.rules.build import Event
from tests.rules.lines import CASES
from tests.rules.mutations.change import put, with_
from tests.rules.mutations.due import Due, due, thirteen
from tests.rules.mutations.expected import RAKE

ENOUGH = 100_000  # chips in front that limit nothing
JACKPOT = 100


@dataclass(frozen=True)
class Hand:
    name: str
    ruleset: str
    session: Event
    bare: Event

    @property
    def full(self) -> Event:
        return with_everything(self.bare, self.ruleset)


@dataclass(frozen=True)
class Near:
    """A case under another ruleset, with other fields, something else in its first seat, or chips in front of each."""

    case: str
    ruleset: str
    fields: Event = field(default_factory=dict)
    seat: Event = field(default_factory=dict)
    stacks: tuple[int, ...] = ()


FOULED = {"kind": "other", "seat": 1, "ruling": "hand_fouled"}

# Four players where a ruleset's own cases have fewer; prizes shared, and nobody who wins; stacks that limit what is paid for a
# surrender; naturals that nobody declared, or that were ruled fouled; rows that are level.
NEAR = [
    Near("MY-TRIPS-BOTH", "classic-increased", {"banker": None}),
    Near("MY-SF-MIDDLE", "classic-higher-middle", {"banker": None}),
    Near("SG-SWEEP-WITH-CLAIM", "classic-specials"),
    Near("SG-SWEEP-WITH-CLAIM", "classic-no-pictures"),
    Near("CLASSIC-SP-COMPLETE", "classic-no-pictures"),
    Near("SRC-PAGAT-TABLE", "classic-house", {"banker": 2}),
    Near("MY-SF-MIDDLE", "classic-house-increased"),
    Near("POOL-ALL-EXTRA", "classic-sweep-1"),
    Near("POOL-ALL-EXTRA", "classic-sweep-3"),
    Near("SRC-PAGAT-TABLE", "classic-overall"),
    Near("MY-TRIPS-BOTH", "classic-overall-increased", {"banker": None}),
    Near("MY-SF-MIDDLE", "classic-extra-losing", {"banker": None}),
    Near("MY-TRIPS-BOTH", "classic-extra-losing-overall", {"banker": None}),
    Near("SURRENDER-CLASSIC", "classic-surrender-house", {"banker": 1}),
    Near("HOUSE-TIES", "classic-pool", {"banker": None, "unit": 25}),
    Near("HOUSE-TIES", "classic-pool-all", {"banker": None, "unit": 25}),
    Near("POOL-PLAIN", "classic-pool-all"),
    Near("OVERALL-1-1-1", "classic-single-winner"),
    Near("HG-SURRENDER", "hawaiian-gardens-aces"),
    Near("HG-CHIPS-SPECIAL-FIRST", "hawaiian-gardens-aces"),
    Near("HG-SURRENDER", "hawaiian-gardens", stacks=(800, 550, 600, 700)),
    Near("HG-SP-12-1", "hawaiian-gardens", {"irregularities": [FOULED]}, seat={"fouled": True}),
    Near("WSGC-NAT-STRAIGHTS", "wsgc-surrender", seat={"declared": None}),
    Near(
        "WSGC-NAT-SIXPAIRS",
        "wsgc-full",
        seat={"declared": None, "middle": "AdAcQhQdJd", "back": "Jc8s8d5h5d"},
    ),
    Near(
        "WSGC-BASE-TIE-1-1-1",
        "wsgc-1-6",
        seat={"front": "KcQh8h", "middle": "6c7d8c9hTc", "back": "6h7h8s9cTh"},
    ),
    Near(
        "WSGC-BASE-TIE-1-1-1",
        "classic-simple",
        seat={"front": "QcJd8s", "middle": "QhJh8c6c2d", "back": "AcAd7d4c3c"},
    ),
]


def all_hands() -> list[Hand]:
    cases = {case["id"]: case for case in CASES}
    own = [hand_of(case["id"], case, case["ruleset"]) for case in CASES]
    return own + [near(cases[each.case], each) for each in NEAR]


def hand_of(name: str, case: Event, ruleset: str) -> Hand:
    session, hand = case["log"]
    return Hand(name, ruleset, {**session, "ruleset": ruleset}, with_nets(hand, ruleset))


def near(case: Event, other: Near) -> Hand:
    session, hand = case["log"]
    hand = put(with_(hand, **other.fields), 0, **other.seat)
    for place in range(len(hand["seats"])):
        hand = put(hand, place, net=None)
    for place, stack in enumerate(other.stacks):
        hand = put(hand, place, stack=stack)
    return hand_of(f"{other.case}-under-{other.ruleset}", {"log": [session, hand]}, other.ruleset)


def with_nets(hand: Event, ruleset: str) -> Event:
    """The hand with the nets that were due; where the ruleset has no price, with some that could have been."""
    if all("net" in seat for seat in hand["seats"]):
        return hand
    found = due(hand, ruleset)
    money = found.money
    if not found.known:
        others = len(money) - 1
        winner = found.numbers[found.result.single_winner or 0]
        money = {number: hand["unit"] * (others if number == winner else -1) for number in money}
    for place, seat in enumerate(hand["seats"]):
        hand = put(hand, place, net=money[seat["seat"]])
    return hand


# ------------------------------------------------------------------------------- all that can be recorded


def with_everything(hand: Event, ruleset: str) -> Event:
    system, found = SYSTEMS[ruleset], due(hand, ruleset)
    for place, seat in enumerate(hand["seats"]):
        hand = put(hand, place, **all_of_a_seat(seat, system, found))
    hand = {**hand, "transfers": transfers(hand, found), "void": False}
    if system.topology == "pool":
        hand |= {"pool": pool(found, system, hand["unit"])}
    if system.table_stakes:
        hand |= {"fees": [{"kind": "rake", "amount": RAKE}, {"kind": "jackpot", "amount": JACKPOT}]}
    return hand


def all_of_a_seat(seat: Event, system: System, found: Due) -> Event:
    place = found.place(seat["seat"])
    seat = {
        "stack": ENOUGH,
        "dealt": "".join(sorted(thirteen(seat))),
        "surrendered": False,
        "fouled": found.result.fouled[place],
        **seat,
    }
    if found.result.natural[place]:
        seat |= {"declared": found.result.natural[place]}
    return {**seat, "aces": seat.get("aces", True)} if system.aces else seat


def transfers(hand: Event, found: Due) -> list[Event]:
    """What was due in order; where that has no price, what the recorded nets come to."""
    moved = found.moved
    if moved is None:
        nets = {seat["seat"]: seat["net"] for seat in hand["seats"]}
        winner = max(nets, key=lambda number: nets[number])
        moved = [(number, winner, -net) for number, net in nets.items() if number != winner]
    return [
        {"payer": payer, "payee": payee, "amount": amount, "units": units}
        if units * hand["unit"] == amount
        else {"payer": payer, "payee": payee, "amount": amount}
        for payer, payee, amount in moved
        for units in [amount // hand["unit"]]
    ]


def pool(found: Due, system: System, unit: int) -> Event:
    return {
        "contributions": [{"seat": number, "amount": system.pool * unit} for number in found.numbers],
        "awards": [
            {"seat": number, "row": row, "amount": amount} for (number, row), amount in found.awards.items()
        ],
    }
