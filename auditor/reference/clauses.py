"""Pages of clauses: each with what carries it, or the reason why no log can show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal

from auditor.reference.markdown import ROOT, anchor, bullets, linked, paragraphs, table
from auditor.reference.parameters.measured import enforced
from rules.checks.coverage import CarriedClause, carried, rulesets_of
from rules.clauses import ambiguities, documents
from rules.controls.library import library
from rules.controls.stated_only import stated_only

NAMED = 3  # rulesets that a page names; it gives the number of the others

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
    "OLY-0": "Who decides",
    "OLY-1": "Games, bets, showdown and misdeals",
    "OLY-2": "Cash games and their fees",
    "OLY-3": "Tournaments",
    "OLY-4": "Jackpots",
    "OLY-5": "The ranking of tournaments",
    "OLY-6": "The games of the club",
    "OLY-PRIZE": "The table of prizes",
    "external": "What an audit of any record rests on",
    "external:WAC": "Fees of Washington's card rooms",
    "external:TDA": "Tournament rules of poker, and usual practice",
    "external:RROP": "Robert's Rules of Poker",
}
Kind = Literal["flipped", "named", "unaudited", "shown", "reason", "stated", "nothing"]
KINDS: dict[Kind, str] = {
    "flipped": "enforced: a flip of a parameter changes an audit",
    "named": "enforced by a check alone",
    "unaudited": "parameters state it, and no audit consults them",
    "shown": "an example: a case has its cards and its figures",
    "reason": "no record can show it, or it sets no rule that could be tested",
    "stated": "stated in a part of the library that no hand is replayed under",
    "nothing": "nothing carries it",
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
def everything() -> dict[str, CarriedClause]:
    """Carriers of each clause, by its id."""
    return carried(rulesets_of(library()))


def kind_of_clause(each: CarriedClause) -> Kind:
    """Standing of a clause in audits, as the gate of parameters measured it."""
    if each.how == "carried":
        return "flipped" if any(path in enforced() for path in each.paths) else "named"
    return each.how


def clauses_page() -> str:
    """Documents with the number of their clauses that are carried, and the clauses that no check tests."""
    return linked(paragraphs(_index()))


def _index() -> Iterator[str]:
    yield "# Clauses"
    yield (
        "Each rule of a document is a clause with its own id, which rulesets, findings and reports cite. The page of a clause "
        "has its statement, the parameters that carry it with their systems, and the checks that test it, or the reason why "
        "none does."
    )
    yield bullets(f"[{title}]({ROOT}/documents/{name})" for name, title in DOCUMENTS.items())
    yield f"[What the documents leave open]({ROOT}/ambiguities)"
    yield (
        "Which parameters make a difference is measured: a flip gives one parameter another value that a file may state, and "
        "samples of logs and events are audited under both. What no flip changes is named in the list of parameters that are "
        "stated and not audited, with the reason."
    )
    yield "## How many clauses are carried"
    yield _figures()
    yield "## Clauses that no check tests"
    yield from _reasons()


def _figures() -> str:
    found = everything().values()
    kinds = [kind for kind in KINDS if any(kind_of_clause(each) == kind for each in found)]
    lines = [
        (KINDS[kind], *(_count(found, document, kind) for document in DOCUMENTS), str(_all(found, kind)))
        for kind in kinds
    ]
    totals = [str(sum(documents()[each.clause.id] == document for each in found)) for document in DOCUMENTS]
    head = ("clauses", *HEADS.values(), "all")
    return table(head, [*lines, ("total", *totals, str(len(found)))], right=head[1:])


def table_of_documents() -> str:
    """The README's table of clauses by document and standing; clauses outside are left out."""
    found = [each for each in everything().values() if documents()[each.clause.id] != "external"]
    lines = [
        (title, *_figures_of([each for each in found if documents()[each.clause.id] == name]))
        for name, title in DOCUMENTS.items()
        if name != "external"
    ]
    head = (
        "document",
        "clauses",
        "enforced: a flip shows it",
        "enforced by a check",
        "stated, not audited",
        "examples",
        "in no record",
    )
    return table(head, [*lines, ("all", *_figures_of(found))], right=head[1:])


def _figures_of(found: Sequence[CarriedClause]) -> tuple[str, ...]:
    kinds = [kind_of_clause(each) for each in found]
    groups = (("flipped",), ("named",), ("unaudited", "stated", "nothing"), ("shown",), ("reason",))
    return (str(len(found)), *(str(sum(kind in group for kind in kinds)) for group in groups))


