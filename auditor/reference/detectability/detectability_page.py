"""Page on detectability: what each kind of record lets an audit test, and what each part of a record adds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from auditor.reference.detectability.detectability_records import KINDS, PARTS
from auditor.reference.detectability.detectability_sessions import GAMES
from auditor.reference.detectability.measure import Counts, measured
from auditor.reference.detectability.screened_records import screening_parts
from auditor.reference.markdown import bullets, linked, paragraphs, table
from rules.checks.catalogue import CatalogueEntry, checks_of_tables, ledger_checks, tournament_checks

_NONE = (0, 0)
_CODE = re.compile(r"\[([A-Z]{3}\d{3})\]")
_HOLDS = {
    "fees only": "hands with their players, times, fees and irregularities; drop counts and tips",
    "totals": "the same, and what each player won or lost",
    "rows": "the same, and the final rows with fouls, surrenders and declared special hands; in pot games the cards of seats",
    "full": "the same, and cards as dealt, placements, acts of pot games, clock calls, chips, transfers and pools",
}


def detectability_page() -> str:
    """The page, with links to the checks."""
    return linked(paragraphs(_parts()))


def without_links() -> str:
    """The page as a document that is read apart from the others."""
    return _CODE.sub(r"\1", paragraphs(_parts())) + "\n"


def _parts() -> Iterator[str]:
    yield "# Which record lets which check run"
    yield (
        "What an audit can test depends on what a room records. This page shows which checks each kind of record lets run, "
        "and what each part of a record adds. Its figures are measured: the auditor audits simulated sessions of "
        f"{len(GAMES)} games and of a made-up room with its own controls, first with the fullest record, then again for each "
        "kind of record and without each part. The figures count the hands that each check tested, by the coverage of these "
        "audits. Most of the simulated hands have a fault."
    )
    yield "## Kinds of record"
    yield bullets(f"**{kind}**: {holds}" for kind, holds in _HOLDS.items())
    yield _summary()
    yield "## What each part of a record adds"
    yield (
        "For each part, audits of a full record are compared with audits of the same record without that part. Some checks run "
        "without a part and find nothing: a log without irregularities, for example, says that none happened."
    )
    for part in PARTS:
        yield f"### {part[:1].upper()}{part[1:]}"
        yield from _adds(part)
    yield "## Every check"
    yield (
        "**yes**: the record lets the check test every hand that a full record does. A percentage: it tests that share of "
        "them in the simulated sessions. **(yes)**: it runs, and finds nothing in sessions where it does find something with a "
        "full record. **–**: it tests no hand. Checks across the sessions of a gaming day count sessions."
    )
    yield _every_check()
    yield from _only_without()
    yield from screening_parts()
    yield "## Tournaments and ledgers"
    yield (
        "The file of a tournament and a ledger state what happened line by line. Each check of them tests the lines that state "
        "what it needs, and counts the others as untestable."
    )
    yield table(
        ("check", "what it finds", "what it needs"),
        [[f"[{each.code}]", each.summary, each.needs] for each in _of_events_alone()],
    )


def _of_events_alone() -> list[CatalogueEntry]:
    """Checks of tournaments and ledgers whose facts no check of tables finds."""
    of_tables = {each.code for each in checks_of_tables()}
    of_events = {each.code: each for each in (*ledger_checks(), *tournament_checks())}
    in_order = dict.fromkeys(each.code for each in (*tournament_checks(), *ledger_checks()))
    return [of_events[code] for code in in_order if code not in of_tables]


def _summary() -> str:
    full = measured().kinds["full"]
    lines = []
    before: Counts = {}
    for kind, counts in measured().kinds.items():
        whole = [code for code in counts if _share(counts, full, code) >= 1]
        more = len(counts) - len(before)
        lines.append(
            (
                kind,
                str(len(counts)),
                str(len(whole)),
                str(len(counts) - len(whole)),
                f"+{more}" if before else "",
            )
        )
        before = counts
    head = ("record", "checks that run", "on every hand", "on some hands", "more than the record above")
    return table(head, lines, right=head[1:])  # fmt: skip


def _adds(part: str) -> Iterator[str]:
    """What a full record without a part cannot test."""
    full, lacking = measured().kinds["full"], measured().lacking[part]
    lost = [code for code in full if code not in lacking]
    fewer = [code for code in full if code in lacking and _share(lacking, full, code) < 1]
    silent = [code for code in full if code not in (*lost, *fewer) and _finds_nothing(lacking, full, code)]
    instead = [code for code in lacking if code not in full]
    yield f"*{PARTS[part].words[:1].upper()}{PARTS[part].words[1:]}.*"
    yield bullets(
        f"{what} ({len(codes)}): {_codes(codes)}"
        for what, codes in (
            ("Run only with it", lost),
            ("Test more hands with it", fewer),
            ("Run without it, and find nothing", silent),
            ("Run only without it", instead),
        )
        if codes
    )


def _codes(codes: Iterable[str]) -> str:
    order = [each.code for each in checks_of_tables()]
    return ", ".join(f"[{code}]" for code in sorted(codes, key=order.index))


def _every_check() -> str:
    head = ("check", "what it finds", *KINDS)
    return table(head, [_line(each) for each in checks_of_tables()])


def _line(entry: CatalogueEntry) -> list[str]:
    return [f"[{entry.code}]", entry.summary, *(_cell(measured().kinds[kind], entry.code) for kind in KINDS)]


def _cell(counts: Counts, code: str) -> str:
    full = measured().kinds["full"]
    share = _share(counts, full, code)
    if share >= 1:
        return "(yes)" if _finds_nothing(counts, full, code) else "yes"
    if share == 0:
        return "–"
    return f"{share:.0%}" if share >= 0.01 else "under 1%"


def _share(counts: Counts, full: Counts, code: str) -> float:
    """Hands that a check tests under a record, as a share of those under a full record."""
    tested, of = counts.get(code, _NONE)[0], full.get(code, _NONE)[0]
    return tested / of if of else 0.0


def _finds_nothing(counts: Counts, full: Counts, code: str) -> bool:
    return bool(full.get(code, _NONE)[1]) and not counts.get(code, _NONE)[1]


def _only_without() -> Iterator[str]:
    """Note on checks that a full record replaces by others."""
    found = [
        (code, part)
        for part, counts in measured().lacking.items()
        for code in counts
        if code not in measured().kinds["full"]
    ]
    for part in dict.fromkeys(part for _, part in found):
        codes = [f"[{code}]" for code, of in found if of == part]
        yield f"{' and '.join(codes)} run only in records without {part}; with them other checks test the same money."
