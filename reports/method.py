"""The section on method: how the audit was made, by which version, and what it cannot say."""

from __future__ import annotations

from reports.formatting import CHIPS
from reports.pages import Pages
from reports.story import Story, money_of
from reports.tables import Column, ReportTable
from reports.typography import CODE, SMALL_BOLD, SMALL_SOFT

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


def draw_method(pages: Pages, story: Story, number: int) -> None:
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
    table = ReportTable(pages, (Column("", 112, style=SMALL_SOFT), Column("", 392)))
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
    table = ReportTable(
        pages, (Column("Ruleset", 112, style=SMALL_BOLD), Column("Ambiguity and reading", 392))
    )
    table.head()
    for used in story.audit.rulesets:
        if used.readings:
            reported = "  ·  ".join(f"{ambiguity} {reading}" for ambiguity, reading in used.readings.items())
            table.row(f"{used.id}@{used.revision}", reported)
