"""The last sections: how the audit was made and what it cannot say, and room for the licensee's answer."""

from __future__ import annotations

from reports.dates import Dates
from reports.pages import FULL, LEFT, RIGHT, WIDTH, Pages
from reports.story import Story, money_of
from reports.tables import Column, Table
from reports.typography import CODE, CONDENSED, LABEL, SMALL, SMALL_BOLD, SMALL_SOFT, Style
from reports.words import CHIPS, count

ANSWERED = 24  # incidents with a row of their own in the response

_METHOD = (
    "The record was kept as it came, under its digest, before it was read. Every hand was then replayed "
    "from its cards under the ruleset in force when it was dealt: who wins each row against whom, what "
    "that is worth, and what limits it. What the replay gives was held against what the room recorded, "
    "rule by rule.",
    "Findings that share a cause, at one place or as one fault that repeats, are one incident. "
    "A violation is play or dealing that differs from what the controls require. A discrepancy is a "
    "recorded result that differs from what the replay gives. An undetermined point is one that the "
    "controls do not settle. Differences are stated minus expected.",
    "Money that went to the wrong player is what, by the recorded transfers or where there are none by the recorded "
    "nets, went to another player than it was due to; money written down wrong is by how much a net lies beyond both "
    "what moved and what was due, or by how much the record does not balance. No amount counts as both, and both are over "
    "the hands that could be tested; a deal that cannot have happened (a card twice) has no money that is known. "
    "Amounts in an exhibit are before fees.",
)
_METHOD_TRIED = (
    "The record was kept as it came, under its digest, before it was read. Every hand was then replayed "
    "from its cards under the ruleset that was tried, in place of the one that the room said it played: who wins "
    "each row against whom, what that would be worth, and what would limit it. What the replay gives was held "
    "against what the room recorded, rule by rule.",
    "A violation is play or dealing that differs from what the controls tried would require. A discrepancy is a "
    "recorded result that differs from what the replay gives. An undetermined point is one that these controls do "
    "not settle. Differences are stated minus expected. None of them alone says that anybody did wrong: the "
    "room did not say that it played under these controls.",
    "Money that would have gone otherwise is what, by the recorded transfers or where there are none by the recorded "
    "nets, went to another player than it would have gone to; money written down wrong is by how much a net lies beyond "
    "both what moved and what would have been due, or by how much the record does not balance. Both are over the hands "
    "that could be tested. Amounts in an exhibit are before fees.",
)
_CHIPS = (
    "Money, where a tournament was played, means its chips: they are counted as they lay on the table, and are no "
    "amounts of a currency."
)
_LIMITS = (
    "The audit sees what was recorded. What is absent from the record was not tested, and is never taken "
    "for zero or for right; the coverage counts it. A record that is wrong throughout in a consistent way "
    "can agree with its replay.",
    "A finding is a difference between a record and a rule. It does not say who caused it or why: the room’s "
    "answer and the video do.",
    "A player is known by the room’s own identifier only. Characters that no typeface of this document has, or "
    "that would not show, are written as their codes ([U+200B]).",
)
_ROOM_TO_ANSWER = 0.6  # of a page, where the licensee's answer begins below what is there


def method(pages: Pages, story: Story, number: int) -> None:
    """How it was done, by which version, and what it cannot say."""
    audit = story.audit
    pages.section(number, story.sections["method"], "method", keep=70)
    for text in _METHOD_TRIED if audit.what_if else _METHOD:
        pages.paragraph(text)
    if any(money_of(log) == CHIPS for log in story.logs):
        pages.paragraph(_CHIPS)
    pages.subheading("Limits")
    for text in _LIMITS:
        pages.paragraph(text)
    pages.subheading("Made with", 80)
    table = Table(pages, (Column("", 112, style=SMALL_SOFT), Column("", 392)))
    code = CODE
    table.row("Engine version", audit.engine.version)
    table.row("Ruleset library", audit.engine.library, styles=(SMALL_SOFT, code))
    for used in audit.rulesets:
        table.row(f"{used.id}@{used.revision}", used.title)
        table.row("", used.digest, styles=(SMALL_SOFT, code))
    table.row("Audit digest", story.digest, styles=(SMALL_SOFT, code))
    table.row(
        "",
        "SHA-256 of these, one a line: the logs’ digests, the rulesets’ digests, the engine version, the "
        "library’s digest, and the fingerprints of all findings, each in the order of the audit.",
        styles=(SMALL_SOFT, SMALL_SOFT),
    )
    pages.y -= 4
    _readings(pages, story)


