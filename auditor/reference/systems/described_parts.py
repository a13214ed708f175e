"""Parts of a system's page: the template of its family, filled with its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from auditor.reference.markdown import paragraphs
from auditor.reference.systems import described_scoring, described_settlement
from auditor.reference.systems.card_room_words import (
    HANDS,
    MANY,
    counted,
    listed,
    money,
    number,
    unit_of,
)
from auditor.reference.systems.described_procedures import table_of_procedures
from auditor.reference.systems.open_face import (
    described_open_face_clock,
    described_open_face_dealing,
    described_open_face_event,
    described_open_face_scoring,
)
from auditor.reference.systems.sentences import (
    cites,
    is_open,
    marked,
    meaning,
    noun,
    pointed,
    resting,
    say,
    sentence_of,
)
from rules.checks.fees.fee005_rake_above_share import percent
from rules.controls.ruleset import Ruleset
from rules.replay.level_schedule import schedule_of

_TEMPLATES = {"chinese": "closed.jinja", "ofc": "open_face.jinja"}
_FILTERS: Mapping[str, Callable[..., str]] = {
    "number": number,
    "counted": counted,
    "listed": listed,
    "money": money,
    "percent": percent,
    "hand": HANDS.__getitem__,
    "ranks": MANY.__getitem__,
    "meaning": meaning,
    "name": described_settlement.name_of,
    "day": lambda moment: f"{moment.day} {moment:%B %Y}",
}
_OF_RULESET: Mapping[str, Callable[..., Any]] = {
    "say": say,
    "sentence": sentence_of,
    "is_open": is_open,
    "clauses": lambda ruleset, *prefixes: resting(cites(ruleset, *prefixes)),
    "schedule": schedule_of,
    "table_of_procedures": table_of_procedures,
    **described_scoring.TABLES,
    **described_settlement.TABLES,
    **described_open_face_clock.TABLES,
    **described_open_face_dealing.TABLES,
    **described_open_face_event.TABLES,
    **described_open_face_scoring.TABLES,
}


class SystemPart(NamedTuple):
    """A part of a page. text: Markdown without the heading."""

    heading: str
    text: str


def parts_of(ruleset: Ruleset) -> list[SystemPart]:
    """The parts that a closed or an open-face system has."""
    found: list[SystemPart] = []

    def section(heading: str, *cited: str, caller: Callable[[], str]) -> str:
        if text := flowed(caller()):
            found.append(SystemPart(heading, paragraphs((text, resting(cites(ruleset, *cited))))))
        return ""

    _environment().get_template(_TEMPLATES[ruleset.family]).render(section=section, **_words_of(ruleset))
    return found


def flowed(text: str) -> str:
    """Text with each paragraph in one line; tables and lists stay as they are."""
    return paragraphs(
        each if each.lstrip().startswith(("|", "- ")) else " ".join(each.split())
        for each in text.split("\n\n")
    )


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(Path(__file__).with_name("templates"))
    made = Environment(
        loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_kept
    )
    made.filters |= _FILTERS
    return made


def _kept(value: Any) -> Any:
    """A space for an empty value, so that a line that has nothing else ends no paragraph."""
    return " " if value == "" else value


def _words_of(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "get": ruleset.get,
        "noun": noun(ruleset),
        "unit": unit_of(ruleset),
        "marked": partial(_called, marked, ruleset),
        "pointed": partial(_called, pointed, ruleset),
        **{name: partial(each, ruleset) for name, each in _OF_RULESET.items()},
    }


def _called(marks: Callable[..., str], ruleset: Ruleset, *names: str, caller: Callable[[], str]) -> str:
    """The text of a block with open points. names: of parameters, or of the points themselves."""
    return f" {marks(ruleset, ' '.join(caller().split()), *names)}\n"
