"""Open points of a system: the reading taken, and what another would pay in a worked hand."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.reference.markdown import bullets, paragraphs, table
from auditor.reference.systems.card_room_words import counted, money, unit_of
from auditor.reference.systems.effects import OtherResult, effect, effect_elsewhere
from auditor.reference.systems.open_face.matters import matters
from auditor.reference.systems.worked import Worked
from auditor.reference.systems.worked_hand_page import holdings
from rules.clauses import Ambiguity, ambiguities
from rules.controls.ruleset import Ruleset


def readings(ruleset: Ruleset, hands: Sequence[Worked]) -> str:
    """Every point that concerns a system, those that would change a worked hand first."""
    points = [each for each in ambiguities().values() if ruleset.concerns(each)]
    still_open = [each for each in points if each.id not in ruleset.readings]
    here = {each.id: found for each in still_open if (found := effect(each, hands))}
    elsewhere = {
        each.id: found
        for each in still_open
        if hands and each.id not in here and (found := effect_elsewhere(each, ruleset, hands))
    }
    rest = [each for each in still_open if each.id not in here | elsewhere]
    settled = [each for each in points if each.id in ruleset.readings]
    these = "this hand" if len(hands) == 1 else "these hands"
    moves = "change" if ruleset.family == "ofc" else "pay"
    return paragraphs(
        (
            _opening(ruleset, still_open, settled),
            f"### What other readings would {moves} in {these}" if here else "",
            *(_changing(ruleset, each, here[each.id], len(hands)) for each in still_open if each.id in here),
            f"### What other readings would {moves} in other hands" if elsewhere else "",
            *(
                _changing(ruleset, each, elsewhere[each.id], len(hands))
                for each in still_open
                if each.id in elsewhere
            ),
            _heading(these, bool(here), bool(elsewhere)) if rest else "",
            bullets(_line(ruleset, each) for each in rest),
            "### Settled" if settled else "",
            bullets(_line(ruleset, each) for each in settled),
        )
    )


def _heading(these: str, here: bool, elsewhere: bool) -> str:
    if not here:
        return "### Open"
    return (
        "### Open, and the same in all of these hands" if elsewhere else f"### Open, and the same in {these}"
    )


def _opening(ruleset: Ruleset, still_open: list[Ambiguity], settled: list[Ambiguity]) -> str:
    if not still_open and not settled:
        return "No question that the documents leave open concerns this system."
    points, concern = counted(len(still_open), "question"), "concern" if len(still_open) > 1 else "concerns"
    text = (
        f"The documents leave {points} open that {concern} this system. The ruleset takes one reading of each, so that hands can "
        "be settled, and an audit reports where the reading moves money. A room settles a question by naming a reading in its "
        "own controls."
    )
    more = (
        f"{len(settled)} more {'is' if len(settled) == 1 else 'are'} settled by these rules."
        if settled
        else ""
    )
    return f"{text} {more}".strip()


def _changing(ruleset: Ruleset, each: Ambiguity, found: OtherResult, hands: int) -> str:
    head = [
        "player",
        "reading taken",
        *(_column(place, len(found.others)) for place in range(len(found.others))),
    ]
    return paragraphs(
        (
            f"**{each.question}** [{each.id}]",
            f"Reading taken: **{each.readings[ruleset.reading(each)].means}**. {_reason(ruleset, each)}".strip(),
            f"{_under_others(each, list(found.others))}{_where(found, hands)}",
            "" if found.at else holdings(found.one, with_stacks=False),
            table(head, found.lines(), right=head[1:]),
        )
    )


def _where(found: OtherResult, hands: int) -> str:
    if found.at is None:
        worth = f"a {unit_of(found.one.ruleset)} of {money(found.one.unit, found.one.currency)}"
        return f" In the hand of case `{found.one.case['id']}`, at {worth}:"
    return f" In hand {found.at}:" if hands > 1 else ""


def _under_others(each: Ambiguity, others: list[str]) -> str:
    if len(others) == 1:
        return f"Another reading: **{each.readings[others[0]].means}**."
    reported = (f"({at}) **{each.readings[name].means}**" for at, name in enumerate(others, 1))
    return f"Other readings: {'; or '.join(reported)}."


def _column(place: int, of: int) -> str:
    return "other reading" if of == 1 else f"other reading ({place + 1})"


def _reason(ruleset: Ruleset, each: Ambiguity) -> str:
    return each.because if ruleset.reading(each) == each.default else ""


def _line(ruleset: Ruleset, each: Ambiguity) -> str:
    taken = ruleset.reading(each)
    others = [reading.means for name, reading in each.readings.items() if name != taken]
    reported = f"{each.question} **{_capital(each.readings[taken].means)}.** Or: {'; or: '.join(others)}."
    matter = matters(each) if ruleset.family == "ofc" and each.id not in ruleset.readings else ""
    return f"{f'{reported} {matter}'.strip()} [{each.id}]"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
