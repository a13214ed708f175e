"""Section on restitution."""

from __future__ import annotations

from typing import NamedTuple

from reports import charts
from reports.drawn_pages import WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.event_parties import draw_parties
from reports.formatting import NOTHING, count, hand_numbers, headed, in_column, money
from reports.money_words import kind_words, nothing_owed, party_words, unit_of
from reports.story import Story
from reports.typography import NOTE, SMALL_BOLD

MOST_ROWS = 40  # of what may be as many as players


class _Money(NamedTuple):
    text: str
    rests_on: str
    due: str
    owed: str
    sides: tuple[str, str]
    others: str
    moves: str


_OWED = _Money(
    text=(
        "For the testable hands, what each player was recorded as having won or lost, and what was due. A plus means that "
        "the player is owed money."
    ),
    rests_on=(
        "The figures are based on the recorded transfers or, where none were recorded, on the recorded nets. Where a record "
        "does not balance, or money went to or came from nobody, nobody can be asked for it: it is in no repayment, but is "
        "listed apart."
    ),
    due="Due",
    owed="Is owed",
    sides=("is owed", "was overpaid"),
    others="Nothing is owed to or by",
    moves="Repayments",
)
_TRIED = _Money(
    text=(
        "For the testable hands, what each player was recorded as having won or lost, and what would have been due under "
        "the controls tried. A plus means that the player would have had more. Nobody owes any of this: the room did not "
        "state that it played under these controls."
    ),
    rests_on=(
        "The figures are based on the recorded transfers or, where none were recorded, on the recorded nets. Where a record "
        "does not balance, or money went to or came from nobody, it is listed apart."
    ),
    due="As tried",
    owed="More (+), less (−)",
    sides=("would have had more", "would have had less"),
    others="Nothing would have changed for",
    moves="Who would have paid whom more",
)


def draw_nothing_else(pages: Pages, story: Story) -> None:
    """Draw sentences in place of empty sections."""
    if story.entries:
        pages.gap(10)
    what = "hands" if story.audit.event is None else "lines"
    if "undetermined" not in story.sections:
        pages.paragraph(f"The controls leave nothing open in the {what} of this record.")
    if story.audit.event is not None:
        if "restitution" not in story.sections and not story.audit.what_if:
            pages.paragraph(nothing_owed(story.audit))
        return
    if "restitution" not in story.sections:
        said = _TRIED if story.audit.what_if else _OWED
        pages.paragraph(nothing_owed(story.audit))
        pages.paragraph(said.rests_on, NOTE)


def draw_restitution(pages: Pages, story: Story, number: int) -> None:
    """Draw who is owed what, by whom."""
    pages.section(number, story.sections["restitution"], "restitution")
    if story.audit.event is not None:
        draw_parties(pages, story.audit)
        _repayments(pages, story, "Who pays whom")
        _lacking(pages, story)
        return
    said = _TRIED if story.audit.what_if else _OWED
    rows = [row for row in story.audit.restitution if row.owed]
    pages.paragraph(said.text)
    pages.paragraph(said.rests_on, NOTE)
    charts.money_by_player(pages, story.audit.restitution, story.currency, said.sides)
    table = ReportTable(
        pages,
        (
            ReportColumn("Player", 196),
            ReportColumn("Hands", 56, True),
            ReportColumn(headed("Recorded", story.currency), 84, True),
            ReportColumn(headed(said.due, story.currency), 84, True),
            ReportColumn(headed(said.owed, story.currency), 84, True, SMALL_BOLD),
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
    _more(pages, len(rows) - MOST_ROWS, "more player")
    even = len(story.audit.restitution) - len(rows)
    if even:
        pages.paragraph(f"{said.others} {count(even, 'other player')}.", NOTE)
    _repayments(pages, story, said.moves)
    _lacking(pages, story)


def _counted(story: Story) -> str:
    return "Hands" if story.audit.event is None else "Lines"


def _repayments(pages: Pages, story: Story, heading: str) -> None:
    if not story.audit.repayments:
        return
    pages.subheading(heading)
    _reconciled(pages, story)
    columns = (
        ReportColumn("From", 180),
        ReportColumn("To", 180),
        ReportColumn(_counted(story), 60, True),
        ReportColumn(headed("Amount", story.currency), 84, True, SMALL_BOLD),
    )
    table = ReportTable(pages, columns, most=3)
    table.head()
    nobody = "nobody at the table"  # of earlier engines
    for row in sorted(story.audit.repayments, key=lambda row: -row.amount)[:MOST_ROWS]:
        amount = in_column(row.amount, story.currency) if story.currency else money(row.amount, row.unit)
        table.row(
            party_words(row.debtor or nobody), party_words(row.creditor or nobody), f"{row.hands:,}", amount
        )
    _more(pages, len(story.audit.repayments) - MOST_ROWS, "more payment")


def _lacking(pages: Pages, story: Story) -> None:
    rows = story.audit.lacking
    if not rows:
        return
    pages.subheading("What nobody can be asked for")
    pages.paragraph(
        "Money that went to or came from nobody, fees whose payer is not on record, and accounts that do not close. A plus means "
        "that the party lacks it, a minus that the party has it.",
        NOTE,
        measure=WIDTH,
        after=0,
    )
    table = ReportTable(
        pages,
        (
            ReportColumn("Party", 150),
            ReportColumn("Kind", 150),
            ReportColumn(_counted(story), 110),
            ReportColumn("Amount", 94, True, SMALL_BOLD),
        ),
        most=3,
    )
    table.head()
    for row in rows[:MOST_ROWS]:
        hands = hand_numbers(row.hands, 4) if row.hands else NOTHING
        table.row(
            party_words(row.party),
            kind_words(row.kind),
            hands,
            money(row.amount, unit_of(row.unit), plus=True),
        )
    _more(pages, len(rows) - MOST_ROWS, "more amount")


def _reconciled(pages: Pages, story: Story) -> None:
    text = story.audit.reconciliation
    if text is None:
        return
    gross, offset, net = (money(each, story.currency) for each in (text.gross, text.offset, text.net))
    what = "would be owed" if story.audit.what_if else "is owed"
    says = f"Hand by hand, {gross} {what}. Over all hands, {offset} of it cancels out, which leaves {net} to settle."
    if text.unbalanced:
        says += f" Beside it, {money(text.unbalanced, story.currency)} went to or came from nobody."
    pages.paragraph(says, NOTE, measure=WIDTH, after=0)


def _more(pages: Pages, number: int, what: str) -> None:
    if number > 0:
        pages.paragraph(f"The audit as JSON lists {count(number, what)} with smaller amounts.", NOTE)
