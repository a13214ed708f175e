"""Two audits side by side, as a PDF of its own kind: what was known then and now, and what that changes."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import BinaryIO

import msgspec

from reports import cover_parts
from reports.card_words import message
from reports.formatting import NOTHING, count, headed, listed, money, titled
from reports.pages import Furniture, Pages
from reports.story import CitedClause, Currencies, gravity, title_of
from reports.tables import Column, ReportTable
from reports.typography import CONDENSED, DIGEST, NOTE, SMALL, SMALL_BOLD, SMALL_SOFT, Style
from rules.audit.comparison import AuditComparison, ChangedFinding, KnowledgeChange, LogChange, Side, known
from rules.checks.catalogue import checks, room_checks
from rules.controls.library import HELD
from rules.results import Coverage, Finding, LogFacts

Sides = tuple[str, str]  # what the two are called
THEN_AND_NOW: Sides = ("Then", "Now")
MOST = 120  # findings of a list; the rest are counted
_LOGS = 100
_SECTIONS = {
    "known": "What was known",
    "records": "The records",
    "rules": "Findings by rule",
    "gone": "Findings that are gone",
    "new": "Findings that are new",
    "changed": "Findings that changed",
    "coverage": "Coverage that changed",
    "clauses": "What the clauses say",
    "method": "Method",
}
_NUMBERS = {key: number for number, key in enumerate(_SECTIONS, 1)}
_CLOSE = Style(CONDENSED, 8, 10.5)
_CLOSE_SOFT = _CLOSE._replace(colour=SMALL_SOFT.colour)
_LONG = ("ruleset", "checks")  # what is told in small type: digests and lists
_METHOD = (
    "Both audits are as they were made; nothing was audited again for this comparison.",
    "A finding is the same in both where its fingerprint is: it is made from the room, the session, the hand, the seat, the "
    "code and the fact, and not from the line, the wording or the version of the engine. Such a finding is unchanged, or "
    "it changed where its severity, money, clause or words are others. A finding of the same code on the same hand and "
    "seat with another fact has changed too. What is left of the first audit is gone, and what is left of the second is "
    "new: each finding is counted once.",
    "That a finding is gone does not say that it was wrong then: it may rest on what was known then. What was known "
    "otherwise stands in the first section.",
)


def write_comparison_pdf(
    comparison: AuditComparison,
    clauses: Mapping[str, CitedClause],
    stream: BinaryIO,
    sides: Sides = THEN_AND_NOW,
) -> None:
    """Write what differs between two audits to ``stream``: the same bytes for the same comparison.

    clauses: the statements that findings cite, as far as known. sides: what the earlier and the later audit are called.
    The gravest findings of each list are shown, and how many more there are.
    """
    _Document(comparison, clauses, stream, sides).write()


class _Document:
    def __init__(
        self, comparison: AuditComparison, clauses: Mapping[str, CitedClause], stream: BinaryIO, sides: Sides
    ) -> None:
        self.comparison, self.clauses, self.sides = comparison, clauses, sides
        self.logs = _every_log(comparison)
        self.currencies = Currencies(self.logs)
        self.rooms = len({log.room for log in self.logs})
        self.title = title_of(self.logs) if self.logs else "no logs"
        self.digest = _digest(comparison)
        names = f"{sides[0]} – {sides[1]}"
        self.pages = Pages(
            stream, Furniture(self.title, names, self.digest, _banner(comparison, sides), "Comparison")
        )
        self.cited: dict[str, None] = {}

    def write(self) -> None:
        """The whole document."""
        self._describe()
        self._cover()
        self.pages.new_page()
        self._known()
        self._records()
        self._rules()
        self._alone("gone", self.comparison.gone, "In the earlier audit and not in the later one.")
        self._alone("new", self.comparison.new, "In the later audit and not in the earlier one.")
        self._changed()
        self._coverage()
        self._statements()
        self._section("method")
        for text in _METHOD:
            self.pages.paragraph(text)
        self.pages.close()

    def _describe(self) -> None:
        canvas = self.pages.sheet.canvas
        canvas.setTitle(f"Comparison of two audits of {self.title}")
        canvas.setAuthor("cardroom-auditor")
        canvas.setSubject(_conclusion(self.comparison))
        canvas.setCreator(f"cardroom-auditor {self.comparison.after.engine.version}")
        canvas.setKeywords(f"comparison {self.digest}")
        canvas.setViewerPreference("DisplayDocTitle", "true")

    def _section(self, key: str) -> None:
        self.pages.section(_NUMBERS[key], _SECTIONS[key], key)

    def _cover(self) -> None:
        pages, comparison = self.pages, self.comparison
        pages.new_page()
        pages.outline("Summary", "summary")
        session = f"Session {self.logs[0].session}   ·   " if len(self.logs) == 1 else ""
        line = f"{session}{self.sides[0]}   –   {self.sides[1]}"
        cover_parts.masthead(pages, "COMPARISON OF TWO AUDITS", self.title, line)
        cover_parts.warnings(pages, _warnings(comparison, self.sides))
        cover_parts.conclusion(pages, _conclusion(comparison))
        counts = (
            (sum(comparison.before.findings.values()), "findings then"),
            (sum(comparison.after.findings.values()), "findings now"),
            (len(comparison.gone), "gone"),
            (len(comparison.new), "new"),
            (len(comparison.changed), "changed"),
            (comparison.unchanged, "unchanged"),
        )
        cover_parts.figures(pages, [(f"{number:,}", label) for number, label in counts], [], wide=84)
        self._totals()
        cover_parts.contents(pages, _SECTIONS)

    def _totals(self) -> None:
        """What either audit came to."""
        self.pages.subheading("What it came to", 120)
        table = ReportTable(
            self.pages,
            (
                Column("", 186),
                Column(self.sides[0], 106, True),
                Column(self.sides[1], 106, True),
                Column("Difference", 106, True, SMALL_BOLD),
            ),
        )
        table.head()
        before, after = self.comparison.before, self.comparison.after
        for label, a, b in (
            ("Records", len(before.logs), len(after.logs)),
            ("Hands recorded", before.hands, after.hands),
            ("Hands testable", before.testable, after.testable),
            *(
                (f"{titled(kind)} findings", before.findings[kind], after.findings[kind])
                for kind in before.findings
            ),
        ):
            table.row(label, f"{a:,}", f"{b:,}", _signed(b - a))
        for label, x, y in (
            ("Money that went to the wrong player", before.money_misallocated, after.money_misallocated),
            ("Money written down wrong", before.money_misrecorded, after.money_misrecorded),
        ):
            apart = y - x if x is not None and y is not None else None
            amounts = [money(each, self.currencies.shared) for each in (x, y)]
            table.row(label, *amounts, money(apart, self.currencies.shared, plus=True))
        self.pages.y -= 4

    def _known(self) -> None:
        self._section("known")
        differing = len(self.comparison.known)
        self.pages.paragraph(
            f"What either audit rested on but its records. {count(differing, 'thing')} "
            f"{'was' if differing == 1 else 'were'} known otherwise, in bold."
            if differing
            else "What either audit rested on but its records. Nothing of it was known otherwise."
        )
        table = ReportTable(
            self.pages, (Column("", 112), Column(self.sides[0], 196), Column(self.sides[1], 196)), most=30
        )
        table.head()
        for each in known(self.comparison.before, self.comparison.after):
            self._thing(table, each)

    def _thing(self, table: ReportTable, each: KnowledgeChange) -> None:
        differs = each.before != each.after
        long = each.what.startswith(_LONG)
        value = DIGEST if long else SMALL
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
            self.pages.paragraph(
                f"Both audits are of the same {count(len(self.comparison.after.logs), 'record')}."
            )
            return
        self.pages.paragraph(
            "Records that one of the audits alone has; all others are the same to the last byte."
        )
        columns = (
            Column("Session", 116),
            Column("What", 132),
            Column("Hands", 40, True),
            Column(f"{self.sides[0]}, digest (SHA-256)", 108, style=DIGEST),
            Column(f"{self.sides[1]}, digest (SHA-256)", 108, style=DIGEST),
        )
        table = ReportTable(self.pages, columns, most=6)
        table.head()
        for each in changes[:_LOGS]:
            digests = [log.sha256 if log else NOTHING for log in (each.before, each.after)]
            hands = (each.after or each.before or self.logs[0]).hands
            table.row(f"{each.room} · {each.session}", _what_became(each), f"{hands:,}", *digests)
        self._more(len(changes) - _LOGS, "record")

    def _rules(self) -> None:
        self._section("rules")
        comparison = self.comparison
        by_code = [Counter(each.code for each in side) for side in (comparison.gone, comparison.new)]
        changed = Counter(each.before.code for each in comparison.changed)
        codes = sorted({*comparison.before.codes, *comparison.after.codes})
        if not codes:
            self.pages.paragraph("Neither audit has a finding.")
            return
        names = {entry.code: entry.name for entry in (*checks(), *room_checks())}
        columns = (
            Column("Code", 56, style=SMALL_BOLD),
            Column("Rule", 168),
            *(Column(title, 56, True) for title in (*self.sides, "Gone", "New", "Changed")),
        )
        table = ReportTable(self.pages, columns, most=3)
        table.head()
        for code in codes:
            sides = (comparison.before.codes.get(code, 0), comparison.after.codes.get(code, 0))
            figures = (*sides, by_code[0][code], by_code[1][code], changed[code])
            table.row(code, titled(names.get(code, "")), *(f"{figure:,}" for figure in figures))

    def _alone(self, key: str, findings: Sequence[Finding], says: str) -> None:
        self._section(key)
        if not findings:
            self.pages.paragraph("None.")
            return
        self.pages.paragraph(f"{says} The gravest first, by severity and then by money.")
        columns = (
            Column("Finding", 88, style=_CLOSE),
            Column("Where", 76, style=_CLOSE),
            Column("What was found", 176, style=_CLOSE),
            Column("Clause", 112, style=_CLOSE_SOFT),
            Column(headed("Money", self.currencies.shared), 52, True),
        )
        table = ReportTable(self.pages, columns, most=12)
        table.head()
        for each in heapq.nsmallest(MOST, findings, key=gravity):
            self.cited.setdefault(each.clause)
            amount = self.currencies.in_column(each.money, each.room, each.session)
            table.row(_called(each), self._where(each), message(each), each.clause, amount)
        self._more(len(findings) - MOST, "finding")

    def _changed(self) -> None:
        self._section("changed")
        changed = self.comparison.changed
        if not changed:
            self.pages.paragraph("None.")
            return
        self.pages.paragraph(
            "In both audits, and told otherwise. The gravest first, by severity and then by money."
        )
        chips = headed("Money", self.currencies.shared)
        columns = (
            Column("Finding", 84, style=_CLOSE),
            Column("Where", 74, style=_CLOSE),
            Column(self.sides[0], 120, style=_CLOSE),
            Column(chips, 52, True),
            Column(self.sides[1], 122, style=_CLOSE),
            Column(chips, 52, True),
        )
        table = ReportTable(self.pages, columns, most=14)
        table.head()
        for each in heapq.nsmallest(
            MOST, changed, key=lambda one: min(gravity(one.before), gravity(one.after))
        ):
            self._change(table, each)
        self._more(len(changed) - MOST, "finding")

    def _change(self, table: ReportTable, each: ChangedFinding) -> None:
        before, after = each.before, each.after
        fields = list(dict.fromkeys(_FIELDS[name] for name in each.changed if name in _FIELDS))
        what = (
            "another fact"
            if not each.same_fact
            else f"other {listed(fields)}"
            if fields
            else "told otherwise"
        )
        for clause in (before.clause, after.clause):
            self.cited.setdefault(clause)
        amounts = [self.currencies.in_column(side.money, side.room, side.session) for side in (before, after)]
        table.row(
            f"{after.code}  {titled(after.name)}: {what}",
            self._where(after),
            _says(before, each.changed, whole=True),
            amounts[0],
            _says(after, each.changed, whole="message" in each.changed),
            amounts[1],
        )

    def _coverage(self) -> None:
        self._section("coverage")
        if not self.comparison.coverage:
            self.pages.paragraph("Every hand fared under every rule as before.")
            return
        self.pages.paragraph("Hands under each rule, then and now.")
        columns = (
            Column("Code", 48, style=SMALL_BOLD),
            Column("Rule", 156),
            *(
                Column(f"{what} {when}", 50, True)
                for what in ("Tested", "Differing", "Untestable")
                for when in ("then", "now")
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
        """What the clauses say that the findings shown cite, each once."""
        self._section("clauses")
        stated = [self.clauses[clause] for clause in sorted(self.cited) if clause in self.clauses]
        if not stated:
            self.pages.paragraph("No finding that is shown cites a clause of the catalogue.")
            return
        table = ReportTable(self.pages, (Column("Clause", 112, style=SMALL_BOLD), Column("Statement", 392)))
        table.head()
        for clause in stated:
            table.row(clause.id, f"{clause.statement} [{clause.source}]")

    def _where(self, each: Finding) -> str:
        room = f"{each.room} · " if self.rooms > 1 else ""
        session = f"{room}{each.session}, " if len(self.logs) > 1 else ""
        hand = "the log" if each.hand is None else f"hand {each.hand:,}"
        said = f"{session}{hand}" + (f", seat {each.seat}" if each.seat is not None else "")
        return said[:1].upper() + said[1:]

    def _more(self, number: int, what: str) -> None:
        if number > 0:
            self.pages.paragraph(f"{count(number, f'more {what}')}, not listed.", NOTE, after=0)


_FIELDS = {
    "kind": "kind",
    "severity": "severity",
    "player": "player",
    "stated": "figures",
    "expected": "figures",
    "difference": "figures",
    "money": "money",
    "clause": "clause",
    "message": "words",
    "hands": "hands",
    "readings": "readings",
}


def _every_log(comparison: AuditComparison) -> list[LogFacts]:
    """The sessions of either audit, each once: as the later one has it."""
    found = {
        (log.room, log.session): log for side in (comparison.before, comparison.after) for log in side.logs
    }
    return list(found.values())


def _digest(comparison: AuditComparison) -> str:
    """One digest for both sides and every finding by its class."""
    digest = sha256(msgspec.json.encode((comparison.before, comparison.after)))
    pairs = (each for change in comparison.changed for each in (change.before, change.after))
    for findings in (comparison.gone, comparison.new, pairs):
        for each in findings:
            digest.update(msgspec.json.encode(each) + b"\n")
        digest.update(b"\n")
    return digest.hexdigest()


def _banner(comparison: AuditComparison, sides: Sides) -> str | None:
    """What every page warns of."""
    says = []
    for name, side in zip(sides, (comparison.before, comparison.after), strict=True):
        if not side.complete:
            says.append(f"INCOMPLETE AUDIT: {name}")
        if side.what_if:
            standing = _unapproved(side)
            says.append(f"WHAT-IF: {name}" + (f", {standing}, not approved" if standing else ""))
    return "   ·   ".join(says) or None


def _unapproved(side: Side) -> str | None:
    return next((each.standing for each in side.played if each.standing not in HELD), None)


def _warnings(comparison: AuditComparison, sides: Sides) -> list[str]:
    says = []
    for name, side in zip(sides, (comparison.before, comparison.after), strict=True):
        if not side.complete:
            codes = listed([each.code for each in side.failures])
            says.append(
                f"INCOMPLETE AUDIT ({name}). {codes or 'A check'} broke down; what would have been found is not known."
            )
        if side.what_if:
            tried = listed([f"{each.id}@{each.revision}" for each in side.played]) or "no ruleset"
            standing = _unapproved(side)
            says.append(
                f"WHAT-IF ({name}). Audited under {tried}, not under the ruleset that the room said it played."
                + (f" It was not approved: its standing is {standing}." if standing else "")
            )
    return says


def _conclusion(comparison: AuditComparison) -> str:
    numbers = (len(comparison.gone), len(comparison.new), len(comparison.changed))
    if not any(numbers):
        said = (
            f"No finding is gone, new or changed; {count(comparison.unchanged, 'finding')} stand as before."
        )
        said = said.replace("1 finding stand", "1 finding stands")
    else:
        gone, new, changed = (f"{number:,}" if number else "none" for number in numbers)
        said = (
            f"Of the findings, {gone} {_is(numbers[0])} gone, {new} {_is(numbers[1])} new and {changed} changed; "
            f"{comparison.unchanged:,} {_is(comparison.unchanged)} as before."
        )
    differing = [each.what for each in comparison.known]
    if differing:
        shown = differing[:3] + ([f"{len(differing) - 3} more"] if len(differing) > 3 else [])
        said += f" Known otherwise: {listed(shown)}."
    if comparison.logs:
        said += f" {count(len(comparison.logs), 'record')} {'is' if len(comparison.logs) == 1 else 'are'} of one audit alone."
    return said


def _is(number: int) -> str:
    return "is" if number in (0, 1) else "are"


def _what_became(each: LogChange) -> str:
    if each.before is None:
        return "new"
    if each.after is None:
        return "not there any more"
    if each.after.supersedes_sha256 == each.before.sha256:
        return f"corrected: {each.after.supersedes_reason or 'no reason recorded'}"
    return "another file"


def _called(each: Finding) -> str:
    return f"{each.code}  {titled(each.name)}, {each.severity}"


def _says(each: Finding, changed: Iterable[str], *, whole: bool) -> str:
    """The words of one side, and what of it changed and does not stand in them or in the money."""
    beside = [
        f"{titled(name)}: {getattr(each, name)}."
        for name in ("severity", "kind", "clause", "player")
        if name in changed
    ]
    if "hands" in changed and each.hands is not None:
        beside.append(f"{count(len(each.hands), 'hand')}.")
    return " ".join([*([message(each)] if whole else []), *beside]) or "The same words."


def _figure(row: Coverage | None, name: str) -> str:
    return NOTHING if row is None else f"{getattr(row, name):,}"


def _signed(number: int) -> str:
    return f"{'+' if number > 0 else '−' if number else ''}{abs(number):,}"
