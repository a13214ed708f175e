"""Section on method."""

from __future__ import annotations

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.engine_rows import draw_engine_rows
from reports.formatting import CHIPS
from reports.story import Story, money_of
from reports.typography import CODE, SMALL_BOLD, SMALL_SOFT

_METHOD = (
    "Each record was stored as it came, under its digest, before it was read. Every hand was then replayed from its cards "
    "under the ruleset in force when it was dealt: who wins each row against whom, what that is worth, and what limits it. "
    "Check by check, the result of the replay was compared with what the room recorded.",
    "An undetermined point is one that the controls do not settle. Differences are stated minus expected.",
    "Each amount is between two parties: a player, the house, an account, or nobody. What moved is taken from the recorded "
    "payments or the recorded nets, whichever the rest of the record bears out. Money is misallocated if one player has what "
    "another was due, and over-collected if the house or an account took what was not due to it. Money is misrecorded if it "
    "was only written down wrong. No amount counts as two kinds. Where the record does not settle an amount, as in a deal that "
    "cannot have happened (with a card twice), it is not known, and never taken as zero. Amounts in an exhibit are before fees.",
)
_METHOD_TRIED = (
    "Each record was stored as it came, under its digest, before it was read. Every hand was then replayed from its cards "
    "under the ruleset that was tried, in place of the one that the room stated: who wins each row against whom, what that "
    "would be worth, and what would limit it. Check by check, the result of the replay was compared with what the room "
    "recorded.",
    "An undetermined point is one that the controls tried do not settle. Differences are stated minus expected. A finding "
    "alone does not mean that anybody did wrong: the room did not state that it played under these controls.",
    "What moved is taken from the recorded payments or the recorded nets, whichever the rest of the record bears out. “To "
    "different players” is the money that would have gone to other players under the controls tried. Money is misrecorded if "
    "it was only written down wrong. Where the record does not settle an amount, it is not known, and never taken as zero. "
    "Amounts in an exhibit are before fees.",
)
_METHOD_OF_EVENT = (
    "Each file was stored as it came, under its digest, before it was read. What was due was then worked out from the lines of "
    "the file under its ruleset: the money from the published prices, the places from the order in which players went out, "
    "levels from the clock, chips from what was sold, balances from what came and went. Check by check, it was compared with "
    "what the room recorded, and with the files read beside it.",
    "An undetermined point is one that the controls do not settle. Differences are stated minus expected. A violation that the "
    "floor ruled on, on record, is a note.",
)
_CHIPS = (
    "For a tournament, money means tournament chips. They are counted as they lay on the table and are not amounts of a "
    "currency."
)
_LIMITS = (
    "The audit sees only what was recorded. What the record lacks was not tested and is never taken as zero or as correct; the "
    "coverage counts it. A record that is consistently wrong can agree with its replay.",
    "A finding is a difference, not an explanation: it does not show who caused it or why. The licensee’s response and the "
    "video do.",
    "Players are known only by the room’s own ids. A character that no typeface of this document has, or that would not be "
    "visible, is written as its code ([U+200B]).",
)
_LIMITS_REDACTED = (
    *_LIMITS[:2],
    "A letter stands for the same player everywhere in this edition, and for nobody in another. “Withheld” was recorded and is "
    "not shown; “not recorded” was not recorded. Messages that quote somebody are written anew from what may be shown. Cards and "
    "times can still identify a hand to somebody who was there.",
)


_LOGS = "the digests of the logs"
_FILES = "the digests of the file and of those read beside it"


def draw_method(pages: Pages, story: Story, number: int) -> None:
    """Draw method, version and limits."""
    audit = story.audit
    pages.section(number, story.sections["method"], "method", keep=70)
    of_hands = _METHOD_TRIED if audit.what_if else _METHOD
    for text in of_hands if audit.event is None else _METHOD_OF_EVENT:
        pages.paragraph(text)
    if any(money_of(log) == CHIPS for log in story.logs):
        pages.paragraph(_CHIPS)
    pages.subheading("Limits")
    for text in _LIMITS_REDACTED if story.redacted else _LIMITS:
        pages.paragraph(text)
    pages.subheading("Made with", 80)
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)))
    code = CODE
    draw_engine_rows(table, audit.engine)
    for used in audit.rulesets:
        table.row(f"{used.id}@{used.revision}", used.title)
        table.row("", used.digest, styles=(SMALL_SOFT, code))
    table.row(
        "Digest of this edition" if story.redacted else "Audit digest",
        story.digest,
        styles=(SMALL_SOFT, code),
    )
    table.row(
        "",
        f"The SHA-256 of these values, one a line: {_FILES if audit.event else _LOGS}, the digests of the rulesets, the engine’s "
        "version, code and judgement, the digest of the library, and the fingerprints of all findings, each in the order of the "
        "audit.",
        styles=(SMALL_SOFT, SMALL_SOFT),
    )
    pages.y -= 4
    _readings(pages, story)


def _readings(pages: Pages, story: Story) -> None:
    if not any(used.readings for used in story.audit.rulesets):
        return
    pages.subheading("Readings taken")
    table = ReportTable(
        pages, (ReportColumn("Ruleset", 112, style=SMALL_BOLD), ReportColumn("Ambiguity and reading", 392))
    )
    table.head()
    for used in story.audit.rulesets:
        if used.readings:
            reported = "  ·  ".join(f"{ambiguity} {reading}" for ambiguity, reading in used.readings.items())
            table.row(f"{used.id}@{used.revision}", reported)