def _readings(pages: Pages, story: Story) -> None:
    """The readings that the rulesets take where a document can be read in more than one way."""
    if not any(used.readings for used in story.audit.rulesets):
        return
    pages.subheading("Readings taken")
    table = Table(pages, (Column("Ruleset", 112, style=SMALL_BOLD), Column("Ambiguity and reading", 392)))
    table.head()
    for used in story.audit.rulesets:
        if used.readings:
            reported = "  ·  ".join(f"{ambiguity} {reading}" for ambiguity, reading in used.readings.items())
            table.row(f"{used.id}@{used.revision}", reported)


def response(pages: Pages, story: Story, number: int, dates: Dates) -> None:
    """Rows for the licensee's answer to each incident, ruled lines for more, and boxes to sign.

    A report without incidents has the boxes alone.
    """
    cases = story.cases[:ANSWERED]
    bare = not story.to_answer
    if not bare:
        pages.running = None
        if pages.room() < FULL * _ROOM_TO_ANSWER:
            pages.new_page()
    pages.section(number, story.sections["response"], "response", keep=90 if bare else 110)
    due = dates.respond_by()
    if due is not None and not bare:
        pages.paragraph(f"The response is due by {due}.", after=2)
    if bare:
        pages.paragraph("Nothing that was found asks for an answer.")
        _signatures(pages)
        return
    if cases:
        _answers(pages, story)
    lines = max(int((pages.room() - 180) / 40), 0)  # on what is left of the page beside the signatures
    if lines < 2:
        pages.new_page()
        lines = 4
    _ruled(pages, "Cause", min(lines, 8))
    _ruled(pages, "Response, and what will be done by when", min(lines, 8))
    _signatures(pages)


def _answers(pages: Pages, story: Story) -> None:
    columns = (
        Column("No.", 24, True, SMALL_BOLD),
        Column("", 6),
        Column("Incident", 200, style=Style(CONDENSED, 8, 11)),
        Column("Accepted or disputed, and why", 274),
    )
    table = Table(pages, columns, most=2)
    table.head()
    for case in story.cases[:ANSWERED]:
        pages.y -= 3
        table.row(f"{case.number:,}", "", case.incident.title, "", keep=3)
    rest = len(story.cases) - ANSWERED
    if rest > 0:
        pages.paragraph(
            f"Answer the other {count(rest, 'incident')} in a copy of the list of incidents as CSV, by their ids.",
            SMALL,
        )


def _ruled(pages: Pages, label: str, lines: int) -> None:
    pages.subheading(label, lines * 20.0)
    for _ in range(lines):
        pages.y -= 20
        pages.sheet.line(LEFT, pages.y, RIGHT, pages.y, grey=0.6)
    pages.y -= 8


def _signatures(pages: Pages) -> None:
    pages.subheading("Signatures", 84)
    wide = (WIDTH - 24) / 3
    pages.y -= 70
    for place, who in enumerate(("For the licensee", "Agent of the regulator", "Supervisor")):
        x = LEFT + place * (wide + 12)
        pages.sheet.frame(x, pages.y, wide, 66, grey=0.45)
        pages.sheet.text(x + 6, pages.y + 56, who, LABEL)
        pages.sheet.line(x + 6, pages.y + 26, x + wide - 6, pages.y + 26, grey=0.6)
        pages.sheet.text(x + 6, pages.y + 18, "Name and signature", LABEL)
        pages.sheet.text(x + 6, pages.y + 6, "Date", LABEL)
    pages.y -= 10
