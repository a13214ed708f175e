"""A small honest log, hand by hand, to put faults into."""

from random import Random

import msgspec

from rules.controls.library import library
from rules.records.events import Session
from rules.records.reader import decode_line
from simulation.faults.consequences import findings
from simulation.faults.fault_catalogue import FAULTS
from simulation.faults.hand_to_alter import ClosedDeal
from simulation.seconds_of_session import SessionClock
from simulation.settle import Settler
from simulation.simulated_game import SimulatedGame

OPENED = "2026-03-14T16:00:00-07:00"
encode = msgspec.json.Encoder().encode

# front, middle, back, net; then what else the seat says. Units are $1.00; payers, payees and units of the transfers.
HANDS = {
    "plain": (
        [
            ("8d6s3s", "AdKsJhTs9d", "7s7h7c6d6c", -400, {}),
            ("AhKc8h", "QsQd5h5c4s", "3h3d2h2d2c", 600, {}),
            ("QhJs7d", "8s8c5s4h3c", "AsKdQcJdTd", -200, {}),
        ],
        [(1, 2, 2), (1, 3, 2), (3, 2, 4)],
    ),
    "other": (
        [
            ("KhTd8c", "Ah7c6d3s2s", "QsJs9s8s5s", -200, {}),
            ("As9h4h", "8h8d7s7h3d", "Ac9c6c5c3c", 800, {}),
            ("QdJd9d", "6s6h5h4c2h", "AdKcQcJcTh", -600, {}),
        ],
        [(1, 2, 4), (3, 1, 2), (3, 2, 4)],
    ),
    "another": (
        [
            ("7c6c2d", "QdTs8d3h3c", "AsKsKh4s4d", -800, {}),
            ("Ad9d6s", "5s5d3s3d2c", "AhJh8h4h2h", 0, {}),
            ("KdKc6d", "JcTh9h8s7d", "QsQhQc5h5c", 800, {}),
        ],
        [(1, 2, 4), (1, 3, 4), (2, 3, 4)],
    ),
    "royalty": (  # a full house in the middle of seat 3
        [
            ("AhJdTc", "QdQc7s5s2c", "8d7h6s5h4d", -900, {}),
            ("AdKcTs", "6d5d4c3d2h", "9s9d9c7d7c", 500, {}),
            ("AsKs2d", "JhJc3s3h3c", "8s8h8c6h6c", 400, {}),
        ],
        [(1, 2, 4), (1, 3, 5), (3, 2, 1)],
    ),
    "foul": (  # seat 2 has a full house in front of a flush
        [
            ("9s5s4h", "AhAdJcThTc", "7s7h7d6s6h", 600, {}),
            ("AsQs9d", "8s8d8c2s2c", "AcQc9c6c3c", -800, {"fouled": True}),
            ("Jh9h7c", "5h4s4c3s2h", "KdJdTd5d3d", 200, {}),
        ],
        [(2, 1, 4), (3, 1, 2), (2, 3, 4)],
    ),
    "natural": (  # three flushes
        [
            ("AcQc7s", "TsTc9s9c6d", "5s5d4s4d4c", 600, {"declared": "three_flushes"}),
            ("9h5c3h", "QhJsTh9d8d", "AsAhAd7h7d", -100, {}),
            ("KcTd5h", "QsQd8s8h4h", "3s3d3c2h2d", -500, {}),
        ],
        [(2, 1, 3), (3, 1, 3), (3, 2, 2)],
    ),
    "surrender": (
        [
            ("KsJh9s", "ThTc6h5c3s", "Ad8d7d6d4d", 400, {}),
            ("Qc9c7s", "JdTd7h5h3h", "AsTs9h6c2s", -400, {"surrendered": True}),
            ("Qs7c6s", "8h8c4h4c2h", "KdQd9d3d2d", 0, {}),
        ],
        [(2, 1, 2), (3, 1, 2), (2, 3, 2)],
    ),
    "four": (
        [
            ("KsQh8s", "Ac7h5h4h2s", "AdTd9d4d2d", -600, {}),
            ("KcQd7c", "6h6d4s3s3h", "AsQsJs9s7s", -200, {}),
            ("Ah2h2c", "7d6s6c5d5c", "KhKdJhJc3d", 200, {}),
            ("QcJd5s", "8h8d8c4c3c", "TsThTc9h9c", 600, {}),
        ],
        [(1, 2, 2), (1, 3, 2), (1, 4, 2), (2, 3, 2), (2, 4, 2), (3, 4, 2)],
    ),
    "void": ([(None, None, None, 0, {})] * 3, []),
}


