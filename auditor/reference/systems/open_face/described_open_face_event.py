"""Tables of an event: its levels, and the places of players who are out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from auditor.reference.markdown import clauses, table
from auditor.reference.systems.card_room_words import listed
from auditor.reference.systems.open_face.described_open_face_clock import examples
from rules.clauses import ambiguities
from rules.controls.ruleset import Ruleset, as_list
from rules.replay.finishing import PlayerExit, finishing_order
from rules.replay.level_schedule import schedule_of
from rules.replay.readings import other_readings


def days(ruleset: Ruleset) -> int:
    """Days that an event takes."""
    assert ruleset.starts is not None
    assert ruleset.ends is not None
    return (ruleset.ends - ruleset.starts).days + 1


def table_of_levels(ruleset: Ruleset) -> str:
    """Levels by hands: the value of a point, and the chips in play."""
    schedule = schedule_of(ruleset)
    assert schedule is not None
    hands = schedule.hands_a_level
    leaving = {each["after"]: each for each in ruleset.get("event.colour_up", [])}
    lines = []
    for each in sorted(ruleset.get("event.level"), key=lambda each: int(each["level"])):
        level = each["level"]
        gone = leaving.get(level)
        cited = as_list(each["cite"]) + (as_list(gone["cite"]) if gone else [])
        lines.append(
            [
                str(level),
                f"{(level - 1) * hands + 1} to {level * hands}",
                f"{each['value']:,}",
                f"{int(schedule.smallest[level - 1]):,}",
                f"chips of {gone['chip']:,}" if gone else "",
                clauses(cited),
            ]
        )
    head = ("level", "hands", "a point is worth", "smallest chip", "leave play afterwards", "clause")
    return table(head, lines, right=("level", "a point is worth", "smallest chip"))


def table_of_exits(ruleset: Ruleset) -> str:
    """Examples of players who are out, with their places."""
    head = (
        "example", "player", "table", "out in hand", "at", "chips at its start", "place", "under another reading",
    )  # fmt: skip
    return table(head, list(_busts(ruleset)), right=("out in hand", "chips at its start"))


def _busts(ruleset: Ruleset) -> Iterator[list[str]]:
    """Lines of the players of each example, the better first."""
    point = ambiguities()["AMB-CARN-bust-tie"]
    for number_of, case in enumerate(examples("ofc_bust_order"), 1):
        exits = [
            PlayerExit(bust["player"], bust["table"], bust["hand"], _minutes(bust["ts"]), bust["stack_start"])
            for bust in case["input"]["busts"]
        ]
        places = _places(exits, ruleset)
        others = [
            point.readings[name].means
            for name, other in other_readings(ruleset, point).items()
            if _places(exits, other) != places
        ]
        first = [str(number_of), listed(others, "or")]
        for each in sorted(exits, key=lambda one: places[one.player]):
            place = "better" if places[each.player] == 1 else "worse"
            place = "shared" if len(set(places.values())) == 1 else place
            yield [first[0], *_exit(each), place, first[1]]
            first = ["", ""]


def _exit(each: PlayerExit) -> list[str]:
    minutes = each.at or 0
    at = f"{minutes // 60}:{minutes % 60:02d}"
    return [each.player, each.table, str(each.hand), at, f"{each.stack:,}"]


def _places(exits: list[PlayerExit], ruleset: Ruleset) -> dict[str, int]:
    """The place of each player among these, from 1."""
    found: dict[str, int] = {}
    for level in finishing_order(exits, ruleset.get("event.bust_order.keys")):
        found |= dict.fromkeys((each.player for each in level.exits), len(found) + 1)
    return found


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")
    return 60 * int(hours) + int(minutes)


TABLES: Mapping[str, Callable[..., Any]] = {
    "days": days,
    "table_of_levels": table_of_levels,
    "table_of_exits": table_of_exits,
}
