"""A replay as `auditor replay` prints it."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.tournaments.points_due import as_text
from rules.tournaments.tournament_places import Placing
from rules.tournaments.tournament_replay import Replay


def shown(replay: Replay) -> dict[str, Any]:
    """The replay as one JSON object."""
    field = replay.field
    return {
        "tournament": replay.file.header.tournament,
        "ruleset": replay.ruleset.id,
        "field": {
            "players": len(field.players),
            "entries": len(field.counted),
            "reentries": field.reentries,
            "rebuys": len(field.rebuys),
            "add_ons": len(field.add_ons),
        },
        "money": msgspec.to_builtins(replay.money),
        "prizes": None if replay.prizes is None else list(replay.prizes),
        "standing": [_standing(replay, each) for each in replay.placings],
        "levels": [{"level": each.level, "due": each.text} for each in replay.levels],
        "chips": [{"line": each.line, "due": each.due} for each in replay.chips if each.what == "count"],
        "royal": msgspec.to_builtins(replay.royal),
        "satellite": msgspec.to_builtins(replay.satellite),
        "undetermined": msgspec.to_builtins(replay.undetermined),
    }


def _standing(replay: Replay, placing: Placing) -> dict[str, Any]:
    return {
        "place": placing.place,
        "player": placing.player,
        "tied": placing.tied,
        "prize": replay.due[placing.player],
        "bounty": None if replay.bounties is None else replay.bounties[placing.player],
        "points": as_text(replay.points[placing.player]),
    }