def hand(kind, number):
    """A record of one of the hands above: dealt at ten past, twenty past and so on, settled three minutes later."""
    seats, transfers = HANDS[kind]
    record = {
        "event": "chinese_hand",
        "hand": number,
        "at": f"2026-03-14T16:{10 * number}:00-07:00",
        "ended_at": f"2026-03-14T16:{10 * number + 3}:00-07:00",
        "dealer": 1 + number % 3,
        "seats": [],
        "transfers": [
            {"payer": payer, "payee": payee, "units": units, "amount": 100 * units}
            for payer, payee, units in transfers
        ],
    }
    for place, (front, middle, back, net, more) in enumerate(seats, 1):
        seat = {"seat": place, "player": f"P{place}", "stack": 20000, "net": net, **more}
        if front:
            seat |= {"front": front, "middle": middle, "back": back, "dealt": back + front + middle}
            seat.setdefault("fouled", False)
        record["seats"].append(seat)
    if kind == "void":
        record |= {"void": True, "irregularities": [{"kind": "misdeal", "when": "deal", "ruling": "misdeal"}]}
    if kind == "foul":
        ruling = {"kind": "other", "when": "showdown", "seat": 2, "ruling": "hand_fouled"}
        record["irregularities"] = [ruling]
    return decode_line(msgspec.json.encode(record))


def log_of(ruleset, records, **close):
    """The bytes of a log of these hands."""
    opening = Session(
        format="cardroom-log/1", room="WA-0417", session="S1", table="T1", currency="USD", unit=100,
        opened_at=OPENED, closed_at="2026-03-14T18:00:00-07:00", ruleset=ruleset,
    )  # fmt: skip
    ending = {
        "event": "close",
        "at": "2026-03-14T18:00:00-07:00",
        "hands": len(records),
        "totals": {"rake": 0, "hand_fee": 0},
    }
    return b"\n".join(map(encode, [opening, *records, ending | close]))


def tampered(name, ruleset, kind, seed=1):
    """The second of three hands, before and after a fault was put into it; the key's entry; and the log."""
    rules = library().get(ruleset)
    fault = next(each for each in FAULTS if each.name == name)
    hands = [hand("plain" if kind != "plain" else "other", 1), hand(kind, 2), hand("another", 3)]
    before = msgspec.to_builtins(hands[1])
    deal = ClosedDeal(
        hand=hands[1],
        unit=100,
        game=SimulatedGame.of(rules),
        random=Random(seed),
        clock=SessionClock(OPENED, [], 0),
        settle=Settler(rules, 100, OPENED).again,
        number=2,
        before=hands[0],
    )
    altered = fault.inject(deal)
    assert altered is not None, f"{name} does not apply to a {kind} hand"
    hands[2].hand += altered.shift
    entry = fault.entry(hands[1], altered, findings(deal, altered.must))
    return changes(before, msgspec.to_builtins(hands[1])), entry, log_of(ruleset, hands)


def changes(before, after, path=""):
    """What differs between two records: path to (before, after)."""
    if isinstance(before, dict) and isinstance(after, dict):
        keys = [*before, *(key for key in after if key not in before)]
        parts = [changes(before.get(key), after.get(key), f"{path}.{key}" if path else key) for key in keys]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        parts = [
            changes(old, new, f"{path}[{i}]") for i, (old, new) in enumerate(zip(before, after, strict=True))
        ]
    else:
        return {} if before == after else {path: (before, after)}
    return {key: value for part in parts for key, value in part.items()}
