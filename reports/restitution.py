"""The section on restitution: who is owed what and by whom; of a what-if, who would have had more or less."""

from __future__ import annotations

from typing import NamedTuple

from reports import charts
from reports.formatting import count, headed, in_column, money
from reports.pages import WIDTH, Pages
from reports.story import Story
from reports.tables import Column, ReportTable
from reports.typography import NOTE, SMALL_BOLD

MOST_ROWS = 40  # of what may be as many as players


class _Money(NamedTuple):
    """What is said of money that is not where the controls would have it."""

    nothing: str
    text: str
    rests_on: str
    due: str
    owed: str
    sides: tuple[str, str]
    others: str
    moves: str


_OWED = _Money(
    nothing="Nothing is owed: over the testable hands no player was paid otherwise than was due, by what is recorded.",
    text=(
        "Over the testable hands, what each player’s results were recorded as and what they should have "
        "been. A player who is owed has a plus."
    ),
    rests_on=(
        "This rests on what the recorded transfers brought, or where none were recorded on the recorded nets; and a "
        "repayment from or to nobody at the table is what a record that does not balance leaves over: no player there "
        "gave or took it."
    ),
    due="Due",
    owed="Is owed",
    sides=("is owed", "was paid too much"),
    others="Nothing is owed to or by",
    moves="Repayments",
)
_TRIED = _Money(
    nothing=(
        "Nothing would have gone otherwise: over the testable hands the controls that were tried give every player "
        "what is recorded."
    ),
    text=(
        "Over the testable hands, what each player’s results were recorded as and what they would have been under "
        "the controls that were tried. A player who would have had more has a plus. Nobody owes any of this: the "
        "room did not say that it played under these controls."
    ),
    rests_on=(
        "This rests on what the recorded transfers brought, or where none were recorded on the recorded nets; and what "
        "comes from or goes to nobody at the table is what a record that does not balance leaves over: no player there "
        "gave or took it."
    ),
    due="As tried",
    owed="More (+), less (−)",
    sides=("would have had more", "would have had less"),
    others="Nothing would have gone otherwise for",
    moves="What would have gone otherwise",
)


def draw_nothing_else(pages: Pages, story: Story) -> None:
    """What has no section, for there is nothing of it: points that are left open, money that is owed."""
    if story.entries:
        pages.gap(10)
    if "undetermined" not in story.sections:
        pages.paragraph("The controls left nothing open in the hands of this record.")
    if "restitution" not in story.sections:
        said = _TRIED if story.audit.what_if else _OWED
        pages.paragraph(said.nothing)
        pages.paragraph(said.rests_on, NOTE)


def draw_restitution(pages: Pages, story: Story, number: int) -> None:
    """Who is owed what, and by whom."""
    pages.section(number, story.sections["restitution"], "restitution")
    said = _TRIED if story.audit.what_if else _OWED
    rows = [row for row in story.audit.restitution if row.owed]
    pages.paragraph(said.text)
    pages.paragraph(said.rests_on, NOTE)
    charts.money_by_player(pages, story.audit.restitution, story.currency, said.sides)
    table = ReportTable(
        pages,
        (
            Column("Player", 196),
            Column("Hands", 56, True),
            Column(headed("Recorded", story.currency), 84, True),
            Column(headed(said.due, story.currency), 84, True),
            Column(headed(said.owed, story.currency), 84, True, SMALL_BOLD),
        ),
        most=3,
    )
    table.head()
    largest = sorted(rows, key=lambda row: -abs(row.owed))[:MOST_ROWS]
    for row in sorted(largest, key=lambda row: -row.owed):
        amounts = [
            in_column(amount, story.currency, plus=True) for amount in (row.recorded, row.due, row.owed)
        ]
        table.row(row.player, f"{row.hands:,}", *amounts)
    _more(pages, len(rows) - MOST_ROWS, "player", "with smaller amounts")
    even = len(story.audit.restitution) - len(rows)
    if even:
        pages.paragraph(f"{said.others} {count(even, 'other player')}.", NOTE)
    _repayments(pages, story, said.moves)


def _repayments(pages: Pages, story: Story, heading: str) -> None:
    if not story.audit.repayments:
        return
    pages.subheading(heading)
    _reconciled(pages, story)
    columns = (
        Column("From", 180),
        Column("To", 180),
        Column("Hands", 60, True),
        Column(headed("Amount", story.currency), 84, True, SMALL_BOLD),
    )
    table = ReportTable(pages, columns, most=3)
    table.head()
    nobody = "nobody at the table"
    for row in sorted(story.audit.repayments, key=lambda row: -row.amount)[:MOST_ROWS]:
        amount = in_column(row.amount, story.currency)
        table.row(row.debtor or nobody, row.creditor or nobody, f"{row.hands:,}", amount)
    _more(pages, len(story.audit.repayments) - MOST_ROWS, "payment", "of smaller amounts")


def _reconciled(pages: Pages, story: Story) -> None:
    """From the money on the first page to what is to be repaid: gross, less what offsets, net."""
    text = story.audit.reconciliation
    if text is None:
        return
    gross, offset, net = (money(each, story.currency) for each in (text.gross, text.offset, text.net))
    what = "would be owed" if story.audit.what_if else "is owed"
    says = f"{gross} {what} hand by hand; {offset} of it offset each other over the hands; {net} is left to settle."
    if text.unbalanced:
        says += (
            f" Of the {gross}, {money(text.unbalanced, story.currency)} is owed to or by nobody at the table, since what "
            "was recorded does not balance; the rest is the money of the first page that "
            f"{story.astray()}."
        )
    pages.paragraph(says, NOTE, measure=WIDTH, after=0)


def _more(pages: Pages, number: int, one: str, what: str) -> None:
    """That a table stops, and where the rest is."""
    if number > 0:
        pages.paragraph(f"{count(number, one)} more {what}, in the audit as JSON.", NOTE)
