"""The schedule of an event: the chips that everybody begins with, levels, chips that leave play, places."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from auditor.reference.markdown import clauses, paragraphs, table
from auditor.reference.systems.described_words import listed, number
from auditor.reference.systems.open_face.described_open_face_clock import examples
from auditor.reference.systems.sentences import cites, marked, pointed, resting, say
from rules.clauses import ambiguities
from rules.controls.ruleset import Ruleset, as_list
from rules.replay.finishing import PlayerExit, finishing_order
from rules.replay.level_schedule import schedule_of
from rules.replay.readings import other_readings


def event(ruleset: Ruleset) -> str:
    """The beginning, and what everybody begins with."""
    stack, start = ruleset.get("event.starting_stack.chips"), ruleset.get("event.start.at")
    if stack is None or start is None:
        return ""
    first = schedule_of(ruleset)
    assert first is not None
    worth = stack // int(first.values[0])
    text = (
        f"Play begins on {_day(start)} at {start:%H:%M}, by the clock of the place, and takes {_days(ruleset)}. Everybody "
        f"begins with {stack:,} chips, which are {worth} points at the first level."
    )
    resting_on = resting(cites(ruleset, "event.start", "event.starting_stack"))
    return paragraphs((text, resting_on))


def _day(moment: dt.datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _days(ruleset: Ruleset) -> str:
    assert ruleset.starts is not None
    assert ruleset.ends is not None
    return f"{number((ruleset.ends - ruleset.starts).days + 1)} days"


def levels(ruleset: Ruleset) -> str:
    """What a point is worth hand by hand, and which chips are in play."""
    schedule = schedule_of(ruleset)
    if schedule is None:
        return ""
    hands = schedule.hands_a_level
    text = (
        f"A level lasts for {number(hands)} hands, and sets what a point is worth. "
        f"{say(ruleset, 'event.levels.counter', 'event.levels.after_last')}"
    )
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
    return paragraphs(
        (
            text,
            table(head, lines, right=("level", "a point is worth", "smallest chip")),
            _colour_up(ruleset),
            resting(cites(ruleset, "event.levels")),
        )
    )


def _colour_up(ruleset: Ruleset) -> str:
    text = (
        "Before the first hand of the next level the chips that leave play are changed into the next larger ones, odd ones "
        "by a race: a stack changes by less than one of the larger chips."
    )
    after = "From then on a stack is a multiple of the smallest chip."
    return f"{pointed(ruleset, text, 'AMB-CARN-colorup')} {after}"


def places(ruleset: Ruleset) -> str:
    """Who is placed better of players who are out."""
    if ruleset.get("event.bust_order") is None:
        return ""
    text = (
        "Of two players who are out, the one who lasted to a hand of a higher number is placed better, at whatever table and "
        "whatever the clock says."
    )
    text = pointed(ruleset, text, "AMB-CARN-hand-number")
    tie = marked(ruleset, _TIES[tuple(ruleset.get("event.bust_order.keys"))[1:]], "event.bust_order.keys")
    head = (
        "example", "player", "table", "out in hand", "at", "chips at its start", "place", "under another reading",
    )  # fmt: skip
    reported = table(head, list(_busts(ruleset)), right=("out in hand", "chips at its start"))
    return paragraphs((f"{text} {tie}", reported, resting(cites(ruleset, "event.bust_order"))))


_TIES: dict[tuple[str, ...], str] = {
    ("stack",): "Of two in hands of the same number it is the one who began the hand with more chips.",
    ("time",): "Of two in hands of the same number it is the one who went out later by the clock.",
    (): "Two in hands of the same number share the place.",
}


def _busts(ruleset: Ruleset) -> Iterator[list[str]]:
    """The players of each example with their places, the better first."""
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
