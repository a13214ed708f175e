"""What players were paid of their prizes and bounties, and what each was due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.tournaments.records import Payout, Prize
from rules.tournaments.replay import Replay

KINDS = ("prize", "bounty")  # of payouts that are compared


class Paid(NamedTuple):
    """What a player was paid of a kind. line: the last of these payouts. due: None where it is not known.

    worked_out: whether the due amount is the room's own, of the player's prize line.
    """

    line: int
    player: str
    of: str
    paid: int
    due: int | None
    worked_out: bool


def payouts_of(replay: Replay) -> Iterator[Paid]:
    """What the players of the field were paid, by kind of payout."""
    lines: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for line, event in replay.file.events:
        if isinstance(event, Payout) and event.player in replay.due:
            lines.setdefault((event.player, _kind(event)), []).append((line, event.amount))
    prizes = {each.player: each.amount for _, each in replay.file.events if isinstance(each, Prize)}
    for (player, kind), paid in lines.items():
        if kind in KINDS:
            stated = prizes.get(player) if kind == "prize" else None
            due = stated if stated is not None else _due(replay, player, kind)
            yield Paid(paid[-1][0], player, kind, sum(amount for _, amount in paid), due, stated is not None)


def _kind(event: Payout) -> str:
    return event.of if isinstance(event.of, str) else "prize"


def _due(replay: Replay, player: str, kind: str) -> int | None:
    if kind == "prize":
        return replay.due[player]
    if replay.bounties is not None:
        return replay.bounties[player]
    return None if replay.file.header.bounty else 0
