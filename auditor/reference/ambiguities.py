"""Pages of ambiguities: questions that the documents leave open, with their readings."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.reference.markdown import bullets, linked, paragraphs, sources, table
from rules.clauses import Ambiguity, ambiguities, catalogue
from rules.controls.library import library

STAR = r" \*"
_MARK = (
    r"A reading marked \* can be replayed: where a ruleset leaves the question open, an audit reports the money that the "
    "reading would move."
)


def ambiguities_page() -> str:
    """Every ambiguity with its default reading."""
    return linked(paragraphs(_index()))


def _index() -> Iterator[str]:
    yield "# What the documents leave open"
    yield (
        "An ambiguity is a question that a document leaves open; a reading is one answer to it. A ruleset takes the default "
        "reading unless its `readings` name another one."
    )
    head = ("ambiguity", "question", "default reading")
    yield table(
        head,
        [
            (f"[{each.id}]", each.question, each.readings[each.default].means)
            for each in ambiguities().values()
        ],
    )


def ambiguity_page(name: str) -> str:
    """An ambiguity: its readings, the reason for the default, and the systems that it concerns."""
    return linked(paragraphs(_ambiguity(ambiguities()[name])))


def _ambiguity(each: Ambiguity) -> Iterator[str]:
    yield f"# {each.id}"
    yield f"**{each.question}**"
    yield "## Readings"
    yield bullets(
        f"**{name}**{' (default)' if name == each.default else ''}{STAR if reading.sets else ''}: {reading.means}"
        for name, reading in each.readings.items()
    )
    yield f"Reason for the default: {each.because}"
    if any(reading.sets for reading in each.readings.values()):
        yield _MARK
    yield "## Clauses"
    yield bullets(map(_source, each.clauses))
    concerned = {ruleset.id: ruleset for ruleset in library().rulesets() if ruleset.concerns(each)}
    if concerned:
        yield "## Systems that it concerns"
        yield bullets(
            f"[`{name}`]{', settled as *' + ruleset.readings[each.id] + '*' if each.id in ruleset.readings else ''}"
            for name, ruleset in concerned.items()
        )


def _source(clause: str) -> str:
    (name,) = sources([clause])
    return f"{name} {catalogue()[clause].statement}" if clause in catalogue() else name
