"""Open-face hands made up for the tests of the report: the cards of known cases, with acts street by street."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

import msgspec

from rules.cards import ROWS
from rules.shown_hands import ClockRecord, Exhibit, PlacementRecord, SeatRecord
from tests.reports import samples

PARTS = (
    "rows", "sweep", "royalties", "natural", "surrender", "overall", "side_bets", "penalties", "other",
)  # fmt: skip
START = datetime.fromisoformat("2013-07-13T17:20:05-07:00")
Hand = tuple[str, str, str]
Turn = list[tuple[str, str]]  # cards, each with the row that it goes into, or "discard"

EX_CARN_19: dict[int, Hand] = {  # seat 4 fouls: tens over eights
    1: ("QhQd2c", "9s8h7d6c5s", "AcJc9c4c3c"),
    2: ("Kh7h4d", "AhAsTd5d3s", "JhJsJd8c2d"),
    3: ("AdTh3h", "KsKc7s4h2s", "6h6d6s9h9d"),
    4: ("TcTsKd", "8d8s7c5h3d", "QcQs5c4s2h"),
}
EX_OFC1_14: dict[int, Hand] = {  # seat 3 missed the hand
    1: ("AhAs5d", "KhKd9c6s2c", "3h4h8hThJh"),
    2: ("6h6dQc", "Ts9s8d7c6c", "JcJsJd4c4s"),
}
PINEAPPLE: dict[int, Hand] = {
    1: ("QsQh4d", "9c8d7h6s5c", "2h5h9hJhKh"),
    2: ("AdTc3s", "KcKs8c4h2d", "AcAs6d6cTd"),
    3: ("7c7dTh", "JcJs4c4s8h", "3c3d3hQcQd"),
}
DISCARDS = {1: "2s9d9sKd", 2: "2c5d5sAh", 3: "Ts"}


def seat(number: int, rows: Hand | None, net: int, **changes: Any) -> SeatRecord:
    """A seat with its final rows."""
    front, middle, back = rows or (None, None, None)
    facts: dict[str, Any] = {
        "seat": number, "player": f"P-44{70 + number}", "stack": 15_000, "dealt": None, "front": front,
        "middle": middle, "back": back, "declared": None, "surrendered": None, "fouled": None, "net": net,
        "status": "played",
    }  # fmt: skip
    return SeatRecord(**(facts | changes))


def acts(
    hands: Mapping[int, Hand],
    dealer: int,
    first: int = 5,
    then: int = 1,
    discards: Mapping[int, str] | None = None,
    at_once: Sequence[int] = (),
) -> list[PlacementRecord]:
    """Acts that end in these rows: in turn from the left of the button, some seconds apart."""
    order = sorted(hands, key=lambda number: (number - dealer - 1) % 10)
    turns = {}
    for number in order:
        sizes = (13, 0) if number in at_once else (first, then)
        turns[number] = _turns(number, hands[number], *sizes, (discards or {}).get(number, ""))
    at, done = START, []
    for street in range(max(map(len, turns.values()))):
        for number in order:
            if street < len(turns[number]):
                done.append(_act(number, turns[number][street], at))
                at += timedelta(seconds=13 + (7 * street + 5 * number) % 11)
    return done


def _turns(number: int, rows: Hand, first: int, then: int, discards: str) -> list[Turn]:
    """The cards of a hand by turn; from the second one on a card is discarded each, as long as there are any."""
    cards = [(row, card) for row, text in zip(ROWS, rows, strict=True) for card in _split(text)]
    gone = [("discard", card) for card in _split(discards)]
    if first == len(cards):
        return [cards + gone]
    random.Random(number).shuffle(cards)
    turns = [cards[:first]]
    for at in range(first, len(cards), then):
        turns.append(cards[at : at + then] + gone[:1])
        gone = gone[1:]
    return turns


def _split(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def _act(number: int, turn: Turn, at: datetime) -> PlacementRecord:
    lanes = {lane: "".join(card for place, card in turn if place == lane) for lane in (*ROWS, "discard")}
    return PlacementRecord(
        seat=number, at=at.isoformat(), dealt="".join(sorted(card for _, card in turn)), front=lanes["front"],
        middle=lanes["middle"], back=lanes["back"], discard=lanes["discard"] or None,
    )  # fmt: skip


def replay(
    results: Mapping[int, Mapping[str, Any]],
    pairs: Mapping[tuple[int, int], Mapping[str, int]],
    unit: int = 100,
    **changes: Any,
) -> dict[str, Any]:
    """A line of `auditor replay`: what differs from a plain seat, by seat, and the parts of each pair."""
    reported = [_pair(pair, parts) for pair, parts in pairs.items()]
    seats = []
    for number, result in results.items():
        total = sum(pair["units"] * ((pair["a"] == number) - (pair["b"] == number)) for pair in reported)
        seats.append(_result(number, total, unit) | result)
    facts = {
        "hand": 17, "game": "ofc", "ruleset": "carnivale-ofc-2013@1", "void": False, "seats": seats, "pairs": reported,
        "transfers": [_transfer(pair, unit) for pair in reported if pair["units"]], "pool": None, "winner": None,
        "eliminated": [], "undetermined": [],
    }  # fmt: skip
    return facts | changes


def _pair(pair: tuple[int, int], parts: Mapping[str, int]) -> dict[str, Any]:
    lead = parts.get("rows")
    rows = {1: (1, 1, -1), -1: (-1, -1, 1), 3: (1, 1, 1), -3: (-1, -1, -1)}.get(lead or 0)
    return {
        "a": pair[0],
        "b": pair[1],
        "rows": dict(zip(ROWS, rows, strict=True)) if rows else None,
        "parts": {**dict.fromkeys(PARTS, 0), **parts},
        "units": sum(parts.values()),
    }


def _result(number: int, units: int, unit: int) -> dict[str, Any]:
    return {
        "seat": number, "status": "played", "fouled": False, "natural": None, "surrendered": False,
        "hands": dict.fromkeys(ROWS), "royalties": dict.fromkeys(ROWS, 0), "units": units, "net": units * unit,
        "stack_after": 15_000 + units * unit,
    }  # fmt: skip


def _transfer(pair: Mapping[str, Any], unit: int) -> dict[str, int]:
    payer, payee = (pair["b"], pair["a"]) if pair["units"] > 0 else (pair["a"], pair["b"])
    units = abs(pair["units"])
    return {"payer": payer, "payee": payee, "units": units, "amount": units * unit}


def exhibit(hands: Mapping[int, Hand], dealer: int, **changes: Any) -> Exhibit:
    """An open-face hand; every seat wins its rows from those after it."""
    pairs = {pair: {"rows": 3} for pair in combinations(hands, 2)}
    facts: dict[str, Any] = {
        "room": samples.ROOM, "session": samples.SESSION, "line": 18, "hand": 17, "video": "cam-3/000017",
        "at": "2013-07-13T17:20:00-07:00", "dealer": dealer, "unit": 100, "void": False, "transfers": None,
        "seats": [seat(number, rows, 0) for number, rows in hands.items()],
        "game": "ofc", "variant": "ofc", "placements": acts(hands, dealer), "clock_calls": [], "eliminated": [],
        "replay": replay({number: {} for number in hands}, pairs),
    }  # fmt: skip
    return Exhibit(**(facts | changes))


def carnivale(**changes: Any) -> Exhibit:
    """Four players in a tournament: a foul, the clock called twice, an elimination that was not recorded.

    Seats 3 and 4 are recorded with 200 chips more and less than was due.
    """
    done = acts(EX_CARN_19, 2)
    quick, slow = done[9], done[22]
    calls = [
        ClockRecord(seat=quick.seat, at=after(quick, -6), called_by=1, acted_at=quick.at),
        ClockRecord(seat=slow.seat, at=after(slow, -31), called_by=2, acted_at=slow.at),
    ]
    pairs = {
        (1, 2): {"rows": 3, "sweep": 3, "royalties": 15},
        (1, 3): {"rows": 1, "royalties": 9},
        (1, 4): {"rows": 3, "sweep": 3, "royalties": 15},
        (2, 3): {"rows": -1, "royalties": -6},
        (2, 4): {"rows": 3, "sweep": 3},
        (3, 4): {"rows": 3, "sweep": 3, "royalties": 6},
    }
    made = {
        1: ("pair", "straight", "flush"),
        2: ("high_card", "pair", "trips"),
        3: ("high_card", "pair", "full_house"),
        4: ("pair", "pair", "pair"),
    }
    results = {
        number: {"hands": dict(zip(ROWS, hands, strict=True)), "fouled": number == 4}
        for number, hands in made.items()
    }
    nets = {1: 5_200, 2: -2_200, 3: 1_100, 4: -4_100}
    facts = {
        "level": 2, "placements": done, "clock_calls": calls,
        "seats": [seat(number, rows, nets[number]) for number, rows in EX_CARN_19.items()],
        "replay": replay(results, pairs, eliminated=[4]),
    }  # fmt: skip
    return msgspec.structs.replace(exhibit(EX_CARN_19, 2, **facts), **changes)


def after(act: PlacementRecord, seconds: int) -> str:
    """So many seconds after an act."""
    assert act.at is not None
    return (datetime.fromisoformat(act.at) + timedelta(seconds=seconds)).isoformat()


def event(**changes: Any) -> Exhibit:
    """A player who did not act on the clock after six streets and was ruled fouled; one who missed the hand."""
    done = acts(EX_OFC1_14, 3)
    until = [act for act in done if act.seat == 1][5]
    done = [act for place, act in enumerate(done) if act.seat == 2 or place <= done.index(until)]
    call = ClockRecord(seat=1, at=after(until, 40), called_by=2, acted_at=None)
    pairs = {
        (1, 2): {"rows": -3, "sweep": -3, "royalties": -11},
        (1, 3): {"penalties": 3},
        (2, 3): {"penalties": 3},
    }
    results: dict[int, dict[str, Any]] = {
        1: {"fouled": True, "hands": {"front": "pair", "middle": "pair", "back": "flush"}},
        2: {"hands": {"front": "pair", "middle": "straight", "back": "full_house"}},
        3: {"status": "missed", "fouled": None},
    }
    facts = {
        "placements": done,
        "clock_calls": [call],
        "seats": [
            seat(1, EX_OFC1_14[1], -1_400, fouled=True),
            seat(2, EX_OFC1_14[2], 2_000),
            seat(3, None, -600, status="missed"),
        ],
        "replay": replay(results, pairs, ruleset="ofc-event@1"),
    }
    return msgspec.structs.replace(exhibit(EX_OFC1_14, 3, **facts), **changes)


def pineapple(**changes: Any) -> Exhibit:
    """Three players for money: one in fantasyland with fourteen cards, the others discard one of three."""
    pairs = {
        (1, 2): {"rows": 3, "sweep": 3, "royalties": 15},
        (1, 3): {"rows": 1, "royalties": 7},
        (2, 3): {"rows": -3, "sweep": -3, "royalties": -8},
    }
    made = {
        1: ("pair", "straight", "flush"),
        2: ("high_card", "pair", "two_pairs"),
        3: ("pair", "two_pairs", "full_house"),
    }
    results = {number: {"hands": dict(zip(ROWS, hands, strict=True))} for number, hands in made.items()}
    nets = {1: 2_900, 2: -3_500, 3: 600}
    facts = {
        "variant": "pineapple", "clock_calls": None, "eliminated": None,
        "placements": acts(PINEAPPLE, 1, then=2, discards=DISCARDS, at_once=(3,)),
        "seats": [
            seat(
                number, rows, nets[number], stack=None, discards=DISCARDS[number],
                fantasyland=14 if number == 3 else None,
            )
            for number, rows in PINEAPPLE.items()
        ],
        "replay": replay(results, pairs, ruleset="ofc-pineapple@1"),
    }  # fmt: skip
    return msgspec.structs.replace(exhibit(PINEAPPLE, 1, **facts), **changes)


def crowded() -> Exhibit:
    """What no rules let happen and a log may hold: ten seats that set card by card, long names, many marks."""
    chance = random.Random(3)
    hands: dict[int, Hand] = {}
    for number in range(1, 11):
        pack = chance.sample(samples.PACK, 13)
        hands[number] = ("".join(pack[:3]), "".join(pack[3:8]), "".join(pack[8:]))
    seats = [seat(number, rows, 0, player="a-player-with-a-long-id-" * 2) for number, rows in hands.items()]
    seats[3] = seat(4, hands[4], 0, fantasyland=17, discards="2s3s4s5s", fouled=True)
    results: dict[int, dict[str, Any]] = {number: {"fouled": number == 4} for number in hands}
    pairs = {pair: {"rows": 3} for pair in combinations(hands, 2)}
    return exhibit(hands, 4, seats=seats, placements=acts(hands, 4, first=1), replay=replay(results, pairs))


def log(shown: Exhibit, ruleset: str) -> bytes:
    """A session log with the hand of an exhibit."""
    session = {
        "event": "session", "format": "cardroom-log/1", "room": shown.room, "session": shown.session, "table": "3",
        "currency": "USD", "opened_at": "2013-07-13T17:00:00-07:00", "ruleset": ruleset,
    }  # fmt: skip
    names = (
        "hand", "at", "variant", "unit", "dealer", "level", "video", "placements", "clock_calls", "eliminated",
    )  # fmt: skip
    hand = {name: msgspec.to_builtins(getattr(shown, name)) for name in names}
    hand |= {"event": "ofc_hand", "seats": [_recorded(msgspec.to_builtins(each)) for each in shown.seats]}
    hand["placements"] = [_recorded(act) for act in hand["placements"] or []]
    hand["clock_calls"] = [_recorded(call) for call in hand["clock_calls"] or []]
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (session, _recorded(hand)))


def _recorded(fields: dict[str, Any]) -> dict[str, Any]:
    """Without what was not recorded."""
    return {name: value for name, value in fields.items() if value is not None}
