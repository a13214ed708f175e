"""Pages of checks: a table of all finding codes, and a page for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from auditor.reference.markdown import ROOT, bullets, linked, paragraphs, table
from auditor.reference.parameters.measured import measured, standings
from rules.checks.catalogue import CatalogueEntry, every_check
from rules.checks.coverage import held_by
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
    """One check: what it finds, why it matters, what it needs on record, its clauses, and the parameters that it holds."""
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
    if held := parameters_held(entry.code):
        yield "## Parameters that it tests"
        yield f"Another value of one of these changes what the check states: {', '.join(f'`{path}`' for path in held)}."
    if entry.check.follows:
        yield "## Checks whose faults can cause it"
        yield (
            "A finding of one of these checks at the same place can explain this one; both are then one incident: "
            f"{', '.join(f'[{code}]' for code in entry.check.follows)}."
        )


@cache
def parameters_held(code: str) -> tuple[str, ...]:
    """The parameters that a check holds, by general path; a table, where it holds each parameter of it. Of a check whose
    parameters have one legal value: those that state its rule.
    """
    every = tuple(standings(measured()))
    held = [path for path in every if code in held_by(path)]
    return tuple(dict.fromkeys(_widest(path, every, frozenset(held)) for path in held))


def _widest(path: str, every: Sequence[str], held: frozenset[str]) -> str:
    """The widest table around a parameter of which all parameters are held; itself where there is none."""
    steps = path.split(".")
    for depth in range(1, len(steps)):
        table = ".".join(steps[:depth])
        inside = [each for each in every if each.startswith(f"{table}.")]
        if len(inside) > 1 and held.issuperset(inside):
            return table
    return path
