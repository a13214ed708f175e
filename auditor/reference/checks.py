"""Pages of checks: a table of all finding codes, and a page for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.reference.markdown import ROOT, bullets, linked, paragraphs, table
from rules.checks.catalogue import CatalogueEntry, every_check
from rules.clauses import catalogue

FAMILIES = {
    "LOG": "The log itself",
    "DCK": "Deck and cards",
    "SET": "How hands were set",
    "STK": "Stakes and table",
    "SCR": "Scoring",
    "PAY": "Payments",
    "BET": "Betting",
    "POT": "Pools and pots",
    "SUR": "Surrender",
    "FEE": "Fees",
    "JKP": "Jackpots",
    "IRR": "Irregularities",
    "CLK": "The clock, and leaving the table",
    "LVL": "Levels",
    "TRN": "Tournaments",
    "CTL": "The controls themselves",
}
_SCOPES = {
    "hands": "each hand",
    "log": "the whole log of a session",
    "room": "all sessions of a room's gaming day",
    "tournament": "the file of a tournament, with the logs of its tables",
    "ledger": "a ledger, with the tournaments and table logs that belong to it",
}


def checks_page() -> str:
    """Every finding code by family."""
    return linked(paragraphs(_parts()))


def _parts() -> Iterator[str]:
    yield "# Checks"
    yield (
        "A finding names its check by a code, and a code never changes its meaning. An audit accounts for every hand under "
        "every check. The hand is *tested*, and agrees or differs; or it is *untestable*, and the audit gives the reason; or "
        "the check is *inapplicable*, because the ruleset has no such rule. Checks across the sessions of a gaming day "
        "account for its sessions in the same way."
    )
    yield f"[Which record lets which check run]({ROOT}/detectability)"
    for family, title in FAMILIES.items():
        yield f"## {title}"
        yield _listed(each for each in every_check() if each.code.startswith(family))


def _listed(entries: Iterable[CatalogueEntry]) -> str:
    head = ("code", "name", "kind", "severity", "summary")
    return table(
        head, [(f"[{each.code}]", each.name, each.kind, each.severity, each.summary) for each in entries]
    )


def check_page(entry: CatalogueEntry) -> str:
    """A check: what it finds, why it matters, what it needs on record, and what it rests on."""
    return linked(paragraphs(_check(entry)))


def _check(entry: CatalogueEntry) -> Iterator[str]:
    yield f"# {entry.code} {entry.name}"
    yield f"**{entry.summary}**"
    yield (
        f"A {entry.kind} of severity *{entry.severity}*, in the area *{entry.check.area}*. The check looks at "
        f"{_SCOPES[entry.check.scope]}."
    )
    yield f"**Finds** {entry.finds}"
    yield f"**Why it matters** {entry.why}"
    yield f"**Example** {entry.example}"
    yield f"**Needs** {entry.needs}"
    yield "## Clauses"
    yield bullets(f"[{each}] {catalogue()[each].statement}" for each in entry.clauses if each in catalogue())
    if entry.check.rule:
        yield "## Parameters that it tests"
        yield ", ".join(f"`{path}`" for path in entry.check.rule)
    if entry.check.follows:
        yield "## Checks whose faults can cause it"
        yield (
            "A finding of one of these checks at the same place can explain this one; both are then one incident: "
            f"{', '.join(f'[{code}]' for code in entry.check.follows)}."
        )
