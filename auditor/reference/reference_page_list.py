"""Every page of the reference, by its path."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from msgspec import Struct

from auditor.reference.ambiguities import ambiguities_page, ambiguity_page
from auditor.reference.checks import check_page, checks_page
from auditor.reference.clauses import DOCUMENTS, clause_page, clauses_page, document_page
from auditor.reference.detectability.detectability_page import detectability_page
from auditor.reference.markdown import ROOT, bullets, paragraphs
from auditor.reference.parameter_pages import parameter_page, parameter_parts, parameters_page
from auditor.reference.systems.described_page import page as system_page
from auditor.reference.systems.index import index as systems_page
from rules.checks.catalogue import every_check
from rules.clauses import ambiguities, catalogue
from rules.controls.library import library
from rules.controls.plain import part_words
from rules.controls.ruleset import Ruleset


class ReferencePage(Struct, frozen=True):
    """A page. path: such as `checks/SCR001`, empty for the first page. markdown: makes the text, with absolute links."""

    path: str
    title: str
    markdown: Callable[[], str]


@cache
def pages() -> dict[str, ReferencePage]:
    """Pages by path; their text is made when it is asked for."""
    return {each.path: each for each in (*_indexes(), *_entries())}


def systems() -> list[Ruleset]:
    """The newest revision of each ruleset."""
    return list({each.id: each for each in library().rulesets()}.values())


def _indexes() -> list[ReferencePage]:
    return [
        ReferencePage("", "Reference", _front),
        ReferencePage("checks", "Checks", checks_page),
        ReferencePage("clauses", "Clauses", clauses_page),
        ReferencePage("ambiguities", "What the documents leave open", ambiguities_page),
        ReferencePage("systems", "Systems", partial(systems_page, systems())),
        ReferencePage("parameters", "Parameters", parameters_page),
        ReferencePage("detectability", "Which record lets which check run", detectability_page),
    ]


def _entries() -> list[ReferencePage]:
    return [
        *(ReferencePage(f"checks/{each.code}", f"{each.code} {each.name}", partial(check_page, each)) for each in every_check()),
        *(ReferencePage(f"documents/{name}", title, partial(document_page, name)) for name, title in DOCUMENTS.items()),
        *(ReferencePage(f"clauses/{name}", name, partial(clause_page, name)) for name in catalogue()),
        *(ReferencePage(f"ambiguities/{name}", name, partial(ambiguity_page, name)) for name in ambiguities()),
        *(ReferencePage(f"systems/{each.id}", each.title, partial(system_page, each)) for each in systems()),
        *(ReferencePage(f"parameters/{part}", part_words(part), partial(parameter_page, part)) for part in parameter_parts()),
    ]  # fmt: skip


def _front() -> str:
    lines = (
        f"[Checks]({ROOT}/checks): the {len(every_check())} finding codes, what each finds and what it needs on record",
        f"[Clauses]({ROOT}/clauses): the {len(catalogue())} rules that findings cite, and what carries each",
        f"[Ambiguities]({ROOT}/ambiguities): the {len(ambiguities())} questions that documents leave open, with readings",
        f"[Systems]({ROOT}/systems): the {sum(each.played for each in systems())} systems that a log can be audited under, with "
        "hands worked through, and others that controls can extend",
        f"[Parameters]({ROOT}/parameters): the {_stated()} parameters that controls can state, with the meaning of each",
        f"[Detectability]({ROOT}/detectability): which kind of record lets which check run",
    )
    return paragraphs(("# Reference", bullets(lines))) + "\n"


def _stated() -> int:
    return sum(map(len, parameter_parts().values()))
