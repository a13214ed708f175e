"""Payouts of prizes, bounties and royal flushes, and amounts due."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.tournaments.tournament_records import Payout, Prize, RoyalHit
from rules.tournaments.tournament_replay import Replay

KINDS = ("prize", "bounty", "royal")  # of payouts that are compared


class PaidToPlayer(NamedTuple):
    """Payouts of one kind to a player. line: of the last. due None: unknown. worked_out: due is the room's own figure."""

    line: int
    player: str
    of: str
    paid: int
    due: int | None
    worked_out: bool


def payouts_of(replay: Replay) -> Iterator[PaidToPlayer]:
    """Payouts to players by kind."""
    lines: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for line, event in replay.file.events:
        if isinstance(event, Payout) and event.player in replay.due:
            lines.setdefault((event.player, _kind(event)), []).append((line, event.amount))
    prizes = {each.player: each.amount for _, each in replay.file.events if isinstance(each, Prize)}
    royal = _royal_hits(replay)
    for (player, kind), paid in lines.items():
        if kind in KINDS:
            stated = {"prize": prizes, "royal": royal}.get(kind, {}).get(player)
            due = stated if stated is not None else _due(replay, player, kind)
            yield PaidToPlayer(
                paid[-1][0], player, kind, sum(amount for _, amount in paid), due, stated is not None
            )


def _royal_hits(replay: Replay) -> dict[str, int]:
    players = {each.number: each.player for each in reversed(replay.field.stakes)}
    found: dict[str, int] = {}
    for _, event in replay.file.events:
        if isinstance(event, RoyalHit) and (player := players.get(event.entry)) is not None:
            found[player] = found.get(player, 0) + event.amount
    return found


def _kind(event: Payout) -> str:
    return event.of if isinstance(event.of, str) else "prize"


def _due(replay: Replay, player: str, kind: str) -> int | None:
    if kind == "prize":
        return replay.due[player]
    if kind == "royal":
        return 0
    if replay.bounties is not None:
        return replay.bounties[player]
    return None if replay.file.header.bounty else 0
