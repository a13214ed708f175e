"""Comparison of two audits as a PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from reports.comparison_findings import FindingTables, not_listed
from reports.comparison_story import EARLIER_AND_LATER, ComparisonStory, Sides
from reports.cover_parts import Front, front_page
from reports.drawn_pages import Furniture, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.drawn_terms import FINDING, MISALLOCATED, MISRECORDED, TESTABLE, UNTESTABLE, draw_terms
from reports.formatting import NOTHING, count, money, titled
from reports.registered import Registered, draw_compared
from reports.story import CitedClause
from reports.tagged.tagged_archive import Attachment
from reports.typography import DIGEST, SMALL, SMALL_BOLD, SMALL_SOFT
from rules.audit.audit_comparison import AuditComparison, KnowledgeChange, LogChange, known
from rules.checks.catalogue import checks, room_checks
from rules.results import Coverage

Pair = tuple[Registered | None, Registered | None]  # of the earlier and of the later audit
_LOGS = 100
_SECTIONS = {
    "basis": "Basis of the two audits",
    "records": "Records",
    "checks": "Findings by check",
    "gone": "Findings that are gone",
    "new": "Findings that are new",
    "changed": "Findings that changed",
    "coverage": "Coverage that changed",
    "clauses": "What the clauses say",
    "method": "Method",
}
_NUMBERS = {key: number for number, key in enumerate(_SECTIONS, 1)}
_KINDS = {
    "violation": "Violations",
    "discrepancy": "Discrepancies",
    "undetermined": "Undetermined points",
    "indicator": "Indicators",
}
_LONG = ("ruleset", "checks")  # set in small type: digests and lists
_GRAVEST_FIRST = "The gravest come first, by severity and then by money."
_METHOD = (
    "Both audits are shown as they were made; nothing was audited again for this comparison.",
    "Two findings are the same if they have the same fingerprint. The fingerprint is made from the room, the session, the "
    "hand, the seat, the code and the fact; it does not depend on the line, the wording or the engine version. Such a "
    "finding is unchanged, or it has changed if its severity, money, clause or wording differs. Findings of one code on the "
    "same hand and seat with different facts also count as changed. All other findings of the earlier audit are gone, and "
    "all other findings of the later audit are new. Each finding is counted once.",
    "A finding that is gone was not necessarily wrong: it may follow from what the earlier audit was based on. Section 1 "
    "shows what that was.",
)


def write_comparison_pdf(
    comparison: AuditComparison,
    clauses: Mapping[str, CitedClause],
    stream: BinaryIO,
    sides: Sides = EARLIER_AND_LATER,
    notice: str | None = None,
    attachments: Sequence[Attachment] = (),
    registered: Pair = (None, None),
) -> None:
    """Write the comparison to ``stream``; equal ones give equal bytes.

    clauses: known statements. sides: names of earlier and later audit. notice: how they came about. registered: records of
    both. Lists count what they leave out.
    """
    _Document(ComparisonStory(comparison, sides), clauses, stream, notice, attachments, registered).write()


class _Document:
    def __init__(
        self,
        story: ComparisonStory,
        clauses: Mapping[str, CitedClause],
        stream: BinaryIO,
        notice: str | None,
        attachments: Sequence[Attachment],
        registered: Pair,
    ) -> None:
        self.registered = registered
        self.story, self.comparison, self.clauses, self.sides = story, story.comparison, clauses, story.sides
        names = f"{self.sides[0]} – {self.sides[1]}"
        furniture = Furniture(story.title, names, story.digest, story.banner(), "Comparison", notice)
        self.pages = Pages(stream, furniture, attachments)
        self.tables = FindingTables(self.pages, story)

    def write(self) -> None:
        self.pages.describe(
            f"Comparison of two audits of {self.story.title}",
            self.story.conclusion(),
            self.comparison.after.engine.release,
            f"comparison {self.story.digest}",
        )
        self._cover()
        self.pages.new_page()
        self._basis()
        self._records()
        self._checks()
        self._findings()
        self._coverage()
        self._statements()
        self._section("method")
        for text in _METHOD:
            self.pages.paragraph(text)
        draw_compared(self.pages, list(zip(self.sides, self.registered, strict=True)))
        self.pages.close()

    def _section(self, key: str) -> None:
        self.pages.section(_NUMBERS[key], _SECTIONS[key], key)

    def _cover(self) -> None:
        with front_page(self.pages, self._front()):
            draw_terms(self.pages, (FINDING, TESTABLE, MISALLOCATED, MISRECORDED))
            self._totals()

    def _front(self) -> Front:
        comparison = self.comparison
        counts = (
            (sum(comparison.before.findings.values()), "earlier findings"),
            (sum(comparison.after.findings.values()), "later findings"),
            (len(comparison.gone), "gone"),
            (len(comparison.new), "new"),
            (len(comparison.changed), "changed"),
            (comparison.unchanged, "unchanged"),
        )
        return Front(
            kind="COMPARISON OF TWO AUDITS",
            title=self.story.title,
            line=self.story.subtitle(),
            conclusion=self.story.conclusion(),
            counts=[(f"{number:,}", label) for number, label in counts],
            amounts=[],
            sections=_SECTIONS,
            warnings=self.story.warnings(),
            wide=84,
        )

    def _totals(self) -> None:
        self.pages.subheading("Totals", 120)
        table = ReportTable(
            self.pages,
            (
                ReportColumn("", 186),
                ReportColumn(self.sides[0], 106, True),
                ReportColumn(self.sides[1], 106, True),
                ReportColumn("Difference", 106, True, SMALL_BOLD),
            ),
        )
        table.head()
        before, after = self.comparison.before, self.comparison.after
        for label, a, b in (
            ("Records", len(before.logs), len(after.logs)),
            ("Hands recorded", before.hands, after.hands),
            ("Hands testable", before.testable, after.testable),
            *(
                (_KINDS.get(kind, titled(kind)), before.findings[kind], after.findings[kind])
                for kind in before.findings
            ),
        ):
            table.row(label, f"{a:,}", f"{b:,}", _signed(b - a))
        currency = self.story.currencies.shared
        for label, x, y in (
            ("Money misallocated", before.money_misallocated, after.money_misallocated),
            ("Money misrecorded", before.money_misrecorded, after.money_misrecorded),
        ):
            difference = y - x if x is not None and y is not None else None
            amounts = [money(each, currency) for each in (x, y)]
            table.row(label, *amounts, money(difference, currency, plus=True))
        self.pages.y -= 4

    def _basis(self) -> None:
        self._section("basis")
        differing = len(self.comparison.known)
        self.pages.paragraph(
            "What each audit is based on in addition to its records. "
            + (
                f"{count(differing, 'entry', 'entries')}, in bold, {'differs' if differing == 1 else 'differ'}."
                if differing
                else "Nothing differs."
            )
        )
        table = ReportTable(
            self.pages,
            (ReportColumn("", 112), ReportColumn(self.sides[0], 196), ReportColumn(self.sides[1], 196)),
            most=30,
        )
        table.head()
        for each in known(self.comparison.before, self.comparison.after):
            self._entry(table, each)

    def _entry(self, table: ReportTable, each: KnowledgeChange) -> None:
        differs = each.before != each.after
        value = DIGEST if each.what.startswith(_LONG) else SMALL
        table.row(
            each.what[:1].upper() + each.what[1:],
            each.before or NOTHING,
            each.after or NOTHING,
            styles=(SMALL_BOLD if differs else SMALL_SOFT, value, value),
        )

    def _records(self) -> None:
        self._section("records")
        changes = self.comparison.logs
        if not changes:
            number = len(self.comparison.after.logs)
            self.pages.paragraph(f"Both audits are of the same {count(number, 'record')}.")
            return
        self.pages.paragraph("Records that differ; all other records are identical to the last byte.")
        columns = (
            ReportColumn("Session", 116),
            ReportColumn("Change", 132),
            ReportColumn("Hands", 40, True),
            ReportColumn(f"{self.sides[0]}, digest (SHA-256)", 108, style=DIGEST),
            ReportColumn(f"{self.sides[1]}, digest (SHA-256)", 108, style=DIGEST),
        )
        table = ReportTable(self.pages, columns, most=6)
        table.head()
        for each in changes[:_LOGS]:
            digests = [log.sha256 if log else NOTHING for log in (each.before, each.after)]
            hands = (each.after or each.before or self.story.logs[0]).hands
            table.row(f"{each.room} · {each.session}", _change_of(each), f"{hands:,}", *digests)
        not_listed(self.pages, len(changes) - _LOGS, "record")

    def _checks(self) -> None:
        self._section("checks")
        comparison = self.comparison
        by_code = [Counter(each.code for each in side) for side in (comparison.gone, comparison.new)]
        changed = Counter(each.before.code for each in comparison.changed)
        codes = sorted({*comparison.before.codes, *comparison.after.codes})
        if not codes:
            self.pages.paragraph("Neither audit has a finding.")
            return
        names = {entry.code: entry.name for entry in (*checks(), *room_checks())}
        columns = (
            ReportColumn("Code", 56, style=SMALL_BOLD),
            ReportColumn("Check", 168),
            *(ReportColumn(title, 56, True) for title in (*self.sides, "Gone", "New", "Changed")),
        )
        table = ReportTable(self.pages, columns, most=3)
        table.head()
        for code in codes:
            sides = (comparison.before.codes.get(code, 0), comparison.after.codes.get(code, 0))
            figures = (*sides, by_code[0][code], by_code[1][code], changed[code])
            table.row(code, titled(names.get(code, "")), *(f"{figure:,}" for figure in figures))

    def _findings(self) -> None:
        comparison = self.comparison
        for key, findings, says in (
            ("gone", comparison.gone, "In the earlier audit only."),
            ("new", comparison.new, "In the later audit only."),
        ):
            self._section(key)
            self.pages.paragraph(f"{says} {_GRAVEST_FIRST}" if findings else "None.")
            if findings:
                self.tables.one_sided(findings)
        self._section("changed")
        self.pages.paragraph(
            f"In both audits, but different. {_GRAVEST_FIRST}" if comparison.changed else "None."
        )
        if comparison.changed:
            self.tables.changed(comparison.changed)

    def _coverage(self) -> None:
        self._section("coverage")
        if not self.comparison.coverage:
            self.pages.paragraph("The coverage of every check is unchanged.")
            return
        self.pages.paragraph(f"How many hands each check tested, by audit. {UNTESTABLE}")
        columns = (
            ReportColumn("Code", 48, style=SMALL_BOLD),
            ReportColumn("Check", 156),
            *(
                ReportColumn(f"{what}, {when}", 50, True)
                for what in ("Tested", "Differing", "Untestable")
                for when in ("earlier", "later")
            ),
        )
        table = ReportTable(self.pages, columns, most=3)
        table.head()
        for each in self.comparison.coverage:
            sides = (each.before, each.after)
            figures = [
                _figure(side, name) for name in ("tested", "differing", "untestable") for side in sides
            ]
            table.row(each.code, titled(each.name), *figures)

    def _statements(self) -> None:
        self._section("clauses")
        stated = [self.clauses[clause] for clause in sorted(self.tables.cited) if clause in self.clauses]
        if not stated:
            self.pages.paragraph("No finding listed here cites a clause of the catalogue.")
            return
        table = ReportTable(
            self.pages, (ReportColumn("Clause", 112, style=SMALL_BOLD), ReportColumn("Statement", 392))
        )
        table.head()
        for clause in stated:
            table.row(clause.id, f"{clause.statement} [{clause.source}]")


def _change_of(each: LogChange) -> str:
    if each.before is None:
        return "new"
    if each.after is None:
        return "no longer included"
    if each.after.supersedes_sha256 == each.before.sha256:
        return f"corrected: {each.after.supersedes_reason or 'no reason recorded'}"
    return "a different file"


def _figure(row: Coverage | None, name: str) -> str:
    return NOTHING if row is None else f"{getattr(row, name):,}"


def _signed(number: int) -> str:
    return f"{'+' if number > 0 else '−' if number else ''}{abs(number):,}"
