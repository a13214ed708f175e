"""Jackpots hit in a session, by the replay of the few hands near one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.controls.sections.pots import PotGame
from rules.records.events import Jackpot, Payout
from rules.records.pot_records import PotHand
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import TableFacts, replay


def jackpots_hit(rules: PotGame, before: Sequence[Any], hand: PotHand, at: str) -> list[Jackpot]:
    """A line for each jackpot of a hand. before: session, terms and level, as in a log."""
    reader = LogReader()
    encode = msgspec.json.Encoder().encode
    data = b"".join(encode(each) + b"\n" for each in (*before, hand))
    (block,) = reader.blocks([data])
    found = replay(block, rules, TableFacts.of(tournament=False, events=reader.events)).presented(0, "")
    players = {seat.seat: seat.player for seat in hand.seats}
    return [
        Jackpot(
            at=at,
            kind="hit",
            hit=each["kind"],
            hand=hand.hand,
            payouts=[
                Payout(seat=pay["seat"], player=players[pay["seat"]], amount=pay["amount"])
                for pay in each["payouts"]
            ],
        )
        for each in found["jackpots"] or []
        if each["payouts"]
    ]