def _count(found: Iterable[CarriedClause], document: str, kind: Kind) -> str:
    number = sum(documents()[each.clause.id] == document and kind_of_clause(each) == kind for each in found)
    return str(number) if number else ""


def _all(found: Iterable[CarriedClause], kind: Kind) -> int:
    return sum(kind_of_clause(each) == kind for each in found)


def _reasons() -> Iterator[str]:
    """Clauses that no parameter and no check carries, by the reason."""
    for kind in ("unaudited", "reason", "shown", "stated", "nothing"):
        mine = [each for each in everything().values() if kind_of_clause(each) == kind]
        if mine:
            yield f"**{KINDS[kind][:1].upper()}{KINDS[kind][1:]}**"
            yield bullets(_reason(each, kind) for each in mine)


def _reason(each: CarriedClause, kind: str) -> str:
    if kind == "unaudited":
        return f"[{each.clause.id}] {' '.join(dict.fromkeys(map(why_not_audited, each.unaudited)))}"
    if kind == "reason":
        return f"[{each.clause.id}] {each.clause.because}"
    if kind == "shown":
        return f"[{each.clause.id}] {', '.join(f'`{case}`' for case in each.clause.shown_by)}"
    return f"[{each.clause.id}] {each.clause.statement}"


def document_page(document: str) -> str:
    """Clauses of a document in its order, by the system that each describes."""
    return linked(paragraphs(_document(document)))


def _document(document: str) -> Iterator[str]:
    yield f"# {DOCUMENTS[document]}"
    for system, name in SYSTEMS.items():
        mine = [each for each in everything().values() if _system(each, document) == system]
        if mine:
            yield f"## {name} ({system})"
            for each in mine:
                yield f"### [{each.clause.id}]"
                yield from _clause(each)


def _system(each: CarriedClause, document: str) -> str:
    """The system that a clause describes; empty for a clause of another document."""
    if documents()[each.clause.id] != document:
        return ""
    return max((name for name in SYSTEMS if each.clause.id.startswith(name)), key=len)


def clause_page(clause: str) -> str:
    """A clause with what carries it."""
    return linked(paragraphs(_single(everything()[clause])))


def _single(each: CarriedClause) -> Iterator[str]:
    document = documents()[each.clause.id]
    yield f"# {each.clause.id}"
    yield from _clause(each)
    yield f"In [{DOCUMENTS[document]}]({ROOT}/documents/{document}#{anchor(each.clause.id)})"


def _clause(each: CarriedClause) -> Iterator[str]:
    yield each.clause.statement
    yield f"*{each.clause.source}; {_TESTABLE[each.clause.testable]}.*"
    yield bullets(_carriers(each))


def _carriers(each: CarriedClause) -> Iterator[str]:
    clause = each.clause
    for rulesets, paths in each.parameters.items():
        yield f"Parameters: {', '.join(f'`{path}`' for path in paths)} of {systems(rulesets)}"
    for path in each.unaudited:
        yield f"Stated, not audited: `{path}`. {why_not_audited(path)}"
    if each.checks:
        yield f"Checks: {', '.join(f'[{check.code}]' for check in each.checks)}"
    if clause.tested_by:
        yield f"A log shows it by: {_plain(clause.tested_by)}"
    if clause.shown_by:
        yield f"Cases: {', '.join(f'`{case}`' for case in clause.shown_by)}"
    if clause.because:
        yield f"Why no check tests it: {clause.because}"
    opened = [f"[{point.id}]" for point in ambiguities().values() if clause.id in point.clauses]
    if opened:
        yield f"Leaves open: {', '.join(opened)}"


def why_not_audited(path: str) -> str:
    """The reason why no audit tells the values of a parameter apart."""
    return stated_only()[path].because


def _plain(text: str) -> str:
    return re.sub(r"([*<])", r"\\\1", text)


def systems(rulesets: Sequence[str]) -> str:
    """Systems by name: at most three, and the number of the others."""
    playable = {each.id for each in library().rulesets()}
    named = [f"[`{each}`]" if each in playable else f"`{each}`" for each in rulesets[:NAMED]]
    more = len(rulesets) - NAMED
    return f"{', '.join(named)} and {more} more" if more > 0 else ", ".join(named)
