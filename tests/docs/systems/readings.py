"""What the documents leave open under a system: the reading taken, and what another would pay in the worked hand."""

from __future__ import annotations

from collections.abc import Sequence

from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset
from rules.replay.readings import other_readings
from tests.docs.markdown import bullets, paragraphs, table
from tests.docs.systems.words import counted, won
from tests.docs.systems.worked import Worked

Effect = tuple[int, Worked, dict[str, Worked]]  # the number of a hand, the hand, and it under other readings


def readings(ruleset: Ruleset, hands: Sequence[Worked]) -> str:
    """Every point that concerns a system: those that would change a worked hand first."""
    points = [each for each in ambiguities().values() if ruleset.concerns(each)]
    still_open = [each for each in points if each.id not in ruleset.readings]
    moving = {each.id: effect for each in still_open if (effect := _effect(each, hands))}
    rest = [each for each in still_open if each.id not in moving]
    settled = [each for each in points if each.id in ruleset.readings]
    these = "this hand" if len(hands) == 1 else "these hands"
    return paragraphs(
        (
            _opening(ruleset, still_open, settled),
            f"### What other readings would pay in {these}" if moving else "",
            *(
                _changing(ruleset, each, moving[each.id], len(hands))
                for each in still_open
                if each.id in moving
            ),
            f"### Open, and the same in {these}" if moving else "### Open",
            bullets(_line(ruleset, each) for each in rest),
            "### Settled" if settled else "",
            bullets(_line(ruleset, each) for each in settled),
        )
    )


def _opening(ruleset: Ruleset, still_open: list[Ambiguity], settled: list[Ambiguity]) -> str:
    points, concern = counted(len(still_open), "point"), "concern" if len(still_open) > 1 else "concerns"
    text = (
        f"The documents leave {points} open that {concern} this system. Each is read in one way here, so that a hand can be "
        "worked out, and an audit says so wherever the reading moves money. A room settles a point by saying in its own "
        "controls which reading it takes."
    )
    more = (
        f"{len(settled)} more {'is' if len(settled) == 1 else 'are'} settled by these rules."
        if settled
        else ""
    )
    return f"{text} {more}".strip()


def _effect(each: Ambiguity, hands: Sequence[Worked]) -> Effect | None:
    """The first of the worked hands in which somebody wins otherwise under another reading."""
    for at, one in enumerate(hands, 1):
        others = {name: one.under(ruleset) for name, ruleset in other_readings(one.ruleset, each).items()}
        if changed := {name: other for name, other in others.items() if _results(other) != _results(one)}:
            return at, one, changed
    return None


def _results(one: Worked) -> list[tuple[object, object]]:
    return [(told["units"], told["net"]) for _, told in one.seats] + [(one.told["winner"], None)]


def _changing(ruleset: Ruleset, each: Ambiguity, effect: Effect, hands: int) -> str:
    at, one, others = effect
    head = ["player", "as read here", *(_column(place, len(others)) for place in range(len(others)))]
    lines = [
        [one.name(seat["seat"]), *(_result(under, seat["seat"]) for under in (one, *others.values()))]
        for seat, _ in one.seats
    ]
    return paragraphs(
        (
            f"**{each.question}** [{each.id}]",
            f"Read here as: **{each.readings[ruleset.reading(each)].means}**. {_reason(ruleset, each)}".strip(),
            f"{_otherwise(each, list(others))}{f' In hand {at}:' if hands > 1 else ''}",
            table(head, lines, right=head[1:]),
        )
    )


def _otherwise(each: Ambiguity, others: list[str]) -> str:
    if len(others) == 1:
        return f"Otherwise: **{each.readings[others[0]].means}**."
    told = (f"({at}) **{each.readings[name].means}**" for at, name in enumerate(others, 1))
    return f"Otherwise: {'; or '.join(told)}."


def _column(place: int, of: int) -> str:
    return "otherwise" if of == 1 else f"otherwise ({place + 1})"


def _result(one: Worked, seat: int) -> str:
    """What a seat wins under a reading."""
    told = next(told for _, told in one.seats if told["seat"] == seat)
    if told["net"] is not None:
        return won(told["net"], one.currency)
    return "the winner" if one.told["winner"] == seat else "not stated"


def _reason(ruleset: Ruleset, each: Ambiguity) -> str:
    return each.because if ruleset.reading(each) == each.default else ""


def _line(ruleset: Ruleset, each: Ambiguity) -> str:
    taken = ruleset.reading(each)
    others = [reading.means for name, reading in each.readings.items() if name != taken]
    return f"{each.question} **{_capital(each.readings[taken].means)}.** Or: {'; or: '.join(others)}. [{each.id}]"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
