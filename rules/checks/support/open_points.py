"""Findings of open points, with the effects of other readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.checks.support.check import Draft, Tested
from rules.checks.support.log_view import LogView, OpenPoint
from rules.controls.ruleset import Ruleset
from rules.hands import Flags, Ints
from rules.narrow import LazyNumbers
from rules.results import ReadingEffect

TOPICS: Mapping[
    str, tuple[str, ...]
] = {  # by check: the topics whose open points it reports; SCR004 reports the rest
    "SET004": ("equal_rows", "front_begins_middle"),
    "SET006": ("natural_undeclared",),
    "SET007": ("foul",),
    "SET008": ("natural_unpriced",),
    "SET016": ("fantasyland", "joker"),
    "SCR003": ("silent_1-0-2", "silent_1-1-1"),
    "SCR006": ("single_winner",),
    "PAY005": ("short_stack",),
    "POT003": ("pool_tie",),
    "SUR003": ("surrender",),
}
Untestable = list[tuple[Flags, str]]


def unranked(log: LogView, has: Callable[[Ruleset], Any] | None = None) -> Untestable:
    """Hands that cannot show an open point, under rulesets for which ``has`` holds."""
    unseen = ~log.ranked if has is None else ~log.ranked & log.ruled(has)
    return [(unseen, "the cards of a seat were not recorded or cannot be ranked")]


def reports_open_points(
    code: str, event: str, untestable: Callable[[LogView], Untestable] = unranked
) -> Callable[[LogView], Tested]:
    """The `run` of a check that reports open points of its topics.

    event: begins the message. untestable: hands that cannot show them.
    """
    topics = TOPICS[code]

    def run(log: LogView) -> Tested:
        points = open_findings(log, lambda point: point.ambiguity.touches in topics, always=True, event=event)
        return Tested(points, untestable(log))

    return run


def open_findings(
    log: LogView, wanted: Callable[[OpenPoint], bool], *, always: bool, event: str | None = None
) -> Iterator[Draft]:
    """A finding for each wanted open point.

    always: with all hands that it touches; else with those that a reading moves, if any.
    """
    for point in log.rules.open_points:
        if wanted(point) and (always or len(point.moved)):
            yield _finding(log, point, point.hands if always else point.moved, event)


def _finding(log: LogView, point: OpenPoint, hands: Ints, event: str | None) -> Draft:
    ambiguity = point.ambiguity
    begins = event or "Another reading of the controls would settle hands differently"
    where = f"hand {hands[0]}" if len(hands) == 1 else f"{len(hands):,} hands"
    most = max((effect.money for effect in point.effects if effect.money is not None), default=None)
    return Draft(
        hands=LazyNumbers(hands),
        stated=point.reading,
        expected=None,
        unit="reading",
        money=most,
        clause=point.ruleset.left_open_by(ambiguity),
        fact=f"{point.ruleset.id}|{ambiguity.id}|{point.reading}",
        readings=point.effects,
        message=f"{begins} ({where}). {ambiguity.question} Replayed as {point.reading}. {_moves(log, point)}",
    )


def _moves(log: LogView, point: OpenPoint) -> str:
    parts = []
    for effect in point.effects:
        if effect.taken:
            continue
        if not effect.worked_out:
            moves = "not worked out"
        elif not effect.hands:
            moves = "moves nothing"
        else:
            moves = _in_hands(log, effect)
        parts.append(f"{effect.reading} ({effect.means}): {moves}")
    return f"Other readings: {'; '.join(parts)}."


def _in_hands(log: LogView, effect: ReadingEffect) -> str:
    hands = f"{effect.hands:,} hand{'s' * (effect.hands != 1)}"
    if effect.units is None and effect.money is None:
        return f"changes {hands}, and what it moves is not known"
    if effect.units is None and not effect.money:  # of a pot game
        return f"no money, other findings in {hands}"
    return f"{_amount(log, effect)} in {hands}"


def _amount(log: LogView, effect: ReadingEffect) -> str:
    if effect.units is None:
        return log.money(effect.money or 0)
    in_units = f"{effect.units:,} unit{'s' * (effect.units != 1)}"
    if effect.money == 0:  # the chips are not enough under either reading
        return f"{in_units} due and nothing paid"
    return in_units if effect.money is None else log.money(effect.money)
