"""docs/clauses.md: every clause with what carries it, and the readings of what the documents leave open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from rules.checks.coverage import Carried, How, carried, rulesets_of
from rules.clauses import Ambiguity, ambiguities, documents
from rules.controls.library import library
from tests.docs.markdown import anchor, bullets, linked, paragraphs, sources, table

NAMED = 3  # rulesets that are named; of more it is said how many

DOCUMENTS = {
    "WSGC": "Thirteen Card Poker, by the Washington State Gambling Commission",
    "DESCRIBED": "Chinese poker as it is described and played",
    "CARN": "The open-face event of the 2013 Carnivale of Poker",
    "OFC1": "An open-face event, from a sheet without name or date",
    "OLY": "Poker rules of Olympic Poker Club",
    "external": "Outside the rules of the game",
}
SYSTEMS = {
    "WSGC": "The commission's sheet",
    "GEN": "The game in general",
    "PAGAT": "The classic game",
    "VAR": "Variations of the classic game",
    "MY": "Malayan Sap Sam Cheung",
    "VN": "The Vietnamese version",
    "SG": "The Singapore version",
    "ACE-SPADES": "The forced dealer",
    "HG": "The Hawaiian Gardens Casino version",
    "ONE4": "1-4 scoring",
    "OFC": "Open-face play",
    "PINE": "Pineapple",
    "CARN": "The event",
    "CARN-level": "Its levels",
    "CARN-royalty": "Its royalties",
    "OFC1": "The event",
    "OFC1-royalty": "Its royalties",
    "OLY": "Misdeals, dead hands, cards shown and fees",
    "external": "What an audit of any record rests on",
    "external:WAC": "Fees of Washington's card rooms",
}
KINDS: dict[How, str] = {
    "carried": "parameters cite it, and checks hold a log to them",
    "named": "a check holds a log to it; no parameter is needed",
    "shown": "an example: a case has its cards and its figures",
    "reason": "no record can show it, or there is nothing in it to hold",
    "stated": "stated, in a part that no hand is replayed under",
    "nothing": "carried by nothing",
}
HEADS = {
    "WSGC": "commission",
    "DESCRIBED": "described",
    "CARN": "Carnivale",
    "OFC1": "event",
    "OLY": "Olympic",
    "external": "outside",
}
_TESTABLE = {"yes": "a log shows it", "partly": "a log shows it in part", "no": "no log shows it"}


@cache
def everything() -> dict[str, Carried]:
    """What carries each clause, by its id."""
    return carried(rulesets_of(library()))


def clauses_page() -> str:
    """The clause catalogue with its coverage, and the readings of what the documents leave open."""
    return linked(paragraphs(_parts()))


def _parts() -> Iterator[str]:
    yield "# The clauses"
    yield (
        "Every rule of the documents is a clause with an id of its own: rulesets, findings and reports cite it. For each "
        "clause this page tells what it says, which parameters of which systems carry it, and which checks hold a log to "
        "them; or why none does. It is generated from `rules/clauses/`, the rulesets and the checks (`make docs`), and a "
        "test fails on a clause that nothing carries."
    )
    yield bullets(_contents())
    yield "## In figures"
    yield _figures()
    yield from _reasons()
    for document, title in DOCUMENTS.items():
        yield f"## {title}"
        for system, name in SYSTEMS.items():
            mine = [each for each in everything().values() if _of(each, document) == system]
            if mine:
                yield f"### {name} ({system})"
                yield from (_clause(each) for each in mine)
    yield from _left_open()


def _contents() -> Iterator[str]:
    for title in ("In figures", *DOCUMENTS.values(), OPEN):
        yield f"[{title}](#{anchor(title)})"


def _of(each: Carried, document: str) -> str:
    """The system that a clause of a document is of; empty for a clause of another document."""
    if documents()[each.clause.id] != document:
        return ""
    return max((name for name in SYSTEMS if each.clause.id.startswith(name)), key=len)


def _figures() -> str:
    """How many clauses of each document are carried, and how."""
    found = everything().values()
    kinds = [kind for kind in KINDS if any(each.how == kind for each in found)]
    lines = [
        (KINDS[kind], *(_count(found, document, kind) for document in DOCUMENTS), str(_all(found, kind)))
        for kind in kinds
    ]
    totals = [str(sum(documents()[each.clause.id] == document for each in found)) for document in DOCUMENTS]
    head = ("clauses", *HEADS.values(), "all")
    return table(head, [*lines, ("in all", *totals, str(len(found)))], right=head[1:])


def _count(found: Iterable[Carried], document: str, kind: How) -> str:
    number = sum(documents()[each.clause.id] == document and each.how == kind for each in found)
    return str(number) if number else ""


def _all(found: Iterable[Carried], kind: How) -> int:
    return sum(each.how == kind for each in found)


def _reasons() -> Iterator[str]:
    """Those that no parameter and no check carries, by the reason."""
    for kind in ("reason", "shown", "stated", "nothing"):
        mine = [each for each in everything().values() if each.how == kind]
        if mine:
            yield f"**{KINDS[kind][:1].upper()}{KINDS[kind][1:]}**"
            yield bullets(_reason(each, kind) for each in mine)


def _reason(each: Carried, kind: str) -> str:
    if kind == "reason":
        return f"[{each.clause.id}] {each.clause.because}"
    if kind == "shown":
        return f"[{each.clause.id}] {', '.join(f'`{case}`' for case in each.clause.shown_by)}"
    return f"[{each.clause.id}] {each.clause.statement}"


def _clause(each: Carried) -> str:
    clause = each.clause
    where = f"*{clause.source}; {_TESTABLE[clause.testable]}.*"
    return paragraphs((f"#### {clause.id}", clause.statement, where, bullets(_carriers(each))))


def _carriers(each: Carried) -> Iterator[str]:
    clause = each.clause
    for rulesets, paths in each.parameters.items():
        yield f"Parameters: {', '.join(f'`{path}`' for path in paths)} of {systems(rulesets)}"
    if each.checks:
        yield f"Checks: {', '.join(f'[{check.code}]' for check in each.checks)}"
    if clause.tested_by:
        yield f"Shows as: {_plain(clause.tested_by)}"
    if clause.shown_by:
        yield f"Cases: {', '.join(f'`{case}`' for case in clause.shown_by)}"
    if clause.because:
        yield f"Why it is not held: {clause.because}"
    opened = [f"[{point.id}]" for point in ambiguities().values() if clause.id in point.clauses]
    if opened:
        yield f"Leaves open: {', '.join(opened)}"


def _plain(text: str) -> str:
    """A text in which nothing is taken for Markdown."""
    return re.sub(r"([*<])", r"\\\1", text)


def systems(rulesets: Sequence[str]) -> str:
    """Systems by name: three at most, and how many more there are."""
    playable = {each.id for each in library().rulesets()}
    named = [f"[`{each}`]" if each in playable else f"`{each}`" for each in rulesets[:NAMED]]
    more = len(rulesets) - NAMED
    return f"{', '.join(named)} and {more} more" if more > 0 else ", ".join(named)


OPEN = "What the documents leave open"


def _left_open() -> Iterator[str]:
    yield f"## {OPEN}"
    yield (
        "A ruleset takes the default reading unless its `readings` say otherwise. A reading marked * is replayed: an audit "
        "says what it would move."
    )
    yield from (_point(each) for each in ambiguities().values())


def _point(each: Ambiguity) -> str:
    readings = bullets(
        f"**{name}**{' (default)' if name == each.default else ''}{' *' if reading.sets else ''}: {reading.means}"
        for name, reading in each.readings.items()
    )
    cited = ", ".join(sources(each.clauses))
    return paragraphs(
        (f"### {each.id}", each.question, readings, f"Default: {each.because}", f"Clauses: {cited}")
    )
