"""A log of pot games beside its replay: the acts against the rules, and where what was stated is not what was due.

A comparison has a name. Awards and nets are compared with what the fees on record leave, so that one wrong fee is one row.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rules.controls.sections.pots import PotGame
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import ReplayedPots
from rules.replay.pots.division.pot_shares import Awards
from rules.replay.pots.table.table_event_breaches import breaches
from rules.replay.pots.table_replay import TableLog

Row = tuple[int | None, int | None, str]  # hand, seat, illegal code or name of the comparison
Event = dict[str, Any]


@dataclass
class Compared:
    """The rows of a log, and its hands as they are replayed."""

    rows: set[Row] = field(default_factory=set)
    hands: dict[int, Event] = field(default_factory=dict)
    details: list[Any] = field(default_factory=list)


def compared(log: bytes, rules: PotGame) -> Compared:
    """Replay a log and compare it, hand by hand."""
    events = [json.loads(line) for line in log.splitlines()]
    found, reader = Compared(), LogReader()
    table = TableLog(rules)
    for block in reader.blocks([log]):
        replayed = table.add(block, reader.events)
        left = replayed.charged.awards
        for hand in range(len(block)):
            due = replayed.presented(hand, "")
            found.hands[due["hand"]] = due
            event = events[int(block.line[hand]) - 1]
            found.rows |= {(due["hand"], each["seat"], each["code"]) for each in due["illegal"]}
            found.details += [(due["hand"], each) for each in due["illegal"]]
            found.rows |= {(due["hand"], *row) for row in _differences(event, due, replayed, left, hand)}
    found.rows |= _jackpots(events, found.hands)
    if rules.table is not None:
        for each in breaches(table.taken, reader.events, rules.table):
            found.rows.add((_hand_after(events, each.line), events[each.line - 1].get("seat"), each.code))
    return found


def _hand_after(events: list[Event], line: int) -> int | None:
    return next((event["hand"] for event in events[line:] if event["event"] == "pot_hand"), None)


def _differences(
    event: Event, due: Event, replayed: ReplayedPots, left: Awards, hand: int
) -> set[tuple[Any, str]]:
    nets = {seat["seat"]: seat["net"] for seat in event["seats"] if "net" in seat}
    if due["void"]:
        return {(seat, "void_paid") for seat, net in nets.items() if net}
    rows: set[tuple[Any, str]] = set()
    fees = Counter[str]()
    for fee in event["fees"]:
        fees[fee["kind"]] += fee["amount"]
    for kind, name in (("rake", "rake"), ("jackpot", "drop")):
        if due[name] is not None and fees[kind] != due[name]:
            rows.add((None, name))
    put_in = {seat["seat"]: seat["put_in"] for seat in due["seats"]}
    awarded = Counter[int]()
    for pot in event["pots"]:
        for award in pot["awards"]:
            awarded[award["seat"]] += award["amount"]
    rows |= {
        (None, "pot_amount") for pot, made in _both(event, due) if pot.get("amount") != made.get("amount")
    }
    rows |= {
        (None, "eligible") for pot, made in _both(event, due) if pot.get("eligible") != made.get("eligible")
    }
    if sum(awarded.values()) + sum(fees.values()) != sum(pot["amount"] for pot in event["pots"]):
        rows.add((None, "pots_total"))
    rows |= {
        (seat, "net_and_awards")
        for seat, net in nets.items()
        if put_in[seat] is not None and net != awarded[seat] - put_in[seat]
    }
    due_awards = _after_fees(replayed, left, hand)
    if due_awards is not None:
        stated = _stated(event)
        rows |= {(seat, "award") for _, _, _, seat in due_awards.keys() ^ stated.keys()}
        rows |= {
            (key[3], "award") for key in due_awards.keys() & stated.keys() if due_awards[key] != stated[key]
        }
        won = Counter[int]()
        for (_, _, _, seat), amount in due_awards.items():
            won[seat] += amount
        rows |= {
            (seat, "net")
            for seat, net in nets.items()
            if put_in[seat] is not None and net != won[seat] - put_in[seat]
        }
    return rows


def _both(event: Event, due: Event) -> list[tuple[Event, Event]]:
    stated, made = event["pots"], due["pots"] or []
    size = max(len(stated), len(made))
    return list(
        zip([*stated, *[{}] * (size - len(stated))], [*made, *[{}] * (size - len(made))], strict=True)
    )


Award = tuple[int, int, str, int]  # pot, run, half, seat


def _after_fees(replayed: ReplayedPots, awards: Awards, hand: int) -> Counter[Award] | None:
    """The awards that the fees on record leave; None where they are not known."""
    play, settled = replayed.play, replayed.settled
    game = play.games[play.pot.game[hand]]
    count = int(settled.pots.count[hand])
    if game is None or not awards.known[hand, :count].all():
        return None
    found = Counter[Award]()
    for row in np.flatnonzero(awards.hand == hand).tolist():
        pot = int(awards.pot[row])
        shared = len(game.halves) > 1 and settled.won.contested[hand, pot]
        half = game.halves[int(awards.half[row])].name if shared else "all"
        seat = int(play.hands.seat[hand, awards.seat[row]])
        found[pot, int(awards.run[row]), half, seat] += int(awards.amount[row])
    return found


def _stated(event: Event) -> Counter[Award]:
    found = Counter[Award]()
    for pot in event["pots"]:
        for award in pot["awards"]:
            key = (pot["pot"], award.get("run", 1), award.get("half", "all"), award["seat"])
            found[key] += award["amount"]
    return found


def _jackpots(events: list[Event], hands: dict[int, Event]) -> set[Row]:
    """Payouts of jackpots beside those that were due."""
    stated = Counter[tuple[int, int, str]]()
    for event in events:
        if event["event"] == "jackpot" and event["kind"] == "hit":
            for pay in event["payouts"]:
                stated[event["hand"], pay["seat"], event["hit"]] += pay["amount"]
    due = Counter[tuple[int, int, str]]()
    for number, hand in hands.items():
        for each in hand["jackpots"] or []:
            for pay in each["payouts"] or []:
                due[number, pay["seat"], each["kind"]] += pay["amount"]
    wrong = {key for key in {*stated, *due} if stated[key] != due[key]}
    return {(hand, seat, "jackpot") for hand, seat, _ in wrong}
